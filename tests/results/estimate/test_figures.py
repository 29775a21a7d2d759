"""Numbers as people read them."""

import math

import pytest

from veracity.results import figure, percent, whole


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0.000"),
        (-0.0, "0.000"),
        (1, "1.000"),
        (0.6714, "0.671"),
        (-0.25, "-0.250"),
        (0.001, "0.001"),
        (0.00041, "0.00041"),
        (-0.00041, "-0.00041"),
        (1e-12, "1e-12"),
        (9.5, "9.500"),
        (60.0, "60.00"),
        (999.99, "999.99"),
        (1234567.0, "1234567"),
        (math.inf, "∞"),
        (-math.inf, "−∞"),
        (math.nan, "—"),
    ],
)
def test_figures(value, text):
    assert figure(value) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.95, "95%"), (0.995, "99.5%"), (0.999, "99.9%"), (0.9, "90%"), (0.5, "50%")],
)
def test_percent(share, text):
    assert percent(share) == text


@pytest.mark.parametrize(
    ("n", "text"), [(5, "5"), (5.0, "5"), (1e15, "1000000000000000"), (4.567, "4.57"), (0.0, "0")]
)
def test_counts(n, text):
    assert whole(n) == text
