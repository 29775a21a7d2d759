"""Average precision by its three interpolations, against exact arithmetic written down anew."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

from veracity.metrics.detection_figures.interpolation import HUNDREDTHS, average_precision


def exactly(right: list[bool], there: int, how: str) -> Fraction:
    """As the definitions read: the largest precision at this recall or above."""
    points = [
        (Fraction(sum(right[: n + 1]), there), Fraction(sum(right[: n + 1]), n + 1))
        for n in range(len(right))
    ]

    def largest(recall: Fraction) -> Fraction:
        return max((p for r, p in points if r >= recall), default=Fraction(0))

    if how == "voc_all_points":
        levels = sorted({r for r, _ in points} | {Fraction(0)})
        return sum(((b - a) * largest(b) for a, b in pairwise(levels)), Fraction(0))
    many = 11 if how == "voc_11_points" else 101
    if how == "coco":  # recalls are floats there, of which each is an exact number
        floats = [Fraction(float(one)) for one in HUNDREDTHS]
        reached = [(Fraction(float(r)), p) for r, p in points]
        tops = [max((p for r, p in reached if r >= one), default=Fraction(0)) for one in floats]
        return sum(tops, Fraction(0)) / many
    return sum((largest(Fraction(k, many - 1)) for k in range(many)), Fraction(0)) / many


@pytest.mark.parametrize("how", ["coco", "voc_all_points", "voc_11_points"])
def test_equals_exact_arithmetic(how: str) -> None:
    random = np.random.default_rng(8)
    for n in (1, 2, 7, 30):
        for _ in range(10):
            right = random.random(n) < 0.6
            there = int(right.sum() + random.integers(1, 5))
            found = average_precision(
                np.cumsum(right).astype(float),
                np.cumsum(~right).astype(float),
                np.array(there),
                how,
            )
            assert float(found) == pytest.approx(
                float(exactly(right.tolist(), there, how)), abs=1e-14
            )


def test_nothing_there_and_nothing_detected() -> None:
    nothing = np.zeros(0)
    for how in ("coco", "voc_all_points", "voc_11_points"):
        assert average_precision(nothing, nothing, np.array(3.0), how) == 0
        assert np.isnan(average_precision(np.zeros(1), np.ones(1), np.array(0.0), how))
