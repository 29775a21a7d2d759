"""Resamples of a statistic, each with all of its cells moved a little: what studentising needs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.intervals.influence.influence import STEP
from veracity.metrics import Metric
from veracity.resampling.resamples import Resamples

BATCH = 64  # resamples at a time


@dataclass(frozen=True, eq=False)
class MovedResamples:
    """Some resamples: weights (times, cells), themselves, and moved (2, times, cells)."""

    weights: Floats
    here: Any
    moved: Any

    def values(self, metric: Metric) -> tuple[Floats, Floats]:
        """The metric of each resample and its standard error by the delta method."""
        with np.errstate(all="ignore"):
            more, less = metric(self.moved)
            grown = (more - less) / (2 * STEP)
            some = self.weights
            held = np.where(some > 0, some, 1.0)
            mean = grown.sum(-1, keepdims=True) / some.sum(-1, keepdims=True)
            spread = np.where(some > 0, (grown - mean * some) ** 2 / held, 0.0).sum(-1)
            return np.asarray(metric(self.here)), np.sqrt(spread)


def moved_resamples(resamples: Resamples) -> Iterator[MovedResamples]:
    """All resamples, in batches; each cell in turn grows and shrinks by a small part."""
    parts = resamples.parts
    own = np.eye(len(parts)) * STEP
    factors = np.stack([1 + own, 1 - own])[:, None]
    for weights in resamples.weights():
        for start in range(0, len(weights), BATCH):
            some = weights[start : start + BATCH]
            moved = parts.put(some[None, :, None, :] * factors, None)
            yield MovedResamples(some, parts.put(some, None), moved)
