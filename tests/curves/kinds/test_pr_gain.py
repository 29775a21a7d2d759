"""Precision-recall-gain: published values, exact small cases, and its straight lines."""

import numpy as np
import pytest
from hypothesis import given

from tests.curves.tables import both, grouped, ranked
from veracity import curves


def area(table):
    x, y = curves.gain_square(table)
    return np.trapezoid(y, x)


@pytest.mark.parametrize(
    ("labels", "value"),
    [
        # documented by users of the authors' own package, prg 0.5
        ([1, 1, 1, 1, 0, 1, 0, 1, 0, 0], 0.683125),
        ([1, 1, 0, 0], 1.0),
        ([0, 0, 1, 1], 0.0),
    ],
)
def test_published_areas(labels, value):
    if labels == [0, 0, 1, 1]:
        # prg clips at precision gain 0; the line itself runs below: from -1 up to 0
        x, y = curves.gain_square(ranked(labels))
        assert np.trapezoid(np.maximum(y, 0), x) == value
    else:
        assert area(ranked(labels)) == pytest.approx(value, abs=1e-12)


def test_by_hand():
    """1 1 0 1 0: P = 3, N = 2. precG = 1 - 3/2 FP/TP, recG = 1 - 3/2 FN/TP."""
    curve = curves.pr_gain(ranked([1, 1, 0, 1, 0]))
    assert curve.x.tolist() == [-np.inf, -2, 0.25, 0.25, 1, 1]
    assert np.isnan(curve.y[0])
    assert curve.y[1:].tolist() == [1, 1, 0.25, 0.5, 0]
    x, y = curves.gain_square(ranked([1, 1, 0, 1, 0]))
    # it enters at recall 3/5, that is TP = 9/5, on the way from (1, 0) to (2, 0)
    np.testing.assert_allclose(x, [0, 0.25, 0.25, 1, 1], atol=1e-15)
    np.testing.assert_allclose(y, [1, 1, 0.25, 0.5, 0], atol=1e-15)


@given(groups=both)
def test_gains_are_precision_and_recall_on_a_harmonic_scale(groups):
    table = grouped(groups)
    gain, pr = curves.pr_gain(table), curves.precision_recall(table)
    share = table.tp[-1] / (table.tp[-1] + table.fp[-1])
    found = table.tp > 0
    for seen, rate in ((gain.x, pr.x), (gain.y, pr.y)):
        said = (rate[found] - share) / ((1 - share) * rate[found])
        np.testing.assert_allclose(seen[found], said, rtol=1e-9, atol=1e-9)


@given(groups=both)
def test_it_starts_on_the_axis_and_ends_at_everything(groups):
    x, y = curves.gain_square(grouped(groups))
    assert x[0] == pytest.approx(0, abs=1e-12)
    assert (x[-1], y[-1]) == (1, pytest.approx(0, abs=1e-12))
    assert (np.diff(x) >= -1e-12).all()


@given(groups=both)
def test_the_straight_line_is_the_hyperbola_of_precision(groups):
    """Halfway in 1/TP both gains are halfway: linear in gains is right, in PR it is not."""
    table = grouped(groups)
    P, N = table.tp[-1], table.fp[-1]
    x, y = curves.gain_square(table)
    middle = (x[1:] + x[:-1]) / 2
    height = (y[1:] + y[:-1]) / 2
    recall = P / (P + (1 - middle) * N)
    wide = np.diff(x) > 1e-6
    said = curves.interpolated_precision(table, recall[wide])
    seen = P / (P + (1 - height[wide]) * N)
    np.testing.assert_allclose(seen, said, rtol=1e-7)


def test_one_class():
    for labels in ([1, 1], [0, 0]):
        x, y = curves.gain_square(ranked(labels))
        assert np.isnan([*x, *y]).all()
