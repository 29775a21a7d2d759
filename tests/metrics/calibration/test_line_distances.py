"""Distances read off lines: the same mean, quantiles and largest as of a number for every row."""

import numpy as np
import pytest

from veracity.metrics.calibration import line_distances
from veracity.metrics.calibration.line_distances import LineDistances


def both(p, points, values):
    """The distances without a number for every row, and these numbers."""
    far = LineDistances.of_lines(p[::-1], points, values)
    return far, np.abs(np.interp(p, p[points], values) - p)


def agree(far, every):
    """To the last digits, of which steep lines leave fewer."""
    digits = {"rel": 1e-12, "abs": 4e-16 * max(np.abs(far.steep).max(), 1)}
    assert far.mean() == pytest.approx(every.mean(), **digits)
    assert far.largest() == pytest.approx(every.max(), **digits)
    shares = (0.0, 0.1, 0.5, 0.9, 1.0)
    assert far.quantiles(shares) == pytest.approx(np.quantile(every, shares), **digits)


@pytest.mark.parametrize("few", [1, 50, 1 << 12])
@pytest.mark.parametrize("seed", range(12))
def test_random_lines_over_random_probabilities(monkeypatch, few, seed):
    monkeypatch.setattr(line_distances, "FEW", few)
    draw = np.random.default_rng(seed)
    p = np.unique(draw.beta(*draw.choice([0.05, 0.5, 1, 4], 2), int(draw.integers(3, 3000))))
    inside = np.sort(draw.choice(np.arange(1, len(p) - 1), min(len(p) - 2, 9), replace=False))
    points = np.concatenate([[0], inside, [len(p) - 1]])
    agree(*both(p, points, np.clip(p[points] + draw.normal(0, 0.1, len(points)), 0, 1)))


@pytest.mark.parametrize("shift", [0.0, 0.125, -0.125])
def test_a_curve_as_steep_as_the_diagonal_is_everywhere_as_far(shift):
    p = np.arange(65) / 64
    agree(*both(p, np.array([0, 16, 64]), p[[0, 16, 64]] + shift))


def test_a_curve_that_meets_the_diagonal_at_a_probability():
    p = np.linspace(0, 1, 101)
    far, every = both(p, np.array([0, 50, 100]), np.full(3, 0.5))
    agree(far, every)
    assert far.quantiles((0.5,)) == pytest.approx([0.25])
