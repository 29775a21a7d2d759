"""Thinning: what is left out was within the error, which is measured and not assumed."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.curves.tables import both, grouped, rows, stacked, table_of
from veracity import curves
from veracity.curves.making.coordinates import X_FPR, Y_TPR
from veracity.curves.making.thinning import enough_thresholds
from veracity.errors import InputError

KINDS = [curves.roc, curves.precision_recall, curves.pr_gain, curves.det, curves.gains, curves.lift]
every_kind = pytest.mark.parametrize("make", KINDS)
errors = st.sampled_from([0.0, 0.01, 0.1, 0.3, 0.7])


def moved(curve, thin):
    """How far y of the full curve is from the thin one at any x, as a share of the window.

    Where the thin curve runs vertically every height of that line counts.
    """
    (x_low, x_high), (low, high) = list(curve.windows.values())[:2]
    known = ~np.isnan(thin.y)
    x, line = thin.x[known], thin.y[known]
    line = np.where(np.isinf(line), np.clip(line, low, high), line)  # as a drawing does
    y = np.clip(line, low, high)
    worst = 0.0
    for at, height in zip(curve.x, np.clip(curve.y, low, high), strict=True):
        if np.isnan(height) or not x_low <= at <= x_high:
            continue
        there = y[x == at]
        if not len(there):
            after = int(np.searchsorted(x, at))
            if np.isinf(x[after - 1]):
                there = y[after : after + 1]
            else:
                part = (at - x[after - 1]) / (x[after] - x[after - 1])
                there = line[after - 1] * (1 - part) + line[after] * part
                there = np.clip([there], low, high)
        gap = max(there.min() - height, height - there.max(), 0.0)
        worst = max(worst, gap / (high - low))
    return worst


@every_kind
@given(groups=both, error=errors)
def test_nothing_moves_by_more_than_it_says(make, groups, error):
    curve = make(grouped(groups))
    thin = curve.thinned(error)
    assert thin.error <= error
    assert moved(curve, thin) <= thin.error + 1e-12
    drawn = make(grouped(groups), error=error)
    assert drawn.error <= error
    assert moved(curve, drawn) <= drawn.error + 1e-12


@every_kind
@given(groups=both, error=errors)
def test_ends_are_kept_and_points_are_points_of_the_curve(make, groups, error):
    curve = make(grouped(groups))
    for thin in (curve.thinned(error), make(grouped(groups), error=error)):
        indices = np.searchsorted(-curve.thresholds, -thin.thresholds)
        assert (indices[0], indices[-1]) == (0, len(curve) - 1)
        for key, column in curve.columns.items():
            np.testing.assert_array_equal(thin[key], column[indices])


@every_kind
@pytest.mark.parametrize("error", [0.01, 0.001])
def test_many_points_become_few(make, error):
    table = table_of(*rows(1, 40_000))
    curve = make(table)
    for thin in (curve.thinned(error), make(table, error=error)):
        assert len(thin) < 12 / error
        assert len(thin) < len(curve) / 2
        assert 0 < thin.error <= error


def test_every_corner_is_within_the_error_in_x_as_in_y():
    table = table_of(*rows(2, 20_000))
    curve, thin = curves.roc(table), curves.roc(table, error=0.02)
    across = np.interp(curve.y, thin.y, thin.x)
    up = np.interp(curve.x, thin.x, thin.y)
    for gap in (np.abs(across - curve.x), np.abs(up - curve.y)):
        level = gap > thin.error + 1e-12
        # np.interp takes one end of a level or upright piece; the curve has both
        assert (np.isin(curve.y, thin.y) | np.isin(curve.x, thin.x))[level].all()


def test_straight_pieces_go_without_a_trace():
    perfect = curves.roc(grouped([(1, 0)] * 500 + [(0, 1)] * 500)).thinned(0)
    assert (perfect.x.tolist(), perfect.y.tolist()) == ([0, 0, 1], [0, 1, 1])
    assert perfect.error == 0


def test_errors_add_up():
    curve = curves.roc(table_of(*rows(3, 5000)))
    once = curve.thinned(0.01)
    twice = once.thinned(0.02)
    assert once.error < twice.error <= 0.03
    assert moved(curve, twice) <= twice.error


def test_undefined_points_stay_apart():
    curve = curves.precision_recall(table_of(*rows(4, 5000))).thinned(0.05)
    assert np.isnan(curve.y).tolist() == [True] + [False] * (len(curve) - 1)
    everything = curves.roc(table_of(np.ones(5000, int), np.arange(5000.0)))
    assert len(everything.thinned(0.05)) < 100


def test_leading_axes_share_their_points():
    single = [
        table_of(np.random.default_rng(i).integers(0, 2, 3000), np.arange(3000.0)) for i in (1, 2)
    ]
    many = curves.roc(stacked(single), error=0.05)
    for i, table in enumerate(single):
        alone = curves.roc(table)
        up = np.interp(alone.x, many.x[i], many.y[i])
        upright = np.isin(alone.x, many.x[i])
        assert (np.abs(up - alone.y)[~upright] <= many.error + 1e-12).all()


def test_places_from_the_ends_of_runs():
    table = table_of(*rows(6, 10_000))
    indices, made = enough_thresholds(table, (X_FPR, Y_TPR), 0.01)
    assert 0 < made <= 0.01
    steps = np.maximum(
        np.diff(table.tp[indices]) / table.tp[-1], np.diff(table.fp[indices]) / table.fp[-1]
    )
    assert (steps[np.diff(indices) > 1] <= made + 1e-12).all()


@pytest.mark.parametrize("error", [-0.1, 1, 2, np.nan])
def test_an_error_that_is_none(error):
    table = table_of([0, 1], [1.0, 2])
    for ask in (lambda: curves.roc(table).thinned(error), lambda: curves.roc(table, error=error)):
        with pytest.raises(InputError, match="share of an axis"):
            ask()


@every_kind
def test_a_thin_curve_needs_no_arrays_as_long_as_the_table(make):
    table = table_of(*rows(9, 40_000))
    thin = make(table, error=0.01)
    assert table.apart
    assert not {"tp", "fp"} & set(vars(table))  # they are kept where somebody reads them
    indices = np.searchsorted(-table.thresholds, -thin.thresholds)
    np.testing.assert_array_equal(thin["tp"], table.tp[indices])
    np.testing.assert_array_equal(thin["fp"], table.fp[indices])
