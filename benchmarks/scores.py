"""Scores: the exact table with its areas, the certified grid, every threshold at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from benchmarks.case import Case, Memory
from veracity import curves
from veracity.engines.kernels.choice import exact_sums
from veracity.engines.kernels.sums import Rows
from veracity.engines.rows.tables import score_table
from veracity.metrics import find
from veracity.metrics.catalogue.catalogue import RANKING
from veracity.statistics import ScoreTable
from veracity.statistics.grid.bounds import roc_bound
from veracity.statistics.scores.areas import area_under_roc, average_precision, delong_variance

MILLION, TEN_MILLION = 10**6, 10**7
GRID_BITS, CERTIFIED = 16, 2e-5
SWEPT = ("precision", "recall", "f1", "mcc", "kappa")
AT_ONCE = 1 << 15
DRAWN = 1e-3  # of an axis: finer than a pixel
Data = tuple[Any, Any]


def exact(y_true: Any, y_score: Any, weight: Any = None) -> tuple[float, float]:
    """The exact table of raw rows, and both areas from it."""
    table, _ = score_table(y_true, y_score, weight, resolution="exact")
    return area_under_roc(table), average_precision(table)


def gridded(
    y_true: Any, y_score: Any, weight: Any = None, bits: int = GRID_BITS
) -> tuple[float, float]:
    """The area from a grid, and the bound on its error."""
    grid, _ = score_table(y_true, y_score, weight, probability=True, resolution=bits)
    return area_under_roc(grid), roc_bound(grid)  # type: ignore[arg-type]


def swept(y_true: Any, y_score: Any) -> dict[str, Any]:
    """Five metrics at every threshold, from raw rows, by the records everybody else uses."""
    table, _ = score_table(y_true, y_score, resolution="exact")
    assert not isinstance(table, tuple)
    size = len(table) + 1
    values = {key: np.empty(size) for key in SWEPT}
    records = [(find(key), values[key]) for key in SWEPT]
    for start in range(0, size, AT_ONCE):
        part = slice(start, min(start + AT_ONCE, size))
        counts = table.sweep(part.start, part.stop)  # type: ignore[union-attr]
        for record, out in records:
            out[part] = record(counts)
    return values


def _same_areas(theirs: float, mine: tuple[float, float], average: float) -> bool:
    return abs(theirs - mine[0]) < 1e-12 and abs(average - mine[1]) < 1e-12


def _exact(
    draw: Callable[[], Data], target: float | None, rounds: int = 5, repeat: int = 1
) -> Case:
    from sklearn.metrics import average_precision_score, roc_auc_score

    y_true, y_score = draw()
    average = average_precision_score(y_true, y_score)
    return Case(
        "roc_auc_score",
        lambda: roc_auc_score(y_true, y_score),
        lambda: exact(y_true, y_score),
        partial(_same_areas, average=average),
        target,
        rounds,
        repeat,
    )


def _weighted() -> Case:
    from sklearn.metrics import average_precision_score, roc_auc_score

    y_true, y_score = _typical(MILLION)
    weight = np.random.default_rng(3).random(MILLION)
    average = average_precision_score(y_true, y_score, sample_weight=weight)
    return Case(
        "roc_auc_score",
        lambda: roc_auc_score(y_true, y_score, sample_weight=weight),
        lambda: exact(y_true, y_score, weight),
        partial(_same_areas, average=average),
        rounds=3,
    )


def _grid(weighted: bool, target: float) -> Case:
    from sklearn.metrics import roc_auc_score

    y_true, y_score = _typical(TEN_MILLION)
    weight = np.random.default_rng(3).random(TEN_MILLION) if weighted else None
    return Case(
        "roc_auc_score",
        lambda: roc_auc_score(y_true, y_score, sample_weight=weight),
        lambda: gridded(y_true, y_score, weight),
        lambda theirs, mine: abs(theirs - mine[0]) <= mine[1] <= CERTIFIED,
        target,
        rounds=2,
    )


def _grid_memory() -> Memory:
    y_true, y_score = _typical(TEN_MILLION)
    return Memory(64 * 10**6, lambda: gridded(y_true, y_score))


def _sweep() -> Case:
    from sklearn.metrics import precision_recall_curve, roc_auc_score

    y_true, y_score = _typical(MILLION)
    precision, recall, _ = precision_recall_curve(y_true, y_score)

    def agree(_: float, mine: dict[str, Any]) -> bool:
        ours = mine["precision"][:0:-1], mine["recall"][:0:-1]
        return all(
            bool(np.allclose(a, b[:-1], rtol=1e-12))
            for a, b in zip(ours, (precision, recall), strict=True)
        )

    return Case(
        "roc_auc_score",
        lambda: roc_auc_score(y_true, y_score),
        lambda: swept(y_true, y_score),
        agree,
        target=3,
    )


def _delong() -> Case:
    from sklearn.metrics import roc_auc_score

    y_true, y_score = _typical(MILLION)

    def with_variance() -> tuple[float, float]:
        table, _ = score_table(y_true, y_score, resolution="exact")
        return area_under_roc(table), delong_variance(table)

    return Case(
        "roc_auc_score",
        lambda: roc_auc_score(y_true, y_score),
        with_variance,
        lambda theirs, mine: abs(theirs - mine[0]) < 1e-12 and 0 < mine[1] < 1e-5,
        target=5,
    )


def _logits(rows: int) -> Data:
    """One row in ten is positive, and ranks higher by one and a half standard deviations."""
    rng = np.random.default_rng(0)
    y_true = (rng.random(rows) < 0.1).astype(np.int8)
    return y_true, rng.normal(0, 1, rows) + 1.5 * y_true


def _typical(rows: int) -> Data:
    y_true, logits = _logits(rows)
    return y_true, 1 / (1 + np.exp(-logits))


def _float32(rows: int) -> Data:
    y_true, scores = _typical(rows)
    return y_true, scores.astype(np.float32)


def _distinct(rows: int, values: int) -> Data:
    y_true, scores = _typical(rows)
    return y_true, np.floor(scores * values) / values


def _overconfident(rows: int) -> Data:
    y_true, logits = _logits(rows)
    return y_true, 1 / (1 + np.exp(-10 * logits))


def _saturated(rows: int) -> Data:
    y_true, logits = _logits(rows)
    return y_true, 1 / (1 + np.exp(-(logits + 9)))


def _adversarial(rows: int) -> Data:
    """Half of the scores lie within a billionth."""
    y_true, scores = _typical(rows)
    rng = np.random.default_rng(1)
    return y_true, np.where(rng.random(rows) < 0.5, 0.3 + 1e-9 * rng.random(rows), scores)


def _atoms(rows: int) -> Data:
    """A third are 0, a third are 1, the others are anywhere."""
    y_true, scores = _typical(rows)
    where = np.random.default_rng(1).random(rows)
    return y_true, np.where(where < 1 / 3, 0.0, np.where(where < 2 / 3, 1.0, scores))


def _constant(rows: int) -> Data:
    return _logits(rows)[0], np.full(rows, 0.3)


def _case(draw: Callable[[int], Data], rows: int, **options: Any) -> Callable[[], Case]:
    return partial(_exact, partial(draw, rows), **options)


def everything(y_true: Any, y_score: Any) -> dict[str, Any]:
    """Every ranking metric of raw rows, and every curve, thinned for drawing."""
    table, _ = score_table(y_true, y_score, resolution="exact")
    assert isinstance(table, ScoreTable)
    found: dict[str, Any] = {
        key: record(table) for key, record in RANKING.items() if record.reads is ScoreTable
    }
    drawn = (curves.roc, curves.precision_recall, curves.pr_gain, curves.det, curves.gains)
    found |= {curve.__name__: curve(table, error=DRAWN) for curve in drawn}
    return found | {"hull": curves.hull(table)}


def _everything() -> Case:
    from sklearn.metrics import roc_auc_score

    y_true, y_score = _typical(TEN_MILLION)
    return Case(
        "roc_auc_score",
        lambda: roc_auc_score(y_true, y_score),
        lambda: everything(y_true, y_score),
        lambda theirs, mine: abs(theirs - mine["auroc"]) < 1e-12,
        target=1,
        rounds=2,
    )


def _torchmetrics() -> Case:
    """AUROC of torchmetrics on 1,000 thresholds; ours from a grid of 4,096 cells, with a bound."""
    import torch
    from torchmetrics.functional.classification import binary_auroc

    y_true, y_score = _typical(MILLION)
    truth, scores = torch.from_numpy(y_true.astype(np.int64)), torch.from_numpy(y_score)
    return Case(
        "torchmetrics, 1,000 thresholds",
        lambda: float(binary_auroc(scores, truth, thresholds=1000)),
        lambda: gridded(y_true, y_score, bits=12),
        lambda theirs, mine: abs(theirs - mine[0]) < 1e-3 and mine[1] <= 1e-4,
        target=100,
        rounds=2,
    )


def _plain_table(distinct: int, rows: int = 10_000) -> Case:
    """Rows to distinct scores and their counts; plain numpy is np.unique and bincount."""
    random = np.random.default_rng(0)
    index = (random.random(rows) < 0.3).astype(np.uint8)
    scores = np.floor(random.random(rows) * distinct) / distinct

    def plain() -> tuple[Any, Any]:
        found, at = np.unique(scores, return_inverse=True)
        return found, np.bincount(at * 2 + index, minlength=2 * len(found)).reshape(-1, 2).T

    def same(theirs: tuple[Any, Any], mine: Any) -> bool:
        return all(np.array_equal(one[..., ::-1], two) for one, two in zip(theirs, mine[:2]))  # noqa: B905

    given = Rows(index, 2, scores, float(scores.min()), float(scores.max()))
    return Case("plain numpy", plain, lambda: exact_sums(given), same, 1, rounds=20, repeat=20)


CASES: dict[str, Callable[[], Case | Memory]] = {
    "10^4 rows, 20 distinct": partial(_plain_table, 20),
    "10^4 rows, 100 distinct": partial(_plain_table, 100),
    "10^4 rows, 1,000 distinct": partial(_plain_table, 1000),
    "10^6 float64": _case(_typical, MILLION, target=6),
    "10^7 float64": _case(_typical, TEN_MILLION, target=10, rounds=2),
    "10^6 float32": _case(_float32, MILLION, target=4),
    "10^6 rows, 1,000 distinct": _case(partial(_distinct, values=1000), MILLION, target=15),
    "10^7 rows, 1,000 distinct": _case(
        partial(_distinct, values=1000), TEN_MILLION, target=15, rounds=2
    ),
    "10^6 logits": _case(_logits, MILLION, target=3),
    "10^6 overconfident": _case(_overconfident, MILLION, target=3),
    "10^6 saturated": _case(_saturated, MILLION, target=3),
    "10^6 half within 1e-9": _case(_adversarial, MILLION, target=3),
    "10^6 two thirds 0 or 1": _case(_atoms, MILLION, target=3),
    "10^6 constant": _case(_constant, MILLION, target=3),
    "100 rows": _case(_typical, 100, target=5, rounds=30, repeat=20),
    "1,000 rows": _case(_typical, 1000, target=5, rounds=30, repeat=20),
    "10^4 rows": _case(_typical, 10**4, target=3, rounds=20, repeat=3),
    "10^5 rows": _case(_typical, 10**5, target=3, rounds=10),
    "10^6 float64, weighted": _weighted,
    "10^6 AUROC with DeLong's variance": _delong,
    "10^6 thresholds, five metrics at each": _sweep,
    "10^7 grid, bound at most 2e-5": partial(_grid, False, 35),
    "10^7 grid, weighted, bound at most 2e-5": partial(_grid, True, 30),
    "10^7 every ranking metric and curve": _everything,
    "10^6 AUROC beside torchmetrics": _torchmetrics,
    "memory of the 10^7 grid, limit 64 MB": _grid_memory,
}
