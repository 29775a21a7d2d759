"""How many standard errors an estimate lies from another value."""

import math

import pytest

from veracity.cautions.checks.strictness import SHARE, standard_errors, surely_above, surely_below
from veracity.intervals.formulas.scales import Scale
from veracity.results import Estimate


def estimate(value, low, high, level=0.95):
    return Estimate(value, low, high, level, "delta", 100)


def test_on_a_plain_scale():
    assert standard_errors(estimate(1.5, 1.5 - 1.959964, 1.5 + 1.959964), 0.5) == pytest.approx(1)
    assert standard_errors(estimate(1.5, 1.5 - 1.959964, 1.5 + 1.959964), 2.5) == pytest.approx(-1)


def test_on_the_scale_of_a_share_it_is_what_made_the_interval():
    low, high = Scale(0.0, 1.0).interval(0.9, 0.02, 1.959964)
    logit_error = 0.02 / (0.9 * 0.1)
    apart = math.log(9) - 0.0
    found = standard_errors(estimate(0.9, low, high), 0.5, SHARE)
    assert found == pytest.approx(apart / logit_error)


def test_at_another_level():
    one = estimate(0.5, 0.5 - 2.575829, 0.5 + 2.575829, 0.99)
    assert standard_errors(one, -2.5) == pytest.approx(3)


def test_at_the_end_of_the_range_the_plain_scale_is_used():
    assert standard_errors(estimate(1.0, 0.9, 1.0), 0.5, SHARE) == pytest.approx(
        0.5 / (0.1 / 1.959964)
    )


def test_without_an_interval_nothing_is_sure():
    bare = estimate(0.1, math.nan, math.nan)
    assert standard_errors(bare, 0.5) == 0.0
    assert standard_errors(estimate(0.5, 0.5, 0.5), 0.1) == 0.0
    assert not surely_above(bare, 0.0)
    assert not surely_below(bare, 1.0)


def test_the_strict_level_is_half_a_percent():
    at = [estimate(z, z - 1.959964, z + 1.959964) for z in (2.80, 2.81)]
    assert [surely_above(one, 0.0) for one in at] == [False, True]  # z(0.9975) = 2.807
    below = [estimate(-z, -z - 1.959964, -z + 1.959964) for z in (2.80, 2.81)]
    assert [surely_below(one, 0.0) for one in below] == [False, True]
