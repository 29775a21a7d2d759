"""Very many cells: derivatives from margins are those from the cells, and far fewer numbers."""

from dataclasses import replace

import numpy as np
import pytest

from veracity.intervals.influence import influence as module
from veracity.intervals.influence.influence import Directions
from veracity.metrics import find
from veracity.metrics.catalogue.catalogue import ANY_CLASSES
from veracity.resampling.parts import parts_of
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.margins import MarginCells, NeedsCells

AVERAGES = ["macro_f1", "weighted_f1", "micro_f1", "macro_mcc", "macro_specificity", "macro_npv"]
RNG = np.random.default_rng(3)


def matrix(classes=60, rows=9000):
    truth = RNG.integers(0, classes, rows)
    called = np.where(RNG.random(rows) < 0.5, truth, RNG.integers(0, classes, rows))
    counts = np.zeros((classes, classes))
    np.add.at(counts, (truth, called), 1)
    return ConfusionMatrix(counts)


MANY = matrix()


def directions(monkeypatch=None):
    parts = parts_of(MANY)
    assert len(parts) > module.MOST_DIRECTIONS
    return Directions(parts, 0), Directions(replace(parts, put_margins=None), 0)


@pytest.mark.parametrize("key", [*(m.key for m in ANY_CLASSES), *AVERAGES])
def test_the_same_influence(key):
    by_margins, by_cells = directions()
    one, other = (found.influence(find(key)) for found in (by_margins, by_cells))
    np.testing.assert_allclose(one.each, other.each, rtol=1e-6, atol=1e-9, equal_nan=True)
    assert one.variance == pytest.approx(other.variance, rel=1e-6, nan_ok=True)
    assert one.bias == pytest.approx(other.bias, rel=1e-2, abs=1e-6, nan_ok=True)


def test_weights_and_clusters():
    parts = parts_of(MANY)
    weighted = replace(parts, squares=parts.weight * RNG.uniform(1, 3, len(parts)))
    for key in ("mcc", "macro_f1"):
        one = Directions(weighted, 0).influence(find(key))
        other = Directions(replace(weighted, put_margins=None), 0).influence(find(key))
        assert one.variance == pytest.approx(other.variance, rel=1e-6)


def test_no_metric_of_margins_sees_a_single_cell():
    """The whole point: 3K numbers for each direction in place of one for every cell."""
    seen = []

    def watched(c):
        seen.append(type(c.cells))
        return find("mcc")(c)

    Directions(parts_of(MANY), 0).influence(replace(find("mcc"), compute=watched))
    assert set(seen) == {MarginCells}


def test_a_metric_of_single_cells_gets_them():
    seen = []

    def watched(c):
        seen.append(type(c.cells))
        return find("mutual_information_bits")(c)

    key = "mutual_information_bits"
    Directions(parts_of(MANY), 0).influence(replace(find(key), compute=watched))
    assert seen[0] is MarginCells
    assert MarginCells not in seen[1:]


def test_one_versus_rest_is_that_of_the_cells():
    cells = MANY.cells
    margins = MarginCells(cells.by_truth(), cells.by_call(), cells.diagonal())
    np.testing.assert_array_equal(margins.one_vs_rest().weight, cells.one_vs_rest().weight)
    with pytest.raises(NeedsCells):
        _ = margins.array


def test_where_a_difference_of_sums_would_lose_its_digits_cells_are_asked_for():
    """One class holds all but 1e-12 of the weight: its true negatives cannot come from margins."""
    truth, called, hit = np.array([[1.0, 1e-12], [1.0, 1e-12], [1 - 1e-13, 1e-12 - 1e-13]])
    with pytest.raises(NeedsCells):
        MarginCells(truth, called, hit).one_vs_rest()
