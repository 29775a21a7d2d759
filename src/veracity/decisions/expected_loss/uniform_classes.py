"""Classes that clusters predict all one way: no spread between them, and yet no certainty.

None of 200 negatives in 20 patients was called positive: the patients do not differ, so the
variance between them is 0. But each is one trial at least, and none of 20 may be 16 in 100 by
Wilson's interval. A mean over cases is moved by that as far as the class has a share in it; the
distance is added to that of the other class as the root of their squares (Zou GY, Donner A (2008)
Statistics in Medicine 27:1693–1702). With one cluster there is no such bound.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from veracity.arrays import Floats
from veracity.intervals import proportion_interval

Ends = tuple[Floats, Floats]


class ClassCalls(NamedTuple):
    """One true class: its share, the part called positive, what a call changes, its clusters."""

    share: Any
    rate: Any
    change: Any
    clusters: int


def reach(one: ClassCalls, level: float) -> Floats:
    """How far the mean may move for a class that was predicted all one way; 0 for any other.

    >>> float(reach(ClassCalls(0.99, 0.0, 1.0, 20), 0.95).round(3))
    0.16
    """
    rate = np.asarray(one.rate, np.float64)
    if one.clusters < 2:
        return np.zeros(rate.shape)
    most = float(proportion_interval(0.0, float(one.clusters), "wilson", level)[1])
    way = np.where(rate <= 0, 1.0, np.where(rate >= 1, -1.0, 0.0))
    return np.asarray(way * one.share * one.change * most, np.float64)


def widened(ends: Ends, value: Floats, classes: Iterable[ClassCalls], level: float) -> Ends:
    """Ends that also hold what such classes may hide; as they are where there is none."""
    moved = [reach(one, level) for one in classes]
    if not any(np.any(move != 0) for move in moved):
        return ends
    uniform = np.any([move != 0 for move in moved], axis=0)
    low, high = (np.where(uniform & np.isnan(end), value, end) for end in ends)
    down, up = (value - low) ** 2, (high - value) ** 2
    for move in moved:
        down, up = down + np.minimum(move, 0.0) ** 2, up + np.maximum(move, 0.0) ** 2
    return value - np.sqrt(down), value + np.sqrt(up)


def hidden(weight: Floats, values: Floats, shares: Floats, clusters: Floats, level: float) -> Ends:
    """How far down and up the mean over K classes may move for those with a single call.

    Cells are (truth, call); `clusters` says how many hold each class.
    """
    single = ((weight > 0).sum(-1) == 1) & (clusters > 1) & (shares > 0)
    most = [
        float(proportion_interval(0.0, max(float(n), 1.0), "wilson", level)[1]) for n in clusters
    ]
    here = np.where(weight > 0, values, 0.0).sum(-1)
    scale = np.where(single, shares * np.array(most), 0.0)
    down, up = scale * (here - values.min(-1)), scale * (values.max(-1) - here)
    return np.sqrt((down**2).sum()), np.sqrt((up**2).sum())
