"""Scores that are not what they seem, ties, rankings turned round."""

import numpy as np
import pytest

from tests.cautions.samples import BY_KEY, counts, evidence, keys, probable, scored, true_rows
from veracity.cautions.record.from_statistics import facts_of
from veracity.statistics import ScoreTable
from veracity.statistics.grid.building import gridded
from veracity.statistics.joint.joint_scores import JointScores

Y, ODDS = true_rows(400)
P = 1 / (1 + np.exp(-ODDS))


def test_two_values_look_like_labels():
    found = evidence("scores_look_like_labels", scored(Y, (P > 0.5) * 1.0))
    assert (found["low"], found["high"]) == (0.0, 1.0)
    assert evidence("scores_look_like_labels", probable(Y, (P > 0.5) * 1.0)) is not None
    assert evidence("scores_look_like_labels", scored(Y, P)) is None
    assert evidence("scores_look_like_labels", scored(Y, np.digitize(P, [0.3, 0.6]))) is None


def test_two_rows_with_two_scores_are_no_labels():
    assert evidence("scores_look_like_labels", scored([0, 1], [0.2, 0.7])) is None


def test_rows_of_zeros_and_one_one_look_like_labels():
    hot = np.eye(3)[np.arange(60) % 3]
    soft = 0.8 * hot + 0.2 / 3
    for rows, told in ((hot, True), (soft, False)):
        joint = JointScores.of_rows(np.arange(60) % 3, dict(enumerate(rows.T)), labels=(0, 1, 2))
        found = evidence("scores_look_like_labels", facts_of(probabilities=joint))
        assert (found is not None) is told


def test_one_score_for_all_rows():
    facts = scored(Y, np.full(len(Y), 0.3))
    assert evidence("constant_scores", facts) == {"value": 0.3, "rows": 400}
    assert keys(facts) == ["constant_scores"]
    assert evidence("constant_scores", scored(Y, P)) is None
    assert evidence("constant_scores", scored([1, 1], [0.3, 0.3])) is None


def test_labels_are_not_also_called_tied():
    assert evidence("heavy_ties", scored(Y, (P > 0.5) * 1.0)) is not None
    assert "heavy_ties" not in keys(scored(Y, (P > 0.5) * 1.0))


def test_log_odds():
    found = evidence("scores_look_like_log_odds", scored(Y, ODDS))
    assert (found["low"], found["high"]) == (ODDS.min(), ODDS.max())


@pytest.mark.parametrize("scores", [P, P - 0.5, 100 * P, 1000 * ODDS], ids=str)
def test_what_does_not_look_like_log_odds(scores):
    assert evidence("scores_look_like_log_odds", scored(Y, scores)) is None


def test_scores_beside_probabilities_need_no_reading():
    facts = facts_of(
        scores=ScoreTable.of_rows(Y, ODDS), probabilities=ScoreTable.of_rows(Y, P), threshold=0.5
    )
    assert evidence("scores_look_like_log_odds", facts) is None


def test_percentages():
    found = evidence("scores_look_like_percentages", scored(Y, 100 * P))
    assert found["high"] == pytest.approx(100 * P.max())
    assert evidence("scores_look_like_percentages", scored(Y, P)) is None
    assert evidence("scores_look_like_percentages", scored(Y, ODDS)) is None
    assert evidence("scores_look_like_percentages", scored(Y, 1000 * P)) is None


def test_one_half_on_another_scale():
    assert evidence("threshold_off_scale", scored(Y, ODDS, threshold=0.5))["half"] == 0.0
    assert evidence("threshold_off_scale", scored(Y, 100 * P, threshold=0.5))["half"] == 50.0
    assert evidence("threshold_off_scale", scored(Y, ODDS, threshold=0.0)) is None
    assert evidence("threshold_off_scale", probable(Y, P)) is None
    assert "scores_look_like_log_odds" not in keys(scored(Y, ODDS, threshold=0.5))


def test_heavy_ties_are_counted_in_pairs():
    # at 1: 3 positives and 1 negative, at 0: 1 and 3; 3 + 3 of 16 pairs are tied
    truth, score = [1, 1, 1, 0, 1, 0, 0, 0, 1, 0], [1, 1, 1, 1, 0, 0, 0, 0, 5, -5]
    found = evidence("heavy_ties", scored(truth, score))
    assert found["share"] == pytest.approx(6 / 25)
    assert (found["distinct"], found["rows"]) == (4, 0.4)
    assert evidence("heavy_ties", scored(Y, P)) is None


def test_wide_buckets_of_a_grid_are_no_ties():
    fine = ScoreTable.of_rows(Y, P)
    assert evidence("heavy_ties", facts_of(probabilities=gridded(fine, 4, "unit"))) is None


def test_values_that_a_grid_keeps_apart_are_ties():
    table = ScoreTable.of_rows([1, 1, 1, 0, 1, 0, 0, 0] * 50, [1, 1, 1, 1, 0, 0, 0, 0] * 50)
    exact, grid = (
        evidence("heavy_ties", facts_of(probabilities=t))
        for t in (table, gridded(table, 8, "unit"))
    )
    assert exact["share"] == grid["share"] == 6 / 16


def test_a_ranking_turned_round():
    found = evidence("ranks_backwards", scored(Y, -ODDS))
    assert found["auroc"].value < 0.3
    assert found["turned"] == pytest.approx(1 - found["auroc"].value)
    assert evidence("ranks_backwards", scored(Y, ODDS)) is None


def test_chance_is_not_backwards():
    random = np.random.default_rng(3)
    noise = [scored(Y, random.normal(size=len(Y))) for _ in range(40)]
    assert sum(evidence("ranks_backwards", facts) is not None for facts in noise) <= 1


def of_columns(rows, truth):
    columns = dict(enumerate(rows.T))
    joint = JointScores.of_rows(truth, columns, labels=range(rows.shape[1]))
    return facts_of(scores=joint)


def test_columns_that_rank_backwards():
    random = np.random.default_rng(5)
    truth = np.arange(300) % 3
    good = np.eye(3)[truth] + random.normal(size=(300, 3))
    found = evidence("ranks_backwards", of_columns(-good, truth))
    of_pairs = [(-good[truth == k, k][:, None] > -good[truth != k, k]).mean() for k in range(3)]
    assert found["auroc"].value == pytest.approx(np.mean(of_pairs))
    assert "各类别对其余" in BY_KEY["ranks_backwards"](of_columns(-good, truth)).message.zh
    assert evidence("ranks_backwards", of_columns(good, truth)) is None


def test_calls_that_go_against_the_truth():
    exchanged = counts(tp=20, fp=70, fn=80, tn=30)
    # MCC (20·30 − 70·80)/√(90·100·100·110)
    mcc = (20 * 30 - 70 * 80) / np.sqrt(90 * 100 * 100 * 110.0)
    assert evidence("calls_backwards", exchanged)["mcc"].value == pytest.approx(mcc)
    assert "calls_backwards" in keys(exchanged)
    assert not {"accuracy_below_baseline", "accuracy_near_baseline"} & set(keys(exchanged))
    assert evidence("calls_backwards", counts(tp=48, fp=52, fn=52, tn=48)) is None
    assert evidence("calls_backwards", counts()) is None


def test_a_backward_score_is_told_once():
    said = keys(probable(Y, 1 - P))
    assert "ranks_backwards" in said
    assert "calls_backwards" not in said
