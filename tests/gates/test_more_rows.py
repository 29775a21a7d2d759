"""The rows that are said to decide do decide, and one trial fewer does not."""

import math

import pytest

from veracity.gates.more_rows import growth, growth_beside, growth_by, more
from veracity.intervals import PROPORTION_METHODS, proportion_interval
from veracity.intervals.formulas.rate import garwood
from veracity.results import Estimate

CASES = [(95, 100, 0.9), (85, 100, 0.9), (30, 40, 0.7), (3, 100, 0.05), (20, 20, 0.9)]


def estimate(x: float, n: float, method: str, level: float = 0.95) -> Estimate:
    low, high = proportion_interval(x, n, method, level)
    return Estimate(x / n, float(low), float(high), level, method, n)


@pytest.mark.parametrize("method", sorted(PROPORTION_METHODS))
@pytest.mark.parametrize(("x", "n", "bound"), CASES)
def test_exact_intervals_are_inverted(method: str, x: int, n: int, bound: float) -> None:
    now = estimate(x, n, method)
    if not now.low < bound < now.high:  # decided already: fewer rows would not do
        assert math.isnan(growth(now, bound)) or growth(now, bound) == 1
        return
    trials = n * growth(now, bound)
    for many, decided in ((math.ceil(trials) + 1, True), (math.floor(trials) - 1, False)):
        low, high = proportion_interval(x / n * many, many, method)
        assert (bound <= low or bound >= high) == decided


@pytest.mark.parametrize("level", [0.7, 0.8, 0.99])
def test_wilson_needs_no_level(level: float) -> None:
    now = estimate(95, 100, "wilson", level)
    assert now.low < 0.93
    trials = math.ceil(100 * growth(now, 0.93) - 1e-6)
    assert proportion_interval(0.95 * trials, trials, "wilson", level)[0] >= 0.93 - 1e-12
    fewer = trials - 1
    assert proportion_interval(0.95 * fewer, fewer, "wilson", level)[0] < 0.93


def test_wilson_by_hand() -> None:
    # n (p − q)² = z² q (1 − q): 1.959964² · 0.09 / 0.05² = 138.29
    assert 100 * growth(estimate(95, 100, "wilson"), 0.9) == pytest.approx(138.2925, abs=1e-3)


def test_others_shrink_with_the_root() -> None:
    now = Estimate(0.6, 0.5, 0.68, 0.95, "delta", 200)
    assert growth(now, 0.55) == pytest.approx(4.0)
    assert growth(now, 0.64) == pytest.approx(4.0)


def test_the_error_of_a_grid_does_not_shrink() -> None:
    now = Estimate(0.6, 0.49, 0.71, 0.95, "delong", 200, bound=0.01)
    assert growth(now, 0.55) == pytest.approx((0.10 / 0.04) ** 2)
    assert math.isnan(growth(now, 0.595))


def test_where_no_number_decides() -> None:
    assert math.isnan(growth(estimate(90, 100, "wilson"), 0.9))
    assert math.isnan(growth(Estimate(math.nan, 0.1, 0.2, 0.95, "delta", 9), 0.5))
    now = estimate(90, 100, "wilson")
    assert math.isnan(growth_beside(now, fixed=0.2, away=0.15, below=True))
    assert more(100, math.nan) is None
    assert more(100, 1e300) is None
    assert more(100, 1.0001) == 1
    assert more(100, 2.5) == 150


@pytest.mark.parametrize("span", [(0.0, 1.0), (-1.0, 1.0)])
def test_the_scale_is_the_one_on_which_the_interval_is_even(span) -> None:
    """An interval made on the logit scale shrinks there."""
    bottom, top = span

    def logit(v: float) -> float:
        return math.log((v - bottom) / (top - v))

    def back(u: float) -> float:
        return bottom + (top - bottom) / (1 + math.exp(-u))

    value, half = 0.95, 0.9
    ends = back(logit(value) - half), back(logit(value) + half)
    now = Estimate(value, *ends, 0.95, "delong_logit", 200)
    needed = (half / (logit(value) - logit(0.9))) ** 2
    assert growth(now, 0.9, span) == pytest.approx(needed, rel=1e-9)


def test_a_ratio_shrinks_on_the_log_scale() -> None:
    now = Estimate(10.0, 10.0 / 3, 30.0, 0.95, "delta", 200)
    needed = (math.log(3) / math.log(2)) ** 2
    assert growth(now, 5.0, (0.0, math.inf)) == pytest.approx(needed, rel=1e-9)
    assert growth(now, 20.0, (0.0, math.inf)) == pytest.approx(needed, rel=1e-9)


@pytest.mark.parametrize("unit", ["clusters", "subjects"])
def test_clusters_that_agree_are_one_trial_each(unit: str) -> None:
    """8 of 8, at least 0.9: n ≥ z² · 0.9 · 0.1 / 0.1² = 34.57 trials, whatever stands in each."""
    low, high = proportion_interval(8, 8, "wilson", 0.95)
    now = Estimate(1.0, float(low), float(high), 0.95, f"wilson ({unit})", 40)
    assert 8 * growth(now, 0.9) == pytest.approx(1.959964**2 * 9, abs=1e-4)
    assert more(8, growth(now, 0.9)) == 27


def test_a_forecast_is_searched_by_halving() -> None:
    """Garwood's upper end without alarms is −ln(0.025) / T: 88.53 h for one a day."""
    factor = growth_by(lambda times: garwood(0, 10 / 24 * times, 0.95), False, 1.0)
    assert 10 * factor == pytest.approx(-24 * math.log(0.025), rel=1e-9)
    assert math.isnan(growth_by(lambda _: (0.0, 2.0), False, 1.0))
    assert math.isnan(growth_by(lambda _: (math.nan, math.nan), True, 1.0))
    assert math.isnan(growth_by(lambda _: (0.0, 0.5), False, 1.0))  # decided already
