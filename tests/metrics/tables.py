"""Tables on which claims are tried: all small ones, random ones, extreme ones."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import numpy as np

from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import DenseCells

LARGE = (0, 1, 30, 10**4, 10**8, 10**12)


def matrix(counts: Any) -> ConfusionMatrix:
    """A matrix, or many, whose classes are 0, 1, ...; of two classes 1 is the positive one."""
    array = np.array(counts, dtype=np.float64)
    return ConfusionMatrix(array, labels=range(array.shape[-1]))


def two(tn: float, fp: float, fn: float, tp: float) -> ConfusionMatrix:
    return matrix([[tn, fp], [fn, tp]])


@cache
def small() -> ConfusionMatrix:
    """All 256 tables of two classes with cells from 0 to 3."""
    return matrix(np.array(list(product(range(4), repeat=4))).reshape(-1, 2, 2))


@cache
def extreme() -> ConfusionMatrix:
    """Every combination of very different cells, from 0 to 10^12."""
    return matrix(np.array(list(product(LARGE, repeat=4))).reshape(-1, 2, 2))


@cache
def random(classes: int, number: int = 1000) -> ConfusionMatrix:
    """Whole numbers of many sizes, a tenth of the cells empty."""
    draw = np.random.default_rng(classes)
    counts = np.floor(10 ** draw.uniform(0, 4, (number, classes, classes)))
    return matrix(np.where(draw.random(counts.shape) < 0.1, 0, counts))


@cache
def fractional(classes: int, number: int = 500) -> ConfusionMatrix:
    """Sums of weights, not whole: few or many cells empty, all right, all wrong."""
    draw = np.random.default_rng(100 + classes)
    counts = draw.uniform(0.1, 3, (number, classes, classes))
    counts = np.where(draw.random((number, 1, 1)) < draw.random(counts.shape), counts, 0)
    turned = np.roll(np.eye(classes), 1, axis=0) * draw.uniform(0.1, 3, (50, classes, 1))
    straight = np.eye(classes) * draw.uniform(0.1, 3, (50, classes, 1))
    return matrix(np.concatenate([counts, straight, turned]))


def with_squares(counts: Any, squares: Any) -> ConfusionMatrix:
    """A matrix of weighted rows: the sums of the weights and of their squares."""
    return matrix(counts).changed(squares=DenseCells(np.array(squares, dtype=np.float64)))


def weighted(classes: int, cluster: float) -> ConfusionMatrix:
    """Rows whose weights are about 1, 2 or 3 units, a hundred of each to a cell or fewer."""
    draw = np.random.default_rng(200 + classes)
    rows = draw.integers(0, 100, (200, classes, classes, 3))
    sizes = cluster * np.array([1.0, 2.1, 3.3])
    return with_squares((rows * sizes).sum(-1), (rows * sizes**2).sum(-1))


@cache
def sparse_three() -> ConfusionMatrix:
    """All 512 tables of three classes with cells 0 and 1."""
    return matrix(np.array(list(product(range(2), repeat=9))).reshape(-1, 3, 3))


@cache
def one_class() -> ConfusionMatrix:
    """Tables of a single class: empty and not."""
    return matrix(np.array([0, 1, 7]).reshape(-1, 1, 1))


@cache
def of_two_classes() -> tuple[ConfusionMatrix, ...]:
    return small(), extreme(), random(2), fractional(2)


@cache
def of_many_classes() -> tuple[ConfusionMatrix, ...]:
    return (
        sparse_three(),
        random(3, 300),
        random(4, 300),
        fractional(3),
        fractional(4),
        fractional(9),
    )


@cache
def full(classes: int) -> ConfusionMatrix:
    """Tables without an empty cell."""
    counts = np.concatenate([t.cells.array() for t in (random(classes), fractional(classes))])
    return matrix(counts[(counts > 0).all((-2, -1))])


def at_accuracy(right: float, shares: tuple[float, ...], n: float = 10**6) -> ConfusionMatrix:
    """Every class found with the same rate, errors spread evenly, n cases in all."""
    classes = len(shares)
    rates = np.full((classes, classes), (1 - right) / (classes - 1))
    np.fill_diagonal(rates, right)
    return matrix(n * np.array(shares)[:, None] * rates)


def perfect(classes: int, each: float = 10) -> ConfusionMatrix:
    return matrix(each * np.eye(classes))


def scaled(c: ConfusionMatrix, factor: float) -> ConfusionMatrix:
    return matrix(c.cells.array() * factor)
