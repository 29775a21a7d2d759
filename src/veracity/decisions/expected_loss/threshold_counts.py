"""Counts at many thresholds, and the error of anything that is linear in them.

Net benefit, expected cost and the number of alarms are sums over rows of a value that depends
on the cell of the row alone. Their variance is that of a mean: Σ s (v − mean)² / W², with s the
squared weights of each cell; with clusters, what the rows of a cluster add is summed before it
is squared (`cluster_spread`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats, ratio
from veracity.decisions.expected_loss.population import Population, smoothed_share
from veracity.decisions.expected_loss.uniform_classes import ClassCalls
from veracity.errors import refuse
from veracity.intervals.influence.clusters import ClusterSpread, cluster_spread
from veracity.resampling.resamples import grouped_at_random
from veracity.statistics import ConfusionMatrix
from veracity.statistics.clusters.clusters import Clusters, Ints
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.numerics.running_sums import cumulated_from_zero
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.scores.thresholds import checked_thresholds, threshold_indices

MOST_CLUSTERS = 1024
AT_ONCE = 1 << 19  # clusters times thresholds that are looked at together
DEAD = 1e-9  # influence of a cell, as a part of the largest, below which it is rounding
Thresholded = ScoreTable | ScoreGrid | ConfusionMatrix
Cells = tuple[Any, Any, Any, Any]  # a value for each of TP, FP, FN, TN


class Mean(NamedTuple):
    """A mean at each threshold, its standard error, and with clusters its degrees of freedom.

    `bound` is how far the exact value may lie from it where scores are in cells of a grid.
    """

    value: Floats
    error: Floats
    freedom: Floats | None
    bound: Floats


@dataclass(frozen=True, eq=False)
class ThresholdCounts:
    """Positive and negative weight called positive at each threshold, and in all."""

    tp: Floats
    fp: Floats
    P: Any
    N: Any

    def of(self, cells: Cells) -> Floats:
        """Σ value · weight over the cells TP, FP, FN, TN."""
        tp, fp, fn, tn = cells
        total: Floats = (
            tp * self.tp + fp * self.fp + fn * (self.P - self.tp) + tn * (self.N - self.fp)
        )
        return total

    def some(self, indices: slice) -> ThresholdCounts:
        """At some of the thresholds only."""
        return ThresholdCounts(self.tp[..., indices], self.fp[..., indices], self.P, self.N)


@dataclass(frozen=True, eq=False)
class CountsAtThresholds:
    """The counts of a table at thresholds, their Σw², and those of each cluster (U, thresholds).

    `torn` is the weight of the cells of a grid that a threshold divides; they are called positive.
    """

    thresholds: Floats
    weight: ThresholdCounts
    squares: ThresholdCounts
    clusters: ThresholdCounts | None
    torn: ThresholdCounts | None = None

    @property
    def total(self) -> float:
        """Weight of everything."""
        return float(self.weight.P + self.weight.N)

    @property
    def effective_total(self) -> float:
        """How many unweighted rows would be as informative (Kish 1965)."""
        return float(ratio(self.total**2, self.squares.P + self.squares.N))

    @property
    def prevalence(self) -> float:
        """The share of positives."""
        return float(ratio(self.weight.P, self.total))

    @property
    def cluster_count(self) -> int | None:
        """How many clusters there are; None where rows are independent."""
        return None if self.clusters is None else len(self.clusters.tp)

    def class_calls(self, cells: Cells, share: float) -> tuple[ClassCalls, ClassCalls]:
        """Both classes, with what a call changes in each; only where there are clusters."""
        tp, fp, fn, tn = cells
        clusters, w = self.clusters, self.weight
        assert clusters is not None
        many = [int((np.asarray(part) > 0).sum()) for part in (clusters.P, clusters.N)]
        return (
            ClassCalls(share, ratio(w.tp, w.P), np.subtract(tp, fn), many[0]),
            ClassCalls(1 - share, ratio(w.fp, w.N), np.subtract(fp, tn), many[1]),
        )

    def mean(self, cells: Cells, where: Population | None = None) -> Mean:
        """The mean of a value by cell among these rows, or in another population."""
        if where is None:
            return self.linear(cells)
        share = where.positive_share
        if not where.counted:
            return self.linear(cells, share)
        near, cases = smoothed_share(where)
        found = self.linear(cells, near, cases)
        return found._replace(value=self.linear(cells, share).value)

    def linear(
        self, cells: Cells, share: float | None = None, counted_in: float | None = None
    ) -> Mean:
        """The mean of a value by cell (TP, FP, FN, TN) over all rows, with its error.

        With a `share` of positives: the mean in a population with that prevalence, which
        varies with the rates alone; or, where the share was itself counted in so many cases,
        also with that. A class that lives in one cluster, or all of them, has no error that
        could be known: nan.
        """
        tp, fp, fn, tn = cells
        w = self.weight
        with np.errstate(all="ignore"):
            if share is None:
                value = yes = no = ratio(w.of(cells), self.total)
                up = across = 1 / self.total
            else:
                yes = ratio(tp * w.tp + fn * (w.P - w.tp), w.P)
                no = ratio(fp * w.fp + tn * (w.N - w.fp), w.N)
                value = _none_of(share, yes) + _none_of(1 - share, no)
                up, across = _none_of(share, ratio(1, w.P)), _none_of(1 - share, ratio(1, w.N))
            own = ((tp - yes) * up, (fp - no) * across, (fn - yes) * up, (tn - no) * across)
            variance, freedom = self._variance(own, alone=share is not None)
            if share is not None and counted_in is not None:
                more = (yes - no) ** 2 * share * (1 - share) / counted_in
                if freedom is not None:
                    freedom = freedom * ratio((variance + more) ** 2, variance**2)
                variance = variance + more
            bound = self._bound((tp - fn) * up, (fp - tn) * across)
            return Mean(value, np.sqrt(variance), freedom, bound)

    def _bound(self, up: float | Floats, across: float | Floats) -> Floats:
        """How far off the mean may be: rows of a torn cell may lie on either side."""
        if self.torn is None:
            return np.zeros(len(self.thresholds))
        one, other = -up * self.torn.tp, -across * self.torn.fp
        bound: Floats = np.max(np.abs([one, other, one + other]), axis=0)
        return bound

    def _variance(self, own: Cells, *, alone: bool) -> tuple[Floats, Floats | None]:
        if self.clusters is None:
            one, other, third, fourth = (part**2 for part in own)
            return self.squares.of((one, other, third, fourth)), None
        found = self._between(own, alone=alone)
        return found.variance, found.freedom

    def _between(self, own: Cells, *, alone: bool) -> ClusterSpread:
        """The variance between clusters; `alone`: each class must be known by itself."""
        assert self.clusters is not None
        step = max(AT_ONCE // len(self.clusters.tp), 1)
        starts = range(0, len(self.thresholds), step)
        parts = [self._spread(own, slice(start, start + step), alone) for start in starts]
        return ClusterSpread(*(np.concatenate(part) for part in zip(*parts, strict=True)))

    def _spread(self, own: Cells, some: slice, alone: bool) -> ClusterSpread:
        clusters, weight = self.clusters, self.weight.some(some)
        assert clusters is not None
        clusters = clusters.some(some)
        tp, fp, fn, tn = (part[some] for part in own)
        held = (clusters.tp, clusters.fp, clusters.P - clusters.tp, clusters.N - clusters.fp)
        whole = (weight.tp, weight.fp, weight.P - weight.tp, weight.N - weight.fp)
        reach = np.abs([one * part for one, part in zip((tp, fp, fn, tn), whole, strict=True)])
        of_yes, of_no = reach[0] + reach[2], reach[1] + reach[3]
        least = DEAD * np.maximum(of_yes, of_no)
        moved = [tp * held[0] + fn * held[2], fp * held[1] + tn * held[3]]
        live = [of_yes > least, of_no > least]
        found = cluster_spread(
            moved, [clusters.P, clusters.N], live, [of_yes, of_no] if alone else None
        )
        in_single_cluster = np.zeros(len(of_yes), bool)
        if alone:
            for here, one in zip(live, (clusters.P, clusters.N), strict=True):
                in_single_cluster |= here & ((one > 0).sum() == 1)
        return found._replace(variance=np.where(in_single_cluster, np.nan, found.variance))


def _none_of(share: float, value: Floats) -> Any:
    """A part of a class; of none of it, 0, even where the class has no value."""
    return share * value if share else np.zeros_like(np.asarray(value, np.float64))


def counts_at_thresholds(statistic: Thresholded, thresholds: ArrayLike) -> CountsAtThresholds:
    """The counts of scores at thresholds; calls that are fixed stay as they are.

    Of a grid, a cell that a threshold divides is called positive, as `ev.at` does it.

    >>> table = ScoreTable.of_rows([1, 0, 1], [0.9, 0.5, 0.2])
    >>> counts_at_thresholds(table, [0.3, 0.6]).weight.tp.tolist()
    [1.0, 1.0]
    """
    chosen = np.atleast_1d(checked_thresholds(thresholds))
    if statistic.shape:
        raise refuse("curve_of_many", shape=statistic.shape)
    if statistic.kind == "confusion_matrix":
        return _of_matrix(statistic, chosen)
    table, torn = statistic.edges, None
    indices = threshold_indices(statistic.high, chosen)
    if not statistic.exact:
        fewest = threshold_indices(statistic.low, chosen)
        most, least = table.reached(indices), table.reached(fewest)
        torn = ThresholdCounts(most[0] - least[0], most[1] - least[1], 0.0, 0.0)
    weight = ThresholdCounts(*table.reached(indices), *table.reached(np.int64(len(table))))
    squares, yes = weight, 0 if table.positive_first else 1
    if table.squares is not None:
        squares = _pair(table.squares[yes], table.squares[1 - yes], indices)
    clusters = table.clusters
    each = None if clusters is None else _of_clusters(clusters, len(table), indices, yes)
    return CountsAtThresholds(chosen, weight, squares, each, torn)


def _pair(positive: Floats, negative: Floats, indices: Ints) -> ThresholdCounts:
    tp, fp = cumulated_from_zero(positive), cumulated_from_zero(negative)
    return ThresholdCounts(tp[indices], fp[indices], tp[-1], fp[-1])


def _of_clusters(clusters: Clusters, scores: int, indices: Ints, yes: int) -> ThresholdCounts:
    """What each cluster has at every threshold; very many clusters in random groups."""
    if len(clusters) > MOST_CLUSTERS:
        clusters = grouped_at_random(clusters, MOST_CLUSTERS, 0)
    order = np.argsort(indices, kind="stable")
    truth, score = np.divmod(clusters.cell, scores)
    first = np.searchsorted(indices[order], score, "right")  # the first threshold that calls it
    size = len(indices) + 1

    def sums(of: int) -> tuple[Floats, Floats]:
        mine = truth == of
        flat = np.bincount(
            clusters.cluster[mine] * size + first[mine], clusters.weight[mine], len(clusters) * size
        ).reshape(len(clusters), size)
        called_positive = np.empty((len(clusters), len(indices)))
        called_positive[:, order] = np.cumsum(flat, -1)[:, :-1]
        return called_positive, flat.sum(-1, keepdims=True)

    (tp, P), (fp, N) = sums(yes), sums(1 - yes)
    return ThresholdCounts(tp, fp, P, N)


def _of_matrix(matrix: ConfusionMatrix, chosen: Floats) -> CountsAtThresholds:
    """Fixed calls: the same counts at every threshold."""

    def pair(c: ConfusionMatrix) -> ThresholdCounts:
        tp, fp = (np.asarray(part)[..., None] + 0 * chosen for part in (c.tp, c.fp))
        P, N = c.tp + c.fn, c.fp + c.tn
        if np.ndim(P):
            P, N = P[:, None], N[:, None]
        return ThresholdCounts(tp, fp, P, N)

    squares = matrix.changed(cells=matrix.sum_of_squares, squares=None, clusters=None)
    clusters = None
    if matrix.clusters is not None:
        few = matrix
        if len(matrix.clusters) > MOST_CLUSTERS:
            few = matrix.changed(clusters=grouped_at_random(matrix.clusters, MOST_CLUSTERS, 0))
        clusters = pair(few.by_cluster())
    return CountsAtThresholds(chosen, pair(matrix), pair(squares), clusters)
