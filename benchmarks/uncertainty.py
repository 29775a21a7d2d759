"""Uncertainty: DeLong, thousands of redraws, comparisons; beside peers and plain loops."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from benchmarks.case import Case, Measured
from benchmarks.scores import MILLION, _typical
from veracity.engines.rows.tables import score_table
from veracity.evaluation import measure
from veracity.evaluation.front.comparing import compare
from veracity.intervals import Settings
from veracity.intervals.sample.sample import Sample
from veracity.metrics import ANY_CLASSES, TWO_CLASSES
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix
from veracity.statistics.scores.areas import area_under_roc, delong_variance

RESAMPLES, CLUSTERS = 2000, 1000
PER_AREA = 1 / 1.5  # of the time of one area
LOOPED_ROWS, LOOPED = 10**4, 200
Ends = tuple[float, float]


@dataclass(frozen=True)
class Limit:
    """Our time beside a number of milliseconds."""

    limit: float
    ours: Callable[[], Any]
    agree: Callable[[Any], bool]
    rounds: int = 5

    def measured(self, rounds: int | None = None) -> Measured:
        """The limit and the best time."""
        if not self.agree(self.ours()):
            raise AssertionError("the answer is not what it has to be")
        times = []
        for _ in range(rounds or self.rounds):
            start = time.perf_counter()
            self.ours()
            times.append((time.perf_counter() - start) * 1e3)
        return Measured("a limit", self.limit, min(times), 1.0)


def with_delong(y_true: Any, y_score: Any) -> tuple[float, float]:
    """The area of raw rows and its variance."""
    table, _ = score_table(y_true, y_score, resolution="exact")
    return area_under_roc(table), delong_variance(table)


def alone(y_true: Any, y_score: Any) -> float:
    """The area of raw rows, without its variance."""
    table, _ = score_table(y_true, y_score, resolution="exact")
    return area_under_roc(table)


def _beside_our_area() -> Case:
    data = _typical(MILLION)
    return Case(
        "our AUROC without it",
        lambda: alone(*data),
        lambda: with_delong(*data),
        lambda theirs, mine: theirs == mine[0],
        target=PER_AREA,
    )


def _beside_confidenceinterval() -> Case:
    from confidenceinterval import roc_auc_score

    y_true, y_score = _typical(MILLION)
    return Case(
        "confidenceinterval",
        lambda: roc_auc_score(y_true, y_score),
        lambda: measure("auroc", y_true, y_score=y_score, method="delong"),
        lambda theirs, mine: _near(theirs[1], mine, 1e-5),  # it ranks in float32
        target=5,
        rounds=2,
    )


def _paired_beside_mlstatkit() -> Case:
    from MLstatkit import Delong_test

    y_true, first, second = _two_models(10**5)
    return Case(
        "MLstatkit",
        lambda: Delong_test(y_true, first, second),
        lambda: compare(y_true, {"A": first, "B": second}, kind="y_score", metrics="auroc"),
        lambda theirs, mine: (
            abs(abs(theirs[0]) - abs(mine["A", "B", "auroc"].test.statistic)) < 1e-6
        ),
        rounds=2,
    )


def _replicates(clusters: int | None) -> Case:
    from sklearn.metrics import roc_auc_score

    y_true, y_score = _typical(MILLION)
    cluster = None if clusters is None else np.arange(MILLION) % clusters
    area, variance = with_delong(y_true, y_score)

    def agree(theirs: float, mine: Estimate) -> bool:
        width = (mine.high - mine.low) / 2
        off = abs((mine.high + mine.low) / 2 - area) / width
        return abs(theirs - mine.value) < 1e-12 and off < 0.15 and _like(width, variance, 0.12)

    return Case(
        "one roc_auc_score",
        lambda: roc_auc_score(y_true, y_score),
        lambda: measure(
            "auroc",
            y_true,
            y_score=y_score,
            cluster=cluster,
            method="percentile",
            n_resamples=RESAMPLES,
        ),
        agree,
        target=PER_AREA,
        rounds=3,
    )


def _loop() -> Case:
    """What people write: rows redrawn with scikit-learn, here 200 times on 10^4 rows."""
    from sklearn.metrics import roc_auc_score

    y_true, y_score = _typical(LOOPED_ROWS)

    def loop() -> Ends:
        random, drawn = np.random.default_rng(0), []
        for _ in range(LOOPED):
            rows = random.integers(0, LOOPED_ROWS, LOOPED_ROWS)
            drawn.append(roc_auc_score(y_true[rows], y_score[rows]))
        low, high = np.quantile(drawn, (0.025, 0.975))
        return float(low), float(high)

    return _of_redraws("scikit-learn in a loop", loop, y_true, y_score)


def _mlstatkit() -> Case:
    os.environ.setdefault("TQDM_DISABLE", "1")  # its bar would be all that is to be seen
    from MLstatkit import Bootstrapping

    y_true, y_score = _typical(LOOPED_ROWS)

    def theirs() -> Ends:
        _, low, high = Bootstrapping(y_true, y_score, "roc_auc", n_bootstraps=LOOPED)
        return float(low), float(high)

    return _of_redraws("MLstatkit", theirs, y_true, y_score)


def _of_redraws(peer: str, theirs: Callable[[], Ends], y_true: Any, y_score: Any) -> Case:
    return Case(
        peer,
        theirs,
        partial(measure, "auroc", y_true, y_score=y_score, method="percentile", n_resamples=LOOPED),
        lambda ends, mine: _near(ends, mine, 0.005),
        target=20,
        rounds=3,
    )


def _every_count_key() -> Limit:
    matrix = ConfusionMatrix([[880, 20], [25, 75]], labels=(0, 1), pos_label=1)
    records = (*ANY_CLASSES, *TWO_CLASSES)

    def ours() -> dict[str, Any]:
        resamples = Sample(matrix, Settings(n_resamples=10_000)).resamples
        return {record.key: resamples.values(record) for record in records}

    def agree(found: dict[str, Any]) -> bool:
        recall = found["recall"]
        return all(len(one) == 10_000 for one in found.values()) and _like(
            1.96 * float(recall.std()), 0.75 * 0.25 / 100, 0.05
        )

    return Limit(50.0, ours, agree, rounds=10)


def _compared() -> Case:
    """Two models with every usual key, beside one area of each by scikit-learn."""
    from sklearn.metrics import roc_auc_score

    y_true, first, second = _two_models(MILLION)
    return Case(
        "two roc_auc_score",
        lambda: roc_auc_score(y_true, first) - roc_auc_score(y_true, second),
        lambda: compare(y_true, {"A": first, "B": second}),
        lambda theirs, mine: abs(theirs - mine["A", "B", "auroc"].difference.value) < 1e-12,
        rounds=2,
    )


def _two_models(rows: int) -> tuple[Any, Any, Any]:
    y_true, first = _typical(rows)
    noise = np.random.default_rng(5).normal(0, 0.5, rows)
    second = 1 / (1 + np.exp(-(np.log(first / (1 - first)) + noise)))
    return y_true, first, second


def _near(ends: Any, mine: Estimate, tolerance: float) -> bool:
    return abs(ends[0] - mine.low) < tolerance and abs(ends[1] - mine.high) < tolerance


def _like(half: float, variance: float, tolerance: float) -> bool:
    """Whether half of a width is 1.96 standard errors, to within a share."""
    return bool(abs(half / (1.96 * np.sqrt(variance)) - 1) < tolerance)


CASES: dict[str, Callable[[], Case | Limit]] = {
    "10^6 AUROC with DeLong": _beside_our_area,
    "10^6 AUROC with DeLong's interval": _beside_confidenceinterval,
    "10^6, 2,000 AUROC replicates": partial(_replicates, None),
    "10^6 in 1,000 clusters, 2,000 AUROC replicates": partial(_replicates, CLUSTERS),
    "10^4, 200 AUROC replicates": _loop,
    "10^4, 200 AUROC replicates of MLstatkit": _mlstatkit,
    "10,000 draws, every count key": _every_count_key,
    "10^5 paired DeLong test": _paired_beside_mlstatkit,
    "10^6 two models, four keys": _compared,
}
