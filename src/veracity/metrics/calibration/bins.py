"""Probabilities in bins: weight, mean probability and share of positives of each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.memo import remember
from veracity.metrics.probability.rows import RunningSums, above, alone, rows_of
from veracity.statistics import ScoreTable
from veracity.statistics.numerics.running_sums import cumulated_from_zero
from veracity.statistics.numerics.weighted_sums import weighted_sum

Ints = NDArray[np.int64]
BLOCK = 1 << 12  # scores whose sums are kept, for bins of many
MANY = 1 << 15
Strategy = Literal["uniform", "quantile"]


@dataclass(frozen=True, slots=True)
class Bins:
    """Sums over the bins from the lowest to the highest, each (..., B).

    `weight` of all rows, `positive` of the positive ones, `predicted` Σ w·p, and `squares` Σw².
    """

    weight: Floats
    positive: Floats
    predicted: Floats
    squares: Floats

    @property
    def share(self) -> Floats:
        """The share of positives; nan in an empty bin."""
        return ratio(self.positive, self.weight)

    @property
    def mean(self) -> Floats:
        """The mean probability; nan in an empty bin."""
        return ratio(self.predicted, self.weight)

    @property
    def gap(self) -> Floats:
        """Share of positives less mean probability; 0 in an empty bin."""
        return np.where(self.weight > 0, ratio(self.positive - self.predicted, self.weight), 0.0)

    @property
    def rows(self) -> Floats:
        """Effective rows, (Σw)²/Σw²; without weights their number."""
        return np.where(self.weight > 0, ratio(self.weight**2, self.squares), 0.0)


def bins_of(table: ScoreTable, bins: int, strategy: Strategy = "uniform") -> Bins:
    """The rows of a table by bins of their probability.

    `uniform`: B bins of equal width, bin i holding i/B <= p < (i + 1)/B, and the last one
    p = 1 too (as numpy.histogram and netcal; scikit-learn's `calibration_curve` puts a p that
    equals an inner edge into the bin below). `quantile`: bins between the B-quantiles of the
    probabilities, equal ones together, an edge belonging to the bin below, as scikit-learn
    divides them; fewer distinct values than bins leave bins empty.

    >>> from veracity.statistics.scores.probability_table import ProbabilityTable
    >>> bins_of(ProbabilityTable.of_rows([0, 1, 1], [0.5, 0.75, 1.0]), 4).weight
    array([0., 0., 1., 2.])
    """
    bins = whole(bins)
    if table.shape and strategy == "quantile":
        return _stacked(
            [_binned(one, bins, strategy) for _, one in table.single_tables()], table.shape
        )
    return remember(table, ("bins", bins, strategy), lambda: _binned(table, bins, strategy))


def bins_between(table: ScoreTable, inner: Floats) -> Bins:
    """The rows by bins between these inner edges, which rise; an edge belongs to the bin below.

    >>> from veracity.statistics.scores.probability_table import ProbabilityTable
    >>> table = ProbabilityTable.of_rows([0, 1, 1], [0.5, 0.75, 1.0])
    >>> bins_between(table, np.array([0.5, 0.8])).weight
    array([1., 1., 1.])
    """
    starts = len(table) - np.searchsorted(table.scores[::-1], inner, "right")
    return _sums(table, np.concatenate([[len(table)], starts, [0]]))


def _stacked(parts: list[Bins], shape: tuple[int, ...]) -> Bins:
    """The bins of tables along leading axes as one."""
    names = ("weight", "positive", "predicted", "squares")
    each = (np.stack([getattr(part, name) for part in parts]) for name in names)
    return Bins(*(sums.reshape(*shape, -1) for sums in each))


def whole(bins: float) -> int:
    """The number of bins, which is whole and at least 1."""
    if bins != int(bins) or bins < 1:
        raise refuse("bins_not_whole", value=bins)
    return int(bins)


def bins_of_other(table: ScoreTable, bins: int, strategy: Strategy = "uniform") -> Bins:
    """Bins of 1 − p, the negatives being what is looked for."""
    bins = whole(bins)
    if table.shape and strategy == "quantile":
        parts = [bins_of_other(one, bins, strategy) for _, one in table.single_tables()]
        return _stacked(parts, table.shape)

    def found() -> Bins:
        if strategy == "uniform":
            return _other(table, _ends_of_other(table, bins, 0))
        sums = None if alone(table) else cumulated_from_zero(rows_of(table)[::-1])
        upwards = RunningSums(len(table), sums)
        return _other(table, (len(table) - _quantile(table, bins, upwards))[::-1])

    return remember(table, ("bins of the other", bins, strategy), found)


def bins_of_top(table: ScoreTable, bins: int) -> Bins:
    """Equal-width bins of the larger of p and 1 − p, and whether that class was right."""
    bins, called_positive = whole(bins), int(np.count_nonzero(table.scores >= 0.5))
    high = _sums(table, np.minimum(_uniform(table, bins), called_positive))
    low = _other(table, _ends_of_other(table, bins, called_positive))
    return Bins(
        high.weight + low.weight,
        high.positive + low.positive,
        high.predicted + low.predicted,
        high.squares + low.squares,
    )


def _ends_of_other(table: ScoreTable, bins: int, start: int) -> Ints:
    """Where equal-width bins of 1 − p end, from an index of the table on; (B + 1,), falling."""
    indices = np.maximum(_first_above(table.scores, np.arange(1, bins) / bins), start)
    return np.concatenate([[start], indices, [len(table)]])[::-1]


def _other(table: ScoreTable, ends: Ints) -> Bins:
    """The same for 1 − p and the negatives: what falls with the index rises."""
    found = _sums(table, ends)
    up = slice(None, None, -1)
    weight, yes = found.weight[..., up], found.positive[..., up]
    return Bins(weight, weight - yes, weight - found.predicted[..., up], found.squares[..., up])


def _first_above(scores: Floats, edges: Floats) -> Ints:
    """The first index at which 1 − p reaches each edge, by halving."""
    low, high = np.zeros(len(edges), np.int64), np.full(len(edges), len(scores))
    while (low < high).any():
        middle = (low + high) // 2
        reached_it = 1.0 - scores[np.minimum(middle, len(scores) - 1)] >= edges
        open_still = low < high
        high = np.where(open_still & reached_it, middle, high)
        low = np.where(open_still & ~reached_it, middle + 1, low)
    return low


def _binned(table: ScoreTable, bins: int, strategy: Strategy) -> Bins:
    if strategy == "uniform":
        return _sums(table, _uniform(table, bins))
    return _sums(table, _quantile(table, bins, above(table)))


def _sums(table: ScoreTable, indices: Ints) -> Bins:
    """Sums over the scores from indices[b + 1] to indices[b], which is bin b."""
    bins = len(indices) - 1
    sums = np.zeros((4, *table.shape, bins))
    yes, no, p = table.positive, table.negative, table.scores
    blocks = remember(table, "blocks", lambda: _blocks(table)) if len(p) >= MANY else None
    for b in range(bins):
        part = slice(indices[b + 1], indices[b])
        if indices[b + 1] >= indices[b]:
            continue
        if blocks is None:
            sums[1, ..., b] = yes[..., part].sum(-1)
            sums[0, ..., b] = sums[1, ..., b] + no[..., part].sum(-1)
            sums[2, ..., b] = _times(yes[..., part], p[part]) + _times(no[..., part], p[part])
        else:
            sums[:3, b] = _between(table, blocks, int(part.start), int(part.stop))
        if table.squares is not None:
            sums[3, ..., b] = table.squares[..., part].sum((-2, -1))
    return Bins(sums[0], sums[1], sums[2], sums[0] if table.squares is None else sums[3])


def _blocks(table: ScoreTable) -> Floats | None:
    """Weight, positive weight and Σ w·p of every block of scores; of a single table."""
    if table.shape:
        return None
    edges = range(0, len(table) - BLOCK + 1, BLOCK)
    if table.lone is not None:
        starts = np.arange(len(edges) + 1) * BLOCK
        yes, _ = table.reached(starts)
        sums = [table.scores[at : at + BLOCK].sum() for at in edges]
        return np.stack([np.full(len(edges), float(BLOCK)), np.diff(yes), sums])
    return np.array([_plain(table, slice(at, at + BLOCK)) for at in edges]).T


def _plain(table: ScoreTable, part: slice) -> tuple[float, float, float]:
    """The same of any scores."""
    yes, no, p = table.positive[part], table.negative[part], table.scores[part]
    found = yes.sum()
    return found + no.sum(), found, np.einsum("t,t->", yes, p) + np.einsum("t,t->", no, p)


def _between(table: ScoreTable, blocks: Floats, start: int, stop: int) -> Floats:
    """The same between two indices: whole blocks, and what lies before and behind them."""
    first, last = -(-start // BLOCK), stop // BLOCK
    if first >= last:
        return np.array(_plain(table, slice(start, stop)))
    ends = slice(start, first * BLOCK), slice(last * BLOCK, stop)
    rest = np.array([_plain(table, end) for end in ends])
    return np.asarray(blocks[:, first:last].sum(-1) + rest.sum(0))


def _times(weight: Floats, p: Floats) -> Any:
    return weighted_sum(weight, p, lambda one: one)


def _uniform(table: ScoreTable, bins: int) -> Ints:
    """How many probabilities lie at or above the lower edge of each bin, and none; (B + 1,)."""
    inner = np.arange(1, bins) / bins
    indices = len(table) - np.searchsorted(table.scores[::-1], inner, "left")
    return np.concatenate([[len(table)], indices, [0]])


def _quantile(table: ScoreTable, bins: int, sums: RunningSums) -> Ints:
    """The same for bins of about equal weight, which runs up by index in `sums`.

    A probability lies above the k-th of the B-quantiles (those of numpy, type 7) where the
    weight below it is more than k(n − 1)/B; with weights, 1 is what an effective row weighs.
    """
    total = sums.total
    if total <= 0:
        return np.concatenate([[len(table)], np.zeros(bins, np.int64)])
    one = float(ratio(total, table.effective_total))
    # index t is above the edge where the weight below it is more than k (total − one) / B
    edges = total - np.arange(1, bins) * (total - one) / bins
    indices = sums.index(edges * (1 - 1e-15)) - 1  # without the 0 that the sums begin with
    return np.concatenate([[len(table)], np.maximum(indices, 0), [0]])
