"""Spans of time in whole nanoseconds: half-open, sorted, compared as integers.

Floats fail here in every package that uses them: 1.1 - 0.9 is more than 0.2. A span of zero length
is an instant; it shares time with [a, b) where a <= t < b, as the span [t, t + 1 ns) does.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from veracity.arrays import ranges

Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
SECOND = 1_000_000_000
LARGEST_PRODUCT = 1 << 62  # of 64 bits


@dataclass(frozen=True, eq=False, slots=True)
class Spans:
    """Starts and stops in nanoseconds, by start and then by stop; spans may overlap.

    `apart` says that it is known of these that none shares time and none is an instant.
    """

    start: Ints
    stop: Ints
    apart: bool = False

    def __len__(self) -> int:
        """Number of spans."""
        return len(self.start)

    @property
    def end(self) -> Ints:
        """Stops, of instants the next nanosecond: what overlaps is compared with these."""
        return self.stop if self.apart else np.maximum(self.stop, self.start + 1)

    @property
    def length(self) -> Ints:
        """Lengths in nanoseconds."""
        return self.stop - self.start

    def chosen(self, which: Bools | Ints) -> Spans:
        """Some of the spans, by a mask or by their indices in order."""
        return Spans(self.start[which], self.stop[which])


def nanoseconds(seconds: ArrayLike) -> Ints:
    """Seconds as whole nanoseconds.

    >>> nanoseconds([0.9, 1.1]).tolist()
    [900000000, 1100000000]
    """
    return np.rint(np.asarray(seconds, np.float64) * SECOND).astype(np.int64)


def spans_of(events: Iterable[Any]) -> Spans:
    """Pairs (start, stop) of seconds, or times of instants, in any order.

    >>> spans_of([(5, 9), (1, 2)]).start.tolist()
    [1000000000, 5000000000]
    >>> spans_of([3.0]).length.tolist()
    [0]
    """
    listed = events if isinstance(events, (list, np.ndarray)) else list(events)
    if isinstance(listed, list) and set(map(type, listed)) == {tuple}:
        start, stop = zip(*listed, strict=True)  # numpy is slow on lists of tuples
        return in_order(nanoseconds(start), nanoseconds(stop))
    times = np.asarray(listed, np.float64)
    if times.ndim < 2:
        times = np.stack([times, times], -1)
    return in_order(*nanoseconds(times.reshape(-1, 2)).T)


def in_order(start: Ints, stop: Ints) -> Spans:
    """These spans by start, then by stop."""
    if np.count_nonzero(start[1:] > start[:-1]) >= len(start) - 1:
        return Spans(start, stop)
    order = np.lexsort((stop, start))
    return Spans(start[order], stop[order])


def joined(spans: Spans, gap: int) -> Spans:
    """Spans less than `gap` apart as one: a gap of just that length stays.

    With a gap of 0 those that share time are joined, with 1 those that touch as well.

    >>> joined(spans_of([(0, 5), (4, 6), (6, 7)]), 0).stop.tolist()
    [6000000000, 7000000000]
    """
    start, stop = spans.start, spans.stop
    n = len(start)
    if n < 2 or (gap <= 0 and spans.apart):
        return spans
    end = spans.end if gap <= 0 else stop
    if gap <= 0 and np.count_nonzero(start[1:] >= end[:-1]) == n - 1:
        return spans
    reached = end if spans.apart else np.maximum.accumulate(end)
    first = firsts(start, reached, gap)
    if np.count_nonzero(first) > n:
        return spans
    if gap <= 0:
        reached = np.maximum.accumulate(stop)
    return Spans(start[first[:-1]], reached[first[1:]], spans.apart)


def firsts(start: Ints, reached: Ints, gap: int | Ints) -> Bools:
    """Which spans begin `gap` or more after all before them; one more for after the last."""
    first = np.empty(len(start) + 1, np.bool_)
    first[0] = first[-1] = True
    np.greater_equal(start[1:] - reached[:-1], gap, out=first[1:-1])
    return first


def union(spans: Spans) -> Spans:
    """Spans that share time as one; those that only touch stay apart."""
    return joined(spans, 0)


def touching_joined(spans: Spans) -> Spans:
    """Spans that share time or touch as one."""
    return joined(spans, 1)


def pieces(spans: Spans, most: float) -> Spans:
    """Spans longer than `most` nanoseconds divided into pieces of that length, the rest last.

    >>> pieces(spans_of([(0, 7)]), 3 * SECOND).stop.tolist()
    [3000000000, 6000000000, 7000000000]
    """
    length = spans.stop - spans.start
    if not np.count_nonzero(length > most):
        return spans
    size = int(most)
    count = np.maximum(-(-length // size), 1)
    of = np.repeat(np.arange(len(spans)), count)
    turn = np.arange(len(of)) - np.repeat(np.cumsum(count) - count, count)
    start = spans.start[of] + turn * size
    return Spans(start, np.minimum(start + size, spans.stop[of]), spans.apart)


def covered_before(apart: Spans, time: Ints) -> Ints:
    """How much of spans that do not overlap lies before each time."""
    if not len(apart):
        return np.zeros_like(time)
    at = np.searchsorted(apart.start, time, "right") - 1
    index = np.maximum(at, 0)
    before = np.concatenate(([0], np.cumsum(apart.length)))
    inside = np.clip(time - apart.start[index], 0, apart.length[index])
    return np.where(at >= 0, before[index] + inside, 0)


def shared(spans: Spans, apart: Spans) -> Ints:
    """How much time each span shares with spans that do not overlap each other."""
    return covered_before(apart, spans.stop) - covered_before(apart, spans.start)


def beside_share(part: Ints, whole: Ints, share: float) -> tuple[Ints, Ints]:
    """Two numbers that compare as each part does with a share of its whole, exactly.

    The share is taken as it was written: 0.29 is 29 hundredths.

    >>> left, right = beside_share(np.array([29]) * 10**16, np.array([10**18]), 0.29)
    >>> (left >= right).tolist(), (left > right).tolist()
    ([True], [False])
    """
    exact = Fraction(str(share))
    if int(whole.max(initial=0)) * exact.denominator >= LARGEST_PRODUCT:
        part, whole = part.astype(object), whole.astype(object)
    return part * exact.denominator, whole * exact.numerator


def meeting(start: Ints, end: Ints, others: Spans) -> tuple[Ints, Ints]:
    """Which of others, whose starts and ends rise, share time with each [start, end): from, to.

    >>> others = spans_of([(1, 3), (4, 5)])
    >>> [part.tolist() for part in meeting(*np.array([[0, 1, 4], [1, 2, 5]]) * SECOND, others)]
    [[0, 0, 1], [0, 1, 2]]
    """
    return others.end.searchsorted(start, "right"), others.start.searchsorted(end, "left")


def in_no_range(first: Ints, last: Ints, n: int) -> Bools:
    """Which of n indices lie in none of the ranges from first up to last.

    >>> in_no_range(np.array([0, 3]), np.array([2, 4]), 5).tolist()
    [False, False, True, False, True]
    """
    opened = np.bincount(first, minlength=n + 1)
    opened -= np.bincount(last, minlength=n + 1)
    return np.logical_not(np.add.accumulate(opened, out=opened)[:n])


def overlapping_pairs(first: Spans, second: Spans) -> tuple[Ints, Ints]:
    """The indices of all pairs that share time; `second` may overlap itself."""
    reached = np.maximum.accumulate(second.end) if len(second) else second.end
    low = np.searchsorted(reached, first.start, "right")
    high = np.maximum(np.searchsorted(second.start, first.end, "left"), low)
    i, j = ranges(low, high)
    kept = second.end[j] > first.start[i]
    return i[kept], j[kept]
