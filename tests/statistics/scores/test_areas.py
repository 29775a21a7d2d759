"""Areas and their variance, beside brute force, fractions and other packages."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu
from sklearn.metrics import average_precision_score, roc_auc_score

from tests.metrics.seed_cases import CASES, exact
from tests.statistics.score_rows import (
    delong_by_pairs,
    exact_area,
    exact_average_precision,
    scored,
)
from veracity.statistics.scores.areas import area_under_roc, average_precision, delong_variance
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.scores.steps import steps_at


@given(scored())
def test_the_area_is_that_of_all_pairs(rows):
    assert area_under_roc(rows.table()) == pytest.approx(float(exact_area(rows)), abs=1e-13)


@given(scored())
def test_average_precision_is_the_sum_over_thresholds(rows):
    expected = float(exact_average_precision(rows))
    assert average_precision(rows.table()) == pytest.approx(expected, abs=1e-13)


@given(scored(scores=st.floats(-1e300, 1e300)))
def test_both_equal_scikit_learn(rows):
    t, options = rows.table(), {"sample_weight": rows.weight}
    theirs = roc_auc_score(rows.truth, rows.scores, **options)
    assert area_under_roc(t) == pytest.approx(theirs, abs=1e-12)
    theirs = average_precision_score(rows.truth, rows.scores, **options)
    assert average_precision(t) == pytest.approx(theirs, abs=1e-12)


@pytest.mark.parametrize(
    "case", ["s004.roc_perfect", "s004.roc_one_swap", "s004.roc_three_swaps", "s004.roc_reversed"]
)
def test_the_worked_sequences(case):
    sequence = CASES[case]["inputs"]["labels_by_descending_score"]
    expected = CASES[case]["expected"]
    t = ScoreTable.of_rows(sequence, np.arange(len(sequence), 0, -1))
    assert area_under_roc(t) == exact(expected["auroc"])
    assert 1 - area_under_roc(t) == pytest.approx(exact(expected["prob_negative_first"]))
    assert (t.fp / t.negatives).tolist() == [exact(value) for value in expected["roc_fpr"]]
    assert (t.tp / t.positives).tolist() == [exact(value) for value in expected["roc_tpr"]]


def test_one_swap_by_hand():
    t = ScoreTable.of_rows([1, 1, 1, 1, 0, 1, 0, 0, 0, 0], np.arange(10, 0, -1))
    assert area_under_roc(t) == 24 / 25
    assert average_precision(t) == pytest.approx(29 / 30, abs=1e-15)


def test_ties_and_a_score_that_ranks_nothing():
    tied = CASES["s004.auc_ties"]["inputs"]
    assert area_under_roc(ScoreTable.of_rows(tied["y"], [0.5] * 4)) == 0.5
    assert average_precision(ScoreTable.of_rows(tied["y"], [0.5] * 4)) == 0.5
    y, s = [1, 1, 0, 0, 1, 1], np.array([0.9, 0.8, 0.5, 0.4, 0.1, 0.2])
    assert area_under_roc(ScoreTable.of_rows(y, s)) == 0.5
    assert area_under_roc(ScoreTable.of_rows(y, abs(s - 0.45))) == 1


def test_one_class_alone_has_no_area():
    for truth, precision in (([1, 1], 1.0), ([0, 0], np.nan)):
        t = ScoreTable.of_rows(truth, [1, 2])
        assert np.isnan(area_under_roc(t))
        assert np.isnan(delong_variance(t))
        assert average_precision(t) == pytest.approx(precision, nan_ok=True)
    nothing = ScoreTable(np.zeros(0), np.zeros((2, 0)), (0, 1), 1)
    assert np.isnan([area_under_roc(nothing), average_precision(nothing)]).all()


@given(scored())
def test_reversed_scores_give_the_area_above(rows):
    there, back = rows.table(), ScoreTable.of_rows(rows.truth, -rows.scores, rows.weight)
    assert area_under_roc(there) + area_under_roc(back) == pytest.approx(1, abs=1e-12)


@given(scored(weighted=False))
def test_the_area_is_the_mann_whitney_statistic(rows):
    positive = rows.truth == 1
    u = mannwhitneyu(rows.scores[positive], rows.scores[~positive], method="asymptotic").statistic
    pairs = positive.sum() * (~positive).sum()
    assert area_under_roc(rows.table()) == pytest.approx(u / pairs, abs=1e-12)


@given(scored(weighted=False))
def test_delong_equals_brute_force(rows):
    assume(2 <= rows.truth.sum() <= len(rows) - 2)
    expected = delong_by_pairs(rows.truth, rows.scores)
    assert delong_variance(rows.table()) == pytest.approx(expected, rel=1e-10, abs=1e-15)


def test_delong_on_many_rows_with_ties():
    rng = np.random.default_rng(0)
    truth = (rng.random(3000) < 0.2).astype(int)
    scores = np.round(rng.normal(size=3000) + truth, 1)
    t = ScoreTable.of_rows(truth, scores)
    assert delong_variance(t) == pytest.approx(delong_by_pairs(truth, scores), rel=1e-12)


def test_without_ties_and_signal_it_is_near_the_null_variance():
    rng = np.random.default_rng(1)
    truth = np.arange(4000) % 2
    variance = delong_variance(ScoreTable.of_rows(truth, rng.random(4000)))
    assert variance == pytest.approx((4000 + 1) / (12 * 2000 * 2000), rel=0.05)


@given(scored(weighted=False), st.floats(0.01, 100))
def test_equal_weights_change_nothing(rows, weight):
    assume(2 <= rows.truth.sum() <= len(rows) - 2)
    plain = delong_variance(rows.table())
    rows.weight = np.full(len(rows), weight)
    assert delong_variance(rows.table()) == pytest.approx(plain, rel=1e-9, abs=1e-15)


def test_weighted_variance_by_the_linearised_sum():
    rng = np.random.default_rng(2)
    truth, weight = np.arange(300) % 3 == 0, rng.random(300) + 0.1
    scores = np.round(rng.normal(size=300) + truth, 1)
    t = ScoreTable.of_rows(truth, scores, weight)
    above = (scores[:, None] > scores) + 0.5 * (scores[:, None] == scores)
    area, expected = area_under_roc(t), 0.0
    for mine, yours, share in ((truth, ~truth, above), (~truth, truth, above.T)):
        mean = share[np.ix_(mine, yours)] @ weight[yours] / weight[yours].sum()
        n = weight[mine].sum() ** 2 / (weight[mine] ** 2).sum()
        expected += (
            (weight[mine] ** 2 * (mean - area) ** 2).sum() / weight[mine].sum() ** 2 * n / (n - 1)
        )
    assert delong_variance(t) == pytest.approx(expected, rel=1e-12)


def test_the_variance_of_redrawn_areas():
    rng = np.random.default_rng(3)
    truth = (rng.random(800) < 0.3).astype(int)
    scores = np.round(rng.normal(size=800) + truth, 1)
    t = ScoreTable.of_rows(truth, scores)
    drawn = np.empty((1500, 2, len(t)))
    for label in (0, 1):
        share = t.weight[label] / t.truth[label]
        drawn[:, label] = rng.multinomial(int(t.truth[label]), share, 1500)
    areas = area_under_roc(ScoreTable(t.scores, drawn, (0, 1), 1))
    assert areas.var() == pytest.approx(delong_variance(t), rel=0.1)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), min_size=1, max_size=30))
def test_steps_hold_what_lies_between_them(entries):
    positive = np.array([up * count for up, count in entries], float)
    negative = np.array([(not up) * count for up, count in entries], float)
    index = np.flatnonzero(positive > 0)
    steps = steps_at(index, positive, negative)
    assert steps.negatives == negative.sum()
    assert steps.positives == positive.sum()
    assert np.array_equal(steps.fp, np.cumsum(negative)[index])
    assert np.array_equal(steps.tp, np.cumsum(positive)[index])


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("short", [1, 7, 64])
def test_short_slices_add_up_to_the_whole(monkeypatch, short, weighted):
    rng = np.random.default_rng(8)
    truth = (rng.random(900) < 0.6).astype(int)
    scores = np.round(rng.normal(size=900) + truth, 2)
    weight = rng.random(900) if weighted else None
    figures = area_under_roc, average_precision, delong_variance
    whole = [of(ScoreTable.of_rows(truth, scores, weight)) for of in figures]
    monkeypatch.setattr("veracity.statistics.scores.steps._SHORT", short)
    parts = [of(ScoreTable.of_rows(truth, scores, weight)) for of in figures]
    assert parts == pytest.approx(whole, rel=1e-12)


def clustered(truth, scores, cluster, weight=None):
    from veracity.engines.rows.tables import score_table

    return score_table(truth, scores, weight, cluster=cluster)[0]


def test_rows_that_are_their_own_clusters():
    rng = np.random.default_rng(4)
    truth = (rng.random(400) < 0.4).astype(int)
    scores = np.round(rng.normal(size=400) + truth, 1)
    alone = delong_variance(clustered(truth, scores, np.arange(400)))
    assert alone == pytest.approx(delong_by_pairs(truth, scores), rel=0.01)


def test_copies_of_rows_in_one_cluster_add_nothing():
    rng = np.random.default_rng(5)
    truth, scores = rng.integers(0, 2, 200), np.round(rng.normal(size=200), 1)
    once = delong_variance(clustered(truth, scores, np.arange(200)))
    thrice = clustered(np.tile(truth, 3), np.tile(scores, 3), np.tile(np.arange(200), 3))
    assert delong_variance(thrice) == pytest.approx(once, rel=1e-12)
    weighted = clustered(truth, scores, np.arange(200), np.full(200, 3.0))
    assert delong_variance(weighted) == pytest.approx(once, rel=1e-12)


def test_the_variance_between_clusters_is_that_of_redrawn_clusters():
    rng = np.random.default_rng(6)
    cluster = np.repeat(np.arange(150), 6)
    truth = rng.integers(0, 2, 900)
    scores = np.repeat(rng.normal(size=150), 6) * (2 * truth - 1) + rng.normal(size=900) + truth
    t = clustered(truth, scores, cluster)
    areas = area_under_roc(
        t.resampled(rng.multinomial(150, np.full(150, 1 / 150), 2000).astype(float))
    )
    assert delong_variance(t) == pytest.approx(areas.var(), rel=0.12)
    assert delong_variance(t) > 2 * delong_by_pairs(truth, scores)


def test_the_variance_needs_two_of_each():
    assert np.isnan(delong_variance(ScoreTable.of_rows([1, 0, 0], [3, 2, 1])))
    assert delong_variance(ScoreTable.of_rows([1, 1, 0, 0], [4, 3, 2, 1])) == 0
