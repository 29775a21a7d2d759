"""Rows dropped, classes with few rows, clusters that are few."""

import numpy as np
import pytest

from tests.cautions.samples import clustered, counts, evidence, matrix
from veracity.cautions import facts_of
from veracity.statistics import RowAccount, ScoreTable
from veracity.statistics.joint_scores import JointScores


def test_dropped_rows_are_told_with_their_share():
    facts = counts(rows=RowAccount(100, 98, {"null_label": 2}))
    found = evidence("rows_dropped", facts)
    assert (found["dropped"], found["read"], found["share"]) == (2, 100, 0.02)
    assert evidence("many_rows_dropped", facts) is None


def test_from_five_percent_on_it_is_a_warning():
    facts = counts(rows=RowAccount(100, 95, {"null_label": 5}))
    assert evidence("many_rows_dropped", facts)["dropped"] == 5
    assert evidence("rows_dropped", facts) is None


def test_nothing_dropped_says_nothing():
    facts = counts(rows=RowAccount(100, 100))
    assert evidence("rows_dropped", facts) is None
    assert evidence("many_rows_dropped", facts) is None


def test_one_class():
    found = evidence("one_class", counts(tp=70, fn=30, fp=0, tn=0))
    assert (found["label"], found["rows"]) == ("1", 100)
    assert evidence("one_class", counts()) is None
    table = ScoreTable.of_rows([0, 0, 0], [0.1, 0.2, 0.3])
    assert evidence("one_class", facts_of(scores=table))["label"] == "0"


@pytest.mark.parametrize(
    ("positives", "key"),
    [(9, "very_few_of_a_class"), (10, "few_of_a_class"), (29, "few_of_a_class")],
)
def test_few_of_a_class(positives, key):
    facts = counts(tp=positives, fn=0)
    found = evidence(key, facts)
    assert found["rows"] == positives
    assert found["step"] == pytest.approx(1 / positives)
    other = {"very_few_of_a_class", "few_of_a_class"} - {key}
    assert all(evidence(one, facts) is None for one in other)


def test_thirty_of_each_class_are_enough():
    facts = counts(tp=20, fn=10, tn=20, fp=10)
    assert evidence("few_of_a_class", facts) is None
    assert evidence("very_few_of_a_class", facts) is None


def test_a_class_without_rows_is_not_a_class_with_few():
    facts = counts(tp=70, fn=30, fp=0, tn=0)
    assert evidence("few_of_a_class", facts) is None
    assert evidence("very_few_of_a_class", facts) is None


def test_of_several_classes_those_with_few_are_counted():
    found = evidence("few_of_a_class", matrix([[40, 0, 0], [0, 12, 3], [0, 5, 15]]))
    assert (found["label"], found["rows"]) == ("'b'", 15)
    assert (found["few"], found["classes"]) == (2, 3)


def test_of_several_classes_a_rare_one_is_not_serious():
    facts = matrix([[40, 0, 0], [0, 40, 3], [0, 1, 2]])
    assert evidence("few_of_a_class", facts)["rows"] == 3
    assert evidence("very_few_of_a_class", facts) is None


def test_weights_count_as_effective_rows():
    # 40 positives, one of weight 39 and 39 of weight 1: (78)² / (39² + 39) = 3.9 effective rows
    weight = np.concatenate([np.ones(40), [39.0], np.ones(39)])
    table = ScoreTable.of_rows([0] * 40 + [1] * 40, np.arange(80.0), weight)
    assert evidence("very_few_of_a_class", facts_of(scores=table))["rows"] == 3.9


def test_joint_scores_are_counted_too():
    truth = [0] * 40 + [1] * 40 + [2] * 12
    rows = np.random.default_rng(0).dirichlet(np.ones(3), len(truth))
    joint = JointScores.of_rows(truth, dict(enumerate(rows.T)), labels=(0, 1, 2))
    assert evidence("few_of_a_class", facts_of(probabilities=joint))["rows"] == 12


def test_few_clusters():
    found = evidence("few_clusters", clustered([10] * 8))
    assert (found["clusters"], found["effective"]) == (8, 8.0)
    assert evidence("few_clusters", clustered([10] * 25)) is None
    assert evidence("few_clusters", counts()) is None


def test_one_cluster_that_holds_nearly_everything_counts_as_few():
    # 1 of 400 and 30 of 4: (520)² / (160000 + 480) = 1.685
    found = evidence("few_clusters", clustered([400, *[4] * 30]))
    assert found["clusters"] == 31
    assert found["effective"] == pytest.approx(520**2 / (400**2 + 30 * 16))
    assert found["largest"] == pytest.approx(400 / 520)
