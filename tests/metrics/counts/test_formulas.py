"""Every metric equals its textbook formula in exact arithmetic."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.metrics import exact, tables
from veracity.metrics import CATALOGUE, find


def drawn(classes: int, number: int) -> list[list[list[int]]]:
    draw = np.random.default_rng(7 * classes)
    counts = draw.integers(1, 60, (number, classes, classes))
    counts += 200 * np.eye(classes, dtype=int) * draw.integers(0, 2, (number, 1, 1))
    return counts.tolist()


def associated(counts: list[list[int]]) -> bool:
    (tn, fp), (fn, tp) = counts
    return tp * tn != fp * fn


TWO = [
    *filter(associated, drawn(2, 25)),
    [[5, 1], [2, 4]],
    [[9801, 99], [40, 60]],
    [[1, 7], [9, 2]],
]
MANY = [
    *TWO,
    *drawn(3, 10),
    *drawn(5, 5),
    [[90, 10, 15, 5], [12, 50, 10, 8], [20, 15, 55, 10], [6, 4, 10, 40]],
]
ZEROS = [[[3, 0, 2], [0, 0, 0], [1, 0, 4]], [[2, 1, 0], [0, 3, 0], [0, 0, 5]], [[4, 0], [0, 3]]]


def test_every_metric_has_an_exact_formula() -> None:
    assert set(CATALOGUE) <= {*exact.ANY, *exact.TWO}
    assert not set(exact.ANY) & set(exact.TWO)


@pytest.mark.parametrize("key", [*exact.TWO, *exact.ANY])
def test_it_is_the_textbook_formula(key: str) -> None:
    for counts in MANY if key in exact.ANY else TWO:
        seen = float(find(key)(tables.matrix(counts)))
        said = exact.value(key, counts)
        assert math.isclose(seen, said, rel_tol=1e-13, abs_tol=1e-14), (counts, seen, said)


@pytest.mark.parametrize("key", exact.ANY)
@pytest.mark.parametrize("counts", ZEROS, ids=str)
def test_empty_cells_and_absent_classes(key: str, counts: list[list[int]]) -> None:
    seen = float(find(key)(tables.matrix(counts)))
    try:
        said = exact.value(key, counts)
    except ZeroDivisionError:
        assert math.isnan(seen)
        return
    assert math.isclose(seen, said, rel_tol=1e-13, abs_tol=1e-14)
