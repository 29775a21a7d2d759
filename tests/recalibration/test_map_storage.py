"""Maps are kept as data: the same after loading, and damaged files are refused."""

import json
import zipfile

import numpy as np
import pytest

from tests.recalibration.rows import P, Y
from veracity.errors import NotHere, StorageError
from veracity.evaluation import load as load_evaluation
from veracity.recalibration import load_map, recalibrate


def three(method):
    random = np.random.default_rng(0)
    p = random.dirichlet([1, 1, 1], 90)
    y = np.array([random.choice(3, p=row) for row in p])
    return recalibrate(y, p, method=method), p


@pytest.mark.parametrize("method", ["isotonic", "platt", "beta", "temperature"])
def test_one_column(method, tmp_path):
    found = recalibrate(np.where(Y, "sick", "well"), P, method=method, pos_label="sick", cv=3)
    found.save(tmp_path / "map")
    again = load_map(tmp_path / "map")
    assert again.transform(P.tolist()) == found.transform(P.tolist())
    for part in ("method", "labels", "pos_label", "shares", "folds", "notes"):
        assert getattr(again, part) == getattr(found, part)
    with pytest.raises(NotHere, match="statistics=True"):
        again.before  # noqa: B018
    assert method in repr(again)


@pytest.mark.parametrize("method", ["isotonic", "temperature"])
def test_several_columns(method, tmp_path):
    found, p = three(method)
    shifted = found.at_prevalence({0: 0.5, 1: 0.3, 2: 0.2})
    shifted.save(tmp_path / "map")
    assert np.array_equal(load_map(tmp_path / "map").transform(p), shifted.transform(p))


def test_with_statistics_the_figures_are_the_same(tmp_path):
    found = recalibrate(Y, P, method="platt", cv=4, cluster=np.arange(24) // 2)
    found.save(tmp_path / "map", statistics=True)
    assert load_map(tmp_path / "map").text() == found.text()


def test_without_statistics_no_row_is_in_the_file(tmp_path):
    recalibrate(Y, P, method="platt").save(tmp_path / "map")
    with zipfile.ZipFile(tmp_path / "map") as archive:
        assert archive.namelist() == ["veracity.json"]


def test_other_files_are_refused(tmp_path):
    found = recalibrate(Y, P)
    found.before.save(tmp_path / "evaluation")
    found.save(tmp_path / "map")
    with pytest.raises(StorageError):
        load_map(tmp_path / "evaluation")
    with pytest.raises(StorageError):
        load_evaluation(tmp_path / "map")
    (tmp_path / "text").write_text("perfectly separated")
    with pytest.raises(StorageError):
        load_map(tmp_path / "text")


@pytest.mark.parametrize(
    "change",
    [
        {"maps": [{"map": "logit", "a": -1.0, "b": 1.0, "c": 0.0}]},
        {"maps": [{"map": "logit", "a": 1.0, "b": 1.0}]},
        {"maps": [{"map": "spline"}]},
        {"maps": [{"map": "isotonic"}]},
        {"maps": [{"map": "temperature", "slope": -2}]},
        {"maps": [{"map": "factors", "factors": [1.0, 0.0]}]},
        {"shares": [0.5]},
        {"labels": "x"},
        {"pos_label": {"str": "other"}},
        {"folds": "many"},
    ],
)
def test_damaged_files_are_refused(change, tmp_path):
    recalibrate(Y, P, method="platt").save(tmp_path / "map")
    with zipfile.ZipFile(tmp_path / "map") as archive:
        header = json.loads(archive.read("veracity.json"))
    with zipfile.ZipFile(tmp_path / "map", "w") as archive:
        archive.writestr("veracity.json", json.dumps(header | change))
    with pytest.raises(StorageError):
        load_map(tmp_path / "map")


def test_corners_that_fall_are_refused(tmp_path):
    recalibrate([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8]).save(tmp_path / "map")
    with zipfile.ZipFile(tmp_path / "map") as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["map0.x.npy"], parts["map0.y.npy"] = parts["map0.y.npy"], parts["map0.x.npy"]
    with zipfile.ZipFile(tmp_path / "map", "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    with pytest.raises(StorageError):
        load_map(tmp_path / "map")
