"""The staircase under every ranking metric: counts called positive as the threshold falls."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.metric import Case
from veracity.words import Text


class Staircase(NamedTuple):
    """TP and FP from the threshold +inf (nothing called) down to the lowest score, (..., T + 1)."""

    tp: Floats
    fp: Floats
    positives: Floats
    negatives: Floats

    @property
    def tpr(self) -> Floats:
        """True positive rate at each step."""
        return ratio(self.tp, self.positives)

    @property
    def fpr(self) -> Floats:
        """False positive rate at each step."""
        return ratio(self.fp, self.negatives)

    @property
    def precision(self) -> Floats:
        """Precision at each step; nan where nothing is called positive."""
        return ratio(self.tp, self.tp + self.fp)


def staircase(table: Any) -> Staircase:
    """The steps of a score table, its totals with a last axis of 1."""
    tp, fp = table.tp, table.fp
    return Staircase(tp, fp, tp[..., -1:], fp[..., -1:])


def at_share(x: Floats, y: Floats, wanted: Any) -> Floats:
    """Y where the rising staircase x reaches `wanted`, straight lines between the steps.

    Where x stands still at `wanted` the last of the standing points counts.
    """
    place = np.clip((x <= wanted).sum(-1) - 1, 0, x.shape[-1] - 2)[..., None]
    x0, x1 = (np.take_along_axis(x, place + i, -1) for i in (0, 1))
    y0, y1 = (np.take_along_axis(y, place + i, -1) for i in (0, 1))
    part = np.where(x1 > x0, ratio(wanted - x0, x1 - x0), 0.0)
    return np.asarray((y0 + part * (y1 - y0))[..., 0])


NO_POSITIVES = Case(
    Text("there are no positive cases to rank", "没有可排序的正样本"),
    lambda t: t.positives == 0,
)
NO_NEGATIVES = Case(
    Text("there are no negative cases to rank against", "没有可比较的负样本"),
    lambda t: t.negatives == 0,
)
BOTH = (NO_POSITIVES, NO_NEGATIVES)


def defined(table: Any, value: Any) -> Floats:
    """The value where both classes occur, nan elsewhere."""
    both = (table.positives > 0) & (table.negatives > 0)
    return np.where(both, value, np.nan)[()]
