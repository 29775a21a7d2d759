"""What people hold comes back from a pickle as it went in: workers and caches need it."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

import veracity as vc
from veracity.metrics.catalogue.catalogue import everything

RNG = np.random.default_rng(5)
TRUTH = RNG.integers(0, 2, 120)
PROBA = np.clip(RNG.normal(0.35 + 0.3 * TRUTH, 0.2), 0, 1)
OTHER = np.clip(RNG.normal(0.4 + 0.2 * TRUTH, 0.2), 0, 1)
GROUP = RNG.integers(0, 3, 120)
CLUSTER = GROUP * 10 + RNG.integers(0, 9, 120)
THREE = RNG.integers(0, 3, 120)
COLUMNS, MORE_COLUMNS = RNG.dirichlet([1, 1, 1], 120), RNG.dirichlet([1, 1, 1], 120)
COLUMN = [float(p) for p in PROBA]


def again(value):
    return pickle.loads(pickle.dumps(value))


def evaluations():
    return {
        "labels": vc.evaluate(TRUTH, PROBA >= 0.5),
        "probabilities": vc.evaluate(TRUTH, y_proba=PROBA, group=GROUP, metrics=["auroc", "mcc"]),
        "scores": vc.evaluate(TRUTH, y_score=PROBA, cluster=CLUSTER),
        "columns": vc.evaluate(THREE, y_proba=COLUMNS),
        "weighted": vc.evaluate(TRUTH, y_proba=PROBA, sample_weight=PROBA + 1),
        "grid": vc.evaluate(TRUTH, y_proba=PROBA, resolution=6),
        "prevalence": vc.evaluate(TRUTH, y_proba=PROBA).at_prevalence(0.1),
    }


EVALUATIONS = evaluations()
COMPARISONS = {
    "scores": vc.compare(TRUTH, {"A": PROBA, "B": OTHER}, kind="y_proba"),
    "labels": vc.compare(TRUTH, {"A": PROBA >= 0.5, "B": OTHER >= 0.5}, kind="y_pred"),
    "columns": vc.compare(THREE, {"A": COLUMNS, "B": MORE_COLUMNS}, kind="y_proba"),
    "sides": vc.compare(EVALUATIONS["probabilities"], EVALUATIONS["weighted"]),
}


@pytest.mark.parametrize("name", EVALUATIONS)
@pytest.mark.parametrize("after_use", [False, True])
def test_an_evaluation(name, after_use):
    ev = EVALUATIONS[name] if after_use else evaluations()[name]
    said = EVALUATIONS[name].text()
    kept = again(ev)
    assert kept.text() == said
    assert kept.keys() == ev.keys()
    key = "auroc" if name == "scores" else "accuracy"
    assert kept[key] == ev[key]
    assert kept.fingerprint == ev.fingerprint


@pytest.mark.parametrize("name", EVALUATIONS)
def test_redraws_are_not_in_the_pickle(name):
    """They come back from their seed; thousands of them would be the whole file."""
    ev = EVALUATIONS[name]
    before = len(pickle.dumps(evaluations()[name]))
    ev.text()
    assert again(ev)._estimators == {}
    assert len(pickle.dumps(ev)) < before + 100_000


@pytest.mark.parametrize("name", COMPARISONS)
def test_a_comparison(name):
    cmp = COMPARISONS[name]
    said = cmp.text()
    kept = again(cmp)
    assert kept.text() == said
    assert [str(one) for one in kept.contrasts] == [str(one) for one in cmp.contrasts]


@pytest.mark.parametrize("name", ["scores", "columns"])
def test_a_comparison_that_is_asked_for_another_key_afterwards(name):
    cmp, key = COMPARISONS[name], {"scores": "brier", "columns": "rps"}[name]
    assert again(cmp)["A", "B", key].difference == cmp["A", "B", key].difference


@pytest.mark.parametrize("key", [*everything(), "fbeta(2)", "macro_f1", "weighted_fbeta(0.5)"])
def test_a_metric(key):
    metric = vc.metrics.find(key)
    for kept in (again(metric), copy.copy(metric), copy.deepcopy(metric)):
        assert kept.key == metric.key
        assert kept.names == metric.names
        assert kept.values == metric.values


def test_a_metric_with_a_value_that_no_key_can_spell():
    weights = np.array([[0.0, 0.5, 1.0], [0.5, 0.0, 0.5], [1.0, 0.5, 0.0]])
    metric = vc.metrics.find("kappa").with_values(weights=weights)
    matrix = vc.ConfusionMatrix([[4, 1, 0], [2, 3, 1], [0, 1, 5]])
    assert again(metric)(matrix) == metric(matrix)
    np.testing.assert_array_equal(again(metric).values["weights"], weights)


def test_a_metric_that_was_changed_does_not_come_back_as_another():
    changed = replace(vc.metrics.find("f1"), compute=lambda c: c.tp)
    with pytest.raises((pickle.PicklingError, AttributeError)):
        pickle.dumps(changed)


def test_everything_else_that_people_hold():
    ev, three = EVALUATIONS["probabilities"], EVALUATIONS["columns"]
    stream = vc.Stream().update(TRUTH, y_proba=COLUMN)
    recalibration = vc.recalibrate(TRUTH, PROBA, method="beta", cv=3)
    folds = vc.aggregate([ev.confusion, EVALUATIONS["labels"].confusion])
    assert folds.macro["f1"].method == "percentile"  # its redraws are made
    for held, shown in [
        (ev["auroc"], str),
        (ev.roc(), lambda curve: curve.thresholds.tolist()),
        (ev.choose(maximize="f1"), str),
        (ev.scores, lambda table: table.scores.tolist()),
        (three.by_class, lambda parts: [str(part["recall"]) for part in parts.values()]),
        (ev.by_group, lambda parts: [str(part["mcc"]) for part in parts.values()]),
        (ev.cautions, str),
        (ev.baselines(), str),
        (ev.verdict, str),
        (ev.alarms(per_hour=10), str),
        (ev.cost([[0, 1], [5, 0]]), str),
        (vc.check(ev, ["mcc >= 0.1"]), str),
        (vc.plan(metric="recall", expected=0.9, width=0.1), str),
        (stream, lambda one: one.compute().text()),
        (folds, lambda one: str(one.macro["f1"])),
        (folds.spread("f1"), str),
        (recalibration, lambda one: one.transform(COLUMN)),
        (recalibration.after, lambda one: one.text()),
    ]:
        assert shown(again(held)) == shown(held)
    assert again(ev.confusion) == ev.confusion
