"""Rows to show that a metric is beyond a bound."""

from fractions import Fraction
from math import comb

import pytest

from veracity.errors import InputError
from veracity.planning import plan


def at_most(misses: int, n: int, rate: Fraction) -> Fraction:
    """P(X ≤ misses) of a binomial count, exactly."""
    return sum(
        (comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(misses + 1)), Fraction(0)
    )


@pytest.mark.parametrize(
    ("bound", "level", "misses", "trials"),
    [
        # tables of reliability demonstration (success runs): 95/95 59, 90/95 29, 46, 61, 76,
        # 99 % reliability with 90 % confidence 230
        (0.95, 0.95, 0, 59),
        (0.9, 0.95, 0, 29),
        (0.9, 0.95, 1, 46),
        (0.9, 0.95, 2, 61),
        (0.9, 0.95, 3, 76),
        (0.99, 0.9, 0, 230),
        (0.99, 0.95, 0, 299),
    ],
)
def test_success_runs(bound: float, level: float, misses: int, trials: int) -> None:
    found = plan("recall", bound=bound, misses=misses, confidence_level=level)
    assert found.trials == trials
    assert found.trials_of.en == "positives"
    assert found.achieved >= level


def test_no_misses_is_the_default_and_any_share_works() -> None:
    assert plan("recall", bound=0.95).trials == 59
    assert plan("fpr", bound=0.05).trials == 59
    assert plan("specificity", bound=0.95, prevalence=0.5).rows == 118


@pytest.mark.parametrize(
    ("bound", "expected", "power"),
    [("1/2", "9/10", 0.8), ("7/10", "9/10", 0.9), ("8/10", "95/100", 0.8)],
)
def test_power_by_exact_sums(bound: str, expected: str, power: float) -> None:
    q0, q1 = 1 - Fraction(bound), 1 - Fraction(expected)
    found = plan("recall", bound=float(1 - q0), expected=float(1 - q1), power=power)

    def reached(n: int) -> Fraction:
        allowed = [m for m in range(n + 1) if at_most(m, n, q0) <= Fraction(1, 20)]
        return at_most(allowed[-1], n, q1) if allowed else Fraction(0)

    assert found.achieved == pytest.approx(float(reached(found.trials)), rel=1e-10)
    assert all(reached(n) >= power for n in range(found.trials, found.trials + 15))
    assert reached(found.trials - 1) < power


def test_lower_is_better_counts_the_other_side() -> None:
    high = plan("specificity", bound=0.9, expected=0.95)
    low = plan("fpr", bound=0.1, expected=0.05)
    assert high.trials == low.trials
    assert high.achieved == pytest.approx(low.achieved, rel=1e-9)


def test_the_plan_says_how_many_misses_are_allowed() -> None:
    found = plan("recall", bound=0.9, expected=0.95)
    said = found.assumptions[0].en
    assert said.startswith("Shown if at most ")
    misses = int(said.split()[4])
    assert at_most(misses, found.trials, Fraction(1, 10)) <= Fraction(1, 20)
    assert at_most(misses + 1, found.trials, Fraction(1, 10)) > Fraction(1, 20)


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(InputError, match="not beyond"):
        plan("recall", bound=0.9, expected=0.9)
    with pytest.raises(InputError, match="not beyond"):
        plan("fpr", bound=0.05, expected=0.1)
    with pytest.raises(InputError, match="strictly between"):
        plan("recall", bound=1.0)
    with pytest.raises(InputError, match="has no better direction"):
        plan("prevalence", bound=0.5, expected=0.6)
    with pytest.raises(InputError, match="whole number"):
        plan("recall", bound=0.9, misses=-1)
