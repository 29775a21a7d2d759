"""Tables and grids packed into arrays and back."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.statistics.score_rows import UNIT, scored
from veracity.engines.rows.tables import score_table
from veracity.statistics.grid.building import gridded
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.storage.file import load, save
from veracity.statistics.storage.statistics import packed
from veracity.statistics.storage.statistics import unpacked_scores as unpacked


def there_and_back(statistic):
    arrays = {}
    return unpacked(packed(statistic, "scores", arrays), "scores", arrays)


@given(scored(UNIT), st.integers(4, 8))
def test_what_was_packed_comes_back(rows, bits):
    t = rows.table()
    assert there_and_back(t) == t
    grid = gridded(t, bits, "unit") + gridded(t.coarsened(3), 4, "unit")
    assert there_and_back(grid) == grid


def test_labels_clusters_and_assumed_labels_come_back(tmp_path):
    rng = np.random.default_rng(0)
    for truth, weight in (
        (rng.choice(["no", "yes"], 40), rng.random(40)),
        (rng.integers(0, 2, 40), None),
        (np.ones(40, int), None),
    ):
        options = {"pos_label": "yes"} if truth.dtype.kind == "U" else {}
        t, _ = score_table(truth, rng.random(40), weight, cluster=rng.integers(0, 9, 40), **options)
        arrays = {}
        save(tmp_path / "t.veracity", {"scores": packed(t, "scores", arrays)}, arrays)
        header, arrays = load(tmp_path / "t.veracity")
        again = unpacked(header["scores"], "scores", arrays)
        assert again == t
        assert type(again.labels) is type(t.labels)
        assert again.clusters.ids == t.clusters.ids


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("scores", np.array([1.0, 2.0])),
        ("scores", np.array([1.0, np.nan])),
        ("scores", np.array([2, 1])),
        ("weight", -np.ones((2, 2))),
        ("weight", np.ones((2, 3))),
        ("weight", np.full((2, 2), np.inf)),
        ("weight", np.ones((2, 2), np.float32)),
    ],
)
def test_arrays_from_elsewhere_are_looked_at(name, value):
    arrays = {}
    entry = packed(ScoreTable.of_rows([0, 1], [0.1, 0.2]), "s", arrays)
    arrays[f"s.{name}"] = value
    with pytest.raises(ValueError, match=r"\w"):
        unpacked(entry, "s", arrays)


def test_grids_and_clusters_from_elsewhere_are_looked_at():
    arrays = {}
    t, _ = score_table([0, 1, 1], [0.1, 0.2, 0.3], cluster=[1, 2, 2])
    entry = packed(gridded(t, 8), "s", arrays)
    for name, value in (("s.high", arrays["s.high"] - 1), ("s.table.units.cell", np.full(3, 99))):
        with pytest.raises(ValueError, match=r"\w"):
            unpacked(entry, "s", {**arrays, name: value})
    with pytest.raises(ValueError, match="no statistic"):
        unpacked({**entry, "statistic": "other"}, "s", arrays)
