"""Intervals stay inside the range of the metric, whatever the table and the method."""

import math

import numpy as np
import pytest

from veracity.evaluation import ConfusionMatrix
from veracity.metrics import find


def tables(classes, number):
    """Small tables of many shapes, with empty cells."""
    draw = np.random.default_rng(classes)
    while number:
        counts = draw.integers(0, draw.integers(2, 30), (classes, classes))
        counts = counts * (draw.random(counts.shape) < draw.choice([0.4, 0.8, 1]))
        if counts.sum():
            number -= 1
            yield counts


def inside(estimate, key):
    low, high = find(key).bounds
    if math.isnan(estimate.value):
        assert math.isnan(estimate.low), key
        assert estimate.note, key
        return
    slack = 1e-9
    assert low - slack <= estimate.value <= high + slack, key
    if math.isnan(estimate.low):
        assert math.isnan(estimate.high), key
        assert estimate.note, key
        assert estimate.method == "none", key
        return
    assert low - slack <= estimate.low <= estimate.high <= high + slack, key


@pytest.mark.parametrize(("classes", "number"), [(2, 25), (3, 12), (5, 4)])
def test_every_key_of_random_tables(classes, number):
    for counts in tables(classes, number):
        ev = ConfusionMatrix(counts, labels=range(classes)).evaluate(n_resamples=100)
        for key in ev:
            inside(ev[key], key)


@pytest.mark.parametrize("method", ["wilson", "clopper_pearson", "jeffreys", "wald", "bayes"])
def test_every_method(method):
    for counts in tables(2, 4):
        ev = ConfusionMatrix(counts, labels=(0, 1)).evaluate(n_resamples=100, method=method)
        for key in ev:
            inside(ev[key], key)


def test_weighted_tables():
    draw = np.random.default_rng(5)
    for _ in range(4):
        truth, called = draw.integers(0, 3, (2, 30))
        matrix = ConfusionMatrix.from_labels(truth, called, sample_weight=draw.gamma(0.5, size=30))
        ev = matrix.evaluate(n_resamples=100)
        for key in ev:
            inside(ev[key], key)


def test_an_interval_by_its_own_trials_contains_the_value():
    for counts in tables(2, 40):
        ev = ConfusionMatrix(counts, labels=(0, 1)).evaluate(n_resamples=100)
        for key in ("accuracy", "recall", "precision", "specificity", "npv", "prevalence"):
            if ev[key].defined:
                assert ev[key].low <= ev[key].value <= ev[key].high
