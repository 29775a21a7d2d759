"""Scales that keep the range."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.intervals.formulas.scales import Scale

INF = math.inf
SCALES = [
    Scale(0, 1),
    Scale(-1, 1),
    Scale(-0.25, 1),
    Scale(0, INF),
    Scale(-INF, 1),
    Scale(-INF, INF),
]
INSIDE = {SCALES[i]: v for i, v in enumerate((0.3, -0.9, 0.9, 5.0, -3.0, 12.0))}


@pytest.mark.parametrize("scale", SCALES)
def test_there_and_back(scale):
    value = INSIDE[scale]
    assert scale.back(scale.to(value)) == pytest.approx(value)


@pytest.mark.parametrize("scale", SCALES)
def test_the_slope_is_the_derivative(scale):
    value, step = INSIDE[scale], 1e-6
    numeric = (scale.to(value + step) - scale.to(value - step)) / (2 * step)
    assert scale.slope(value) == pytest.approx(numeric, rel=1e-6)


@pytest.mark.parametrize("scale", SCALES)
@given(error=st.floats(0, 1e6))
def test_intervals_stay_inside_and_hold_the_value(scale, error):
    low, high = scale.interval(INSIDE[scale], error, 1.96)
    assert scale.low <= low <= INSIDE[scale] * (1 + 1e-12 * math.copysign(1, INSIDE[scale]))
    assert high <= scale.high
    assert low <= high


def test_between_minus_one_and_one_it_is_fishers_z():
    low, high = Scale(-1, 1).interval(0.6, 0.05, 1.96)
    half = 1.96 * 0.05 / (1 - 0.6**2)
    assert (low, high) == pytest.approx([math.tanh(math.atanh(0.6) + s * half) for s in (-1, 1)])


def test_ends_are_not_inside():
    assert not Scale(0, 1).inside(1.0)
    assert not Scale(0, INF).inside(INF)
    assert not Scale(0, 1).inside(math.nan)


@pytest.mark.parametrize("scale", SCALES)
def test_many_values_at_once(scale):
    values = np.array([INSIDE[scale], INSIDE[scale] * 0.99])
    assert scale.on_scale(values) == pytest.approx([scale.to(float(v)) for v in values])
