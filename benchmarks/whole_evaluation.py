"""The whole evaluation of raw rows: every key there is, each with its interval."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from benchmarks.case import Case
from benchmarks.scores import MILLION, TEN_MILLION, _typical
from veracity import evaluate
from veracity.metrics.catalogue.catalogue import PROBABILITY


def whole(y_true: Any, y_proba: Any, *, probabilities: bool) -> dict[str, Any]:
    """All estimates of `evaluate`: of counts and of the ranking, and those of probabilities."""
    evaluation = evaluate(y_true, y_proba=y_proba)
    return {
        key: evaluation[key]
        for key in evaluation.keys()  # noqa: SIM118 (the keys that exist, not the shown ones)
        if probabilities or key not in PROBABILITY
    }


def _case(rows: int, *, probabilities: bool, target: float | None, rounds: int) -> Case:
    from sklearn.metrics import roc_auc_score

    y_true, y_proba = _typical(rows)
    return Case(
        "roc_auc_score",
        lambda: roc_auc_score(y_true, y_proba),
        lambda: whole(y_true, y_proba, probabilities=probabilities),
        lambda theirs, mine: abs(theirs - mine["auroc"].value) < 1e-12,
        target,
        rounds,
    )


CASES: dict[str, Callable[[], Case]] = {
    "10^4 counts and ranking": partial(_case, 10**4, probabilities=False, target=None, rounds=5),
    "10^6 counts and ranking": partial(_case, MILLION, probabilities=False, target=1, rounds=5),
    "10^7 counts and ranking": partial(_case, TEN_MILLION, probabilities=False, target=3, rounds=3),
    "10^6 with probabilities": partial(_case, MILLION, probabilities=True, target=None, rounds=5),
    "10^7 with probabilities": partial(
        _case, TEN_MILLION, probabilities=True, target=None, rounds=3
    ),
}
