"""What the called class was given: sums of rows, sums of clusters, rows that claim to be sure."""

import numpy as np
import pytest

from veracity.cautions.checks.top_class import top_class, top_class_of
from veracity.cautions.record.from_statistics import facts_of
from veracity.statistics import ScoreTable
from veracity.statistics.joint.joint_scores import JointScores


@pytest.mark.parametrize("names", ["abcd", "dbca"])
def test_the_first_of_equal_probabilities_is_called(names):
    random = np.random.default_rng(1)
    p = random.integers(0, 3, (4, 500)) / 4
    truth, weight = random.integers(0, 4, 500), random.random(500)
    joint = JointScores.of_rows(truth, dict(zip(names, p, strict=True)), weight, labels="abcd")
    called = np.array([names[i] for i in p.argmax(0)])
    right = called == np.array(list("abcd"))[truth]
    top = p.max(0)
    found = top_class_of(joint)
    assert found.confidence == pytest.approx((weight * top).sum())
    assert found.right == pytest.approx((weight * right).sum())
    assert found.variance == pytest.approx((weight**2 * top * (1 - top)).sum())
    assert found.sure.shape == (3, 0)


def test_clusters_are_summed_before_they_are_squared():
    random = np.random.default_rng(1)
    p, truth, cluster = random.dirichlet(np.ones(3), 90).T, np.arange(90) % 3, np.arange(90) // 9
    columns = dict(enumerate(p))
    joint = JointScores.of_rows(
        truth, columns, labels=(0, 1, 2), cluster=cluster, cluster_labels=range(10)
    )
    each = (p.argmax(0) == truth) - p.max(0)
    variance = sum(each[cluster == one].sum() ** 2 for one in range(10))
    assert top_class_of(joint).variance == pytest.approx(variance)


def test_rows_that_claim_to_be_sure():
    p = np.array([[1.0, 0.0, 0.0], [0.0, 0.9995, 0.0005], [0.5, 0.3, 0.2], [0.0, 0.0, 1.0]]).T
    joint = JointScores.of_rows([0, 2, 0, 1], dict(enumerate(p)), labels=(0, 1, 2))
    unsure, weight, wrong = top_class_of(joint).sure
    assert sorted(unsure) == pytest.approx([0.0, 0.0, 0.0005])
    assert (weight.sum(), wrong.sum()) == (3.0, 2.0)


def test_one_column_has_no_called_class_here():
    assert top_class(facts_of(probabilities=ScoreTable.of_rows([0, 1], [0.2, 0.8]))) is None
