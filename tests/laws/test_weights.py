"""Importance weights have no scale; frequency weights are repeated rows."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.columns import Columns, close, many
from tests.laws.small_evaluations import drawn
from veracity.evaluation import evaluate
from veracity.evaluation.state.keys import available
from veracity.statistics.held import Held

PARAMETERS = ["d_prime(loglinear)", "d_prime(half_trial)", "fbeta(2)", "expected_cost(1, fn=9)"]


def weighted(classes: int, cluster: bool = False) -> Columns:
    rows = many(80, classes, seed=classes)
    weight = np.random.default_rng(9).uniform(0.2, 3, len(rows)).tolist()
    return Columns(rows.truth, rows.called, weight, [i % 9 for i in range(80)] if cluster else None)


def scaled(rows: Columns, factor: float) -> Columns:
    return Columns(rows.truth, rows.called, [w * factor for w in rows.weight], rows.cluster)


@pytest.mark.parametrize("factor", [1e-9, 0.001, 7.0, 1e9])
@pytest.mark.parametrize("classes", [2, 3])
def test_no_value_depends_on_the_scale(classes, factor):
    one, other = weighted(classes).matrix(), scaled(weighted(classes), factor).matrix()
    for key in (*available(Held(1, one)), *(PARAMETERS if classes == 2 else ())):
        assert close(other.metric(key), one.metric(key), 1e-9), key


@pytest.mark.parametrize("cluster", [False, True])
@pytest.mark.parametrize("kind", ["importance", "sampling"])
def test_no_interval_depends_on_the_scale(kind, cluster):
    options = {"weight_kind": kind, "n_resamples": 200}
    rows = weighted(2, cluster)
    one, other = rows.evaluation(**options), scaled(rows, 1e-6).evaluation(**options)
    for key in (*one.keys(), *PARAMETERS):
        mine, yours = one[key], other[key]
        assert mine.method == yours.method, key
        parts = [(e.value, e.low, e.high, e.n) for e in (mine, yours)]
        assert close(*parts, 1e-6), (key, parts)  # differences, not derivatives, by cell


@pytest.mark.parametrize("method", ["none", "bayes", "percentile"])
def test_nor_do_other_methods(method):
    options = {"method": method, "n_resamples": 200}
    rows = weighted(2)
    one, other = rows.evaluation(**options), scaled(rows, 1e4).evaluation(**options)
    for key in ("accuracy", "recall", "mcc", "d_prime(loglinear)"):
        parts = [(e.value, e.low, e.high, e.n) for e in (one[key], other[key])]
        assert close(*parts, 1e-9), key


@settings(max_examples=25)
@given(st.data())
def test_frequencies_are_repeated_rows(data):
    rows = many(10, data.draw(st.sampled_from([2, 3])), seed=data.draw(st.integers(0, 99)))
    times = data.draw(st.lists(st.integers(0, 9), min_size=10, max_size=10).filter(any))
    repeated = Columns(
        [v for v, n in zip(rows.truth, times, strict=True) for _ in range(n)],
        [v for v, n in zip(rows.called, times, strict=True) for _ in range(n)],
    )
    options = {"labels": sorted({*rows.truth, *rows.called, 1}), "n_resamples": 100}
    by_weight = evaluate(
        rows.truth, rows.called, sample_weight=times, weight_kind="frequency", **options
    )
    by_rows = repeated.evaluation(**options)
    assert by_weight.confusion == by_rows.confusion
    assert not by_weight.confusion.weighted
    for key in ("accuracy", "mcc", "macro_f1", "weighted_recall"):
        assert repr(by_weight[key]) == repr(by_rows[key])


def test_frequencies_with_clusters_are_repeated_rows():
    truth, called = [0, 0, 1, 1, 1, 0], [0, 1, 1, 1, 0, 0]
    cluster, times = list("aabbcc"), np.array([1, 2, 3, 1, 2, 4])
    by_weight = evaluate(
        truth, called, sample_weight=times, weight_kind="frequency", cluster=cluster
    )
    columns = (np.repeat(np.array(column), times) for column in (truth, called, cluster))
    truth, called, cluster = columns
    by_rows = evaluate(truth, called, cluster=cluster)
    assert by_weight.confusion == by_rows.confusion
    for key in ("accuracy", "recall"):
        assert repr(by_weight[key]) == repr(by_rows[key])


def test_equal_importance_weights_give_the_intervals_of_no_weights():
    rows = many(50, 2)
    plain = rows.evaluation()
    equal = Columns(rows.truth, rows.called, [2.5] * 50).evaluation()
    for key in ("accuracy", "precision", "recall", "prevalence"):
        mine, yours = plain[key], equal[key]
        pair = [(e.value, e.low, e.high, e.n) for e in (mine, yours)]
        assert close(*pair), key


@pytest.mark.parametrize("power", [-300, 300])
@pytest.mark.parametrize("seed", range(10))
def test_nothing_depends_on_the_scale_of_weights_far_from_one(seed, power):
    """By powers of two, which round nothing; sums below 1e-140 or above 1e140 are refused."""
    asked = drawn(seed)
    truth = asked.pop("y_true")
    asked.pop("weight_kind", None)
    weight = np.random.default_rng(seed).integers(1, 64, len(truth)) / 8
    one, other = (
        evaluate(truth, **asked | {"sample_weight": weight * factor}) for factor in (1, 2.0**power)
    )
    for key in one:
        for end in ("value", "low", "high"):
            mine, yours = getattr(one[key], end), getattr(other[key], end)
            assert mine == pytest.approx(yours, rel=1e-9, abs=1e-12, nan_ok=True), (key, end)
