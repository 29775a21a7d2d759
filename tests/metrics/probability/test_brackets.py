"""Grids of probabilities: the bracket holds the exact value, and shuts as the cells get finer."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from veracity.intervals.sample.grid_values import value_on_grid
from veracity.metrics import find
from veracity.metrics.catalogue.catalogue import PROBABILITY
from veracity.statistics.grid.building import gridded
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable

KEYS = (
    "brier",
    "brier_1950",
    "brier_skill",
    "log_loss",
    "log_loss_skill",
    "nagelkerke_r2",
    "mae",
    "spherical",
    "ece",
    "ece(7)",
    "calibration_in_the_large",
    "observed_expected",
    "rps",
    "ece(norm=l2)",
    "ece(5,norm=max)",
    "ece_top_label",
    "ece_top_label(6,norm=l2)",
    "ece_classwise",
    "ece_classwise(4,norm=max)",
    "mce(5)",
    "smooth_ece",
    "calibration_slope",
    "calibration_intercept",
    "corp_miscalibration",
    "corp_discrimination",
    "corp_miscalibration(log)",
    "corp_discrimination(log)",
    "murphy_reliability(7)",
    "murphy_resolution(7)",
)
EXACT = ("corp_uncertainty", "corp_uncertainty(log)", "murphy_uncertainty")


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
        value, bound = value_on_grid(metric, gridded(table, bits, "unit"))
        if np.isnan(value) and bits < 12:  # buckets too wide to tell
            bounds.append(np.inf)
            continue
        assert abs(value - float(metric(table))) <= bound + 1e-12
        bounds.append(bound)
    assert bounds[0] > bounds[2] > 0
    assert bounds[2] < 0.05


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 1), st.integers(1, 63)), min_size=2, max_size=30))
def test_the_bracket_holds_for_few_rows(rows) -> None:
    table = ProbabilityTable.of_rows([y for y, _ in rows], [p / 64 for _, p in rows])
    for key in KEYS:
        metric = find(key)
        with np.errstate(all="ignore"):
            exact, (value, bound) = (
                float(metric(table)),
                value_on_grid(metric, gridded(table, 4, "unit")),
            )
        if np.isfinite(exact) and np.isfinite(value):
            assert abs(value - exact) <= bound + 1e-12, key


@pytest.mark.parametrize("key", EXACT)
def test_what_the_classes_alone_decide_is_exact(key: str) -> None:
    table = sample(1)
    value, bound = value_on_grid(find(key), gridded(table, 5, "unit"))
    assert value == pytest.approx(float(find(key)(table)), rel=1e-14)
    assert bound <= 1e-15


def test_a_bucket_across_one_half_may_call_either_class() -> None:
    """0.49 and 0.51 in one bucket: which class they call is not known, and the bracket says so."""
    table = ProbabilityTable.of_rows([0, 1, 1, 0], [0.49, 0.49, 0.51, 0.51])
    wide = ScoreTable.of_rows([0, 1, 1, 0], [0.49] * 4)
    grid = ScoreGrid("unit", wide, np.array([0.51]), replace(wide, weight=0 * wide.weight))
    low, high = find("ece_top_label").bracket(grid)
    assert low <= float(find("ece_top_label")(table)) <= high
    assert high == pytest.approx(0.51)


def test_a_line_on_buckets_too_wide_is_not_told() -> None:
    table = ProbabilityTable.of_rows([0, 1, 0, 1, 1, 0], [0.1, 0.2, 0.3, 0.4, 0.6, 0.9])
    wide = ScoreTable.of_rows([0, 1, 0, 1, 1, 0], [0.5, 0.1, 0.1, 0.1, 0.5, 0.5])
    grid = ScoreGrid("unit", wide, np.array([0.95, 0.45]), replace(wide, weight=0 * wide.weight))
    value, _ = value_on_grid(find("calibration_slope"), grid)
    assert np.isnan(value)
    assert np.isfinite(float(find("calibration_slope")(table)))


def test_the_others_refuse_a_grid() -> None:
    grid = gridded(sample(0), 8, "unit")
    known = {key.partition("(")[0] for key in (*KEYS, *EXACT) if "murphy_re" not in key}
    others = ("ece(strategy=quantile)", "ece_top_label(strategy=quantile)")
    for key in (*set(PROBABILITY).difference(known), *others):
        with pytest.raises(KeyError, match="exact"):
            value_on_grid(find(key), grid)


@pytest.mark.parametrize(
    "key",
    ["brier", "brier_1950", "brier_skill", "log_loss", "log_loss_skill", "mae", "ece_classwise"],
)
def test_columns_of_grids(key: str) -> None:
    rng = np.random.default_rng(1)
    p = rng.dirichlet([1, 2, 3], 2000)
    y = np.array([rng.choice(3, p=row) for row in p])
    columns = JointScores.of_rows(y, dict(enumerate(p.T)), labels=range(3)).columns
    grids = ScoreColumns(columns.names, tuple(gridded(t, 9, "unit") for t in columns.tables))
    metric = find(key)
    low, high = sorted(float(end) for end in metric.bracket(grids))
    assert low - 1e-12 <= float(metric(columns)) <= high + 1e-12
    assert 0 < high - low < 0.1
