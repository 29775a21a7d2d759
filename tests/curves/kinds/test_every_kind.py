"""What holds for every kind of curve: axes, notes, one class, ties, leading axes."""

import numpy as np
import pytest
from hypothesis import given

from tests.curves.tables import both, grouped, ranked, rows, stacked, table_of
from veracity import curves

KINDS = [curves.roc, curves.precision_recall, curves.pr_gain, curves.det, curves.gains, curves.lift]
every_kind = pytest.mark.parametrize("make", KINDS)


@every_kind
def test_columns_names_and_windows(make):
    curve = make(ranked([1, 0, 1, 1, 0]))
    x, y = list(curve.columns)[:2]
    assert (curve.x is curve[x], curve.y is curve[y]) == (True, True)
    assert set(curve.windows) == {x, y}
    assert {x, y} <= set(curve.names)
    assert all(name.zh != name for name in curve.names.values())
    assert curve["tp"].tolist() == [0, 1, 1, 2, 3, 3]
    assert curve["fp"].tolist() == [0, 0, 1, 1, 1, 2]
    assert curve.thresholds.tolist() == [np.inf, 5, 4, 3, 2, 1]


@every_kind
@given(groups=both)
def test_x_never_turns_back(make, groups):
    curve = make(grouped(groups))
    with np.errstate(invalid="ignore"):
        assert not (np.diff(curve.x) < 0).any()


@every_kind
@pytest.mark.parametrize("label", [0, 1])
def test_one_class_is_nan_with_a_reason(make, label):
    curve = make(table_of([label] * 3, [3.0, 2, 1]))
    needs_negatives = make in (curves.roc, curves.det, curves.pr_gain)
    word = "positive" if label == 0 else "negative"
    if label == 0 or needs_negatives:
        assert f"no {word} cases" in curve.note
        assert np.isnan(np.stack([curve.x, curve.y])).any(0).all()
    else:
        assert "no " not in curve.note.replace("not", "")
    assert len(curve.thinned(0.1)) <= len(curve) == 4


@every_kind
def test_one_score(make):
    curve = make(table_of([0, 1, 1], [7.0, 7, 7]))
    assert curve.thresholds.tolist() == [np.inf, 7]
    assert len(curve) == len(curve.thinned(0.01)) == 2


@every_kind
def test_no_rows(make):
    curve = make(grouped([]))
    assert curve.thresholds.tolist() == [np.inf]
    assert len(curve.thinned(0.01)) == 1


@every_kind
def test_leading_axes_are_a_loop(make):
    shared = np.linspace(5, 1, 40)
    rng = np.random.default_rng(3)
    single = [table_of(rng.integers(0, 2, 40), shared) for _ in range(3)]
    many = make(stacked(single))
    for i, table in enumerate(single):
        alone = make(table)
        for key in alone.columns:
            np.testing.assert_array_equal(many[key][i], alone[key])
    thin = many.thinned(0.05)
    assert thin.x.shape == (3, len(thin))
    assert len(make(stacked(single), error=0.1)) <= len(many)


@every_kind
def test_weights_of_any_size(make):
    y, score, weight = rows(5, weights="whole")
    small, large = (make(table_of(y, score, weight * k)) for k in (2.0**-40, 2.0**40))
    for key in list(small.columns)[:-2]:
        np.testing.assert_array_equal(small[key], large[key])


def test_det_on_normal_deviates():
    from scipy.stats import norm

    curve = curves.det(table_of(*rows(4, 500)))
    np.testing.assert_allclose(norm.cdf(curve.x), curve["fpr"], atol=1e-15)
    np.testing.assert_allclose(norm.cdf(curve.y), curve["fnr"], atol=1e-15)
    assert (curve.x[0], curve.y[0], curve.y[-1]) == (-np.inf, np.inf, -np.inf)


def test_det_is_exact_at_both_ends():
    """One of 10^15: the deviate comes from the smaller of the rate and its complement."""
    from scipy.special import ndtri

    curve = curves.det(grouped([(1, 1), (1e15, 1e15), (1, 1)]))
    assert curve.x[2] == -curve.x[1] == -ndtri(1 / (1e15 + 2))


def test_gains_and_lift():
    table = ranked([1, 1, 0, 1, 0, 0, 0, 0])
    gains, lift = curves.gains(table), curves.lift(table)
    assert gains.x.tolist() == (np.arange(9) / 8).tolist()
    np.testing.assert_allclose(gains.y, np.array([0, 1, 2, 2, 3, 3, 3, 3, 3]) / 3)
    np.testing.assert_allclose(lift.y[1:], gains.y[1:] / gains.x[1:])
    assert np.isnan(lift.y[0])
    assert lift.windows["lift"] == (0, 8 / 3)
    np.testing.assert_array_equal(gains["lift"], lift.y)
    np.testing.assert_array_equal(lift["gain"], gains.y)


def test_a_tie_runs_slanting():
    curve = curves.roc(table_of([1, 0, 1, 0], [2.0, 2, 1, 1]))
    assert curve.x.tolist() == curve.y.tolist() == [0, 0.5, 1]
