"""One verb for everything that was saved."""

import pytest

from tests.recalibration.rows import P, Y
from veracity.errors import StorageError
from veracity.evaluation.single.evaluation import Evaluation
from veracity.loading import load
from veracity.recalibration import Recalibration, recalibrate


def test_maps_and_evaluations(tmp_path):
    found = recalibrate(Y, P, method="platt")
    found.save(tmp_path / "map")
    found.before.save(tmp_path / "evaluation")
    assert isinstance(load(tmp_path / "map"), Recalibration)
    ev = load(tmp_path / "evaluation")
    assert isinstance(ev, Evaluation)
    assert ev["auroc"] == found.before["auroc"]


@pytest.mark.parametrize("content", [b"", b"text", b"PK\\x03\\x04"])
def test_other_files_are_refused(content, tmp_path):
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(StorageError):
        load(tmp_path / "file")
    with pytest.raises(StorageError):
        load(tmp_path / "none")
