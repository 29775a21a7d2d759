"""The sweep: every count metric at every threshold is that metric of the counts there."""

import importlib
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given

from tests.curves.tables import grouped, groups, ranked, rows, stacked, table_of
from veracity import curves
from veracity.errors import InputError
from veracity.metrics import CATALOGUE, find
from veracity.statistics import ConfusionMatrix, ScoreTable

COUNTED = [m.key for m in CATALOGUE.values() if m.reads is ConfusionMatrix]
MODULE = importlib.import_module("veracity.curves.kinds.sweep")


CELLS = ("tp", "fp", "fn", "tn")


def at(y, score, threshold, weight=None):
    called = np.asarray(score) >= threshold
    weight = np.ones(len(y)) if weight is None else weight
    counts = np.zeros((2, 2))
    np.add.at(counts, (np.asarray(y), called.astype(int)), weight)
    return ConfusionMatrix(counts, labels=(0, 1), pos_label=1)


def test_every_count_metric_as_a_loop():
    y, score, _ = rows(1, 60, levels=5)
    curve = curves.sweep(table_of(y, score), COUNTED)
    for index, threshold in enumerate(curve.thresholds):
        counts = at(y, score, threshold)
        for key in COUNTED:
            said = np.asarray(find(key)(counts), float)
            np.testing.assert_allclose(curve[key][index], said, rtol=1e-12, atol=1e-15, err_msg=key)


@given(groups=groups)
def test_small_tables_as_a_loop(groups):
    table = grouped(groups)
    keys = ["precision", "f1", "mcc", "fbeta(2)", "macro_f1"]
    curve = curves.sweep(table, keys)
    for index, threshold in enumerate(table.thresholds):
        counts = table.counts_at(threshold) if np.isfinite(threshold) else table.sweep(0, 1)
        for key in keys:
            np.testing.assert_allclose(curve[key][index], np.ravel(find(key)(counts))[0])


@given(groups=groups)
def test_recall_never_falls_and_precision_does(groups):
    curve = curves.sweep(grouped(groups), ["recall", "fpr", "specificity"])
    assert not (np.diff(curve["recall"]) < 0).any()
    assert not (np.diff(curve["fpr"]) < 0).any()
    assert not (np.diff(curve["specificity"]) > 0).any()


@pytest.mark.parametrize("weights", ["whole", "fractions"])
def test_weights(weights):
    y, score, weight = rows(2, 80, levels=5, weights=weights)
    keys = ["precision", "mcc", "kappa"]
    curve = curves.sweep(table_of(y, score, weight), keys)
    for index, threshold in enumerate(curve.thresholds):
        for key in keys:
            said = find(key)(at(y, score, threshold, weight))
            np.testing.assert_allclose(curve[key][index], said, rtol=1e-9, atol=1e-12)


def test_a_correction_reads_the_effective_number_of_rows():
    y, score, weight = rows(3, 50, weights="fractions")
    table = table_of(y, score, weight)
    key = "d_prime(loglinear)"
    curve = curves.sweep(table, [key])
    said = [find(key)(table.counts_at(t)) for t in table.scores]
    np.testing.assert_allclose(curve[key][1:], said, rtol=1e-12)
    unweighted = curves.sweep(table_of(y, score), [key])
    assert not np.allclose(unweighted[key][1:-1], curve[key][1:-1])


@pytest.mark.parametrize("at_once", [1, 7, 64])
def test_in_parts_it_is_the_same(monkeypatch, at_once):
    table = table_of(*rows(4, 300, weights="fractions"))
    keys = ["precision", "mcc", "d_prime(loglinear)"]
    whole = curves.sweep(table, keys)
    monkeypatch.setattr(MODULE, "_AT_ONCE", at_once)
    parts = curves.sweep(table, keys)
    for key in keys:
        np.testing.assert_array_equal(whole[key], parts[key])


def test_leading_axes(monkeypatch):
    monkeypatch.setattr(MODULE, "_AT_ONCE", 16)
    rng = np.random.default_rng(5)
    single = [table_of(rng.integers(0, 2, 50), np.arange(50.0)) for _ in range(3)]
    many = curves.sweep(stacked(single))
    for i, table in enumerate(single):
        for key in ("precision", "mcc", "kappa"):
            np.testing.assert_array_equal(many[key][i], curves.sweep(table)[key])


def test_why_there_is_no_value():
    curve = curves.sweep(ranked([1, 0]), ["precision", "recall", "lr_plus"])
    assert np.isnan(curve["precision"]).tolist() == [True, False, False]
    said = "is not finite at 1 of 3 thresholds: nothing was called positive (TP + FP = 0)."
    assert f"Precision {said}" in curve.note
    assert "Recall" not in curve.note
    assert "Positive likelihood ratio is not finite at 2 of 3 thresholds" in curve.note
    assert "在 3 个阈值中，查准率 有 1 处没有有限值：" in curve.note.zh
    one_class = curves.sweep(ranked([0, 0]), ["recall"])
    assert np.isnan(one_class["recall"]).all()
    assert "no positive cases" in one_class.note


def test_axes_and_windows():
    curve = curves.sweep(ranked([1, 0, 1]), ["mcc", "lr_plus"])
    assert list(curve.columns) == ["threshold", "mcc", "lr_plus", *CELLS]
    assert curve.windows == {"threshold": (1, 3), "mcc": (-1, 1), "lr_plus": (0.5, 1.0)}
    assert curve.names["threshold"].zh == "阈值"
    assert curve.names["mcc"] == find("mcc").names
    thin = curves.sweep(table_of(*rows(6, 20_000)), ["recall", "mcc"]).thinned(0.01)
    assert len(thin) < 1500
    assert thin.thresholds[0] == np.inf


def test_a_record_or_any_of_its_names():
    curve = curves.sweep(ranked([1, 0]), [find("mcc"), "查准率"])
    assert list(curve.columns) == ["threshold", "mcc", "precision", *CELLS]


def test_only_what_reads_counts(monkeypatch):
    from dataclasses import replace

    areal = replace(find("mcc"), key="areal", reads=object)
    with pytest.raises(InputError, match="areal needs more than the counts"):
        curves.sweep(ranked([1, 0]), [areal])


def test_infinite_scores():
    curve = curves.sweep(table_of([1, 0, 1], [np.inf, 0.0, -np.inf]), ["recall"])
    assert curve["recall"].tolist() == [0, 0.5, 0.5, 1]
    assert curve.windows["threshold"] == (0, 0)
    assert len(curve.thinned(0.1)) <= 4


def test_all_is_every_count_metric():
    table = ranked([1, 0, 1])
    curve = curves.sweep(table, "all")
    assert set(curve.columns) == {"threshold", *COUNTED, *CELLS}
    np.testing.assert_array_equal(curve["mcc"], curves.sweep(table, ["mcc"])["mcc"])
    assert list(curves.sweep(table, "mcc").columns) == ["threshold", "mcc", *CELLS]


def test_nothing_to_sweep_is_refused():
    with pytest.raises(InputError, match="at least one metric"):
        curves.sweep(ranked([1, 0]), [])


@pytest.mark.parametrize("error", [0.05, 0.01])
def test_thinned_within_the_error(error):
    table = table_of(*rows(8, 5000))
    keys = ["precision", "recall", "mcc"]
    whole, thin = curves.sweep(table, keys), curves.sweep(table, keys, error=error)
    assert len(thin) < len(whole) / 2
    assert 0 < thin.error <= error
    kept = np.searchsorted(-whole.thresholds, -thin.thresholds)
    for key in keys:  # what is left out lies in the box between the two kept points around it
        low, high = (np.fmin, np.fmax)
        width = whole.windows[key][1] - whole.windows[key][0]
        for a, b in pairwise(kept):
            between = whole[key][a : b + 1]
            ends = whole[key][[a, b]]
            assert np.nanmax(between, initial=-9) <= high(*ends) + error * width + 1e-12
            assert np.nanmin(between, initial=9) >= low(*ends) - error * width - 1e-12
    with pytest.raises(InputError, match="share of an axis"):
        curves.sweep(table, keys, error=2)


def test_the_counts_of_every_threshold_come_along() -> None:
    """Counted row by row: score >= threshold is positive."""
    rng = np.random.default_rng(0)
    truth, scores = rng.integers(0, 2, 40), rng.integers(0, 9, 40)
    curve = curves.sweep(ScoreTable.of_rows(truth, scores, labels=(0, 1)), "recall")
    for index, threshold in enumerate(curve.thresholds):
        called = scores >= threshold
        said = [(called & (truth == 1)).sum(), (called & (truth == 0)).sum()]
        said += [(~called & (truth == 1)).sum(), (~called & (truth == 0)).sum()]
        assert [curve[cell][index] for cell in CELLS] == said
