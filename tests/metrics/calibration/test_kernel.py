"""The width of the kernel: where a falling function crosses 0, beside Brent's method of scipy."""

import math

import pytest
from scipy.optimize import brentq

from veracity.metrics.calibration.kernel import _crossing


@pytest.mark.parametrize(
    "falling",
    [
        lambda x: 0.3 - x,
        lambda x: math.exp(-30 * x) - x,
        lambda x: 0.9 - x**9 - x,
        lambda x: (0.2 if x < 0.4 else 0.2 / (1 + 50 * (x - 0.4))) - x,
        lambda x: 1e-3 - x,
    ],
)
def test_the_crossing_is_that_of_brent(falling):
    assert _crossing(falling, 2.0**-11, 1.0) == pytest.approx(
        brentq(falling, 2.0**-11, 1.0, xtol=1e-14), abs=2e-12
    )


def test_an_end_that_is_the_crossing_is_found():
    assert _crossing(lambda x: 0.5 - x, 0.5, 1.0) == 0.5
    assert _crossing(lambda x: 1.0 - x, 0.5, 1.0) == 1.0


def test_few_steps_are_enough():
    asked = []

    def falling(x):
        asked.append(x)
        return math.exp(-40 * x) - x

    _crossing(falling, 2.0**-11, 1.0)
    assert len(asked) < 25
