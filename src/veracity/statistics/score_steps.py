"""What the ranking measures read of a table: the places where the curve rises.

Between two scores that have positive weight the ROC curve only runs to the right. So the
steps up, with the running sums there, are enough for every area and its variance, and where
positives are rare they are few.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics.score_sums import cumulated

Places = NDArray[np.int64] | slice
_PIECE = 1 << 16
EVERY = slice(None)


@dataclass(frozen=True, slots=True)
class Steps:
    """Weights at the steps, running sums down to and with each, and the totals.

    Without leading axes the steps are the places with positive weight; with leading axes every
    score is one, because each table rises elsewhere.
    """

    positive: Floats
    negative: Floats
    tp: Floats
    fp: Floats
    positives: Any
    negatives: Any

    @property
    def below(self) -> Floats:
        """Negative weight that each step ranks above, ties as one half."""
        all_of_it = np.asarray(self.negatives)[..., None]
        return np.maximum(all_of_it - self.fp, 0.0) + self.negative / 2

    @property
    def above(self) -> Floats:
        """Positive weight that ranks above each step, ties as one half."""
        half: Floats = self.positive / 2
        return self.tp - half

    @property
    def between(self) -> Floats:
        """Negative weight before each step, since the one before it, and after the last."""
        none, end = np.zeros((*self.fp.shape[:-1], 1)), np.asarray(self.negatives)[..., None]
        reached = np.concatenate([none, self.fp], -1)
        until = np.concatenate([self.fp - self.negative, end], -1)
        rest: Floats = np.maximum(until - reached, 0.0)
        return rest

    @property
    def above_between(self) -> Floats:
        """Positive weight that ranks above what lies between."""
        return np.concatenate([np.zeros((*self.tp.shape[:-1], 1)), self.tp], -1)


def places_of_steps(positive: Floats) -> Places:
    """Where the curve of these weights rises; everywhere if there are leading axes."""
    return EVERY if positive.ndim > 1 else np.flatnonzero(positive > 0)


def steps_at(place: Places, positive: Floats, negative: Floats) -> Steps:
    """The steps of weights by score, highest first."""
    if not isinstance(place, slice) and _seen_once(place, positive, negative):
        ones, tp = np.ones(len(place)), np.arange(1.0, len(place) + 1)
        ups = float(len(place))
        return Steps(ones, ones - 1, tp, place + 1 - tp, ups, len(positive) - ups)
    up, falls = positive[..., place], cumulated(negative)
    tp = cumulated(up)
    return Steps(up, negative[..., place], tp, falls[..., place], _last(tp), _last(falls))


def _seen_once(place: NDArray[np.int64], positive: Floats, negative: Floats) -> bool:
    """Whether one row stands behind every score: the usual case of continuous scores."""
    ones = 0
    for start in range(0, len(positive), _PIECE):
        part = slice(start, start + _PIECE)
        if not (positive[part] + negative[part] == 1.0).all():
            return False
        ones += int(np.count_nonzero(positive[part] == 1.0))
    return ones == len(place)


def _last(sums: Floats) -> Any:
    return sums[..., -1] if sums.shape[-1] else np.zeros(sums.shape[:-1])[()]
