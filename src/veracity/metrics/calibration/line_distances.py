"""How far very many probabilities are from a curve of straight lines, without a number for each.

Along a line the curve less the probability is a straight line too: on either side of where it is
0, the distance only rises or only falls. So how many rows are at most so far away can be read off
probabilities in order, and distances are worked out for the few rows that a quantile lies among.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ranges

Ints = NDArray[np.int64]
STEEP = 64.0  # from which on sums of probabilities have too few digits
FEW = 1 << 12  # rows that are put in order instead of counting once more


@dataclass(frozen=True, slots=True)
class LineDistances:
    """Runs of rows in order of their probability along which the distance rises or falls.

    From `first` to before `stop` it is start + steep · (p − origin); `falling` are the
    probabilities, highest first, as tables hold them.
    """

    falling: Floats
    first: Ints
    stop: Ints
    origin: Floats
    start: Floats
    steep: Floats

    @classmethod
    def of_lines(cls, falling: Floats, points: Ints, values: Floats) -> LineDistances:
        """From the indices where lines meet, as probabilities rise, and the curve there.

        >>> far = LineDistances.of_lines(
        ...     np.array([0.9, 0.5, 0.1]), np.array([0, 2]), np.full(2, 0.5)
        ... )
        >>> round(far.mean(), 12), far.largest()
        (0.266666666667, 0.4)
        """
        rising, ends = falling[::-1], np.append(points, len(falling))
        origin = rising[points]
        above = values - origin
        slope = np.append(np.diff(values) / np.diff(origin), 1.0) - 1  # one row is behind the last
        with np.errstate(divide="ignore", invalid="ignore"):
            zero = np.where(slope == 0, np.inf, origin - above / slope)
        crossing = np.clip(np.searchsorted(rising, zero), ends[:-1], ends[1:])
        before = np.where(slope == 0, np.sign(above), -np.sign(slope))
        first = np.stack([ends[:-1], crossing], 1).reshape(-1)
        stop = np.stack([crossing, ends[1:]], 1).reshape(-1)
        sign = np.stack([before, np.sign(slope)], 1).reshape(-1)
        held = stop > first
        twice = (np.repeat(each, 2) for each in (origin, above, slope))
        origin, above, slope = (each[held] for each in twice)
        return cls(falling, first[held], stop[held], origin, sign[held] * above, sign[held] * slope)

    def mean(self) -> float:
        """The mean distance, from sums of probabilities; along steep lines row by row."""
        rows, size = self.stop - self.first, len(self.falling)
        sums = np.add.reduceat(self.falling, (size - self.stop)[::-1])[::-1]
        steep = np.abs(self.steep) > STEEP
        along = np.abs(self.start * rows + self.steep * (sums - rows * self.origin))
        each = self._between(self.first, np.where(steep, self.stop, self.first))
        return float((along[~steep].sum() + each.sum()) / size)

    def largest(self) -> float:
        """The largest distance: it lies at the end of a run."""
        ends = np.stack([self.first, self.stop - 1])
        return float(np.abs(self.start + self.steep * (self._p(ends) - self.origin)).max())

    def quantiles(self, shares: Sequence[float]) -> list[float]:
        """Quantiles of the distances of type 7: straight lines between the ordered ones."""
        at = np.asarray(shares) * (len(self.falling) - 1)
        below = np.floor(at).astype(np.int64)
        after = np.minimum(below + 1, len(self.falling) - 1)
        found = self._in_order(np.concatenate([below, after])).reshape(2, -1)
        values: list[float] = (found[0] + (at - below) * (found[1] - found[0])).tolist()
        return values

    def _in_order(self, rank: Ints) -> Floats:
        """The distances of these ranks, 0 being the least: halved until few rows are left."""
        low, high = np.full(len(rank), -1.0), np.full(len(rank), self.largest())
        size = (len(rank), 1)
        near = np.tile(np.where(self._rising, self.first, self.stop), size)  # no row is so near
        far = np.tile(np.where(self._rising, self.stop, self.first), size)
        while True:
            middle = (low + high) / 2
            many = np.abs(far - near).sum(-1) > FEW
            if not (many & (low < middle) & (middle < high)).any():
                break
            reached = self._within(middle)
            less = self._counted(reached) <= rank
            low, high = np.where(less, middle, low), np.where(less, high, middle)
            near = np.where(less[:, None], reached, near)
            far = np.where(less[:, None], far, reached)
        first, stop = np.minimum(near, far), np.maximum(near, far)
        rest = zip(first, stop, rank - self._counted(near), strict=True)
        return np.array([np.partition(self._between(a, b), k)[k] for a, b, k in rest])

    def _within(self, far: Floats) -> Ints:
        """Of each run the index from (where distances fall) or up to which rows are so near."""
        with np.errstate(divide="ignore", invalid="ignore"):
            bound = self.origin + (far[:, None] - self.start) / self.steep
        index = np.searchsorted(self.falling[::-1], bound.reshape(-1)).reshape(bound.shape)
        flat = self.steep == 0
        if flat.any():
            index = np.where(flat & (self.start > far[:, None]), self.first, index)
            index = np.where(flat & (self.start <= far[:, None]), self.stop, index)
        return np.clip(index, self.first, self.stop)

    def _counted(self, reached: Ints) -> Ints:
        """How many rows are so near."""
        found: Ints = np.where(self._rising, reached - self.first, self.stop - reached).sum(-1)
        return found

    def _between(self, first: Ints, stop: Ints) -> Floats:
        """The distances of these rows of each run."""
        run, index = ranges(first, stop)
        return np.abs(self.start[run] + self.steep[run] * (self._p(index) - self.origin[run]))

    def _p(self, index: Ints) -> Floats:
        return self.falling[len(self.falling) - 1 - index]

    @property
    def _rising(self) -> NDArray[np.bool_]:
        return self.steep >= 0
