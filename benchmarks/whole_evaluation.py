"""The whole evaluation of raw rows: every key there is, each with its interval."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from benchmarks.case import Case, Measured
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


@dataclass(frozen=True)
class ProfileOf:
    """`ev.profile()` by time of the processor, beside a limit or a part of one roc_auc_score."""

    rows: int
    limit: float | None = None
    part: float = 1.0

    def measured(self, rounds: int | None = None) -> Measured:
        """Both in turns, the best of each."""
        from sklearn.metrics import roc_auc_score

        y_true, y_proba = _typical(self.rows)
        theirs, ours = [], []
        for _ in range(rounds or (5 if self.rows < TEN_MILLION else 2)):
            theirs.append(_processor(lambda: roc_auc_score(y_true, y_proba)))
            ours.append(_processor(evaluate(y_true, y_proba=y_proba).profile))
        if self.limit is not None:
            return Measured("a limit", self.limit, min(ours), 1.0)
        return Measured("roc_auc_score", min(theirs), min(ours), self.part)


def _processor(call: Callable[[], Any]) -> float:
    start = time.process_time()
    call()
    return (time.process_time() - start) * 1e3


CASES: dict[str, Callable[[], Any]] = {
    "profile of 10^2": partial(ProfileOf, 10**2, limit=120.0),
    "profile of 10^3": partial(ProfileOf, 10**3, limit=120.0),
    "profile of 10^4": partial(ProfileOf, 10**4, limit=120.0),
    "profile of 10^6": partial(ProfileOf, MILLION),
    "profile of 10^7": partial(ProfileOf, TEN_MILLION, part=3.0),
    "10^4 counts and ranking": partial(_case, 10**4, probabilities=False, target=None, rounds=5),
    "10^6 counts and ranking": partial(_case, MILLION, probabilities=False, target=1, rounds=5),
    "10^7 counts and ranking": partial(_case, TEN_MILLION, probabilities=False, target=3, rounds=3),
    "10^6 with probabilities": partial(_case, MILLION, probabilities=True, target=None, rounds=5),
    "10^7 with probabilities": partial(
        _case, TEN_MILLION, probabilities=True, target=None, rounds=3
    ),
}
