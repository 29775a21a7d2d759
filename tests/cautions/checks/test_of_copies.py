"""Copies of rows are told from scores that tie for a good reason."""

import numpy as np
import pytest

import veracity as vc
from simulations import tied_scores
from tests.cautions.samples import clustered_table, evidence, keys, probable, scored, true_rows
from veracity.cautions.record.from_statistics import facts_of
from veracity.statistics import RowAccount, ScoreTable

Y, ODDS = true_rows(60, seed=4)
P = 1 / (1 + np.exp(-ODDS))


def copied(truth, scores, **more):
    return evidence("copied_rows", scored(truth, scores, **more))


def test_sixty_rows_ten_times():
    found = copied(np.tile(Y, 10), np.tile(ODDS, 10))
    assert (found["copies"], found["rows"], found["cases"]) == (10, 600, 60)
    assert copied(Y, ODDS) is None


def test_it_is_said_of_an_evaluation_and_of_a_comparison():
    y, p = np.tile(Y, 10), np.tile(P, 10)
    (found,) = (one for one in vc.evaluate(y, y_proba=p).cautions if one.key == "copied_rows")
    assert "60 rows copied 10 times" in found.message.en
    assert "600 行看起来是 60 行各有 10 份" in found.message.zh
    compared = vc.compare(y, {"a": p, "b": p**2})
    assert "copied_rows" in [one.key for one in compared.cautions]


def test_copies_of_some_rows_more_often_than_of_others():
    assert copied(np.repeat(Y, 2 + 2 * Y), np.repeat(ODDS, 2 + 2 * Y))["copies"] == 2
    assert copied(np.repeat(Y, 1 + Y), np.repeat(ODDS, 1 + Y)) is not None  # positives twice


def test_a_common_divisor_needs_twenty_scores_of_six_digits():
    few = np.linspace(0, 1, 19) ** 2 / 3
    assert copied(np.tile(np.arange(19) % 2, 4), np.tile(few, 4)) is None
    many = np.linspace(0.1, 1, 21) ** 2 / 3
    assert copied(np.tile(np.arange(21) % 2, 4), np.tile(many, 4))["copies"] == 4
    whole = np.arange(40)
    truth = np.arange(40) % 2
    designed = copied(np.repeat(truth, 2), np.repeat(whole, 2))
    assert designed is None or "copies" not in designed


def test_groups_are_part_of_an_entry():
    y, p, site = np.tile(Y, 2), np.tile(P, 2), np.repeat(["a", "b"], 60)
    assert "copied_rows" not in [c.key for c in vc.evaluate(y, y_proba=p, group=site).cautions]
    twice = vc.evaluate(np.tile(y, 3), y_proba=np.tile(p, 3), group=np.tile(site, 3))
    assert "copied_rows" in [c.key for c in twice.cautions]


def test_rows_of_one_cluster_may_repeat():
    y, odds, cluster = np.repeat(Y, 5), np.repeat(ODDS, 5), np.repeat(np.arange(60), 5)
    inside = facts_of(scores=clustered_table(y, odds, cluster))
    assert evidence("copied_rows", inside) is None
    across = facts_of(scores=clustered_table(y, odds, np.arange(300)))
    assert evidence("copied_rows", across)["copies"] == 5


def test_copies_have_equal_weights():
    weight = np.random.default_rng(0).gamma(2.0, 0.5, 60)
    for times, told in ((1, False), (3, True)):
        table = ScoreTable.of_rows(np.tile(Y, times), np.tile(ODDS, times), np.tile(weight, times))
        rows = RowAccount(60 * times, 60 * times)
        found = evidence("copied_rows", facts_of(scores=table, rows=rows))
        assert (found is not None) is told


def test_frequency_weights_count_as_they_are_meant():
    y, odds = true_rows(400, seed=7)
    ev = vc.evaluate(y, y_score=odds, sample_weight=np.full(400, 2), weight_kind="frequency")
    assert "copied_rows" not in [caution.key for caution in ev.cautions]


def test_three_classes():
    random = np.random.default_rng(2)
    p = random.dirichlet([1, 1, 1], 80)
    y = (p.cumsum(1) < random.random(80)[:, None]).sum(1)
    for times, told in ((1, False), (2, True)):
        ev = vc.evaluate(np.tile(y, times), y_proba=np.tile(p, (times, 1)))
        assert ("copied_rows" in [caution.key for caution in ev.cautions]) is told


def test_a_fifth_of_the_rows_twice():
    y, odds = true_rows(400, seed=5)
    rows = np.r_[np.arange(400), np.arange(80)]
    found = copied(y[rows], odds[rows])
    assert found["share"] == pytest.approx(80 / 480)
    assert found["expected"] < 0.01
    few = np.r_[np.arange(400), np.arange(20)]  # 4.8 %
    assert copied(y[few], odds[few]) is None


def test_rows_drawn_with_replacement():
    y, odds = true_rows(400, seed=6)
    rows = np.random.default_rng(1).integers(0, 400, 400)
    assert copied(y[rows], odds[rows])["share"] == pytest.approx(1 - len(set(rows)) / 400)
    assert "copied_rows" in keys(probable(y[rows], 1 / (1 + np.exp(-odds[rows]))))


def test_equal_scores_with_other_truths_are_no_copies():
    random = np.random.default_rng(3)
    score = np.repeat(random.random(200), 2)  # two patients alike, each with an outcome of his own
    assert copied((random.random(400) < score).astype(int), score) is None


@pytest.mark.parametrize("kind", tied_scores.KINDS)
def test_scores_that_tie_for_a_good_reason(kind):
    random = np.random.default_rng(11)
    made = [tied_scores.evaluated(random, kind).cautions for _ in range(3)]
    assert not any(one.key == "copied_rows" for said in made for one in said)


def test_extreme_scores_are_looked_at_without_a_warning():
    y, odds = true_rows(300, seed=8)
    odds[:40], odds[40:60] = np.inf, -np.inf
    rows = np.r_[np.arange(300), np.arange(100)]
    assert copied(y[rows], odds[rows]) is not None
