"""What the ranking measures read of a table: the indices where the curve rises.

Between two scores that have positive weight the ROC curve only runs to the right. So the
steps up, with the running sums there, are enough for every area and its variance, and where
positives are rare they are few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics.numerics.running_sums import cumulated
from veracity.statistics.numerics.weighted_sums import pieces

Ints = NDArray[np.int64]
Locations = Ints | slice
_PIECE = 1 << 16
_SHORT = 1 << 14
EVERY = slice(None)


@dataclass(frozen=True, slots=True)
class Steps:
    """Weights at the steps, running sums down to and with each, and the totals.

    Without leading axes the steps are the indices with positive weight; with leading axes every
    score is one, because each table rises elsewhere.
    """

    positive: Floats
    negative: Floats
    tp: Floats
    fp: Floats
    positives: Any
    negatives: Any

    def parts(self) -> Iterator[Steps]:
        """The same in short slices, whose work stays near the processor; the totals are kept."""
        for start in range(0, self.tp.shape[-1], _SHORT):
            part = slice(start, start + _SHORT)
            yield Steps(
                self.positive[..., part],
                self.negative[..., part],
                self.tp[..., part],
                self.fp[..., part],
                self.positives,
                self.negatives,
            )

    def of_each(self, read: Callable[[Steps], Floats]) -> Floats:
        """What is read of each table, of so few at once that work stays near the processor."""
        if self.tp.ndim != 2:
            return read(self)
        every, size = (getattr(self, part.name) for part in fields(self)), self.tp.shape[-1]
        arrays = [np.asarray(one) for one in every]
        rows = pieces(len(self.tp), max(_SHORT // max(size, 1), 1))
        return np.concatenate([read(Steps(*(one[part] for one in arrays))) for part in rows])

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
    def before(self) -> tuple[Floats, Floats]:
        """Running sums of both classes down to each step, without it."""
        return self.tp - self.positive, self.fp - self.negative


class Lone(NamedTuple):
    """Where the rows of the rarer class are, in a table with one row behind every score.

    That is the usual case of continuous scores. All running sums of such a table follow from
    these indices; the class is given by its number.
    """

    truth: int
    position: Ints


def lone_rows(weight: Floats, rarer: int) -> Lone | None:
    """The rows of the rarer class; None unless every score has one row without a weight."""
    found = [np.zeros(0, np.int64)]
    for start in range(0, weight.shape[-1], _PIECE):
        part = slice(start, start + _PIECE)
        up = weight[rarer, part]
        here = up > 0.5
        if not ((up == here).all() and (up + weight[1 - rarer, part] == 1.0).all()):
            return None
        found.append(np.flatnonzero(here) + start)
    return Lone(rarer, np.concatenate(found))


def indices_between(index: Ints, size: int) -> Ints:
    """The indices from 0 to size that are not among these."""
    other = np.ones(size, np.bool_)
    other[index] = False
    return np.flatnonzero(other)


def steps_apart(index: Ints, scores: int) -> Steps:
    """The steps of a table in which one row stands behind every score."""
    one, none = (np.broadcast_to(each, index.shape) for each in (np.float64(1), np.float64(0)))
    tp, ups = np.arange(1.0, len(index) + 1), float(len(index))
    fp = index - tp
    fp += 1
    return Steps(one, none, tp, fp, ups, scores - ups)


def steps_at(
    index: Locations, positive: Floats, negative: Floats, falls: Floats | None = None
) -> Steps:
    """The steps of weights by score, highest first; `falls`: running sums of the negative."""
    falls = cumulated(negative) if falls is None else falls
    up = positive[..., index]
    tp = cumulated(up)
    return Steps(up, negative[..., index], tp, falls[..., index], _last(tp), _last(falls))


def filled(index: Ints, sums: Floats, size: int) -> Floats:
    """Running sums at every threshold, (size + 1,), from those at the steps: 0 in front.

    >>> filled(np.array([1, 2]), np.array([1.0, 3.0]), 4)
    array([0., 0., 1., 3., 3.])
    """
    ends = np.concatenate([index, [size]])
    return np.repeat(np.concatenate([[0.0], sums]), np.diff(ends, prepend=-1))


def _last(sums: Floats) -> Any:
    return sums[..., -1] if sums.shape[-1] else np.zeros(sums.shape[:-1])[()]
