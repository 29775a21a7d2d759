"""Paired redraws: the same rows for every model, whole clusters, two moments of weights."""

import math

import numpy as np
import pytest

from tests.comparisons.samples import paired
from veracity.comparisons.paired_samples.resampling import (
    bootstrap_test,
    percentile_ends,
    superiority_of,
)
from veracity.intervals import Settings
from veracity.metrics import find


def test_models_are_redrawn_together() -> None:
    sample = paired(n=200, shifts=(1.0, 1.0), settings=Settings(0.95, "auto", 2000, 0))
    metric = find("accuracy")
    resamples = sample.resamples(metric)
    table = sample.table
    n = table.total
    only = [float(one) / n for one in table.discordant("A", "B")]
    spread = (only[0] + only[1] - (only[0] - only[1]) ** 2) / n
    drawn = resamples.differences(0, 1, metric, only[0] - only[1])
    assert drawn.var() == pytest.approx(spread, rel=0.1)
    assert drawn.mean() == pytest.approx(only[0] - only[1], abs=4 * math.sqrt(spread / 2000))


def test_equal_seeds_give_equal_redraws() -> None:
    metric = find("auroc")
    one, other = (paired(n=90).resamples(metric).values(0, metric) for _ in range(2))
    assert np.array_equal(one, other)


def test_clusters_and_weights_have_their_variance() -> None:
    many = Settings(0.95, "auto", 2000, 0)
    metric = find("accuracy")
    for how in ({"cluster": np.arange(200) % 25}, {"weight": np.linspace(0.5, 3, 200)}):
        sample = paired(n=200, settings=many, **how)
        cov = sample.covariance(metric)
        drawn = sample.resamples(metric).differences(0, 1, metric, 0.0)
        spread = cov[0, 0] + cov[1, 1] - 2 * cov[0, 1]
        assert drawn.std() == pytest.approx(math.sqrt(spread), rel=0.1), how


def test_bootstrap_p_in_exact_arithmetic() -> None:
    drawn = np.array([-0.2, 0.1, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    assert bootstrap_test(drawn).p_value == pytest.approx(2 * 2 / 10)
    assert bootstrap_test(np.abs(drawn)).p_value == pytest.approx(2 * 1 / 10)
    assert bootstrap_test(np.zeros(9)).p_value == 1.0
    assert math.isnan(bootstrap_test(np.array([np.nan, np.nan, 0.2])).p_value)


def test_undefined_redraws_leave_no_interval() -> None:
    drawn = np.concatenate([np.full(10, np.nan), np.linspace(0, 1, 90)])
    assert all(math.isnan(end) for end in percentile_ends(drawn, 0.95))


def test_shares_of_superiority() -> None:
    drawn = np.array([-0.3, -0.05, 0.0, 0.05, 0.2])
    shares = superiority_of(drawn, 0.1, "higher")
    assert (shares.better, shares.within, shares.worse) == pytest.approx((0.2, 0.6, 0.2))
    lower = superiority_of(drawn, 0.04, "lower")
    assert (lower.better, lower.within, lower.worse) == pytest.approx((0.4, 0.2, 0.4))
    assert math.isnan(superiority_of(np.array([np.nan]), 0.0, "higher").better)


def test_pooled_scores_are_centred_on_the_exact_value() -> None:
    sample = paired(n=3000, settings=Settings(0.95, "auto", 300, 0))
    metric = find("average_precision")
    exact = sample.estimate(metric, 0).value - sample.estimate(metric, 1).value
    drawn = sample.resamples(metric).differences(0, 1, metric, exact)
    assert drawn.mean() == pytest.approx(exact, abs=4 * drawn.std() / math.sqrt(300))
