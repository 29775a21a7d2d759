"""Slope, intercept, in the large, O/E: exact cases, many values, and what cannot be fitted."""

from math import inf, isnan, log

import numpy as np
import pytest

from veracity.metrics import find
from veracity.metrics.calibration import logistic as calibration_logistic
from veracity.metrics.calibration.logistic import logistic_line, offset_intercept
from veracity.statistics.scores.probability_table import ProbabilityTable


def table_of(y, p, weight=None) -> ProbabilityTable:
    return ProbabilityTable.of_rows(y, p, weight)


def test_two_values_are_fitted_exactly() -> None:
    """1/3 of those at 0.2 and 3/4 of those at 0.6: the line goes through both log odds."""
    table = table_of([1, 0, 0, 1, 1, 1, 0], [0.2] * 3 + [0.6] * 4)
    low, high = log(0.2 / 0.8), log(0.6 / 0.4)
    slope = (log(3) - log(1 / 2)) / (high - low)
    intercept = log(1 / 2) - slope * low
    assert float(find("calibration_slope")(table)) == pytest.approx(slope, rel=1e-12)
    assert float(find("calibration_intercept")(table)) == pytest.approx(intercept, rel=1e-12)


def test_two_values_are_fitted_exactly_with_weights_over_twelve_magnitudes() -> None:
    table = table_of([1, 0, 1, 0], [0.2, 0.2, 0.6, 0.6], [1e6, 1e-5, 1e-6, 1e3])
    low, high = log(0.2 / 0.8), log(0.6 / 0.4)
    slope = (log(1e-9) - log(1e11)) / (high - low)
    assert float(find("calibration_slope")(table)) == pytest.approx(slope, rel=1e-12)
    intercept = log(1e11) - slope * low
    assert float(find("calibration_intercept")(table)) == pytest.approx(intercept, rel=1e-12)


def test_in_the_large_of_a_constant_is_the_difference_of_log_odds() -> None:
    table = table_of([1, 1, 1, 0], [0.2] * 4)
    expected = log(3) - log(0.2 / 0.8)
    assert float(find("calibration_in_the_large")(table)) == pytest.approx(expected, rel=1e-13)
    assert isnan(find("calibration_slope")(table))
    assert "the same" in find("calibration_slope").reasons(table)[0]


def test_what_is_right_at_once_stays_exactly_0() -> None:
    """1/2 for all, half of them positive, or 1/4 and 3/4 with a quarter and three quarters."""
    for y, p in (
        ([0, 1, 1, 0, 1, 0], [0.5] * 6),
        ([1, 0, 0, 0, 1, 1, 1, 0], [0.25] * 4 + [0.75] * 4),
    ):
        found = find("calibration_in_the_large")(ProbabilityTable.of_rows(y, p))
        assert abs(float(found)) < 1e-15


def test_observed_over_expected_by_hand() -> None:
    table = table_of([1, 0, 1], [0.5, 0.25, 0.75])
    assert float(find("observed_expected")(table)) == pytest.approx(2 / 1.5, rel=1e-15)
    assert find("observed_expected")(table_of([1], [0.0])) == inf
    assert isnan(find("observed_expected")(table_of([0], [0.0])))


def test_certainties_have_no_log_odds() -> None:
    table = table_of([0, 1, 0, 1, 1], [0.0, 0.3, 0.6, 0.8, 1.0])
    for key in ("calibration_slope", "calibration_intercept", "calibration_in_the_large"):
        metric = find(key)
        assert isnan(metric(table))
        assert "exactly 0 or 1" in metric.reasons(table)[0]
        moved = table_of([0, 1, 0, 1, 1], [0.01, 0.3, 0.6, 0.8, 0.99])
        assert float(find(f"{key}(0.01)")(table)) == pytest.approx(float(metric(moved)), rel=1e-12)


def test_a_threshold_that_separates() -> None:
    apart = table_of([0, 0, 1, 1], [0.1, 0.4, 0.6, 0.9])
    assert find("calibration_slope")(apart) == inf
    assert "separates" in find("calibration_slope").reasons(apart)[0]
    assert isnan(find("calibration_intercept")(apart))
    assert find("calibration_slope")(table_of([1, 1, 0, 0], [0.1, 0.4, 0.6, 0.9])) == -inf
    touching = table_of([0, 0, 1, 1], [0.1, 0.4, 0.4, 0.9])
    assert find("calibration_slope")(touching) == inf


@pytest.mark.parametrize("slope", [0.3, 1.0, 2.5])
def test_very_many_values_are_fitted_as_few_are(slope: float, monkeypatch) -> None:
    """The Taylor series of cells against every value as a point of its own."""
    rng = np.random.default_rng(6)
    p = rng.beta(0.4, 0.9, 60_000).clip(1e-12, 1 - 1e-12)
    logit = np.log(p / (1 - p))
    y = (rng.random(60_000) < 1 / (1 + np.exp(-(0.4 + slope * logit)))).astype(int)
    weight = rng.random(60_000) + 0.1
    table = table_of(y, p, weight)
    assert len(table) > calibration_logistic.DIRECT
    cells = (*logistic_line(table), offset_intercept(table))
    monkeypatch.setattr(calibration_logistic, "DIRECT", 10**9)
    alone = table_of(y, p, weight)
    points = (*logistic_line(alone), offset_intercept(alone))
    assert cells == pytest.approx(points, rel=1e-11)
    assert cells[1] == pytest.approx(slope, abs=0.2)


def test_the_score_equations_hold() -> None:
    """What a fit by maximum likelihood means: Σ(y − f) = 0 and Σ(y − f) logit = 0."""
    rng = np.random.default_rng(9)
    p, weight = rng.random(500), rng.random(500)
    y = (rng.random(500) < p).astype(int)
    a, b = logistic_line(table_of(y, p, weight))
    logit = np.log(p / (1 - p))
    rest = weight * (y - 1 / (1 + np.exp(-(a + b * logit))))
    assert abs(rest.sum()) < 1e-10
    assert abs((rest * logit).sum()) < 1e-10
