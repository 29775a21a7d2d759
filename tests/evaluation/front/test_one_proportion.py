"""An interval for a plain proportion, without any data."""

import pytest
from scipy.stats import binomtest

from tests.statistics.refusals import refused
from veracity.evaluation import interval
from veracity.intervals import PROPORTION_METHODS


def test_it_is_an_estimate():
    found = interval(7, 12)
    expected = binomtest(7, 12).proportion_ci(method="wilson")
    assert (found.value, found.n, found.method, found.level) == (7 / 12, 12, "wilson", 0.95)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert str(found) == "0.583 [0.320, 0.807]"


@pytest.mark.parametrize("method", PROPORTION_METHODS)
def test_every_method_and_level(method):
    inner, outer = (interval(7, 12, method, confidence_level=p) for p in (0.8, 0.99))
    assert outer.low < inner.low < 7 / 12 < inner.high < outer.high
    assert outer.method == method


@pytest.mark.parametrize(("x", "n"), [(5, 4), (-1, 4), (0, 0), (1, -1), (float("nan"), 4)])
def test_impossible_counts(x, n):
    refused(lambda: interval(x, n), str(x), str(n), "impossible")


def test_unknown_settings():
    refused(lambda: interval(1, 2, "percentile"), "'percentile'", "wilson", "mid_p")
    refused(lambda: interval(1, 2, confidence_level=95), "95", "between 0 and 1")


def test_auto_is_wilson():
    assert interval(3, 10, "auto") == interval(3, 10)


@pytest.mark.parametrize("value", ["a", "3", None, [1, 2], {}])
def test_what_is_no_number(value):
    refused(lambda: interval(value, 3), "successes", repr(value), "must be a number")
    refused(lambda: interval(1, value), "trials", repr(value), "must be a number")


def test_counts_are_whole():
    refused(lambda: interval(2.5, 5), "2.5", "5", "not whole numbers", "sample_weight")
    refused(lambda: interval(2, 5.5), "5.5", "not whole numbers")
    assert interval(2.0, 5.0) == interval(2, 5)
