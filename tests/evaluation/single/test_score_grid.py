"""The grid that people hold, and tables that become evaluations."""

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.errors import NotHere
from veracity.evaluation import ScoreGrid, ScoreTable, evaluate

RNG = np.random.default_rng(2)
TRUTH = RNG.integers(0, 2, 300)
SCORES = RNG.normal(TRUTH, 1.0)
TABLE = ScoreTable.from_scores(TRUTH, SCORES)
GRID = TABLE.grid(6)


@pytest.mark.parametrize("key", ["auroc", "average_precision", "tpr_at_fpr(0.2)", "ks"])
def test_a_value_within_its_bound(key):
    assert isinstance(GRID, ScoreGrid)
    assert GRID.bound(key) > 0
    assert abs(GRID.metric(key) - TABLE.metric(key)) <= GRID.bound(key) + 1e-12
    told = evaluate(TRUTH, y_score=SCORES, resolution=6, method="none")[key]
    assert abs(told.value - TABLE.metric(key)) <= told.bound + 1e-12


def test_what_has_no_bound_is_refused():
    refused(lambda: GRID.metric("kendall_tau_b"), "kendall_tau_b", "exact", error=NotHere)
    refused(lambda: GRID.metric("recall"), "recall", error=NotHere)


def test_tables_and_grids_add_up_either_way():
    for whole in (TABLE + GRID, GRID + TABLE, GRID + GRID, sum([GRID, GRID])):
        assert isinstance(whole, ScoreGrid)
        assert whole.total == 600
        assert abs(whole.metric("auroc") - TABLE.metric("auroc")) <= whole.bound("auroc")


def test_a_table_becomes_an_evaluation():
    ev, same = TABLE.evaluate(confidence_level=0.9), evaluate(TRUTH, y_score=SCORES)
    assert ev["auroc"].value == same["auroc"].value
    assert ev["auroc"].level == 0.9
    assert ev.rows.used == 300
    assert ev.keys() == same.keys()
    weighted = ScoreTable.from_scores(TRUTH, SCORES, sample_weight=np.arange(1, 301))
    assert weighted.evaluate().weight_kind == "importance"
