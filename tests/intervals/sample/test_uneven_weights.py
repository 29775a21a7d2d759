"""Weighted matrices: how much a row weighs is told from its whole class, not from one cell."""

import numpy as np
import pytest

from veracity.intervals import Estimator, Settings
from veracity.intervals.influence.influence import Directions
from veracity.intervals.sample.uneven_weights import steadied
from veracity.metrics import find
from veracity.resampling.parts import parts_of
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import DenseCells

KEYS = ("f1", "mcc", "kappa", "balanced_accuracy", "lr_plus")


def matrix(truth, called, weight, classes=2):
    """The matrix of these rows, with the squares of their weights."""
    cell = truth * classes + called
    sums = [
        DenseCells(np.bincount(cell, w, classes**2).reshape(classes, classes))
        for w in (weight, weight**2)
    ]
    positive = 1 if classes == 2 else None
    return ConfusionMatrix.made(sums[0], tuple(range(classes)), positive, sums[1])


def rows(number, seed, right=0.8, prevalence=0.3):
    random = np.random.default_rng(seed)
    truth = (random.random(number) < prevalence).astype(np.int64)
    return truth, np.where(random.random(number) < right, truth, 1 - truth), random


def found(statistic, key, **settings):
    return Estimator(statistic, Settings(**settings)).estimate(find(key))


def widths(statistic, key):
    """By default, and by the closed form alone."""
    return [
        one.high - one.low for one in (found(statistic, key), found(statistic, key, method="delta"))
    ]


@pytest.mark.parametrize("key", KEYS)
def test_equal_weights_are_no_weights(key):
    truth, called, _ = rows(80, 0)
    same = matrix(truth, called, np.full(80, 2.5))
    plain = same.changed(cells=DenseCells(same.counts / 2.5), squares=None)
    one, other = found(same, key), found(plain, key)
    assert (one.low, one.high) == pytest.approx((other.low, other.high), rel=1e-9)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("by", ["truth", "call"])
def test_weights_of_classes_have_the_closed_form(key, by):
    """Cases and controls, or verified calls: each cell then has equal weights."""
    truth, called, _ = rows(200, 1)
    weight = np.where(truth if by == "truth" else called, 1.0, 7.0)
    by_default, closed = widths(matrix(truth, called, weight), key)
    assert by_default == pytest.approx(closed, rel=1e-9)


def test_a_cell_of_light_rows_does_not_make_the_value_sure():
    """Four misses that weigh a tenth beside cases that weigh 1 to 5: more misses weigh more."""
    random = np.random.default_rng(2)
    truth, called = (np.repeat(part, [60, 4, 20, 110]) for part in ([1, 1, 0, 0], [1, 0, 1, 0]))
    weight = random.uniform(1, 5, 194)
    weight[60:64] = 0.1
    by_default, closed = widths(matrix(truth, called, weight), "lr_minus")
    assert by_default > 1.5 * closed


def test_cells_of_many_rows_speak_for_themselves():
    """The same with 4,000 times the rows: there is hardly anything to be drawn to."""
    cells = 4000 * np.array([[110.0, 20.0], [4.0, 60.0]])
    step = np.array([[3.0, 3.0], [0.1, 3.0]])
    many = ConfusionMatrix.made(DenseCells(cells * step), (0, 1), 1, DenseCells(cells * step**2))
    by_default, closed = widths(many, "lr_minus")
    assert by_default == pytest.approx(closed, rel=0.01)


def test_the_variance_is_that_of_the_kinder_class():
    """Beside Σ(weight · step · derivative²) by hand, the step drawn to the row or the column."""
    truth, called, random = rows(60, 3)
    statistic = matrix(truth, called, random.lognormal(0, 1, 60))
    directions = Directions(parts_of(statistic), 0)
    plain = directions.influence(find("f1"))
    cells, squares = statistic.cells.array(), statistic.squares.array()
    tp, fp, fn = cells[1, 1], cells[0, 1], cells[1, 0]
    down = (2 * tp + fp + fn) ** 2  # F1 = 2tp/(2tp + fp + fn)
    slope = np.array([[0.0, -2 * tp / down], [-2 * tp / down, 2 * (fp + fn) / down]])
    alone, number = float((squares * slope**2).sum()), cells**2 / squares
    by_class = []
    for axis in (1, 0):
        usual = squares.sum(axis, keepdims=True) / cells.sum(axis, keepdims=True)
        logs = (number * np.log(squares / cells) + 20 * np.log(usual)) / (number + 20)
        by_class.append(float((cells * np.exp(logs) * slope**2).sum()))
    assert plain.variance == pytest.approx(alone, rel=1e-5)
    wanted = max(alone, min(by_class))
    assert wanted > alone
    assert steadied(plain, directions).variance == pytest.approx(wanted, rel=1e-5)


@pytest.mark.parametrize("key", ["mcc", "kappa", "balanced_accuracy"])
def test_it_covers_with_unequal_weights(key):
    """Log-normal weights of standard deviation 1; by cells alone it was 0.90 to 0.91."""
    random, times, held = np.random.default_rng(4), 400, 0
    population = np.array([[0.45, 0.05], [0.05, 0.45]])
    value = float(find(key)(ConfusionMatrix.made(DenseCells(population), (0, 1), 1)))
    for _ in range(times):
        cell = random.choice(4, 60, p=population.ravel())
        one = found(matrix(cell // 2, cell % 2, random.lognormal(0, 1, 60)), key)
        held += one.low <= value <= one.high
    assert 0.93 <= held / times <= 0.98
