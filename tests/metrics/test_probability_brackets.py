"""Grids of probabilities: the bracket holds the exact value, and shuts as the cells get finer."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veracity.intervals.grid_values import value_on_grid
from veracity.metrics import find
from veracity.metrics.catalogue import PROBABILITY
from veracity.statistics.joint_scores import JointScores
from veracity.statistics.probability_table import ProbabilityTable
from veracity.statistics.score_columns import ScoreColumns

KEYS = (
    "brier",
    "brier_1950",
    "brier_skill",
    "log_loss",
    "mae",
    "spherical",
    "ece",
    "ece(7)",
    "calibration_in_the_large",
    "observed_expected",
    "rps",
)


def sample(seed: int, n: int = 3000):
    rng = np.random.default_rng(seed)
    p = rng.beta(0.8, 2, n).clip(1e-4, 1 - 1e-4)
    y = (rng.random(n) < p**0.8).astype(int)
    return ProbabilityTable.of_rows(y, p, rng.random(n) + 0.1 if seed % 2 else None)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("key", KEYS)
def test_the_bracket_holds_the_exact_value(key: str, seed: int) -> None:
    table, metric = sample(seed), find(key)
    bounds = []
    for bits in (6, 9, 12):
        value, bound = value_on_grid(metric, table.grid(bits, "unit"))
        assert abs(value - float(metric(table))) <= bound + 1e-12
        bounds.append(bound)
    assert bounds[0] > bounds[2] > 0


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(1, 63)), min_size=2, max_size=30))
def test_the_bracket_holds_for_few_rows(rows) -> None:
    table = ProbabilityTable.of_rows([y for y, _ in rows], [p / 64 for _, p in rows])
    for key in KEYS:
        metric = find(key)
        with np.errstate(all="ignore"):
            exact, (value, bound) = (
                float(metric(table)),
                value_on_grid(metric, table.grid(4, "unit")),
            )
        if np.isfinite(exact) and np.isfinite(value):
            assert abs(value - exact) <= bound + 1e-12, key


def test_the_others_refuse_a_grid() -> None:
    grid = sample(0).grid(8, "unit")
    known = {key.partition("(")[0] for key in KEYS}
    for key in (*set(PROBABILITY).difference(known), "ece(norm=l2)", "ece(strategy=quantile)"):
        with pytest.raises(KeyError, match="exact"):
            value_on_grid(find(key), grid)


@pytest.mark.parametrize("key", ["brier", "brier_1950", "brier_skill", "log_loss"])
def test_columns_of_grids(key: str) -> None:
    rng = np.random.default_rng(1)
    p = rng.dirichlet([1, 2, 3], 2000)
    y = np.array([rng.choice(3, p=row) for row in p])
    columns = JointScores.of_rows(y, dict(enumerate(p.T)), labels=range(3)).columns
    grids = ScoreColumns(columns.names, tuple(t.grid(9, "unit") for t in columns.tables))
    metric = find(key)
    low, high = sorted(float(end) for end in metric.bracket(grids))
    assert low - 1e-12 <= float(metric(columns)) <= high + 1e-12
    assert 0 < high - low < 0.1
