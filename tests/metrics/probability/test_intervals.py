"""Intervals of probability metrics: the spread of a mean is known, and biased ones have none."""

from dataclasses import replace
from math import log, sqrt

import numpy as np
import pytest
from scipy.special import entr

import veracity as vc
from veracity.intervals import Estimator
from veracity.intervals.formulas.proportion import wilson
from veracity.intervals.sample.settings import Settings
from veracity.metrics import find
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.grid.building import gridded
from veracity.statistics.joint.cumulative_scores import CumulativeScores
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.unit_length import UnitScores
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable

Z = 1.959963984540054


def spread(estimate, low: float, high: float) -> float:
    """The standard error behind an interval on its scale, brought back to the value."""
    at = estimate.value
    if np.isinf(high):
        return log(estimate.high / estimate.low) / (2 * Z) * at
    logit = [log((end - low) / (high - end)) for end in (estimate.low, estimate.high)]
    return (logit[1] - logit[0]) / (2 * Z) * (at - low) * (high - at) / (high - low)


def sample(n: int, seed: int = 0):
    rng = np.random.default_rng(seed)
    p = rng.beta(0.5, 1.5, n).clip(1e-9, 1 - 1e-9)
    return (rng.random(n) < p**0.8).astype(int), p


@pytest.mark.parametrize("n", [2_000, 50_000])
def test_a_mean_score_has_the_standard_error_of_a_mean(n: int) -> None:
    y, p = sample(n)
    said = np.where(y == 1, p, 1 - p)
    losses = {
        "brier": (p - y) ** 2,
        "log_loss": -np.log(said),
        "mae": np.abs(p - y),
        "spherical": said / np.sqrt(p**2 + (1 - p) ** 2),
    }
    estimator = Estimator(ProbabilityTable.of_rows(y, p), Settings())
    for key, loss in losses.items():
        metric = find(key)
        found = spread(estimator.estimate(metric), *metric.bounds)
        assert found == pytest.approx(loss.std() / sqrt(n), rel=0.01), key


def test_observed_over_expected_as_a_ratio_of_means() -> None:
    y, p = sample(3000)
    found = Estimator(ProbabilityTable.of_rows(y, p), Settings()).estimate(
        find("observed_expected")
    )
    rest = y - y.mean() / p.mean() * p
    assert spread(found, 0.0, np.inf) == pytest.approx(rest.std() / p.mean() / sqrt(3000), rel=0.01)


def test_the_slope_has_the_robust_standard_error_of_the_regression() -> None:
    """The sandwich A⁻¹BA⁻¹ of logistic regression (White 1982)."""
    y, p = sample(1500)
    x = np.column_stack([np.ones(1500), np.log(p / (1 - p))])
    table = ProbabilityTable.of_rows(y, p)
    a, b = (float(find(f"calibration_{part}")(table)) for part in ("intercept", "slope"))
    fitted = 1 / (1 + np.exp(-(x @ [a, b])))
    bread = np.linalg.inv((x * (fitted * (1 - fitted))[:, None]).T @ x)
    meat = (x * ((y - fitted) ** 2)[:, None]).T @ x
    error = np.sqrt(np.diag(bread @ meat @ bread))
    for index, key in enumerate(("calibration_intercept", "calibration_slope")):
        found = Estimator(table, Settings()).estimate(find(key))
        assert (found.high - found.low) / (2 * Z) == pytest.approx(error[index], rel=0.03), key


def test_many_classes() -> None:
    rng = np.random.default_rng(3)
    p = rng.dirichlet([1, 1, 0.5], 900)
    y = np.array([rng.choice(3, p=row) for row in p])
    joint = JointScores.of_rows(y, dict(enumerate(p.T)), labels=range(3))
    happened = np.eye(3)[y]
    losses = {
        "brier": ((p - happened) ** 2).sum(1) / 2,
        "brier_1950": ((p - happened) ** 2).sum(1),
        "log_loss": -np.log(p[np.arange(900), y]),
        "mae": 1 - p[np.arange(900), y],
    }
    for key, loss in losses.items():
        metric = find(key)
        found = spread(Estimator(joint, Settings()).estimate(metric), *metric.bounds)
        assert found == pytest.approx(loss.std() / 30, rel=0.05), key
    ranked = ((p.cumsum(1) - happened.cumsum(1))[:, :-1] ** 2).mean(1)
    metric = find("rps")
    found = Estimator(CumulativeScores.of_joint(joint), Settings()).estimate(metric)
    assert spread(found, *metric.bounds) == pytest.approx(ranked.std() / 30, rel=0.05)


def test_the_spherical_score_of_many_classes() -> None:
    rng = np.random.default_rng(3)
    p = rng.dirichlet([1, 1, 0.5], 900)
    y = np.array([rng.choice(3, p=row) for row in p])
    joint = JointScores.of_rows(y, dict(enumerate(p.T)), labels=range(3))
    along = p[np.arange(900), y] / np.sqrt((p**2).sum(1))
    metric = find("spherical")
    found = Estimator(UnitScores.of_joint(joint), Settings()).estimate(metric)
    assert found.value == pytest.approx(along.mean(), rel=1e-12)
    assert spread(found, *metric.bounds) == pytest.approx(along.std() / 30, rel=0.05)


@pytest.mark.parametrize("key", ["corp_uncertainty", "murphy_uncertainty", "corp_uncertainty(log)"])
@pytest.mark.parametrize("positives", [100, 93, 20, 0])
def test_the_score_of_the_base_rate_has_the_image_of_its_interval(key, positives) -> None:
    """Near one half the score is at its greatest, where the delta method knows no width."""
    y = np.arange(200) < positives
    table = ProbabilityTable.of_rows(y.astype(int), np.linspace(0.1, 0.9, 200))
    found = Estimator(table, Settings()).estimate(find(key))
    shares = np.linspace(
        *(float(end) for end in wilson(np.array(float(positives)), np.array(200.0), 0.95)), 20_001
    )
    scores = entr(shares) + entr(1 - shares) if "log" in key else shares * (1 - shares)
    assert found.method == "wilson"
    assert (found.low, found.high) == pytest.approx((scores.min(), scores.max()), abs=1e-8)
    assert found.low <= found.value <= found.high


def test_the_score_of_the_base_rate_with_clusters_and_weights() -> None:
    """Two values of the share near one half: once the interval ended at 4.7e-20."""
    y = np.tile([0, 1], 250)
    p = np.linspace(0.1, 0.9, 500)
    for more in ({"cluster": np.arange(500) // 9}, {"sample_weight": 1 + np.arange(500) % 3}):
        ev = vc.evaluate(y, y_proba=p, **more)
        share, found = ev["prevalence"], ev["corp_uncertainty"]
        ends = [end * (1 - end) for end in (share.low, share.high)]
        assert found.low == pytest.approx(min(ends))
        assert found.high == 0.25


def test_rounding_is_no_standard_error() -> None:
    """0.5 for all and 3 of 6 positive: the skill is at its greatest, 0, and can only be less."""
    found = Estimator(ProbabilityTable.of_rows([0, 1, 1, 0, 1, 0], [0.5] * 6), Settings()).estimate(
        find("brier_skill")
    )
    assert found.value == 0
    assert found.low < -0.1
    assert found.high == 0
    assert "Dirichlet" in found.note


def test_rows_of_one_cluster_belong_together() -> None:
    """Every row four times, in a cluster of its own: the error is that of the rows once."""
    y, p = sample(500)
    once, table = ProbabilityTable.of_rows(y, p), ProbabilityTable.of_rows(y.repeat(4), p.repeat(4))
    index = len(table) - 1 - np.searchsorted(table.scores[::-1], p)
    cell, four = y * len(table) + index, np.full(500, 4.0)
    clusters = Clusters.of_entries(tuple(range(500)), np.arange(500), cell, four, None)
    clustered = replace(table, clusters=clusters)
    for key in ("brier", "log_loss", "calibration_slope", "observed_expected"):
        metric = find(key)
        one, many = (Estimator(t, Settings()).estimate(metric) for t in (once, clustered))
        assert many.value == pytest.approx(one.value, rel=1e-10)
        assert many.high - many.low == pytest.approx(one.high - one.low, rel=0.05), key


def test_biased_ones_say_why_there_is_none() -> None:
    y, p = sample(200)
    estimator = Estimator(ProbabilityTable.of_rows(y, p), Settings())
    for key in ("ece", "smooth_ece", "ici", "corp_miscalibration", "murphy_reliability"):
        found = estimator.estimate(find(key))
        assert found.method == "none"
        assert "less than 0" in found.note


def test_an_infinite_loss_has_no_interval_and_a_reason() -> None:
    found = Estimator(ProbabilityTable.of_rows([1, 0, 1], [0.0, 0.3, 0.6]), Settings()).estimate(
        find("log_loss")
    )
    assert found.value == np.inf
    assert "probability 0" in found.note
    assert "same value" not in found.note


def test_grids_of_plain_tables_are_read_too() -> None:
    """Engines hand over grids whose buckets are a score table."""
    y, p = sample(4000)
    grid = gridded(ScoreTable.of_rows(y, p.clip(0.001, 0.999)), 12, "unit")
    for key in ("brier", "log_loss", "mae", "calibration_in_the_large", "observed_expected"):
        found = Estimator(grid, Settings()).estimate(find(key))
        exact = float(find(key)(ProbabilityTable.of_rows(y, p.clip(0.001, 0.999))))
        assert abs(found.value - exact) <= found.bound + 1e-12
        assert found.low < exact < found.high
