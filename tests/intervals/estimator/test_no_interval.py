"""Boundary and biased functionals get no percentile interval, and say why (design, rule 6)."""

import math

import pytest

from veracity.evaluation import ConfusionMatrix, aggregate
from veracity.metrics.catalogue.catalogue import CATALOGUE

MATRIX = ConfusionMatrix([[40, 10], [20, 50]], labels=(0, 1))
BIASED = [key for key, metric in CATALOGUE.items() if metric.no_interval is not None]
WITHOUT = [key for key in BIASED if CATALOGUE[key].through is None]  # others: the image of one


def test_which_they_are():
    assert {"mutual_information_bits", "normalised_mutual_information"} <= set(WITHOUT)


@pytest.mark.parametrize("method", ["auto", "percentile", "bayes"])
@pytest.mark.parametrize("key", WITHOUT)
def test_none_and_the_reason(key, method):
    found = MATRIX.evaluate(method=method)[key]
    reason = CATALOGUE[key].no_interval
    assert not math.isnan(found.value)
    assert found.method == "none"
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert reason.en[1:] in found.note.en
    assert reason.zh in found.note.zh


@pytest.mark.parametrize("key", BIASED)
def test_nor_over_several_matrices(key):
    found = aggregate([MATRIX, MATRIX.T]).macro[key]
    assert found.method == "none"
    assert CATALOGUE[key].no_interval.en[1:] in found.note.en


def test_every_other_key_has_one():
    ev = MATRIX.evaluate()
    averages = {f"{how}_{key}" for how in ("macro", "micro", "weighted") for key in WITHOUT}
    missing = {key for key in ev if ev[key].method == "none"} - set(WITHOUT) - averages
    # an interval of informedness around 0 makes two pieces, which its note says
    missing -= {key for key in missing if key.endswith("number_needed_to_diagnose")}
    constant = {key for key in missing if "gives the same value" in ev[key].note}
    assert missing == constant
    # of two classes one criterion is minus the other: their mean is always 0
    zero = {"macro_criterion", "micro_criterion", "macro_log_beta", "micro_log_beta"}
    # over all classes as many are predicted as there are
    assert constant == {*zero, "micro_frequency_bias", "weighted_frequency_bias"}
