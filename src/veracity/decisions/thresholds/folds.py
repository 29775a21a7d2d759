"""A table divided at random into folds, or redrawn: of counts, no rows are needed.

Counts are divided by hypergeometric draws, class by class, as if their rows had been shuffled.
Weights are divided in pieces of equal weight, (Σw)²/Σw² of them at each score, which keeps the
two moments that are known. With clusters, whole clusters go to one fold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.decisions.thresholds.rule import Ints
from veracity.statistics.scores.score_table import ScoreTable

MOST_SCORES = 4096  # above it neighbouring scores are pooled
BATCH_NUMBERS = 1 << 22
_MOST_SHUFFLED = 10**9 - 1  # what numpy's marginals take


def folded(table: ScoreTable, folds: int, repeats: int, seed: int) -> Iterator[ScoreTable]:
    """Batches of tables with leading axes (repeats, folds); the folds add up to the table."""
    random = np.random.default_rng(seed)
    step = int(np.clip(BATCH_NUMBERS // max(folds * table.weight.size, 1), 1, repeats))
    for start in range(0, repeats, step):
        times = min(step, repeats - start)
        if table.units is not None:
            order = random.permuted(np.tile(np.arange(len(table.units)), (times, 1)), axis=1)
            taken = (order[:, None, :] % folds == np.arange(folds)[:, None]).astype(np.float64)
            yield table.redrawn(taken)
            continue
        step_of, rows = _pieces(table)
        parts = np.stack([_dealt(rows, folds, random) for _ in range(times)])
        yield replace(table, weight=parts * step_of, squares=None, units=None)


def redrawn(table: ScoreTable, times: int, seed: int) -> Iterator[ScoreTable]:
    """Batches of bootstrap redraws with one leading axis: of rows, or of whole clusters."""
    random = np.random.default_rng(seed)
    step = int(np.clip(BATCH_NUMBERS // max(table.weight.size, 1), 1, times))
    for start in range(0, times, step):
        now = min(step, times - start)
        if table.units is not None:
            many = len(table.units)
            drawn = random.multinomial(many, np.full(many, 1 / many), now)
            yield table.redrawn(drawn.astype(np.float64))
            continue
        step_of, rows = _pieces(table)
        flat = rows.reshape(-1)
        taken = random.multinomial(int(flat.sum()), flat / flat.sum(), now)
        weight = taken.reshape(now, *rows.shape) * step_of
        yield replace(table, weight=weight, squares=None, units=None)


def _pieces(table: ScoreTable) -> tuple[Floats, Floats]:
    """The weight of one piece at each class and score, and how many there are."""
    weight, whole = table.weight, np.round(table.weight)
    if table.squares is None and np.array_equal(whole, weight):
        return np.ones_like(weight), weight
    rows = np.where(weight > 0, ratio(weight**2, table.sum_of_squares), 0.0)
    rows = np.where(weight > 0, np.maximum(np.round(rows), 1.0), 0.0)
    return np.where(rows > 0, ratio(weight, rows), 0.0), rows


def _dealt(rows: Floats, folds: int, random: np.random.Generator) -> Floats:
    """Each class dealt into folds of equal size, (folds, K, T)."""
    parts = np.zeros((folds, *rows.shape))
    for k, counts in enumerate(rows.astype(np.int64)):
        left, shift = counts.copy(), int(random.integers(folds))
        for fold in range(folds - 1):
            size = (int(counts.sum()) + (fold + shift) % folds) // folds
            parts[fold, k] = _taken(left, size, random)
            left -= parts[fold, k].astype(np.int64)
        parts[folds - 1, k] = left
    return parts


def _taken(counts: Ints, size: int, random: np.random.Generator) -> Ints:
    total = int(counts.sum())
    if total > _MOST_SHUFFLED:  # the size of the fold varies, which nobody notices here
        return random.binomial(counts, size / total)
    return random.multivariate_hypergeometric(counts, size, method="marginals")
