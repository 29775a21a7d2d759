"""Scores that are not what they seem, ties, rankings turned round."""

import numpy as np
import pytest

from tests.cautions.samples import evidence, keys, probable, scored, true_rows
from veracity.cautions import facts_of
from veracity.statistics import ScoreTable

Y, ODDS = true_rows(400)
P = 1 / (1 + np.exp(-ODDS))


def test_two_values_look_like_labels():
    found = evidence("scores_look_like_labels", scored(Y, (P > 0.5) * 1.0))
    assert (found["low"], found["high"], found["distinct"]) == (0.0, 1.0, 2)
    assert evidence("scores_look_like_labels", probable(Y, (P > 0.5) * 1.0)) is not None
    assert evidence("scores_look_like_labels", scored(Y, P)) is None
    assert evidence("scores_look_like_labels", scored(Y, np.digitize(P, [0.3, 0.6]))) is None


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
    assert evidence("heavy_ties", facts_of(probabilities=fine.grid(4, "unit"))) is None


def test_values_that_a_grid_keeps_apart_are_ties():
    table = ScoreTable.of_rows([1, 1, 1, 0, 1, 0, 0, 0] * 50, [1, 1, 1, 1, 0, 0, 0, 0] * 50)
    exact, grid = (
        evidence("heavy_ties", facts_of(probabilities=t)) for t in (table, table.grid(8, "unit"))
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
