"""Many matrices at once, beside a limit; one evaluation, beside scikit-learn's report."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

import veracity as vc
from benchmarks.case import Case, Measured
from veracity.metrics import CATALOGUE
from veracity.statistics import ConfusionMatrix


@dataclass(frozen=True)
class Limit:
    """Work that must stay below a number of milliseconds."""

    work: Callable[[], Any]
    limit: float
    rounds: int = 10

    def measured(self, rounds: int | None = None) -> Measured:
        """The limit, and the best time."""
        best = float("inf")
        for _ in range(rounds or self.rounds):
            start = time.perf_counter()
            self.work()
            best = min(best, time.perf_counter() - start)
        return Measured("a limit", self.limit, best * 1e3, 1.0)


def _many() -> Limit:
    counts = np.random.default_rng(0).integers(0, 50, (10_000, 2, 2))

    def every_metric() -> None:
        matrices = ConfusionMatrix(counts, labels=[0, 1])
        for metric in CATALOGUE.values():
            metric(matrices)

    return Limit(every_metric, 50.0)


def _prevalences(counts: list[list[int]]) -> Callable[[], Limit]:
    """Every count metric at 1,000 prevalences, each with its interval."""

    def made() -> Limit:
        ev = vc.ConfusionMatrix(counts, labels=[0, 1]).evaluate()
        shares = np.linspace(0, 1, 1000)
        return Limit(lambda: ev.against_prevalence(list(CATALOGUE), shares), 1000.0, rounds=3)

    return made


def _report() -> Case:
    from sklearn.metrics import classification_report

    rng = np.random.default_rng(0)
    y_true = rng.integers(0, 3, 10**6)
    y_pred = np.where(rng.random(10**6) < 0.7, y_true, rng.integers(0, 3, 10**6))

    def ours() -> float:
        ev = vc.evaluate(y_true, y_pred)
        _ = [ev.by_class[label]["precision"] for label in range(3)], ev["mcc"], ev["macro_f1"]
        return ev["macro_f1"].value

    return Case(
        "scikit-learn's classification_report",
        lambda: classification_report(y_true, y_pred, output_dict=True)["macro avg"]["f1-score"],
        ours,
        lambda theirs, mine: bool(np.isclose(theirs, mine, rtol=1e-12)),
        rounds=3,
    )


CASES = {
    "10,000 matrices × every count metric": _many,
    "1,000 prevalences × every count metric, with intervals": _prevalences([[8910, 990], [5, 95]]),
    "the same of a table without errors, from the posterior": _prevalences([[8910, 0], [0, 95]]),
    "10^6 rows, figures with intervals, 2,000 redraws": _report,
}
