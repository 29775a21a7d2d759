"""Percentile, BCa and studentised intervals from redraws of the statistic."""

import math

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.intervals import Estimator, Settings
from veracity.intervals.resampled.bootstrap import resampled_values
from veracity.intervals.sample.sample import Sample
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix, ScoreTable

MATRIX = ConfusionMatrix([[50, 10], [20, 40]], labels=(0, 1))


def table(n, seed=0):
    draw = np.random.default_rng(seed)
    truth = (draw.random(n) < 0.3).astype(int)
    return ScoreTable.of_rows(truth, draw.normal(size=n) + 1.2 * truth)


def estimate(statistic, method, key, **options):
    settings = Settings(method=method, **options)
    return Estimator(statistic, settings).estimate(find(key), by_name=True)


@pytest.mark.parametrize("method", ["percentile", "bca", "studentised"])
@pytest.mark.parametrize("key", ["mcc", "f1", "macro_f1", "informedness"])
def test_of_a_matrix_they_agree_with_the_delta_method(method, key):
    """120 rows: all are right to second order, so the ends agree to a part of the width."""
    found, delta = estimate(MATRIX, method, key), estimate(MATRIX, "delta", key)
    width = delta.high - delta.low
    assert found.method == method
    assert (found.low, found.high) == pytest.approx((delta.low, delta.high), abs=0.1 * width)


@pytest.mark.parametrize("method", ["percentile", "bca", "studentised"])
@pytest.mark.parametrize("key", ["auroc", "average_precision", "partial_auroc"])
def test_of_scores_too(method, key):
    found, delta = estimate(table(400), method, key), estimate(table(400), "delta", key)
    width = delta.high - delta.low
    assert (found.low, found.high) == pytest.approx((delta.low, delta.high), abs=0.12 * width)


def test_bca_is_scipys():
    """SciPy's BCa of a proportion, from rows and with the jackknife; 5,000 redraws each."""
    from scipy.stats import bootstrap

    right = np.repeat([1.0, 0.0], (90, 30))
    other = bootstrap(
        (right,), np.mean, method="BCa", n_resamples=5000, random_state=np.random.default_rng(1)
    ).confidence_interval
    found = estimate(MATRIX, "bca", "accuracy", n_resamples=5000)
    assert (found.low, found.high) == pytest.approx((other.low, other.high), abs=0.012)


def test_studentised_by_hand():
    """A proportion on the logit scale: t = (logit p* − logit p)/(1/√(n p*(1 − p*)))."""
    found = estimate(MATRIX, "studentised", "accuracy", n_resamples=4000)
    p, n = 90 / 120, 120
    drawn = np.random.default_rng(5).binomial(n, p, 200_000) / n
    logit = np.log(drawn / (1 - drawn))
    own = (logit - math.log(3)) * np.sqrt(n * drawn * (1 - drawn))
    t_low, t_high = np.quantile(own, (0.025, 0.975))
    error = 1 / math.sqrt(n * p * (1 - p))
    ends = [1 / (1 + math.exp(-(math.log(3) - t * error))) for t in (t_high, t_low)]
    assert (found.low, found.high) == pytest.approx(ends, abs=0.01)


def test_coarse_redraws_are_centred_on_the_exact_value():
    statistic = table(5000)
    sample = Sample(statistic, Settings())
    for key in ("auroc", "average_precision", "eer"):
        value = float(find(key)(statistic))
        resamples, drawn = resampled_values(sample, find(key), value)
        assert resamples.parts.width < 2 * len(statistic)
        assert np.mean(drawn) == pytest.approx(value, abs=0.2 * np.std(drawn))


def test_the_first_scores_stay_apart_for_metrics_of_the_top():
    statistic = table(20_000)
    found = estimate(statistic, "auto", "precision_at_k(50)")
    p, n = found.value, 50
    # about as a proportion of 50: the cut moves too, so a little wider
    width = 2 * 1.96 * math.sqrt(max(p * (1 - p), 0.02) / n)
    assert found.method == "percentile"
    assert 0.6 * width < found.high - found.low < 1.8 * width


def test_the_break_even_point_has_an_interval_although_redraws_have_ties():
    statistic = table(300)
    found = estimate(statistic, "auto", "break_even_point")
    assert found.method == "percentile"
    assert found.low < found.value < found.high


@pytest.mark.parametrize("key", ["eer", "precision_at_k", "tpr_at_fpr"])
@pytest.mark.parametrize("method", ["delta", "bca", "studentised"])
def test_functionals_of_a_quantile_have_no_derivative(key, method):
    refused(lambda: estimate(table(100), method, key), method, key)
    found = Estimator(table(100), Settings(method=method)).estimate(find(key))
    assert found.method == "percentile"


def test_undefined_redraws_beyond_a_tail_leave_no_interval():
    """One positive among 40: 0.975^40 = 36 % of the redraws have none."""
    truth, score = np.zeros(40, int), np.arange(40.0)
    truth[30] = 1
    found = estimate(ScoreTable.of_rows(truth, score), "percentile", "average_precision")
    assert found.method == "none"
    share = float(found.note.split("in ")[1].split("%")[0]) / 100
    assert share == pytest.approx(0.975**40, abs=0.04)


def test_many_cells_do_not_fit_studentised():
    counts = np.random.default_rng(0).integers(1, 9, (30, 30))
    many = ConfusionMatrix(counts)
    refused(lambda: estimate(many, "studentised", "mcc"), "studentised", "mcc")
