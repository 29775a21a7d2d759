"""Precision between the thresholds: a hyperbola, which no straight line reaches."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.curves.tables import both, grouped, ranked, stacked
from veracity import curves
from veracity.errors import InputError


@given(groups=both, part=st.floats(0, 1))
def test_mixing_two_thresholds(groups, part):
    """Between two neighbours it is the precision of their counts, mixed."""
    table = grouped(groups)
    tp, fp, P = table.tp, table.fp, table.tp[-1]
    for i in np.flatnonzero(np.diff(tp) > 0):
        hits = tp[i] + part * (tp[i + 1] - tp[i])
        false = fp[i] + part * (fp[i + 1] - fp[i])
        if hits / P in tp / P:
            continue
        seen = curves.interpolated_precision(table, hits / P)
        assert seen == pytest.approx(hits / (hits + false), rel=1e-9)


@given(groups=both)
def test_at_the_thresholds_it_is_the_best_precision_there(groups):
    table = grouped(groups)
    pr = curves.precision_recall(table)
    for recall in np.unique(pr.x[pr.x > 0]):
        best = pr.y[pr.x == recall].max()
        assert curves.interpolated_precision(table, recall) == pytest.approx(best, rel=1e-12)


@given(groups=both)
def test_the_straight_line_promises_too_much_where_precision_falls(groups):
    """And too little where it rises, as it does when only positives are added."""
    table = grouped(groups)
    curve = curves.interpolated_precision_recall(table, pieces=37)
    pr = curves.precision_recall(table)
    for i in np.flatnonzero((np.diff(pr.x) > 0) & (pr.x[:-1] > 0)):
        inside = (curve.x > pr.x[i]) & (curve.x < pr.x[i + 1])
        line = np.interp(curve.x[inside], pr.x[i : i + 2], pr.y[i : i + 2])
        falls = pr.y[i + 1] <= pr.y[i]
        low, high = (curve.y[inside], line) if falls else (line, curve.y[inside])
        assert (low <= high + 1e-12).all()


def test_outside_there_is_nothing():
    table = ranked([1, 0, 1])
    seen = curves.interpolated_precision(table, [-0.1, 0, 1.1, np.nan])
    assert np.isnan(seen).all()
    assert np.isnan(curves.interpolated_precision(ranked([0, 0]), 0.5))
    assert curves.interpolated_precision(table, 1.0) == 2 / 3


def test_a_negative_on_top_starts_at_zero():
    table = ranked([0, 1])
    np.testing.assert_allclose(
        curves.interpolated_precision(table, [1e-9, 0.5, 1]), [1e-9, 1 / 3, 0.5]
    )


def test_the_interpolated_curve():
    table = grouped([(5, 5), (5, 25), (10, 60)])
    curve = curves.interpolated_precision_recall(table, pieces=10)
    assert curve.kind == "pr_interpolated"
    np.testing.assert_allclose(curve.x, [*np.arange(3) / 10, 0.25, *np.arange(3, 11) / 10])
    assert curve.y[4] == pytest.approx(0.375)
    assert curve.thresholds[4] == 2  # reaching recall 0.3 takes the second score
    empty = curves.interpolated_precision_recall(ranked([0, 0]))
    assert np.isnan(empty.y).all()
    assert "no positive cases" in empty.note


def test_one_table_at_a_time():
    with pytest.raises(InputError, match="one table"):
        curves.interpolated_precision(stacked([ranked([1, 0]), ranked([0, 1])]), 0.5)
