"""Numbers as people read them."""

import math

import numpy as np
import pytest

from veracity.results import Estimate, figure, n_title, percent, threshold_figure, whole


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
    ("n", "text"), [(5, "5"), (5.0, "5"), (1e15, "1000000000000000"), (4.567, "4.6"), (0.0, "0")]
)
def test_counts(n, text):
    assert whole(n) == text


@pytest.mark.parametrize(
    ("value", "error", "text"),
    [
        (0.9718612, 0.05, "0.972"),  # three decimals are finer than the interval
        (0.9718612, 0.001, "0.972"),
        (0.9718612, 0.0009, "0.9719"),
        (0.9718612, 0.00007, "0.97186"),
        (0.5, 1e-9, "0.500000000"),
        (0.5, 1e-30, "0.500000000000000"),  # a float has no more
        (0.99981, 0.00007, "0.99981"),
        (0.99981, 0.02, "0.9998"),  # not quite 1 in the fewest decimals that show it
        (-0.99981, 0.02, "-0.9998"),
        (0.9999604, 0.02, "0.99996"),
        (0.00041234, 1e-6, "0.000412"),
        (123.456789, 0.0005, "123.4568"),
        (0.25, 0.0, "0.250"),
        (0.25, math.nan, "0.250"),
        (-0.0123456, 0.00002, "-0.01235"),
    ],
)
def test_as_many_digits_as_the_interval_supports(value, error, text):
    assert figure(value, error) == text


def test_an_estimate_of_very_many_rows_shows_its_interval():
    found = Estimate(0.9718612, 0.9717886, 0.9719337, 0.95, "wilson", 2e7)
    assert str(found) == "0.97186 [0.97179, 0.97193]"
    assert str(Estimate(0.671, 0.552, 0.768, 0.95, "wilson", 100)) == "0.671 [0.552, 0.768]"
    assert str(Estimate(0.671, math.nan, math.nan, 0.95, "none", 100)) == "0.671"


@pytest.mark.parametrize("seed", range(20))
def test_a_threshold_in_six_digits_still_calls_its_row(seed):
    random = np.random.default_rng(seed)
    for threshold in (random.random(), -random.random(), 1e6 * random.random(), 1 - 1e-9):
        shown = threshold_figure(threshold)
        assert float(shown) <= threshold
        assert float(shown) == pytest.approx(threshold, rel=1e-5)
        assert sum(one.isdigit() for one in shown) <= 15


def test_n_is_a_whole_number_or_said_to_be_an_effective_one():
    assert n_title([20, 30.0, math.nan]).zh == "n"
    assert n_title([20, 18.4]).zh == "有效 n"
