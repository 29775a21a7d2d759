"""A grid holds the exact value of every metric that it does not refuse."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veracity.errors import NotHere
from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.metrics.catalogue.catalogue import RANKING
from veracity.statistics import ScoreTable
from veracity.statistics.grid.building import gridded
from veracity.statistics.grid.score_grid import ScoreGrid, picked
from veracity.statistics.scores.pooling import pooled_table

READING = {key: m for key, m in RANKING.items() if m.reads is ScoreTable}
BOUNDED = [key for key, m in READING.items() if m.rises or m.bracket]
PARAMETERS = [
    "partial_auroc(0.3)",
    "partial_auroc(min_tpr=0.6)",
    "partial_auroc(0.4, standardised=yes)",
    "precision_at_k(2)",
    "recall_at_k(0.3)",
    "recall_at_precision(0.5)",
    "precision_at_recall(0.4)",
    "tpr_at_fpr(0.25)",
    "ndcg(3)",
    "lift(0.35)",
]
REFUSED = [key for key in READING if key not in BOUNDED]

rows = st.lists(
    st.tuples(st.integers(0, 1), st.integers(0, 11), st.sampled_from([0.5, 1.0, 3.0])),
    min_size=4,
    max_size=30,
)


def test_which_refuse():
    assert {"kendall_tau_b", "break_even_point", "pr_auc_trapezoid"} <= set(REFUSED)
    assert {"auroc", "average_precision", "eer", "ks", "max_f1", "lift"} <= set(BOUNDED)


def pooled(table, starts):
    """A grid whose buckets begin at these places among the distinct scores."""
    first = np.unique([0, *(start % len(table) for start in starts)])
    nothing = picked(table, np.zeros(len(table), bool))
    return ScoreGrid("line", pooled_table(table, first), table.scores[first], nothing)


@pytest.mark.parametrize("key", [*BOUNDED, *PARAMETERS])
@given(rows=rows, weighted=st.booleans(), starts=st.lists(st.integers(0, 11), max_size=6))
@settings(max_examples=25, deadline=None)
def test_the_exact_value_lies_within_the_bound(key, rows, weighted, starts):
    truth, score, weight = (np.array(column) for column in zip(*rows, strict=True))
    table = ScoreTable.of_rows(truth, score, weight if weighted else None)
    grid = pooled(table, starts)
    metric = find(key)
    found = Estimator(grid, Settings(method="none")).estimate(metric)
    with np.errstate(all="ignore"):
        exact = float(metric(table))
    if math.isnan(found.value):
        assert found.note
        return
    assert not math.isnan(exact)
    assert abs(found.value - exact) <= found.bound + 1e-12


@pytest.mark.parametrize("key", REFUSED)
def test_the_others_refuse_and_say_what_to_do(key):
    grid = gridded(ScoreTable.of_rows([0, 1, 1, 0], [1.0, 1.1, 1.3, 1.2]), 4)
    with pytest.raises(NotHere, match='resolution="exact"'):
        Estimator(grid, Settings()).estimate(find(key))


def test_intervals_are_wider_by_the_bound():
    draw = np.random.default_rng(0)
    truth = (draw.random(400) < 0.4).astype(int)
    table = ScoreTable.of_rows(truth, draw.normal(size=400) + truth)
    for key in ("auroc", "average_precision", "auprg", "partial_auroc"):
        exact = Estimator(table, Settings()).estimate(find(key))
        found = Estimator(gridded(table, 8), Settings()).estimate(find(key))
        assert 0 < found.bound < 0.05
        assert found.low < exact.low + found.bound / 2
        assert found.high > exact.high - found.bound / 2
        assert found.high - found.low > exact.high - exact.low
        assert exact.bound == 0
        assert found.method == exact.method


def test_a_grid_without_wide_buckets_is_exact():
    table = ScoreTable.of_rows([0, 1, 1, 0, 1], [0.0, 1.0, 2.0, 1.0, 0.0])
    for key in BOUNDED:
        exact = Estimator(table, Settings(method="none")).estimate(find(key))
        found = Estimator(gridded(table, 12), Settings(method="none")).estimate(find(key))
        if not math.isnan(exact.value):
            assert found.bound <= 1e-3
            assert found.value == pytest.approx(exact.value, abs=found.bound + 1e-12)
