"""Tails of the binomial: exact fractions where they are few, summed terms where they are many."""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy

from veracity.comparisons.significance.mcnemar import mcnemar
from veracity.decisions.baselines.baseline_tests import two_sided
from veracity.evaluation import ConfusionMatrix
from veracity.planning import plan
from veracity.statistics.numerics.binomial import at_least, at_most

# the incomplete beta function of SciPy before 1.17 has seven digits at such sizes
OLD_SCIPY = tuple(map(int, scipy.__version__.split(".")[:2])) < (1, 17)
DIGITS = 1e-6 if OLD_SCIPY else 1e-9

SIZES = (10**7, 2**31 - 1, 2**31, 10**10)
SHARES = (0.5, 2 / 3, 0.001)


def exact(least, most, trials, share):
    """The probability of least to most successes, as a fraction."""
    return sum(
        math.comb(trials, k) * share**k * (1 - share) ** (trials - k)
        for k in range(least, most + 1)
    )


def summed(trials, share, count):
    """Both tails, every term from its neighbour: (at most count, above count, count itself)."""
    mode, reach = int((trials + 1) * share), 40 * math.sqrt(trials * share * (1 - share))
    odds = share / (1 - share)
    up = np.arange(mode, min(trials, mode + reach))
    down = np.arange(mode, max(0, mode - reach), -1.0)
    rising = np.cumprod((trials - up) / (up + 1) * odds)
    falling = np.cumprod(down / (trials - down + 1) / odds)
    likely = np.concatenate([falling[::-1], [1.0], rising]) / (1 + rising.sum() + falling.sum())
    index = count - (mode - len(falling))
    return likely[: index + 1].sum(), likely[index + 1 :].sum(), likely[index]


def indices(trials, share):
    sd = math.sqrt(trials * share * (1 - share))
    return [int(trials * share + z * sd) for z in (-5, -1, 0, 1, 5)]


@pytest.mark.parametrize("share", [Fraction(1, 2), Fraction(1, 3), Fraction(9, 10)])
@pytest.mark.parametrize("trials", [1, 2, 10, 60])
def test_few_trials(trials, share):
    for count in range(-1, trials + 2):
        below, above = exact(0, count, trials, share), exact(max(count, 0), trials, trials, share)
        assert at_most(count, trials, float(share)) == pytest.approx(float(below), rel=1e-13)
        assert at_least(count, trials, float(share)) == pytest.approx(float(above), rel=1e-13)


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("trials", SIZES)
def test_many_trials(trials, share):
    for count in indices(trials, share):
        below, above, _ = summed(trials, share, count)
        assert at_most(count, trials, share) == pytest.approx(below, rel=DIGITS)
        assert at_least(count + 1, trials, share) == pytest.approx(above, rel=DIGITS)


def test_ends_and_arrays():
    assert at_most([-1, 0, 3, 4], 3, 0.5).tolist() == [0, 0.125, 1, 1]
    assert at_least([-1, 0, 3, 4], 3, 0.5).tolist() == [1, 1, 0.125, 0]
    assert at_most(1.5, 3, 0.5) == at_most(1, 3, 0.5)
    assert at_least(1.5, 3, 0.5) == at_least(2, 3, 0.5)


@pytest.mark.parametrize("trials", SIZES)
def test_mcnemar(trials):
    for count in indices(trials, 0.5)[:2]:
        below, _, at = summed(trials, 0.5, count)
        p = mcnemar(count, trials - count, "mcnemar_exact").p_value
        assert p == pytest.approx(2 * below, rel=DIGITS)
        p = mcnemar(count, trials - count, "mcnemar_mid_p").p_value
        assert p == pytest.approx(2 * below - at, rel=1e-6)


def test_mcnemar_of_ten_rows_by_fractions():
    below = exact(0, 2, 10, Fraction(1, 2))
    assert mcnemar(2, 8, "mcnemar_exact").p_value == pytest.approx(float(2 * below), rel=1e-14)


@pytest.mark.parametrize("trials", SIZES)
def test_two_sided(trials):
    for count in indices(trials, 2 / 3):
        below, above, at = summed(trials, 2 / 3, count)
        wanted = min(2 * below, 2 * (above + at), 1)
        assert two_sided(count, trials, 2 / 3) == pytest.approx(wanted, rel=10 * DIGITS)


@pytest.mark.parametrize("scale", [1, 10**6, 2**31 // 1400, 10**10 // 1400])
def test_the_verdict_of_very_many_rows(scale):
    """0.857 against a commonest class of 0.571 was "not shown to be above" at 10^10 rows."""
    matrix = ConfusionMatrix(
        [[700 * scale, 100 * scale], [100 * scale, 500 * scale]], labels=[0, 1], pos_label=1
    )
    ev = matrix.evaluate()
    beside = ev.baselines()
    assert beside.tests["no_information_rate"].p_value < 1e-12
    assert "beats the" in ev.verdict.en
    for rival in beside.rivals.values():
        assert not math.isnan(rival.test.p_value)


def test_as_good_as_the_commonest_class_at_ten_billion_rows():
    """Right exactly as often as always answering the commonest class: p is a little above 1/2."""
    n = 10**10
    right = 2 * n // 3
    other = n - right
    matrix = ConfusionMatrix([[right, 0], [other, 0]], labels=[0, 1], pos_label=1)
    p = matrix.evaluate().baselines().tests["no_information_rate"].p_value
    _, above, at = summed(n, right / n, right)
    assert p == pytest.approx(above + at, rel=1e-6)


def test_a_plan_of_more_than_two_billion_trials():
    """59 trials without a miss show 0.95; those that show 1 − q are log 0.05 / log(1 − q)."""
    rate = 2.0**-30  # so that 1 − q is exact
    found = plan(metric="recall", bound=1 - rate, misses=0)
    assert found.trials == math.ceil(math.log(0.05) / math.log1p(-rate))
    assert found.trials > 2**31
