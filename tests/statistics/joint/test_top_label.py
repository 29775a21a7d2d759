"""Confidence, and whether the prediction was right."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.statistics.joint_rows import joint_rows
from tests.statistics.refusals import refused
from tests.statistics.score_rows import UNIT, scored
from veracity.metrics import find
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.scores.score_table import ScoreTable


def by_row(right, confidence, weight=None):
    return TopLabel.of_rows_right(np.asarray(right, int), confidence, weight)


def test_one_half_is_called_positive_with_confidence_one_half():
    found = TopLabel.of_table(ScoreTable.of_rows([1, 0, 0, 1], [0.5, 0.5, 0.25, 0.25]))
    assert found == by_row([1, 0, 1, 0], [0.5, 0.5, 0.75, 0.75])
    assert (found.labels, found.pos_label) == (("wrong", "right"), "right")
    assert isinstance(found + found, TopLabel)


@given(scored(UNIT))
def test_two_classes_are_those_of_the_rows(rows):
    p = rows.scores
    right = (p >= 0.5) == (rows.truth == 1)
    expected = by_row(right, np.where(p >= 0.5, p, 1 - p), rows.weight)
    found = TopLabel.of_table(rows.table())
    assert np.array_equal(found.scores, expected.scores)
    np.testing.assert_allclose(found.weight, expected.weight, rtol=1e-13)
    np.testing.assert_allclose(found.sum_of_squares, expected.sum_of_squares, rtol=1e-13)


@given(scored(UNIT, weighted=False))
def test_either_label_may_come_first(rows):
    tables = [
        ScoreTable.of_rows(truth, rows.scores, labels=labels, pos_label="yes")
        for truth, labels in ((rows.truth, ("no", "yes")), (1 - rows.truth, ("yes", "no")))
    ]
    assert TopLabel.of_table(tables[0]) == TopLabel.of_table(tables[1])


@given(joint_rows(classes=2, weighted=False, clustered=True, scores=UNIT))
def test_clusters_and_leading_axes_stay(rows):
    table = rows.joint().column("A")
    found = TopLabel.of_table(table)
    times = np.array([[1, 0, 2, 0, 1], [1, 1, 1, 1, 1.0]])
    np.testing.assert_array_equal(
        found.resampled(times).weight, TopLabel.of_table(table.resampled(times)).weight
    )
    np.testing.assert_array_equal(found.resampled(times).weight[1], found.weight)


@given(st.integers(0, 500))
def test_many_classes_call_the_first_of_the_largest(seed):
    rng = np.random.default_rng(seed)
    P = rng.integers(0, 4, (15, 3)) / 4
    truth, weight = rng.integers(0, 3, 15), rng.integers(1, 4, 15).astype(float)
    expected = by_row(P.argmax(1) == truth, P.max(1), weight)
    joint = JointScores.of_rows(
        truth, dict(enumerate(P.T)), weight, labels=range(3), cluster=truth, cluster_labels=range(3)
    )
    found = TopLabel.of_joint(joint)
    assert np.array_equal(found.scores, expected.scores)
    np.testing.assert_array_equal(found.weight, expected.weight)
    np.testing.assert_array_equal(found.squares, expected.squares)
    times = np.array([[1, 0, 2.0], [1, 1, 1]])
    again = TopLabel.of_joint(joint, joint.weight * times[:, joint.cluster])
    np.testing.assert_array_equal(again.weight, found.resampled(times).weight)


def test_scores_that_are_no_probabilities_are_refused():
    refused(lambda: TopLabel.of_table(ScoreTable.of_rows([0, 1], [0.2, 1.5])), "0.2", "1.5")


@pytest.mark.parametrize("labels", [(0, 1), (1, 0)])
@pytest.mark.parametrize("share", [0.02, 0.5, 0.97])
@pytest.mark.parametrize("tied", [False, True])
def test_rows_that_stand_apart_are_those_of_the_rows(labels, share, tied):
    """The weight is made when it is read; before, the rows of the rarer kind say everything."""
    draw = np.random.default_rng(int(100 * share))
    p = np.unique(draw.random(70_000))
    if tied:  # 1/4 and 3/4 are equally sure
        p = np.sort(np.append(p, [0.25, 0.75]))
    truth = (draw.random(len(p)) < np.clip(share + 0.4 * (p - 0.5), 0, 1)).astype(int)
    weight = np.stack([truth == label for label in labels]).astype(float)[:, ::-1]
    found = TopLabel.of_table(ScoreTable(p[::-1].copy(), weight, labels, 1))
    assert ("weight" in found.__dict__) == tied
    expected = by_row((p >= 0.5) == truth, np.maximum(p, 1 - p))
    copy = pickle.loads(pickle.dumps(found))
    for key in ("aurc", "augrc", "accuracy_at_coverage"):
        assert find(key)(found) == pytest.approx(find(key)(expected), rel=1e-12)
    if tied:
        assert found.lone is None
    else:
        assert found.lone.truth == expected.lone.truth
        assert found.lone.position.tolist() == expected.lone.position.tolist()
        assert "weight" not in found.__dict__
    assert found == expected
    assert copy == expected
    assert not found.weight.flags.writeable
