"""Tests of calibration: by hand, their size under the truth, weights, clusters."""

from math import isnan, sqrt

import numpy as np
import pytest
from scipy import stats

import veracity as vc
from veracity.decisions.calibration.calibration_tests import (
    hosmer_lemeshow,
    intercept_slope,
    spiegelhalter,
)
from veracity.engines.rows.tables import score_table
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.scores.probability_table import ProbabilityTable


def table_of(y, p, weight=None) -> ProbabilityTable:
    return ProbabilityTable.of_rows(y, p, weight)


def test_spiegelhalter_by_hand() -> None:
    """Σ(y − p)(1 − 2p) = −0.12·2 + 0.48 − 0.12; variance 4 · 0.36 · 0.16."""
    found = spiegelhalter(table_of([0, 0, 1, 1], [0.2, 0.2, 0.2, 0.8]))
    assert found.statistic == pytest.approx(0.12 / sqrt(4 * 0.36 * 0.16), rel=1e-12)
    assert found.df is None
    assert found.p_value == pytest.approx(2 * stats.norm.sf(0.25), rel=1e-12)
    assert found.name == "spiegelhalter"


def test_hosmer_lemeshow_by_hand() -> None:
    """Groups at 0.2 (1 of 2) and 0.5 (2 of 2): 0.36/0.32 + 1/0.5."""
    found = hosmer_lemeshow(table_of([0, 1, 1, 1], [0.2, 0.2, 0.5, 0.5]), groups=2)
    assert found.statistic == pytest.approx(3.125, rel=1e-12)
    assert found.df == 2
    assert found.p_value == pytest.approx(stats.chi2.sf(3.125, 2), rel=1e-12)


def test_hosmer_lemeshow_is_pearson_over_both_outcomes() -> None:
    rng = np.random.default_rng(3)
    p = rng.random(1000)
    y = rng.random(1000) < p**1.2
    parts = np.array_split(np.argsort(p), 10)
    expected = 0.0
    for part in parts:
        for seen, said in ((y[part], p[part]), (~y[part], 1 - p[part])):
            expected += (seen.sum() - said.sum()) ** 2 / said.sum()
    assert hosmer_lemeshow(table_of(y.astype(int), p)).statistic == pytest.approx(expected)


def test_true_probabilities_are_rejected_as_often_as_said() -> None:
    rng = np.random.default_rng(0)
    rejected = np.zeros(2)
    for _ in range(400):
        p = rng.beta(1, 2, 500)
        table = table_of((rng.random(500) < p).astype(int), p)
        rejected += [spiegelhalter(table).p_value < 0.05, hosmer_lemeshow(table).p_value < 0.05]
    assert (np.abs(rejected / 400 - 0.05) < 4 * sqrt(0.05 * 0.95 / 400)).all()


def test_false_probabilities_are_found_out() -> None:
    rng = np.random.default_rng(1)
    p = rng.beta(1, 2, 2000)
    table = table_of((rng.random(2000) < np.sqrt(p)).astype(int), p)
    assert spiegelhalter(table).p_value < 1e-6
    assert hosmer_lemeshow(table).p_value < 1e-6


def test_the_scale_of_weights_does_not_matter() -> None:
    rng = np.random.default_rng(2)
    p, y, weight = rng.random(300), rng.integers(0, 2, 300), rng.random(300)
    one, other = table_of(y, p, weight), table_of(y, p, 7 * weight)
    assert spiegelhalter(one).statistic == pytest.approx(spiegelhalter(other).statistic)
    assert hosmer_lemeshow(one).statistic == pytest.approx(hosmer_lemeshow(other).statistic)
    even = table_of(y, p, np.ones(300))
    assert hosmer_lemeshow(even).statistic == pytest.approx(
        hosmer_lemeshow(table_of(y, p)).statistic
    )


def test_clusters_of_copies_count_once() -> None:
    """Every row three times in its own cluster: z as without clusters and copies, about."""
    rng = np.random.default_rng(5)
    p = rng.random(400)
    y = (rng.random(400) < p).astype(int)
    table = table_of(np.repeat(y, 3), np.repeat(p, 3))
    index = len(table) - 1 - np.searchsorted(table.scores[::-1], p)
    clusters = Clusters.of_entries(
        tuple(range(400)), np.arange(400), y * len(table) + index, np.full(400, 3.0), None
    )
    clustered = ProbabilityTable(
        table.scores, table.weight, table.labels, table.pos_label, None, clusters
    )
    found, plain = spiegelhalter(clustered), spiegelhalter(table_of(y, p))
    sums = 3 * (y - p) * (1 - 2 * p)
    expected = stats.ttest_1samp(sums, 0.0)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-10)
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-8)
    assert found.df == 399
    assert found.statistic == pytest.approx(plain.statistic, rel=0.15)
    assert "clusters" in found.note
    grouped = hosmer_lemeshow(clustered)
    assert isnan(grouped.p_value)
    assert "are dependent" in grouped.note


def test_one_cluster_tells_nothing() -> None:
    table, _ = score_table([0, 1, 1], [0.2, 0.4, 0.9], cluster=[5, 5, 5])
    found = spiegelhalter(ProbabilityTable.like(table))
    assert isnan(found.p_value)
    assert "cluster" in found.note


def test_nothing_to_test() -> None:
    flat = table_of([0, 1, 1], [0.5, 0.5, 1.0])
    assert isnan(spiegelhalter(flat).p_value)
    assert spiegelhalter(flat).note
    sure = hosmer_lemeshow(table_of([0, 1], [0.0, 1.0]), groups=2)
    assert isnan(sure.p_value)
    assert sure.note
    wrong = hosmer_lemeshow(table_of([1, 1], [0.0, 1.0]), groups=2)
    assert wrong.p_value == 0
    assert "probability 0 happened" in wrong.note


def test_ties_leave_fewer_groups_and_fewer_degrees_of_freedom() -> None:
    assert hosmer_lemeshow(table_of([0, 1, 1, 0], [0.2, 0.2, 0.7, 0.7])).df == 2


@pytest.mark.parametrize("groups", [1, 2.5, True])
def test_groups_are_a_number(groups) -> None:
    with pytest.raises(ValueError, match="groups"):
        hosmer_lemeshow(table_of([0, 1], [0.2, 0.7]), groups)


def test_intercept_and_slope_by_hand() -> None:
    """Log odds ±ln 4: U = (1, −0.2 ln 4), V = 0.64 · diag(1, ln² 4), so 1.04/0.64 = 1.625."""
    found = intercept_slope(table_of([0, 1, 1, 1], [0.2, 0.2, 0.8, 0.8]))
    assert found.statistic == pytest.approx((1 + 0.04) / 0.64, rel=1e-12)
    assert found.df == 2
    assert found.p_value == pytest.approx(np.exp(-1.625 / 2), rel=1e-12)
    assert found.name == "intercept_slope"


def test_intercept_and_slope_is_the_score_test_of_rows() -> None:
    rng = np.random.default_rng(8)
    p = rng.beta(1, 2, 300)
    y = (rng.random(300) < p**1.3).astype(int)
    design = np.column_stack([np.ones(300), np.log(p / (1 - p))])
    score, weight = design.T @ (y - p), rng.choice([0.5, 1.0, 3.0], 300)
    expected = score @ np.linalg.solve(design.T @ (design * (p * (1 - p))[:, None]), score)
    assert intercept_slope(table_of(y, p)).statistic == pytest.approx(expected, rel=1e-9)
    score = design.T @ (weight * (y - p))
    spread = design.T @ (design * (weight**2 * p * (1 - p))[:, None])
    weighted = vc.evaluate(y, y_proba=p, sample_weight=weight).calibration_tests()
    expected = score @ np.linalg.solve(spread, score)
    assert weighted["intercept_slope"].statistic == pytest.approx(expected, rel=1e-9)
    each = design * (y - p)[:, None]
    sums = each.reshape(60, 5, 2).sum(1)
    square = sums.sum(0) @ np.linalg.solve(60 * np.cov(sums.T), sums.sum(0))
    clustered = vc.evaluate(y, y_proba=p, cluster=np.repeat(np.arange(60), 5))
    found = clustered.calibration_tests()["intercept_slope"]
    assert found.statistic == pytest.approx(square, rel=1e-9)
    assert found.p_value == pytest.approx(stats.f.sf(square * 58 / (2 * 59), 2, 58), rel=1e-9)


def test_intercept_and_slope_at_the_ends() -> None:
    constant = intercept_slope(table_of([1] * 30 + [0] * 70, [0.25] * 100))
    assert (constant.df, constant.statistic) == (1, pytest.approx(25 / (100 * 0.25 * 0.75)))
    y, p = [0, 1, 1, 0], [0.3, 0.6, 0.7, 0.4]
    sure = intercept_slope(table_of([*y, 1, 0], [*p, 1.0, 0.0]))
    assert sure.statistic == pytest.approx(intercept_slope(table_of(y, p)).statistic, rel=1e-12)
    wrong = intercept_slope(table_of([*y, 0], [*p, 1.0]))
    assert wrong.p_value == 0
    assert "probability 0 happened" in wrong.note
    assert isnan(intercept_slope(table_of([0, 1], [0.0, 1.0])).p_value)


@pytest.mark.parametrize(("n", "prevalence"), [(50, 0.5), (50, 0.1), (200, 0.5), (200, 0.1)])
def test_true_probabilities_are_called_untrue_in_five_percent(n, prevalence) -> None:
    """One joint test: two of 5 % each called them untrue in 9 %."""
    rng = np.random.default_rng(9)
    times, odds = 2000, np.log(prevalence / (1 - prevalence))
    p = 1 / (1 + np.exp(-rng.normal(odds, 1, (times, n))))
    y = (rng.random((times, n)) < p).astype(int)
    rejected = sum(
        intercept_slope(table_of(*rows)).p_value < 0.05 for rows in zip(y, p, strict=True)
    )
    assert rejected / times <= 0.055 + 2 * sqrt(0.05 * 0.95 / times)
    assert rejected / times >= 0.035
