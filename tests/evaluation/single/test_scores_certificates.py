"""Every figure of a grid states a bound, and the figure of the rows lies within it."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.statistics.score_rows import ANY, UNIT, Scored, scored
from veracity.evaluation import Evaluation, evaluate
from veracity.metrics import find
from veracity.metrics.catalogue.catalogue import RANKING

PARAMETERS = (
    "partial_auroc(max_fpr=0.3)",
    "partial_auroc(min_tpr=0.7)",
    "partial_auroc(max_fpr=0.2, standardised=yes)",
    "ndcg(3)",
    "precision_at_k(2)",
    "recall_at_k(5)",
    "lift(0.5)",
    "recall_at_precision(0.6)",
    "precision_at_recall(0.9)",
    "tpr_at_fpr(0.3)",
)
COUNTED = ("recall", "precision", "fpr", "f1", "mcc", "kappa", "accuracy", "informedness")

FEW = settings(max_examples=60)


def evaluated(rows: Scored, role: str, resolution, **more) -> Evaluation:
    return evaluate(
        rows.truth,
        **{role: rows.scores},
        sample_weight=rows.weight,
        labels=(0, 1),
        resolution=resolution,
        method="none",
        **more,
    )


def assert_certified(grid: Evaluation, exact: Evaluation, keys) -> None:
    for key in keys:
        told, true = grid[key], exact[key]
        if math.isnan(told.value):
            continue  # the grid says that it cannot tell
        assert told.bound >= 0
        if math.isinf(told.value) or math.isinf(told.bound):
            continue
        rounding = 1e-11 * max(1.0, abs(true.value))
        assert abs(told.value - true.value) <= told.bound + rounding, (key, told, true)


def ranking(grid: Evaluation) -> list[str]:
    """The keys of scores that a grid offers."""
    return [key for key in grid if key in RANKING]


@given(st.data(), st.sampled_from(["y_score", "y_proba"]), st.integers(4, 12))
@FEW
def test_every_key_that_a_grid_offers_holds_the_value_of_the_rows(data, role, bits):
    rows = data.draw(scored(ANY if role == "y_score" else UNIT))
    grid, exact = evaluated(rows, role, bits), evaluated(rows, role, "exact")
    assert len(ranking(grid)) >= 19
    extra = [key for key in PARAMETERS if key in grid]
    assert len(extra) == len(PARAMETERS)
    assert_certified(grid, exact, (*ranking(grid), *extra))


@pytest.mark.parametrize("bits", [8, 10, 12])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", ["alternating", "one cell", "atoms", "near one", "rare"])
def test_rows_made_to_break_it(kind: str, weighted: bool, bits: int) -> None:
    """Scores that crowd into single cells, in the order that is worst for their middle."""
    rng = np.random.default_rng(bits)
    n = 3000
    truth = np.arange(n) % 2
    scores = {
        "alternating": np.arange(n) / n,
        "one cell": 0.3 + 1e-13 * np.arange(n)[:: 1 if bits == 8 else -1],
        "atoms": rng.choice([0.0, 0.25, 0.5, 1.0], n) + (rng.random(n) < 0.1) * 1e-9,
        "near one": 1 - 10.0 ** -rng.uniform(0, 15, n),
        "rare": rng.random(n),
    }[kind]
    scores = np.clip(scores, 0, 1)
    if kind == "rare":
        truth = (np.arange(n) % 500 == 0).astype(int)
    weight = rng.lognormal(0, 2, n) if weighted else None
    rows = Scored(truth, scores, weight)
    exact = evaluated(rows, "y_proba", "exact")
    grid = evaluated(rows, "y_proba", bits)
    assert_certified(grid, exact, (*ranking(grid), *PARAMETERS))


@given(st.data(), st.sampled_from(["y_score", "y_proba"]), st.integers(4, 10))
@FEW
def test_merged_grids_of_parts_still_hold_it(data, role, bits):
    rows = data.draw(scored(ANY if role == "y_score" else UNIT, least=4))
    first = np.arange(len(rows)) < data.draw(st.integers(1, len(rows) - 1))
    parts = [evaluated(rows.part(kept), role, bits) for kept in (first, ~first)]
    whole, exact = parts[0] + parts[1], evaluated(rows, role, "exact")
    assert_certified(whole, exact, ranking(whole))


@given(st.data(), st.sampled_from(["y_score", "y_proba"]), st.integers(4, 8))
@FEW
def test_counts_at_any_threshold_lie_within_their_bounds(data, role, bits):
    kind = ANY if role == "y_score" else UNIT
    rows = data.draw(scored(kind))
    threshold = data.draw(st.one_of(kind, st.sampled_from(rows.scores.tolist())))
    grid = evaluated(rows, role, bits).at(threshold)
    exact = evaluated(rows, role, "exact").at(threshold)
    assert_certified(grid, exact, COUNTED)
    for label in (0, 1):
        assert_certified(grid.by_class[label], exact.by_class[label], COUNTED)


@given(st.data(), st.integers(4, 8))
@FEW
def test_metrics_that_turn_inside_a_cell_are_held_too(data, bits):
    """Some metrics of counts neither only rise nor only fall with TP or FP."""
    rows = data.draw(scored(ANY, weighted=False))
    threshold = data.draw(ANY)
    grid = evaluated(rows, "y_score", bits).at(threshold)
    exact = evaluated(rows, "y_score", "exact").at(threshold)
    keys = ("mutual_information_bits", "optimized_precision", "log_beta", "a_prime", "gwet_ac1")
    assert_certified(grid, exact, keys)


@given(st.data(), st.sampled_from(["y_score", "y_proba"]), st.integers(4, 8))
@FEW
def test_a_threshold_known_before_reading_is_exact(data, role, bits):
    kind = ANY if role == "y_score" else UNIT
    rows = data.draw(scored(kind))
    threshold = data.draw(kind)
    grid = evaluated(rows, role, bits, threshold=threshold)
    exact = evaluated(rows, role, "exact", threshold=threshold)
    assert np.allclose(grid.confusion.counts, exact.confusion.counts, rtol=1e-12)
    assert grid["recall"].bound == 0


@given(scored(UNIT), st.integers(4, 10))
@FEW
def test_the_other_class_has_the_same_certificate(rows, bits):
    grid = evaluated(rows, "y_proba", bits)
    exact = evaluated(rows, "y_proba", "exact")
    assert_certified(grid.by_class[0], exact.by_class[0], ("auroc", "average_precision", "ks"))


def test_a_metric_without_a_bound_refuses_a_grid() -> None:
    ev = evaluate([0, 1, 0, 1], y_score=[1, 2, 3, 4], resolution=8)
    for key in ("kendall_tau_b", "break_even_point", "pr_auc_trapezoid", "zroc_slope", "d_a"):
        assert key not in ev
        assert not (find(key).rises)
        assert not (find(key).bracket)
    assert "kendall_tau_b" in evaluate([0, 1, 0, 1], y_score=[1, 2, 3, 4])
