"""Confidence sequences beside their definitions, and how often they ever miss."""

import math

import numpy as np
import pytest
from scipy import stats

from veracity.intervals.formulas.anytime import TIGHTEST, asymptotic_level, beta_binomial


@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.999])
@pytest.mark.parametrize(("successes", "trials"), [(0, 1), (1, 1), (3, 7), (90, 100), (0, 4000)])
def test_the_ends_are_where_the_mixture_bets_reach_one_over_alpha(successes, trials, level):
    low, high = beta_binomial(successes, trials, level)
    assert 0 <= low <= successes / trials <= high <= 1
    mixture = stats.betabinom.pmf(successes, trials, 0.5, 0.5)
    for end in (low, high):
        if 0 < end < 1:
            capital = mixture / stats.binom.pmf(successes, trials, end)
            assert capital == pytest.approx(1 / (1 - level), rel=1e-6)
    assert (low == 0) == (successes == 0)
    assert (high == 1) == (successes == trials)


@pytest.mark.parametrize("share", [0.02, 0.5, 0.9])
def test_the_chance_to_ever_miss_is_at_most_alpha(share):
    level, rows = 0.9, 300
    alive = np.array([1.0])  # probability of each number of successes, never having missed
    for trials in range(1, rows + 1):
        alive = np.append(alive * (1 - share), 0.0) + np.append(0.0, alive * share)
        for successes in np.flatnonzero(alive > 1e-15):
            low, high = beta_binomial(float(successes), trials, level)
            if not low <= share <= high:
                alive[successes] = 0.0
    missed = 1 - alive.sum()
    assert 0.005 < missed <= 1 - level


@pytest.mark.parametrize("level", [0.9, 0.95, 0.99])
@pytest.mark.parametrize("rows", [100, 1000, 10**7])
def test_the_level_is_that_of_the_normal_mixture_boundary(rows, level):
    alpha = 1 - level
    rho2 = (-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1) / TIGHTEST
    half = math.sqrt(
        2 * (rows * rho2 + 1) / (rows**2 * rho2) * math.log(math.sqrt(rows * rho2 + 1) / alpha)
    )
    assert asymptotic_level(rows, level) == pytest.approx(
        1 - 2 * stats.norm.sf(half * math.sqrt(rows)), abs=1e-9
    )


def test_a_random_walk_stays_inside():
    draw = np.random.default_rng(3)
    walks = np.cumsum(draw.normal(size=(400, 4000)), axis=1)
    rows = np.arange(1, 4001)
    edge = np.array([stats.norm.ppf((1 + asymptotic_level(n, 0.9)) / 2) for n in rows])
    missed = (np.abs(walks) > edge * np.sqrt(rows)).any(axis=1).mean()
    assert missed <= 0.1
