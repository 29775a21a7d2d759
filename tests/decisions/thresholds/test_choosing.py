"""The threshold chosen is the best allowed one: by hand, and against trying them all."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.decisions.samples import QUICK, clustered_table, normal_table
from veracity.decisions.thresholds.choosing import choose
from veracity.errors import InputError
from veracity.metrics import find
from veracity.statistics.scores.score_table import ScoreTable

SIX = ScoreTable.of_rows([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
# threshold        inf  6    5    4    3    2    1
# TP, FP           0 0  1 0  2 0  2 1  3 1  3 2  3 3


@pytest.mark.parametrize(
    ("asked", "threshold", "aim", "value"),
    [
        ({"maximize": "f1"}, 3, "f1", 6 / 7),
        ({"maximize": "accuracy"}, 3, "accuracy", 5 / 6),  # 5 is as good, but finds less
        ({"maximize": "precision"}, 5, "precision", 1.0),  # so does 6
        ({"maximize": "fpr"}, 5, "fpr", 0.0),  # lower is better
        ({"maximize": "specificity"}, 5, "specificity", 1.0),
        ({"maximize": "lr_plus"}, 5, "lr_plus", math.inf),
        ({"maximize": "dor"}, 3, "dor", math.inf),  # 5 and 6 are infinite too
        ({"maximize": "recall"}, 3, "recall", 1.0),
        ({"min_recall": 1}, 3, "specificity", 2 / 3),
        ({"min_recall": 0.5}, 5, "specificity", 1.0),
        ({"max_fpr": 0}, 5, "recall", 2 / 3),
        ({"max_fpr": 0.4}, 3, "recall", 1.0),
        ({"max_alarms": 0.5}, 5, "recall", 2 / 3),
        ({"min_precision": 0.7}, 3, "recall", 1.0),
        ({"min_recall": 0.5, "max_alarms": 0.5}, 5, "f1", 0.8),
        ({"cost_fp": 1, "cost_fn": 25}, 3, "expected_cost(fn=25)", 1 / 6),
        ({"cost_fp": 25, "cost_fn": 1}, 5, "expected_cost(25)", 1 / 6),
        ({"maximize": "precision", "min_recall": 0.9}, 3, "precision", 0.75),
        ({}, 3, "f1", 6 / 7),
    ],
)
def test_by_hand(asked, threshold, aim, value):
    choice = choose(SIX, **asked)
    assert (choice.threshold, choice.maximize) == (threshold, aim)
    assert choice.value == pytest.approx(value, abs=1e-15)
    assert choice.estimates[aim].value == choice.value
    assert float(choice) == threshold


def test_a_top_score_that_is_negative_leaves_nothing_to_call():
    choice = choose(ScoreTable.of_rows([0, 1, 1, 0], [4, 3, 2, 1]), max_fpr=0.2)
    assert (choice.threshold, choice.value) == (math.inf, 0.0)
    assert choice.holds_with == {"max_fpr": 1.0}
    assert "nothing is called positive" in choice.note
    assert math.isnan(choice.estimates["precision"].value)
    assert "∞" in str(choice)


def test_a_score_of_one_is_called_at_threshold_one():
    """The sweep must start above every score: p >= 1 calls the first row (mission, c 12)."""
    table = ScoreTable.of_rows([0, 1], [1.0, 0.5])
    assert choose(table, cost_fp=10, cost_fn=1).threshold == math.inf
    assert choose(table, min_recall=1).threshold == 0.5


def test_infinite_scores_are_thresholds_too():
    choice = choose(ScoreTable.of_rows([1, 0, 1, 0], [np.inf, 1, 0, -np.inf]), min_recall=1)
    assert choice.threshold == 0


rows = st.lists(
    st.tuples(st.integers(0, 1), st.integers(0, 6), st.sampled_from([0.5, 1.0, 2.5])),
    min_size=2,
    max_size=25,
).filter(lambda rows: len({truth for truth, _, _ in rows}) == 2)


@given(
    rows,
    st.sampled_from(["f1", "mcc", "accuracy", "precision", "fpr", "lr_plus", "kappa"]),
    st.fixed_dictionaries(
        {},
        optional={
            "min_recall": st.floats(0, 1),
            "max_fpr": st.floats(0, 1),
            "max_alarms": st.floats(0, 1),
            "min_precision": st.floats(0, 1),
        },
    ),
    st.booleans(),
)
def test_like_trying_every_threshold(rows, key, bounds, weighted):
    truth, scores, weight = (np.array(column) for column in zip(*rows, strict=True))
    weight = weight if weighted else np.ones(len(truth))
    table = ScoreTable.of_rows(truth, scores, weight if weighted else None)
    metric, best = find(key), None
    for threshold in [np.inf, *sorted(set(scores.tolist()), reverse=True)]:
        called = scores >= threshold
        tp, fp = weight[called & (truth == 1)].sum(), weight[called & (truth == 0)].sum()
        P, N = weight[truth == 1].sum(), weight[truth == 0].sum()
        allowed = (
            tp / P >= bounds.get("min_recall", 0) - 1e-12
            and fp / N <= bounds.get("max_fpr", 1) + 1e-12
            and (tp + fp) / (P + N) <= bounds.get("max_alarms", 1) + 1e-12
            and (
                "min_precision" not in bounds
                or (tp + fp > 0 and tp / (tp + fp) >= bounds["min_precision"] - 1e-12)
            )
        )
        value = float(metric(table.counts_at(threshold)))
        good = -value if metric.better == "lower" else value
        if not allowed or math.isnan(good):
            continue
        better = best is None or good > best[1] + 1e-10
        equal = not better and (good == best[1] or good >= best[1] - 1e-10)
        if better or (equal and tp > best[3] + 1e-10):  # of equals the one that finds more
            best = (threshold, good, value, tp)
    if best is None:
        with pytest.raises(InputError):
            choose(table, maximize=key, **bounds, settings=QUICK)
        return
    choice = choose(table, maximize=key, **bounds, settings=QUICK)
    assert choice.threshold == best[0]
    assert choice.value == best[2]
    assert choice.near_optimal.low <= choice.threshold <= choice.near_optimal.high
    assert set(choice.holds_with) == set(bounds)
    assert all(0 <= chance <= 1 for chance in choice.holds_with.values() if chance == chance)


def test_ties_go_to_what_finds_more_and_rows_in_any_order_agree():
    truth, scores = [1, 0, 1, 0, 1, 0], [3, 3, 2, 2, 1, 1]
    assert choose(ScoreTable.of_rows(truth, scores), maximize="precision").threshold == 1
    # recall is 1 from 2 on: of those the highest threshold has the fewest false alarms
    table = ScoreTable.of_rows([1, 1, 0, 0], [3, 2, 1, 0])
    assert choose(table, maximize="recall").threshold == 2
    one = normal_table(40, 60, 1, 3)
    flipped = ScoreTable(one.scores, one.weight[::-1].copy(), (1, 0), 1)
    first, other = (choose(t, maximize="mcc", settings=QUICK) for t in (one, flipped))
    assert (first.threshold, first.value) == (other.threshold, other.value)


def test_weights_have_no_scale():
    draw = np.random.default_rng(5)
    truth, scores = draw.integers(0, 2, 200), draw.normal(size=200).round(1)
    weight = draw.integers(1, 9, 200).astype(float)
    small = ScoreTable.of_rows(truth, scores + truth, weight)
    large = ScoreTable.of_rows(truth, scores + truth, weight * 1024)
    asked = {"min_recall": 0.8, "settings": QUICK}
    one, other = choose(small, **asked), choose(large, **asked)
    assert one.threshold == other.threshold
    assert float(one.optimism) == pytest.approx(float(other.optimism), abs=1e-12)
    assert one.holds_with == pytest.approx(other.holds_with)
    assert "effective number" in one.note


def test_equal_weights_are_almost_counts():
    plain = normal_table(50, 150, 1, 8)
    weighted = ScoreTable(plain.scores, plain.weight * 3, plain.labels, 1, plain.weight * 9)
    one, other = (choose(t, min_recall=0.8, settings=QUICK) for t in (plain, weighted))
    assert one.threshold == other.threshold
    assert one.holds_with == pytest.approx(other.holds_with)
    assert float(one.optimism) == pytest.approx(float(other.optimism), abs=1e-12)


def test_clusters_make_a_constraint_less_sure():
    draw = np.random.default_rng(2)
    truth = np.repeat(draw.integers(0, 2, 60), 20)
    scores = np.repeat(draw.normal(size=60), 20) + truth + 0.1 * draw.normal(size=1200)
    cluster = np.repeat(np.arange(60), 20)
    tables = clustered_table(truth, scores, cluster), ScoreTable.of_rows(truth, scores)
    honest, naive = (choose(t, min_recall=0.7, max_fpr=0.5, settings=QUICK) for t in tables)
    assert honest.threshold == naive.threshold
    assert naive.estimates["recall"].value > 0.72
    assert 0.5 < honest.holds_with["min_recall"] < naive.holds_with["min_recall"]
    assert "clusters" in honest.note
    assert "whole" in honest.optimism.note


def test_how_flat_the_optimum_is():
    choice = choose(SIX, maximize="f1", within=0.06)  # F1: 0, .5, .8, .667, .857, .75, .667
    near = choice.near_optimal
    assert (near.low, near.high, near.thresholds, near.within) == (3, 3, 1, 0.06)
    near = choose(SIX, maximize="f1", within=0.2).near_optimal
    assert (near.low, near.high, near.thresholds) == (1, 5, 5)
    assert near.rows == pytest.approx(4 / 6)
    assert choose(SIX, cost_fp=1, cost_fn=25).near_optimal.within == pytest.approx(0.05 / 6)


def test_many_scores_are_pooled_for_the_optimism_only():
    table = normal_table(3000, 3000, 1, 1)
    choice = choose(table, maximize="informedness", settings=QUICK)
    values = find("informedness")(table.sweep())
    assert choice.threshold == table.thresholds[int(np.argmax(values))]
    assert "pooled" in choice.optimism.note
    assert abs(float(choice.optimism)) < 0.03
