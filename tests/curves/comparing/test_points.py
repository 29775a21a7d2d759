"""Points at a fixed precision or recall, and break-even points that may not exist."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.curves.tables import both, grouped, ranked, stacked, table_of
from veracity import curves
from veracity.errors import InputError

rate = st.sampled_from([0.0, 0.1, 0.25, 0.5, 2 / 3, 0.9, 1.0])


@given(groups=both, rate=rate)
def test_the_best_of_all_thresholds(groups, rate):
    table = grouped(groups)
    pr = curves.precision_recall(table)
    recall, precision = pr.x[1:], pr.y[1:]
    with np.errstate(invalid="ignore"):
        best = precision[(recall >= rate) & ~np.isnan(precision)].max()
        found = recall[precision >= rate].max(initial=-1)
    at_recall, at_precision = curves.at_recall(table, rate), curves.at_precision(table, rate)
    assert at_recall.precision == best
    assert at_recall.recall >= rate
    if found < 0:
        assert not at_precision.exists
        assert "No threshold reaches a precision of" in at_precision.note
    else:
        assert at_precision.recall == found
        assert at_precision.precision >= rate


@given(groups=both, rate=rate)
def test_the_counts_are_those_at_the_threshold(groups, rate):
    table = grouped(groups)
    point = curves.at_recall(table, rate)
    called = table.scores >= point.threshold
    assert (point.tp, point.fp) == (table.positive[called].sum(), table.negative[called].sum())


def test_of_equal_ones_the_better():
    """Same precision: the higher recall. Same recall: the fewer false alarms."""
    table = ranked([1, 0, 1, 0, 1, 0, 0])
    assert curves.at_recall(ranked([1, 0, 1, 0]), 0.6).threshold == 2
    assert curves.at_precision(table, 0.4).threshold == 3
    assert curves.at_recall(ranked([1, 1, 0]), 0.5).recall == 1


def test_models_where_curves_cross():
    tables = {"careful": ranked([1, 0, 0, 1, 1]), "broad": ranked([0, 1, 1, 1, 0])}
    assert list(curves.compared_at(tables, recall=0.3)) == ["careful", "broad"]
    assert list(curves.compared_at(tables, recall=0.9)) == ["broad", "careful"]
    strict = curves.compared_at(tables, precision=0.9)
    assert list(strict) == ["careful", "broad"]
    assert not strict["broad"].exists
    assert list(curves.compared_at(tables, precision=0.0)) == ["careful", "broad"]
    for wrong in ({}, {"recall": 0.5, "precision": 0.5}):
        with pytest.raises(InputError, match="a recall or a precision"):
            curves.compared_at(tables, **wrong)


def test_nothing_reaches_more_than_everything():
    point = curves.at_recall(ranked([1, 0]), 1.5)
    assert np.isnan([point.threshold, point.precision, point.recall]).all()
    assert point.note.zh == "没有阈值的召回率能达到 1.500。"


def test_no_positives():
    table = ranked([0, 0])
    for point in (curves.at_recall(table, 0.5), curves.at_precision(table, 0.5)):
        assert not point.exists
        assert "no positive cases" in point.note
    point = curves.break_even(table)
    assert np.isnan([point.value, point.threshold, point.between]).all()
    assert "no positive cases" in point.note


@given(groups=both)
def test_break_even_is_where_precision_is_recall(groups):
    table = grouped(groups)
    point = curves.break_even(table)
    pr = curves.precision_recall(table)
    called = table.tp + table.fp
    if point.exists:
        at = pr.thresholds == point.threshold
        assert pr.x[at] == pr.y[at] == point.value == point.between
        assert called[at] == table.tp[-1]
    else:
        assert table.tp[-1] not in called
        assert "No break-even point" in point.note
        assert 0 <= point.between <= 1


def test_a_tie_that_skips_it():
    point = curves.break_even(table_of([1, 0, 1, 0, 0], [3.0, 2, 2, 2, 1]))
    assert not point.exists
    assert point.note == (
        "No break-even point: ties skip from 1 to 4 cases called positive, with 2 positives."
    )
    assert point.between == pytest.approx((1 + 1 / 3) / 2)  # one of the three tied, at random


def test_break_even_with_weights_that_round():
    table = table_of([1, 1, 1, 0, 0, 0], np.arange(6.0, 0, -1), np.full(6, 0.1))
    assert curves.break_even(table).value == pytest.approx(1)


def test_break_evens_highest_first_missing_last():
    tables = {"tied": grouped([(2, 2)]), "low": ranked([0, 1, 1, 0]), "high": ranked([1, 1, 0])}
    assert list(curves.break_evens(tables)) == ["high", "low", "tied"]


def test_one_table_at_a_time():
    many = stacked([ranked([1, 0]), ranked([0, 1])])
    for ask in (lambda: curves.at_recall(many, 0.5), lambda: curves.break_even(many)):
        with pytest.raises(InputError, match="one table"):
            ask()


def test_weights_that_skip_it_are_not_called_ties():
    point = curves.break_even(table_of([1, 0, 1], [3.0, 2.0, 1.0], [1.0, 2.5, 1.0]))
    assert point.note == (
        "No break-even point: at one score the weight called positive jumps from 1 to 3.5; "
        "positives weigh 2."
    )
