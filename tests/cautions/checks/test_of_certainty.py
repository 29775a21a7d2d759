"""Probabilities that leave no doubt."""

import numpy as np
import pytest
from scipy.stats import poisson

from tests.cautions.samples import clustered_table, evidence, keys, probable, true_rows
from veracity.cautions.checks.of_certainty import _poisson_tail
from veracity.cautions.record.from_statistics import facts_of
from veracity.statistics import ScoreTable
from veracity.statistics.grid.building import gridded
from veracity.statistics.joint.joint_scores import JointScores


def test_an_error_at_certainty_is_told():
    p = np.concatenate([np.full(50, 1.0), np.full(50, 0.0), np.linspace(0.2, 0.8, 100)])
    truth = np.concatenate([np.ones(50), np.zeros(50), np.arange(100) % 2]).astype(int)
    truth[0] = 0
    facts = probable(truth, p)
    found = evidence("wrongly_certain", facts)
    assert (found["sure"], found["wrong"], found["certain"], found["expected"]) == (100, 1, 1, 0.0)
    assert "saturated_probabilities" not in keys(facts)


def test_certain_and_right_is_a_note():
    p = np.concatenate([np.full(50, 1.0), np.full(50, 0.0), np.linspace(0.2, 0.8, 100)])
    truth = np.concatenate([np.ones(50), np.zeros(50), np.arange(100) % 2]).astype(int)
    facts = probable(truth, p)
    assert evidence("wrongly_certain", facts) is None
    found = evidence("saturated_probabilities", facts)
    assert (found["rows"], found["share"]) == (100, 0.5)


def test_doubtful_probabilities_say_nothing():
    truth, odds = true_rows()
    facts = probable(truth, 1 / (1 + np.exp(-odds)))
    assert evidence("wrongly_certain", facts) is None
    assert evidence("saturated_probabilities", facts) is None


def test_errors_as_many_as_expected_say_nothing():
    # 10,000 rows with p = 0.0005 should have 5 positives
    p = np.concatenate([np.full(10_000, 0.0005), np.linspace(0.2, 0.8, 100)])
    few, many = (np.r_[np.arange(10_000) < k, np.arange(100) % 2].astype(int) for k in (7, 14))
    assert evidence("wrongly_certain", probable(few, p)) is None
    found = evidence("wrongly_certain", probable(many, p))
    assert (found["wrong"], found["certain"]) == (14, 0)
    assert found["expected"] == pytest.approx(5.0)


@pytest.mark.parametrize(("k", "mean"), [(1, 0.11), (7, 5.0), (14, 5.0), (3, 1e-9)])
def test_the_tail_is_that_of_poisson(k, mean):
    assert _poisson_tail(k, mean) == pytest.approx(poisson.sf(k - 1, mean), rel=1e-9)


def test_the_tail_at_its_ends():
    assert _poisson_tail(0, 3.0) == 1.0
    assert _poisson_tail(1, 0.0) == 0.0


def test_wrong_rows_of_one_cluster_are_one_mistake():
    p = np.concatenate([np.full(1000, 0.0009), np.linspace(0.2, 0.8, 100)])
    truth = np.concatenate([np.arange(1000) < 8, np.arange(100) % 2]).astype(int)
    cluster = np.arange(1100) // 20
    table = clustered_table(truth, p, cluster)
    assert evidence("wrongly_certain", probable(truth, p)) is not None
    assert evidence("wrongly_certain", facts_of(probabilities=table)) is None


def test_on_a_grid_atoms_are_known():
    p = np.concatenate([np.full(50, 1.0), np.full(50, 0.0), np.linspace(0.2, 0.8, 100)])
    truth = np.concatenate([np.ones(50), np.zeros(50), np.arange(100) % 2]).astype(int)
    grid = gridded(ScoreTable.of_rows(truth, p), 10, "unit")
    assert evidence("saturated_probabilities", facts_of(probabilities=grid))["rows"] == 100


def of_three_classes(wrong):
    """300 rows, 100 of them given 1 for their class, so many of these wrongly."""
    random = np.random.default_rng(0)
    p = np.r_[np.tile([1.0, 0.0, 0.0], (100, 1)), random.dirichlet(np.full(3, 5.0), 200)]
    truth = (p.cumsum(1) < random.random(300)[:, None]).sum(1).clip(max=2)
    truth[:wrong] = 2
    return facts_of(
        probabilities=JointScores.of_rows(truth, dict(enumerate(p.T)), labels=(0, 1, 2))
    )


def test_certainty_of_three_classes():
    found = evidence("wrongly_certain", of_three_classes(3))
    assert (found["sure"], found["wrong"], found["certain"], found["expected"]) == (100, 3, 3, 0.0)
    assert evidence("wrongly_certain", of_three_classes(0)) is None
    found = evidence("saturated_probabilities", of_three_classes(0))
    assert (found["rows"], found["share"]) == (100, pytest.approx(1 / 3))
