"""Two evaluations in clusters: the test is one of t, with Welch's degrees of freedom."""

import numpy as np
import pytest
from scipy.stats import t as student

from veracity.comparisons.differences.between_samples import welch
from veracity.evaluation import evaluate
from veracity.evaluation.front.comparing import compare
from veracity.results import Estimate


def estimate(half, level=0.95):
    return Estimate(0.5, 0.5 - half, 0.5 + half, level, "delta (clusters)", 100)


def test_degrees_of_freedom_of_welch() -> None:
    # standard errors of 0.03 and 0.04 with 5 and 20 degrees: (9 + 16)² / (81/5 + 256/20)
    halves = [e * student.ppf(0.975, df) for e, df in ((0.03, 5), (0.04, 20))]
    found = welch((estimate(halves[0]), estimate(halves[1])), (5.0, 20.0))
    assert found == pytest.approx(625 / (81 / 5 + 256 / 20), rel=1e-9)


def test_one_side_without_clusters_has_no_end_of_freedom() -> None:
    halves = 0.03 * student.ppf(0.975, 5), 0.04 * 1.9599639845
    found = welch((estimate(halves[0]), estimate(halves[1])), (5.0, None))
    assert found == pytest.approx(625 / (81 / 5), rel=1e-9)
    assert welch((estimate(0.1), estimate(0.1)), (None, None)) is None


def test_an_estimate_without_width_leaves_the_smaller_number() -> None:
    assert welch((estimate(0.0), estimate(0.0)), (4.0, 9.0)) == 4.0
    assert welch((estimate(float("nan")), estimate(0.1)), (4.0, 9.0)) == 4.0


def site(seed, clusters, shift, size=20):
    random = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(clusters), size)
    truth = random.integers(0, 2, len(cluster))
    own = random.normal(scale=0.8, size=clusters)[cluster]
    p = 1 / (1 + np.exp(-(random.normal(size=len(cluster)) + own + shift * (truth - 0.5))))
    return evaluate(truth, y_proba=p, cluster=cluster, n_resamples=200)


@pytest.mark.parametrize("key", ["accuracy", "mcc", "auroc", "f1", "brier", "tpr_at_fpr"])
def test_few_clusters_are_tested_by_t(key) -> None:
    here, there = site(0, 6, 2.0), site(1, 8, 1.0)
    row = compare(here, there, metrics=key, n_resamples=200)["A", "B", key]
    assert row.test.name == "mover"
    assert row.test.title.en == "square-and-add (MOVER) t test (clusters)"
    assert 1 <= row.test.df <= 12
    e = row.difference
    side = e.value - e.low if e.value > 0 else e.high - e.value
    statistic = e.value / side * student.ppf(0.975, row.test.df)
    assert row.test.statistic == pytest.approx(statistic)
    assert row.p_value == pytest.approx(2 * student.sf(abs(statistic), row.test.df))
    assert (row.p_value < 0.05) == (not e.low <= 0 <= e.high)


def test_margins_and_shares_take_the_same_degrees() -> None:
    here, there = site(0, 6, 2.0), site(1, 8, 1.0)
    row = compare(here, there, metrics="accuracy", margin=0.05, n_resamples=200)[
        "A", "B", "accuracy"
    ]
    assert row.non_inferiority.df == row.test.df == row.equivalence.df
    alone = compare(here, there, metrics="accuracy", n_resamples=200)["A", "B", "accuracy"]
    assert alone.superiority.better == pytest.approx(
        float(student.cdf(alone.test.statistic, alone.test.df)), abs=0.01
    )


def test_without_clusters_it_stays_a_z_test() -> None:
    random = np.random.default_rng(3)
    truth = random.integers(0, 2, 80)
    evs = [evaluate(truth, (truth + (random.random(80) < q)) % 2) for q in (0.1, 0.3)]
    row = compare(*evs, metrics="mcc")["A", "B", "mcc"]
    assert row.test.df is None
    assert row.test.title.en == "square-and-add (MOVER) z test"


def test_every_statistic_has_an_estimator_of_its_own() -> None:
    """Brier and RPS read the same record type, but not the same columns."""
    random = np.random.default_rng(4)
    truth = random.integers(0, 3, 90)

    def proba(shift):
        e = np.exp(random.normal(size=(90, 3)) + shift * np.eye(3)[truth])
        return e / e.sum(1, keepdims=True)

    evs = [evaluate(truth, y_proba=proba(shift)) for shift in (1.5, 1.0)]
    cmp = compare(*evs, metrics=["brier", "rps", "spherical"])
    for key in ("brier", "rps", "spherical"):
        gap = evs[0][key].value - evs[1][key].value
        assert cmp["A", "B", key].difference.value == pytest.approx(gap, abs=1e-12)
