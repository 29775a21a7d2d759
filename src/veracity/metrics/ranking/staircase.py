"""What ranking records share: counts at a point between two thresholds, totals, undefined cases."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.record.metric import Case, Metric
from veracity.statistics import ScoreTable
from veracity.statistics.numerics.bisection import first_where
from veracity.words import Text


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingMetric(Metric[ScoreTable]):
    """A record of how the scores of two classes rank."""

    reads: type[ScoreTable] = ScoreTable


class Point(NamedTuple):
    """Counts called positive at one point of the staircase, (...)."""

    tp: Floats
    fp: Floats


def point_at(
    table: ScoreTable, target: Floats, of_tp: float | Floats = 1.0, of_fp: float | Floats = 1.0
) -> Point:
    """Where of_tp · TP + of_fp · FP reaches `target`, on straight lines between the thresholds.

    The factors and `target` are numbers, or arrays of the leading axes. So tied scores are
    shared evenly. Where the sum stands still at `target`, the last of these points counts.
    """
    shape, size = np.shape(table.positives), len(table.scores)
    if not size:
        return Point(np.zeros(shape), np.zeros(shape))

    def weighed(counts: tuple[Floats, Floats]) -> Floats:
        return np.asarray(of_tp * counts[0] + of_fp * counts[1])

    index = first_where(lambda at: weighed(table.reached_by_each(at + 1)) > target, size, shape)
    index = np.minimum(index, size - 1)
    above, there = table.reached_by_each(index), table.reached_by_each(index + 1)
    start, end = weighed(above), weighed(there)
    part = np.where(end > start, np.clip(ratio(target - start, end - start), 0.0, 1.0), 0.0)
    tp, fp = (first + part * (last - first) for first, last in zip(above, there, strict=True))
    return Point(tp, fp)


def totals(table: ScoreTable) -> tuple[Floats, Floats]:
    """All positives and all negatives, with a last axis of 1 to go with the steps."""
    return np.asarray(table.positives)[..., None], np.asarray(table.negatives)[..., None]


NO_POSITIVES = Case(
    Text("there are no positive cases to rank", "没有可排序的正例"),
    lambda t: t.positives == 0,
)
NO_NEGATIVES = Case(
    Text("there are no negative cases to rank against", "没有可比较的负例"),
    lambda t: t.negatives == 0,
)
BOTH = (NO_POSITIVES, NO_NEGATIVES)


def defined(table: ScoreTable, value: Floats) -> Floats:
    """The value where both classes occur, nan elsewhere."""
    both = (table.positives > 0) & (table.negatives > 0)
    return np.where(both, value, np.nan)[()]
