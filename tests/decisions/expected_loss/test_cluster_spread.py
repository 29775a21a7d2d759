"""Clusters at many thresholds follow the rule of one table at a time."""

import numpy as np
import pytest

from tests.decisions.samples import clustered_table
from veracity.decisions.expected_loss.threshold_counts import counts_at_thresholds
from veracity.decisions.prevalence.rate_bands import RateSample
from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.metrics.catalogue.projecting import projected
from veracity.statistics.numerics.quantiles import quantiles


def uneven(seed: int):
    """Nine clusters; positives live in four of them."""
    draw = np.random.default_rng(seed)
    cluster = draw.integers(0, 9, 300)
    truth = ((draw.random(300) < 0.4) & (cluster < 4)).astype(int)
    return clustered_table(truth, np.round(draw.normal(truth + 0.2 * cluster, 1), 1), cluster)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("share", [None, 0.02, 0.5])
@pytest.mark.parametrize(
    ("key", "cells"),
    [("predicted_positive_rate", (1, 1, 0, 0)), ("accuracy", (1, 0, 0, 1))],
)
def test_as_the_interval_of_each_threshold(seed: int, share, key: str, cells) -> None:
    table, thresholds = uneven(seed), np.array([0.3, 1.2, -0.5])
    _, error, freedom, _ = counts_at_thresholds(table, thresholds).linear(cells, share)
    metric = find(key) if share is None else projected(find(key), share)
    for index, threshold in enumerate(thresholds):
        sample = Estimator(table.counts_at(threshold), Settings()).sample
        influence = sample.directions.influence(metric)
        assert error[index] ** 2 == pytest.approx(influence.variance, rel=1e-5)
        assert freedom[index] == pytest.approx(influence.freedom, rel=1e-4)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("key", ["precision", "accuracy", "mcc", "predicted_positive_rate"])
def test_many_prevalences_as_one(seed: int, key: str) -> None:
    matrix, shares = uneven(seed).counts_at(1.0), np.array([0.001, 0.1, 0.5, 0.95])
    sample = Estimator(matrix, Settings()).sample
    found = RateSample(sample).spread(find(key), shares)
    for index, share in enumerate(shares):
        influence = sample.directions.influence(projected(find(key), float(share)))
        assert found.error[index] ** 2 == pytest.approx(influence.variance, rel=1e-4)
        assert found.freedom is not None
        assert found.freedom[index] == pytest.approx(influence.freedom, rel=1e-3)


def test_degrees_follow_what_informs() -> None:
    """At a small prevalence negatives tell nearly all, and nine clusters hold them."""
    sample = Estimator(uneven(1).counts_at(1.0), Settings()).sample
    found = RateSample(sample).spread(find("predicted_positive_rate"), np.array([0.001, 0.999]))
    assert found.freedom is not None
    assert found.freedom[0] > 4 > found.freedom[1]  # four clusters hold positives: at most 3


def test_a_class_in_one_cluster_has_no_known_spread() -> None:
    table = clustered_table(
        [1, 1, 0, 0, 0, 0, 0, 0], [5, 2, 4, 1, 4, 1, 4, 1], [0, 0, 1, 1, 2, 2, 3, 3]
    )
    assert np.isnan(counts_at_thresholds(table, [3.0]).linear((1, 1, 0, 0), 0.1).error).all()


def test_quantiles_are_those_of_t() -> None:
    # Student's t, two-sided 95 %: 12.706 with 1 degree, 2.228 with 10 (any table)
    assert quantiles(0.95, np.array([1.0, 10.0, 1e9])).round(3).tolist() == [12.706, 2.228, 1.96]
    assert quantiles(0.95, None) == pytest.approx(1.959964, abs=1e-6)
