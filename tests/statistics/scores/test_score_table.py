"""The score table: what it holds, cuts of it, and other tables made from it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.statistics.refusals import refused
from tests.statistics.score_rows import ANY, scored
from veracity.errors import CannotMerge
from veracity.statistics import ConfusionMatrix
from veracity.statistics.scores.areas import area_under_roc, average_precision
from veracity.statistics.scores.score_table import ScoreTable

TRUTH, SCORES = [1, 0, 1, 0, 0], [0.9, 0.9, 0.4, 0.4, 0.1]


def table(**options):
    return ScoreTable.of_rows(TRUTH, SCORES, **options)


def test_distinct_scores_fall_and_hold_increments():
    t = table()
    assert t.scores.tolist() == [0.9, 0.4, 0.1]
    assert t.positive.tolist() == [1, 1, 0]
    assert t.negative.tolist() == [1, 1, 1]
    assert (t.total, t.positives, t.negatives, len(t)) == (5, 2, 3, 3)


def test_the_sweep_starts_above_everything():
    t = table()
    assert t.thresholds.tolist() == [np.inf, 0.9, 0.4, 0.1]
    assert t.tp.tolist() == [0, 1, 2, 2]
    assert t.fp.tolist() == [0, 1, 2, 3]
    assert t.sweep().tn.tolist() == [3, 2, 1, 0]


def test_the_zeros_are_one_score():
    t = ScoreTable.of_rows([0, 1, 1], [-0.0, 0.0, 5e-324])
    assert t.scores.tolist() == [5e-324, 0.0]
    assert not np.signbit(t.scores).any()
    assert t.weight.tolist() == [[0, 1], [1, 1]]


def test_infinite_scores_rank():
    t = ScoreTable.of_rows([1, 0, 1], [np.inf, -np.inf, 3.0])
    assert t.scores.tolist() == [np.inf, 3.0, -np.inf]
    assert area_under_roc(t) == 1
    # score >= threshold: an infinite score reaches an infinite threshold
    assert t.counts_at(np.inf).tp == 1
    assert t.sweep().tp.tolist() == [0, 1, 2, 2]


def test_nan_never_ranks():
    refused(lambda: ScoreTable.of_rows([0, 1], [np.nan, 1.0]), "NaN")
    refused(lambda: table().counts_at(np.nan), "NaN")
    refused(lambda: table().counts_at("high"), "high")


@given(scored(), ANY)
def test_counts_at_a_threshold_are_those_of_the_rows(rows, threshold):
    called = rows.scores >= threshold
    weight = np.ones(len(rows)) if rows.weight is None else rows.weight
    c = rows.table().counts_at(threshold)
    for got, expected in (
        (c.tp, (rows.truth == 1) & called),
        (c.fp, (rows.truth == 0) & called),
        (c.fn, (rows.truth == 1) & ~called),
        (c.tn, (rows.truth == 0) & ~called),
    ):
        assert got == pytest.approx(weight[expected].sum(), rel=1e-12, abs=1e-9)


@given(scored(), st.lists(ANY, max_size=5))
def test_many_thresholds_are_one_axis(rows, thresholds):
    t = rows.table()
    many = t.at_thresholds(thresholds)
    assert many.shape == (len(thresholds),)
    for index, threshold in enumerate(thresholds):
        one = t.counts_at(threshold)
        assert np.array_equal(many.cells.array()[index], one.cells.array())
        if rows.weight is not None:
            assert np.array_equal(many.squares.array()[index], one.squares.array())


def test_a_part_of_the_sweep():
    t = table()
    assert np.array_equal(t.sweep(1, 3).cells.array(), t.sweep().cells.array()[1:3])


def test_the_positive_class_may_come_first():
    t = ScoreTable.of_rows([0, 1, 1], [3, 2, 1], labels=("ill", "well"), pos_label="ill")
    c = t.counts_at(3)
    assert (c.tp, c.fp, c.fn, c.tn) == (1, 0, 0, 2)
    assert c.pos_label == "ill"
    assert area_under_roc(t) == 1
    assert area_under_roc(t.classes_swapped()) == 0


def test_binary_views_need_two_classes_and_a_positive_one():
    three = ScoreTable.of_rows([0, 1, 2], [1, 2, 3], labels="abc")
    refused(lambda: three.positive, "3")
    refused(lambda: ScoreTable.of_rows([0, 1], [1, 2], labels="ab").tp, "'a'", "pos_label")
    refused(lambda: three.one_vs_rest("d"), "'d'")


def test_one_class_against_the_rest_or_another():
    t = ScoreTable.of_rows([0, 1, 2, 2], [1, 2, 3, 1], [1.0, 2.0, 3.0, 4.0], labels="abc")
    rest = t.one_vs_rest("c")
    assert rest.labels == ("not c", "c")
    assert rest.positive.tolist() == [3, 0, 4]
    assert rest.negative.tolist() == [0, 2, 1]
    assert rest.squares.tolist() == [[0, 4, 1], [9, 0, 16]]
    pair = t.one_vs_one("a", "c")
    assert (pair.labels, pair.pos_label) == (("c", "a"), "a")
    assert pair.positive.tolist() == [0, 0, 1]
    assert pair.negative.tolist() == [3, 0, 4]


def test_leading_axes_are_a_loop():
    weights = np.random.default_rng(0).integers(0, 5, (3, 2, 2, 6)).astype(float)
    many = ScoreTable(np.arange(6.0)[::-1].copy(), weights, (0, 1), 1)
    for function in (area_under_roc, average_precision):
        values = function(many)
        assert values.shape == (3, 2)
        for i, j in np.ndindex(3, 2):
            one = ScoreTable(many.scores, weights[i, j].copy(), (0, 1), 1)
            assert values[i, j] == pytest.approx(function(one), rel=1e-14, nan_ok=True)
    assert many.counts_at(2.5).shape == (3, 2)
    assert many.sweep().shape == (3, 2, 7)
    assert many.coarsened(3).shape == (3, 2)


def test_merging_aligns_scores_and_labels():
    one = ScoreTable.of_rows([0, 1], [0.5, 0.2], labels="ab")
    other = ScoreTable.of_rows([1, 0], [0.5, 0.9], labels="bc")
    both = one + other
    assert both.labels == ("a", "b", "c")
    assert both.scores.tolist() == [0.9, 0.5, 0.2]
    assert both.weight.tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    assert sum([one, other]) == both


def test_what_cannot_be_merged():
    one, other = table(), table(pos_label=0)
    refused(lambda: one + other, "positive class", error=CannotMerge)
    with pytest.raises(TypeError):
        one + 1
    with pytest.raises(TypeError):
        1 + one


def test_a_table_with_weights_and_one_without():
    both = table() + table(weight=[0.5] * 5)
    assert both.positive.tolist() == [1.5, 1.5, 0]
    assert both.sum_of_squares[1].tolist() == [1.25, 1.25, 0]


@given(scored(), st.integers(1, 12))
def test_a_coarse_table_is_exact_at_its_scores(rows, buckets):
    t = rows.table()
    coarse = t.coarsened(buckets)
    assert len(coarse) <= buckets + 4  # both classes begin and end with one of their own
    assert set(coarse.scores) <= set(t.scores)
    assert coarse.scores[-1] == t.scores[-1]
    for score in coarse.scores:
        fine, rough = t.counts_at(score), coarse.counts_at(score)
        assert np.allclose(fine.cells.array(), rough.cells.array(), rtol=1e-12, atol=1e-9)
    assert coarse.sum_of_squares.sum() == pytest.approx(t.sum_of_squares.sum())


def test_rare_positives_get_their_part_of_the_buckets():
    rng = np.random.default_rng(0)
    truth = (np.arange(20_000) < 20).astype(int)
    coarse = ScoreTable.of_rows(truth, rng.normal(size=20_000) + 4 * truth).coarsened(100)
    assert coarse.positive.max() <= 2
    assert 60 <= len(coarse) <= 100
    refused(lambda: coarse.coarsened(0), "0")


def test_chance_keeps_the_margins():
    t = table().by_chance()
    assert area_under_roc(t) == pytest.approx(0.5)
    assert average_precision(t) == pytest.approx(0.4)
    assert t.truth.tolist() == pytest.approx([3, 2])


def test_another_prevalence_keeps_the_roc_curve():
    t = table().at_prevalence(0.1)
    assert t.positives / t.total == pytest.approx(0.1)
    assert area_under_roc(t) == pytest.approx(area_under_roc(table()))
    several = table().at_prevalence(np.array([0.1, 0.5]))
    assert average_precision(several)[0] == pytest.approx(average_precision(t))
    refused(lambda: table().at_prevalence(1.5), "1.5")


def test_it_does_not_change():
    t = table()
    with pytest.raises(AttributeError):
        t.weight = None
    with pytest.raises(ValueError, match="read-only"):
        t.weight[0] = 7
    with pytest.raises(ValueError, match="read-only"):
        t.scores[0] = 7


def test_equal_tables_and_their_names():
    assert table() == table()
    assert table() != table(weight=[1, 1, 1, 1, 2])
    assert table() != table(pos_label=0)
    assert (table() == 3) is False
    assert repr(table()) == "ScoreTable(3 distinct scores, labels 0, 1, positive 1)"


def test_weights_count_as_so_much():
    t = table(weight=[1.0, 2.0, 3.0, 4.0, 5.0])
    assert t.weighted
    assert t.effective_total == pytest.approx(15**2 / 55)
    assert table().effective_total == 5
    assert isinstance(t.counts_at(0.4), ConfusionMatrix)
    assert t.counts_at(0.4).squares.array().tolist() == [[25, 20], [0, 10]]


def test_a_million_equal_fractions_lose_no_digits():
    t = ScoreTable(np.arange(10.0**6)[::-1].copy(), np.full((2, 10**6), 0.1), (0, 1), 1)
    assert t.tp[-1] == pytest.approx(1e5, rel=1e-13)
    assert (np.diff(t.tp) >= 0).all()
    assert t.sweep(10**6).fn[0] == 0
