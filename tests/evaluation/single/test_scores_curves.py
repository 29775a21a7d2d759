"""Curves of an evaluation: they unpack as scikit-learn 1.9 returns them, element for element."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics as sk

from tests.statistics.refusals import refused
from tests.statistics.score_rows import scored
from veracity.errors import InputError
from veracity.evaluation import evaluate

FINITE = st.one_of(st.integers(-3, 3).map(float), st.floats(-1e6, 1e6))


def evaluated(rows):
    return evaluate(rows.truth, y_score=rows.scores, sample_weight=rows.weight, labels=[0, 1])


def assert_same(ours, theirs, exact: bool) -> None:
    for mine, yours in zip(ours, theirs, strict=True):
        assert mine.shape == yours.shape
        if exact:
            assert np.array_equal(mine, yours)
        else:
            np.testing.assert_allclose(mine, yours, rtol=1e-12, atol=1e-12)


@given(scored(FINITE, weighted=False))
def test_roc_and_pr_unpack_as_scikit_learn(rows):
    ev = evaluated(rows)
    assert_same(ev.roc(), sk.roc_curve(rows.truth, rows.scores), exact=True)
    assert_same(ev.pr(), sk.precision_recall_curve(rows.truth, rows.scores), exact=True)
    assert_same(ev.det(), sk.det_curve(rows.truth, rows.scores), exact=True)


@given(scored(FINITE, weighted=True))
def test_weighted_pr_unpacks_as_scikit_learn(rows):
    theirs = sk.precision_recall_curve(rows.truth, rows.scores, sample_weight=rows.weight)
    assert_same(evaluated(rows).pr(), theirs, exact=False)


RNG = np.random.default_rng(4)
TRUTH = RNG.integers(0, 2, 400)
SCORES = np.round(RNG.normal(TRUTH, 1.0), 2)
EV = evaluate(TRUTH, y_score=SCORES)


def test_the_areas_are_those_of_the_curves() -> None:
    fpr, tpr, thresholds = EV.roc()
    assert np.isposinf(thresholds[0])
    widths, heights = np.diff(fpr), (tpr[1:] + tpr[:-1]) / 2
    assert (widths * heights).sum() == pytest.approx(EV["auroc"].value, abs=1e-12)
    precision, recall, _ = EV.pr()
    assert -np.sum(np.diff(recall) * precision[:-1]) == pytest.approx(
        EV["average_precision"].value, abs=1e-12
    )


def test_the_sweep_holds_count_metrics_at_every_threshold() -> None:
    sweep = EV.sweep(["f1", "mcc", "recall"])
    assert sweep.thresholds[0] == np.inf
    assert len(sweep) == len(np.unique(SCORES)) + 1
    for index in (1, 20, len(sweep) - 1):
        at = EV.at(float(sweep.thresholds[index]))
        for key in ("f1", "mcc", "recall"):
            assert sweep[key][index] == pytest.approx(at[key].value, nan_ok=True)
    assert np.nanmax(sweep["f1"]) == pytest.approx(EV["max_f1"].value)
    assert np.nanmax(sweep["mcc"]) == pytest.approx(EV["max_mcc"].value)
    assert EV.sweep("f1")["f1"].tolist() == sweep["f1"].tolist()
    refused(lambda: EV.sweep(["auroc"]), "auroc", error=InputError)


def test_the_hull_lies_above_and_has_the_larger_area() -> None:
    hull, roc = EV.hull(), EV.roc()
    above = np.interp(roc["fpr"], hull["fpr"], hull["tpr"])
    assert (above >= roc["tpr"] - 1e-12).all()
    assert set(hull.thresholds) <= set(roc.thresholds)
    slopes = np.diff(hull["tpr"]) / np.maximum(np.diff(hull["fpr"]), 1e-300)
    assert (np.diff(slopes) < 1e-9).all()


def test_gains_and_lift_at_the_tenth() -> None:
    gains = EV.gains()
    order = np.argsort(-SCORES, kind="stable")
    cut = int(np.flatnonzero(np.diff(SCORES[order]))[40]) + 1  # no tie is divided there
    share, found = cut / 400, TRUTH[order][:cut].sum() / TRUTH.sum()
    index = int(np.argmin(np.abs(gains["predicted_positive_rate"] - share)))
    assert gains["predicted_positive_rate"][index] == pytest.approx(share)
    assert gains["gain"][index] == pytest.approx(found)
    assert gains["lift"][index] == pytest.approx(found / share)


def test_precision_and_recall_gain_by_their_definition() -> None:
    """Flach and Kull (2015): (x − π) / ((1 − π) x)."""
    curve, share = EV.pr_gain(), TRUTH.mean()
    for name in ("precision", "recall"):
        for index in range(50, len(curve), 40):
            x = EV.at(float(curve.thresholds[index]))[name].value
            expected = (x - share) / ((1 - share) * x)
            assert curve[f"{name}_gain"][index] == pytest.approx(expected)


def test_thinning_says_its_error_and_keeps_to_it() -> None:
    thin = EV.roc(error=0.05)
    assert 0 < thin.error <= 0.05
    assert len(thin) < len(EV.roc())
    back = np.interp(EV.roc()["fpr"], thin["fpr"], thin["tpr"])
    inside = np.abs(back - EV.roc()["tpr"])
    assert np.quantile(inside, 0.9) <= 0.05


@pytest.mark.parametrize("kind", ["roc", "pr", "pr_gain", "det", "hull", "gains", "sweep"])
def test_curves_of_a_grid_are_exact_at_its_edges(kind: str) -> None:
    grid = evaluate(TRUTH, y_score=SCORES, resolution=5)
    curve = getattr(grid, kind)()
    assert "exact" in curve.note
    assert curve.note.zh
    if kind == "roc":
        for index in (3, 10, len(curve) - 1):
            at = EV.at(float(curve.thresholds[index]))
            assert curve["tpr"][index] == at["recall"].value
            assert curve["fpr"][index] == at["fpr"].value
    table = curve.to_pandas()
    assert len(table) == len(curve)


def test_ranking_curves_are_of_the_score_and_sweeps_of_the_probability() -> None:
    ev = evaluate([0, 0, 1, 1], y_score=[3, 1, 2, 4], y_proba=[0.1, 0.4, 0.35, 0.8])
    assert ev.gains().thresholds.tolist() == [np.inf, 4, 3, 2, 1]
    assert ev.sweep().thresholds.tolist() == [np.inf, 0.8, 0.4, 0.35, 0.1]


def test_the_interpolated_precision_recall_curve() -> None:
    """2 of 2, then 3 found with 1 false: halfway 2.5 / (2.5 + 0.5) (Davis and Goadrich 2006)."""
    ev = evaluate([1, 1, 0, 1, 0], y_score=[5, 4, 3, 3, 1])
    curve = ev.pr(interpolated=True)
    index = np.flatnonzero(np.isclose(curve["recall"], 2 / 3, rtol=0, atol=1e-12))
    assert curve["precision"][index[-1]] == 1
    wanted = 0.835  # of 3 positives: 2.505 found, 0.505 false
    found = curve["precision"][np.flatnonzero(np.isclose(curve["recall"], wanted))[0]]
    assert found == pytest.approx(2.505 / 3.01, abs=1e-12)
    assert len(ev.pr(interpolated=True, error=0.05)) < len(curve)
    with pytest.raises(InputError, match="interpolated curve has no band"):
        ev.pr(interpolated=True, band="pointwise")


def test_a_sweep_of_everything_or_nothing() -> None:
    ev = evaluate(["b", "a", "b"], y_score=[3, 2, 1], pos_label="b")
    every = ev.sweep("all")
    assert {"mcc", "kappa", "dor", "accuracy"} <= set(every.columns)
    assert list(ev.sweep(metrics="mcc").columns) == ["threshold", "mcc", "tp", "fp", "fn", "tn"]
    with pytest.raises(InputError, match="at least one metric"):
        ev.sweep([])
