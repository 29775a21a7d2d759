"""Drop-ins beside scikit-learn's own functions: milliseconds of CPU time, in turns."""

from __future__ import annotations

import gc
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from benchmarks.case import Measured

FEW, MANY = 100, 10**6
LABELS = ("confusion_matrix", "precision_recall_fscore_support", "classification_report")
SCORES = ("roc_auc_score", "average_precision_score")


@dataclass(frozen=True)
class SameName:
    """Both functions of one name on the same rows; the least CPU time of each."""

    name: str
    given: tuple[Any, ...]
    target: float
    rounds: int
    repeat: int

    def measured(self, rounds: int | None = None) -> Measured:
        """In turns, so that a busy moment of the machine meets both; the answers agree."""
        import sklearn.metrics

        import veracity.sklearn

        calls = [
            partial(getattr(home, self.name), *self.given)
            for home in (sklearn.metrics, veracity.sklearn)
        ]
        theirs, ours = (one() for one in calls)
        if isinstance(theirs, str):
            assert ours == theirs
        else:
            np.testing.assert_allclose(
                np.asarray(ours, float), np.asarray(theirs, float), rtol=1e-12
            )
        best = [np.inf, np.inf]
        gc.disable()
        for _ in range(rounds or self.rounds):
            for side, call in enumerate(calls):
                start = time.process_time()
                for _ in range(self.repeat):
                    call()
                spent = (time.process_time() - start) / self.repeat * 1000
                best[side] = min(best[side], spent)
        gc.enable()
        return Measured(f"scikit-learn {sklearn.__version__}", best[0], best[1], self.target)


def labelled(rows: int, classes: int, kind: type) -> tuple[Any, ...]:
    """Truth and a prediction that is right in about 4 of 5 rows."""
    rng = np.random.default_rng(rows + classes)
    truth = rng.integers(0, classes, rows)
    called = np.where(rng.random(rows) < 0.8, truth, rng.integers(0, classes, rows))
    return truth.astype(kind), called.astype(kind)


def scored(rows: int, kind: type) -> tuple[Any, ...]:
    """Truth, and scores that rank it better than chance."""
    rng = np.random.default_rng(rows)
    truth = rng.integers(0, 2, rows)
    return truth.astype(kind), rng.random(rows) * 0.5 + truth * 0.3


def _case(name: str, given: Callable[[], tuple[Any, ...]], rows: int) -> SameName:
    warnings.simplefilter("ignore")
    if rows == FEW:
        return SameName(name, given(), 1.0, rounds=20, repeat=20)
    return SameName(name, given(), 3.0, rounds=5, repeat=1)


CASES: dict[str, Callable[[], SameName]] = {
    **{
        f"{name}, {rows:,} rows, {classes} classes, {kind.__name__}": partial(
            _case, name, partial(labelled, rows, classes, kind), rows
        )
        for name in LABELS
        for rows in (FEW, MANY)
        for classes in (2, 5)
        for kind in (int, float)
    },
    **{
        f"{name}, {rows:,} rows, {kind.__name__}": partial(
            _case, name, partial(scored, rows, kind), rows
        )
        for name in SCORES
        for rows in (FEW, MANY)
        for kind in (int, float)
    },
}
