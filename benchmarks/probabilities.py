"""Probabilities: isotonic regression, and every calibration metric beside three of a peer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from benchmarks.case import Case
from veracity.engines.rows.tables import score_table
from veracity.isotonic import isotonic_steps
from veracity.metrics.catalogue.catalogue import PROBABILITY
from veracity.statistics.scores.probability_table import ProbabilityTable

MILLION, TEN_MILLION = 10**6, 10**7
BINS = 15


def drawn(rows: int) -> tuple[Any, Any]:
    """Outcomes and their true probabilities, all distinct."""
    rng = np.random.default_rng(0)
    p = rng.beta(1.2, 2.5, rows)
    return (rng.random(rows) < p).astype(np.int8), p


def read(y_true: Any, y_proba: Any) -> ProbabilityTable:
    """The exact table of raw rows."""
    table, _ = score_table(y_true, y_proba, probability=True, resolution="exact")
    return ProbabilityTable.like(table)  # type: ignore[arg-type]


def _isotonic() -> Case:
    from sklearn.isotonic import IsotonicRegression

    y_true, y_proba = drawn(MILLION)
    some = y_proba[:1000]

    def ours() -> Any:
        steps = isotonic_steps(read(y_true, y_proba))
        return steps.value[np.searchsorted(steps.high, some)]

    return Case(
        "IsotonicRegression",
        lambda: IsotonicRegression(out_of_bounds="clip").fit(y_proba, y_true).predict(some),
        ours,
        lambda theirs, mine: bool(np.abs(theirs - mine).max() < 1e-12),
        target=4,
    )


def _every_key() -> Case:
    from sklearn.calibration import calibration_curve
    from sklearn.metrics import brier_score_loss, log_loss

    y_true, y_proba = drawn(TEN_MILLION)

    def theirs() -> tuple[float, float]:
        calibration_curve(y_true, y_proba, n_bins=BINS)
        return brier_score_loss(y_true, y_proba), log_loss(y_true, y_proba)

    def ours() -> dict[str, float]:
        table = read(y_true, y_proba)
        return {key: float(metric(table)) for key, metric in PROBABILITY.items()}

    return Case(
        "brier_score_loss + log_loss + calibration_curve",
        theirs,
        ours,
        lambda theirs, mine: bool(
            np.allclose(theirs, (mine["brier"], mine["log_loss"]), rtol=1e-12, atol=0)
        ),
        target=1,
        rounds=2,
    )


CASES: dict[str, Callable[[], Case]] = {
    "10^6 isotonic, table included": _isotonic,
    "10^7 every calibration metric, table included": _every_key,
}
