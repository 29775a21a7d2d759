"""Every key of the catalogue can be compared where its inputs are there: no list of keys."""

import math

import numpy as np
import pytest

from veracity.evaluation import evaluate
from veracity.evaluation.front.comparing import compare
from veracity.metrics.catalogue.catalogue import everything

FEW = {"n_resamples": 100}
ROWS = 90


def two_classes():
    random = np.random.default_rng(3)
    truth = (random.random(ROWS) < 0.45).astype(int)
    common = random.normal(size=ROWS)

    def proba(shift):
        z = 0.6 * common + 0.8 * random.normal(size=ROWS) + shift * (truth - 0.5)
        return np.round(1 / (1 + np.exp(-z)), 2) * 0.98 + 0.01

    return truth, {"A": proba(2.0), "B": proba(1.2)}


def three_classes():
    random = np.random.default_rng(4)
    truth = np.repeat([0, 1, 2], [35, 30, 25])

    def proba(shift):
        z = random.normal(size=(ROWS, 3))
        z[np.arange(ROWS), truth] += shift
        e = np.exp(z)
        return e / e.sum(1, keepdims=True)

    return truth, {"A": proba(1.6), "B": proba(0.9)}


def cases():
    truth, models = two_classes()
    yield "two", truth, models, "y_proba"
    yield "labels", truth, {name: (p >= 0.5).astype(int) for name, p in models.items()}, "y_pred"
    truth, models = three_classes()
    yield "three", truth, models, "y_proba"
    yield "scores", truth, {name: np.log(p) for name, p in models.items()}, "y_score"


CASES = {name: rest for name, *rest in cases()}


def evaluated(name, **how):
    truth, models, kind = CASES[name]
    return {one: evaluate(truth, **{kind: given}, **FEW, **how) for one, given in models.items()}


def held(name):
    """The records that an evaluation of the same answers holds."""
    ev = evaluated(name)["A"]
    return [metric for metric in everything().values() if metric.key in ev]


EVERY = [(name, metric) for name in CASES for metric in held(name)]


def test_all_records_are_in_one_case_or_another() -> None:
    assert {metric.key for _, metric in EVERY} == {metric.key for metric in everything().values()}


def quick(name):
    """The same, of those without an interval one only: a permutation test each takes a while."""
    return [one for one in held(name) if one.no_interval is None or one.key == "ece"]


def sound(metric, row) -> None:
    """An interval around the difference and a p-value, or the reason why there is none."""
    e = row.difference
    if math.isnan(e.low):
        assert e.note, metric.key
        assert metric.no_interval is not None or metric.moving or row.test.note, metric.key
    else:
        assert e.low <= e.value <= e.high, metric.key
    if metric.no_interval is None and metric.moving is None and math.isfinite(e.value):
        assert not math.isnan(e.low), (metric.key, str(e.note))
    assert 0 <= row.p_value <= 1 or (math.isnan(row.p_value) and row.test.note), metric.key


@pytest.mark.parametrize("name", CASES)
def test_every_key_is_compared_on_the_same_rows(name) -> None:
    truth, models, kind = CASES[name]
    evs = evaluated(name, method="none")
    cmp = compare(
        truth, models, kind=kind, metrics="accuracy" if kind != "y_score" else None, **FEW
    )
    for metric in held(name):
        row = cmp["A", "B", metric.key]
        value = evs["A"][metric.key].value - evs["B"][metric.key].value
        assert row.difference.value == pytest.approx(value, nan_ok=True, abs=1e-12), metric.key
        assert row.test.name != "none", metric.key
        sound(metric, row)
        turned = cmp["B", "A", metric.key]
        assert turned.difference.low == pytest.approx(-row.difference.high, nan_ok=True)


@pytest.mark.parametrize("name", CASES)
def test_every_key_is_compared_in_clusters(name) -> None:
    truth, models, kind = CASES[name]
    cluster = np.random.default_rng(0).permutation(ROWS) % 15
    cmp = compare(truth, models, kind=kind, cluster=cluster, **FEW)
    for metric in quick(name):
        row = cmp["A", "B", metric.key]
        sound(metric, row)
        if metric.no_interval is None and metric.moving is None:
            assert row.test.df is not None, metric.key


@pytest.mark.parametrize("name", CASES)
def test_every_key_is_compared_with_weights(name) -> None:
    truth, models, kind = CASES[name]
    weight = np.random.default_rng(1).uniform(0.5, 2, ROWS)
    evs = evaluated(name, method="none", sample_weight=weight)
    cmp = compare(truth, models, kind=kind, sample_weight=weight, **FEW)
    for metric in quick(name):
        if metric.key not in evs["A"]:
            continue
        row = cmp["A", "B", metric.key]
        value = evs["A"][metric.key].value - evs["B"][metric.key].value
        assert row.difference.value == pytest.approx(value, nan_ok=True, abs=1e-12), metric.key
        e = row.difference
        assert e.low <= e.value <= e.high or e.note, metric.key


@pytest.mark.parametrize("clusters", [None, 12])
@pytest.mark.parametrize("name", CASES)
def test_every_key_is_compared_between_evaluations(name, clusters) -> None:
    cluster = None if clusters is None else np.arange(ROWS) % clusters
    evs = evaluated(name, cluster=cluster)
    metrics = held(name)
    cmp = compare(evs["A"], evs["B"], metrics=[metric.key for metric in metrics], **FEW)
    for metric in metrics:
        row = cmp["A", "B", metric.key]
        value = evs["A"][metric.key].value - evs["B"][metric.key].value
        assert row.difference.value == pytest.approx(value, nan_ok=True, abs=1e-12), metric.key
        e = row.difference
        own = metric.no_interval is None or metric.through is not None
        if own and math.isfinite(e.value) and not math.isnan(e.low):
            assert e.low <= e.value <= e.high, metric.key
            assert 0 <= row.p_value <= 1, metric.key
            if clusters is not None:
                assert row.test.df is not None, metric.key
                assert "t test" in row.test.title.en or "clusters" in row.test.title.en
        else:
            assert e.note, metric.key
            assert metric.no_interval or metric.moving or not math.isfinite(e.value), metric.key
