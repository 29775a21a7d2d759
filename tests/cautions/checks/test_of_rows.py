"""Rows dropped, classes with few rows, clusters that are few."""

import numpy as np
import pytest

from tests.cautions.samples import (
    BY_KEY,
    clustered,
    clustered_table,
    counts,
    evidence,
    matrix,
)
from veracity.cautions.catalogue.finding import cautions_of
from veracity.cautions.record.from_statistics import facts_of
from veracity.statistics import RowAccount, ScoreTable
from veracity.statistics.grid.building import gridded
from veracity.statistics.joint.joint_scores import JointScores


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


def test_of_several_classes_the_rarest_is_told():
    found = evidence("few_of_a_class", matrix([[40, 0, 0], [0, 12, 3], [0, 5, 15]]))
    assert (found["label"], found["rows"]) == ("'b'", 15)
    assert (found["few"], found["classes"]) == (2, 3)


def test_of_several_classes_a_rare_one_is_a_warning_and_not_serious():
    facts = matrix([[40, 0, 0], [0, 40, 3], [0, 1, 2]])
    found = evidence("very_few_of_some_classes", facts)
    assert (found["rows"], found["n"], found["very_few"]) == (3, 1, ("'c'",))
    assert BY_KEY["very_few_of_some_classes"].severity == "warning"
    assert evidence("very_few_of_a_class", facts) is None
    assert evidence("few_of_a_class", facts) is None
    assert evidence("very_few_of_some_classes", counts(tp=4, fn=0)) is None
    enough = matrix([[40, 0, 0], [0, 40, 3], [0, 1, 9]])
    assert evidence("very_few_of_some_classes", enough) is None


def test_ten_to_twenty_nine_rows_are_a_note_and_fewer_of_two_classes_serious():
    (found,) = cautions_of(counts(tp=17, fn=3, fp=5, tn=20))
    assert (found.key, found.severity) == ("few_of_a_class", "note")
    (worst, *_) = cautions_of(counts(tp=4, fn=1))
    assert (worst.key, worst.severity) == ("very_few_of_a_class", "serious")


def test_weights_count_as_effective_rows():
    # 40 positives, one of weight 39 and 39 of weight 1: (78)² / (39² + 39) = 3.9 effective rows
    weight = np.concatenate([np.ones(40), [39.0], np.ones(39)])
    table = ScoreTable.of_rows([0] * 40 + [1] * 40, np.arange(80.0), weight)
    assert evidence("very_few_of_a_class", facts_of(scores=table))["rows"] == 3.9
    said = BY_KEY["very_few_of_a_class"](facts_of(scores=table)).message
    assert said.startswith("Class 1 counts for only about 3.9 rows, as its weights are so uneven")
    assert "只相当于约 3.9 行" in said.zh


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


def test_a_class_of_few_clusters():
    # 40 clusters of 5 rows; all 60 positives lie in the first 12, or in 30 of them
    cluster = np.repeat(np.arange(40), 5)
    few, many = (cluster < 8).astype(int), (np.arange(200) % 5 == 0).astype(int)
    facts = facts_of(scores=clustered_table(few, np.arange(200.0), cluster))
    found = evidence("class_in_few_clusters", facts)
    assert (found["label"], found["clusters"], found["of"]) == ("1", 8, 40)
    assert "class_in_few_clusters" in [one.key for one in cautions_of(facts)]
    spread = facts_of(scores=clustered_table(many, np.arange(200.0), cluster))
    assert spread.class_clusters.tolist() == [40, 40]
    assert evidence("class_in_few_clusters", spread) is None
    assert evidence("class_in_few_clusters", counts()) is None


def test_clusters_of_a_class_are_counted_in_every_statistic():
    cluster, truth = np.repeat(np.arange(12), 10), np.arange(120) // 40
    rows = np.random.default_rng(0).dirichlet(np.ones(3), 120)
    columns = dict(enumerate(rows.T))
    joint = JointScores.of_rows(
        truth, columns, labels=(0, 1, 2), cluster=cluster, cluster_labels=range(12)
    )
    assert facts_of(probabilities=joint).class_clusters.tolist() == [4, 4, 4]
    table = clustered_table((truth > 0).astype(int), rows[:, 0], cluster)
    assert facts_of(scores=table).class_clusters.tolist() == [4, 8]
    assert facts_of(scores=gridded(table, 6)).class_clusters.tolist() == [4, 8]
    assert facts_of(confusion=table.counts_at(0.5)).class_clusters.tolist() == [4, 8]


def test_where_few_clusters_are_told_their_classes_are_not():
    cluster = np.repeat(np.arange(8), 10)
    table = clustered_table((cluster < 2).astype(int), np.arange(80.0), cluster)
    said = [one.key for one in cautions_of(facts_of(scores=table))]
    assert "few_clusters" in said
    assert "class_in_few_clusters" not in said


def test_sentences_are_right_for_one_of_something():
    said = BY_KEY["few_clusters"](clustered([40])).message
    assert said.startswith("There is 1 cluster, worth")
    said = BY_KEY["rows_dropped"](counts(rows=RowAccount(121, 120, {"null_label": 1}))).message
    assert said == "1 of 121 rows (0.8%) is missing from these figures: 1 without a label."
    one = facts_of(scores=ScoreTable.of_rows([1], [0.5]))
    assert "every row (1 row)" in BY_KEY["one_class"](one).message
