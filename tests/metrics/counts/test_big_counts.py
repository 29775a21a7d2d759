"""Rare positives in very many rows, and counts near 2^53: no overflow, no lost digits."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from tests.metrics import exact, tables
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix

LARGEST = 2**53
# 10 positives in 10^9 rows, 5 of them found
RARE = {
    "no false alarm": [[10**9 - 10, 0], [5, 5]],
    "7 false alarms": [[10**9 - 17, 7], [5, 5]],
    "a million false alarms": [[10**9 - 10 - 10**6, 10**6], [5, 5]],
    "common positives": [[5, 5], [7, 10**9 - 17]],
}
# 1 − observed/expected: near 0 the last digit of 1 is the last digit there is
ONE_MINUS = ("kappa_linear", "kappa_quadratic")


@pytest.mark.parametrize("key", [*exact.TWO, *exact.ANY])
@pytest.mark.parametrize("table", RARE)
def test_ten_positives_in_a_billion_rows(key: str, table: str) -> None:
    counts = RARE[table]
    seen = float(find(key)(tables.matrix(counts)))
    try:
        said = exact.value(key, counts)
    except (ZeroDivisionError, ArithmeticError, ValueError):
        assert not math.isfinite(seen)
        return
    if not math.isfinite(said):
        assert seen == said or math.isnan(seen)
        return
    last = 1e-15 if key in ONE_MINUS else 0.0
    assert math.isclose(seen, said, rel_tol=1e-12, abs_tol=last), (seen, said)


def test_the_matthews_correlation_has_twelve_digits() -> None:
    """5 · 999999983 − 7 · 5 over the root of 12 · 10 · 999999990 · 999999988."""
    mcc = float(find("mcc")(tables.two(tn=10**9 - 17, fp=7, fn=5, tp=5)))
    assert f"{mcc:.12g}" == f"{exact.r_k(RARE['7 false alarms']):.12g}" == "0.456435458654"


@pytest.mark.parametrize("classes", [3, 7])
def test_a_rare_class_among_many(classes: int) -> None:
    counts = np.ones((classes, classes), dtype=int)
    counts[0, 0] = 10**9
    for key in ("mcc", "kappa", "kappa_linear", "kappa_quadratic", "scott_pi", "balanced_accuracy"):
        seen = float(find(key)(tables.matrix(counts)))
        said = exact.value(key, counts.tolist())
        assert math.isclose(seen, said, rel_tol=1e-12), (key, seen, said)


NEAR_LARGEST = [[LARGEST // 3, LARGEST // 7], [LARGEST // 11, LARGEST // 5]]


@pytest.mark.parametrize("key", [*exact.TWO, *exact.ANY])
def test_counts_near_the_largest_exact_number_do_not_overflow(key: str) -> None:
    seen = float(find(key)(tables.matrix(NEAR_LARGEST)))
    assert math.isclose(seen, exact.value(key, NEAR_LARGEST), rel_tol=1e-12)


def test_sums_beyond_the_largest_exact_number_do_not_overflow() -> None:
    c = ConfusionMatrix([[LARGEST, 1], [1, LARGEST]], labels=[0, 1])
    assert math.isclose(find("mcc")(c), 1.0, rel_tol=1e-15)
    assert math.isclose(find("fpr")(c), Fraction(1, LARGEST + 1), rel_tol=1e-15)


def test_squares_that_overflow_32_bits() -> None:
    """Mission row 35: N² of 50 000 cases is more than 2³¹ − 1."""
    counts = np.array([[20_000, 5_000], [5_000, 20_000]], dtype=np.int32)
    assert float(find("kappa")(tables.matrix(counts))) == 0.6
