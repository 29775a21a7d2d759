"""The frozen curve: what it holds, how it prints, unpacks and turns into tables."""

import dataclasses
import json
import pickle

import numpy as np
import pytest

from veracity.errors import InputError
from veracity.results.estimate.curve import Band, Curve
from veracity.words import Text


def curve(kind="lorenz", **facts):
    up = np.array([0.0, 0.5, 0.75, 1.0])
    columns = {"share": up, "income": up**2, "rows": np.arange(4.0)}
    names = {"share": Text("Share", "份额"), "income": Text("Income", "收入")}
    windows = {"share": (0.0, 1.0), "income": (0.0, 1.0)}
    return Curve(kind, columns, np.array([np.inf, 3, 2, 1]), names, windows, **facts)


BAND = Band(np.zeros(4), np.ones(4), 0.95, "pointwise")


def test_x_and_y_are_its_first_columns():
    c = curve()
    assert c.x.tolist() == [0, 0.5, 0.75, 1]
    assert c.y.tolist() == [0, 0.25, 0.5625, 1]
    assert c["rows"].tolist() == [0, 1, 2, 3]
    assert c.axes == ("share", "income")
    assert len(c) == 4
    assert (c.shape, c.band, c.note, c.bound, c.error) == ("line", None, "", 0.0, 0.0)


def test_its_repr_is_short():
    assert repr(curve()) == "<lorenz curve: 4 points, income against share>"


def test_it_does_not_change():
    with pytest.raises(dataclasses.FrozenInstanceError):
        curve().kind = "roc"
    with pytest.raises(ValueError, match="read-only"):
        curve()["income"][0] = 1


def test_pickled():
    again = pickle.loads(pickle.dumps(curve(band=BAND, note=Text("Note.", "说明。"))))
    assert again.note.zh == "说明。"
    assert again.names["share"].zh == "份额"
    np.testing.assert_array_equal(again.band.high, BAND.high)
    np.testing.assert_array_equal(again.y, curve().y)


def test_some_of_its_points():
    part = curve(band=BAND).taken([0, 3], error=0.25)
    assert part.thresholds.tolist() == [np.inf, 1]
    assert part["rows"].tolist() == [0, 3]
    assert (len(part.band.low), part.error) == (2, 0.25)


def test_as_plain_values():
    said = curve(band=BAND, bound=0.01, note=Text("Note.", "说明。")).to_dict()
    assert said["kind"] == "lorenz"
    assert said["columns"]["income"] == [0, 0.25, 0.5625, 1]
    assert said["thresholds"] == [np.inf, 3, 2, 1]
    assert said["names"] == {"share": "Share", "income": "Income"}
    assert said["band"]["method"] == "pointwise"
    assert (said["bound"], said["error"], said["shape"]) == (0.01, 0.0, "line")
    assert type(said["note"]) is str
    assert json.loads(json.dumps(said))["band"]["low"] == [0, 0, 0, 0]
    assert curve().to_dict()["band"] is None


def test_as_a_data_frame():
    frame = curve(band=BAND).to_pandas()
    assert list(frame) == ["threshold", "share", "income", "rows", "low", "high"]
    assert list(curve().to_pandas()) == ["threshold", "share", "income", "rows"]
    assert frame["income"].tolist() == [0, 0.25, 0.5625, 1]


def test_only_some_kinds_unpack():
    with pytest.raises(InputError, match="take columns by name: share, income, rows"):
        _ = [*curve()]


def test_many_curves_neither_unpack_nor_become_a_table():
    c = curve()
    columns = {key: np.stack([column, column]) for key, column in c.columns.items()}
    many = dataclasses.replace(c, kind="roc", columns=columns)
    for ask in (lambda: list(many), many.to_pandas):
        with pytest.raises(InputError, match=r"leading axes \(2,\)"):
            ask()


def test_thinning_heeds_the_band():
    n = 1001
    x = np.linspace(0, 1, n)
    flat, bump = np.full(n, 0.5), np.full(n, 0.4)
    bump[500] = 0.1
    names = {"x": Text("x", "横轴"), "y": Text("y", "纵轴")}
    windows = {"x": (0.0, 1.0), "y": (0.0, 1.0)}
    bare = Curve("flat", {"x": x, "y": flat}, x[::-1], names, windows)
    banded = dataclasses.replace(bare, band=Band(bump, flat + 0.1, 0.95, "pointwise"))
    assert len(bare.thinned(0.1)) == 2
    thin = banded.thinned(0.1)
    assert 0.1 in thin.band.low
    assert len(thin) < 40


def test_thinning_with_one_point():
    c = curve().taken([0])
    assert len(c.thinned(0.1)) == 1


def test_a_column_beyond_its_window_only_has_to_be_beyond():
    x = np.linspace(0, 1, 1001)
    names = {"x": Text("x", "横轴"), "y": Text("y", "纵轴")}
    wild = np.where(x < 0.5, -1e6 * (0.5 - x), 0.5)
    c = Curve("wild", {"x": x, "y": wild}, x[::-1], names, {"x": (0, 1), "y": (0, 1)})
    assert len(c.thinned(0.1)) < 60


def test_a_window_of_no_width():
    x = np.linspace(0, 1, 101)
    names = {"x": Text("x", "横轴"), "y": Text("y", "纵轴")}
    c = Curve("level", {"x": x, "y": 0 * x}, x[::-1], names, {"x": (0, 1), "y": (0, 0)})
    assert len(c.thinned(0.1)) == 2
