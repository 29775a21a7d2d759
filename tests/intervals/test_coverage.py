"""A 95 % interval holds the truth in about 95 of 100 samples (a quick look, not a study)."""

import numpy as np
import pytest

from veracity.evaluation import ConfusionMatrix
from veracity.intervals import proportion_interval

# shares of TN, FP, FN, TP in the population
POPULATION = np.array([0.55, 0.10, 0.08, 0.27])
SAMPLES = 400
ROWS = 200


@pytest.fixture(scope="module")
def samples():
    return np.random.default_rng(12).multinomial(ROWS, POPULATION, SAMPLES)


def matrix(counts):
    return ConfusionMatrix(np.reshape(counts, (*np.shape(counts)[:-1], 2, 2)), labels=(0, 1))


def truth(key):
    return matrix(POPULATION).metric(key)


def test_wilson_on_accuracy(samples):
    many = np.random.default_rng(13).multinomial(ROWS, POPULATION, 20_000)
    low, high = proportion_interval(many[:, 0] + many[:, 3], ROWS, "wilson")
    covered = (low <= truth("accuracy")) & (truth("accuracy") <= high)
    assert 0.93 < covered.mean() < 0.97
    # the formula alone was tried above; one estimate shows that it is the one in use
    estimate = matrix(samples[0]).evaluate()["accuracy"]
    own = proportion_interval(samples[0][0] + samples[0][3], ROWS, "wilson")
    assert (estimate.low, estimate.high) == pytest.approx(own)


@pytest.mark.parametrize("key", ["mcc", "kappa", "f1", "macro_f1", "informedness"])
def test_percentile(samples, key):
    covered = 0
    for seed, counts in enumerate(samples):
        found = matrix(counts).evaluate(n_resamples=500, random_state=seed)[key]
        covered += found.low <= truth(key) <= found.high
    assert 0.90 < covered / SAMPLES < 0.98


def test_whole_clusters():
    """40 patients of 5 rows who share their fate: rows alone would cover about 6 in 10."""
    draw = np.random.default_rng(14)
    from veracity.evaluation import evaluate

    covered = naive = 0
    for seed in range(200):
        right = draw.random(40) < 0.8
        called = np.repeat(right, 5).astype(int)
        cluster = np.repeat(np.arange(40), 5)
        ones = np.ones(200, dtype=int)
        options = {"labels": (0, 1), "n_resamples": 300, "random_state": seed}
        by_cluster = evaluate(ones, called, cluster=cluster, **options)["accuracy"]
        by_row = evaluate(ones, called, **options)["accuracy"]
        covered += by_cluster.low <= 0.8 <= by_cluster.high
        naive += by_row.low <= 0.8 <= by_row.high
    # by the binomial distribution 0.980 exactly: t has fewer degrees where few clusters are wrong
    assert 0.94 < covered / 200 < 0.999
    assert naive / 200 < 0.75
