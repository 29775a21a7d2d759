"""The ROC convex hull: on top of every point, straight, and made of thresholds."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.curves.tables import both, grouped, groups, ranked, rows, stacked, table_of
from veracity import curves
from veracity.errors import InputError


def brute(table):
    """Corners that no line between two other points passes on or above."""
    points = list(dict.fromkeys(zip(table.fp.tolist(), table.tp.tolist(), strict=True)))

    def under(k):
        return any(
            (b[0] - a[0]) * (points[k][1] - a[1]) <= (b[1] - a[1]) * (points[k][0] - a[0])
            for a, b in itertools.product(points[:k], points[k + 1 :])
        )

    return [point for k, point in enumerate(points) if not under(k)]


@given(groups=groups)
def test_it_is_the_hull(groups):
    table = grouped(groups)
    curve = curves.hull(table)
    assert list(zip(curve["fp"].tolist(), curve["tp"].tolist(), strict=True)) == brute(table)


@given(groups=both)
def test_it_lies_above_and_bends_down(groups):
    table = grouped(groups)
    hull, roc = curves.hull(table), curves.roc(table)
    assert (np.interp(roc.x, hull.x, hull.y) >= roc.y - 1e-12).all() or hull.x[1] == 0
    rise, run = np.diff(hull["tp"]), np.diff(hull["fp"])
    assert (rise[:-1] * run[1:] > rise[1:] * run[:-1]).all()
    assert curves.dominance(hull_table(hull), table).relation in ("first", "equal")


def hull_table(hull):
    return grouped(np.column_stack([np.diff(hull["tp"]), np.diff(hull["fp"])]))


@given(cases=st.lists(st.tuples(st.floats(0, 5), st.floats(0, 5)), min_size=1, max_size=20))
def test_fractional_weights(cases):
    table = grouped(cases)
    hull = curves.hull(table)
    scale = max(table.tp[-1], table.fp[-1], 1)
    reach = np.interp(table.fp, hull["fp"], hull["tp"])
    top = np.array([hull["tp"][hull["fp"] == fp].max(initial=-1) for fp in table.fp])
    assert (np.maximum(reach, top) >= table.tp - 1e-9 * scale).all()


def test_thresholds_are_those_of_the_curve():
    table = table_of(*rows(1, 5000))
    hull, roc = curves.hull(table), curves.roc(table)
    index = np.searchsorted(-roc.thresholds, -hull.thresholds)
    np.testing.assert_array_equal(hull.x, roc.x[index])
    np.testing.assert_array_equal(hull.y, roc.y[index])
    assert hull.thresholds[0] == np.inf


def test_large_counts_are_compared_as_integers():
    """Slopes that differ in the 13th digit: 10^6/(10^6 + 1) and (10^6 - 1)/10^6."""
    big = 10.0**6
    table = grouped([(big, big + 1), (big - 1, big)])
    assert len(curves.hull(table)) == 3
    assert len(curves.hull(grouped([(big - 1, big), (big, big + 1)]))) == 2


def test_a_class_that_weighs_next_to_nothing():
    hull = curves.hull(grouped([(1, 0), (1, 1e-74)]))
    assert (hull.x.tolist(), hull.y.tolist()) == ([0, 0, 1], [0, 0.5, 1])


def test_the_hull_area_is_that_after_isotonic_regression():
    """y = 0,1,0,1 with p = .1,.3,.6,.8: 3/4 becomes 7/8 (mission, mistake 1)."""
    table = table_of([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8])
    roc, hull = curves.roc(table), curves.hull(table)
    assert np.trapezoid(roc.y, roc.x) == 0.75
    assert np.trapezoid(hull.y, hull.x) == 0.875


def test_perfect_useless_and_reversed():
    assert curves.hull(ranked([1, 1, 0, 0])).thresholds.tolist() == [np.inf, 3, 1]
    for labels in ([0, 0, 1, 1], [0, 1, 0, 1]):
        hull = curves.hull(ranked(labels))
        assert (hull.x.tolist(), hull.y.tolist()) in (([0, 1], [0, 1]), ([0, 0.5, 1], [0, 1, 1]))


@pytest.mark.parametrize("label", [0, 1])
def test_one_class(label):
    hull = curves.hull(ranked([label, label]))
    assert len(hull) == 2
    assert np.isnan(hull.x).all() or np.isnan(hull.y).all()
    assert "cases" in hull.note


def test_no_rows_and_no_weight():
    assert len(curves.hull(grouped([]))) == 1
    assert len(curves.hull(grouped([(0, 0), (0, 0)]))) == 1
    assert curves.hull(grouped([(0, 0), (1, 1), (0, 0)])).thresholds.tolist() == [np.inf, 2]


def test_one_table_at_a_time():
    with pytest.raises(InputError, match="one table"):
        curves.hull(stacked([ranked([1, 0]), ranked([0, 1])]))
