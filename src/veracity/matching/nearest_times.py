"""Sorted times matched one to one within a tolerance: most pairs, then the nearest, then earliest.

Crossing never brings times nearer, so that only matchings in order are looked at: a dynamic
programme over both lists, in which a time meets only those within its tolerance. Times fall
apart into clumps that no pair can join; small clumps of the same size are solved all at once.
"""

from __future__ import annotations

import numpy as np

from veracity.matching.spans import Ints

SMALL = 64  # of a clump: pairs up to which it is solved together with others of its size
MOST_CELLS = 20_000_000  # of all clumps: pairs within tolerance beyond which only counts are best
LARGEST_VALUE = 1 << 62


def nearest_in_order(first: Ints, second: Ints, tolerance: int) -> tuple[Ints, Ints]:
    """Which times belong together: most pairs, then the least sum of distances, then the first.

    Where more than 20 million pairs lie within the tolerance, which is then far longer than the
    time between events, the number of pairs is still the largest possible.

    >>> [side.tolist() for side in nearest_in_order(np.array([0, 10]), np.array([9]), 10)]
    [[1], [0]]
    """
    if not len(first) or not len(second):
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    edges = _clumps(first, second, tolerance)
    n, m = (np.diff(edge) for edge in edges)
    alone = np.flatnonzero((n == 1) & (m == 1))
    taken = [(edges[0][alone], edges[1][alone])]
    rest = np.flatnonzero((n > 0) & (m > 0) & (n * m > 1))
    fits = (np.minimum(n, m) + 1) ** 2 < LARGEST_VALUE // (tolerance + 1)
    small = (n[rest] * m[rest] <= SMALL) & fits[rest]
    taken += _together(first, second, tolerance, edges, rest[small])
    large = rest[~small]
    if len(large):
        low = np.searchsorted(second, first - tolerance, "left")
        high = np.searchsorted(second, first + tolerance, "right")
        cells = np.concatenate(([0], np.cumsum(high - low)))
        total = int((cells[edges[0][large + 1]] - cells[edges[0][large]]).sum())
        solve = _nearest if total <= MOST_CELLS else _most
        for k in large.tolist():
            a, b = (slice(int(edge[k]), int(edge[k + 1])) for edge in edges)
            i, j = solve(first[a], second[b], tolerance)
            taken.append((i + a.start, j + b.start))
    left, right = (np.concatenate(side) for side in zip(*taken, strict=True))
    order = np.argsort(left, kind="stable")
    return left[order], right[order]


def _clumps(first: Ints, second: Ints, tolerance: int) -> tuple[Ints, Ints]:
    """Where each clump begins in both lists: further than the tolerance from what is before it."""
    times = np.concatenate([first, second])
    times.sort(kind="stable")
    begin = times[np.concatenate(([True], np.diff(times) > tolerance))]
    edges = [np.append(np.searchsorted(side, begin), len(side)) for side in (first, second)]
    return edges[0].astype(np.int64), edges[1].astype(np.int64)


def _together(
    first: Ints, second: Ints, tolerance: int, edges: tuple[Ints, Ints], which: Ints
) -> list[tuple[Ints, Ints]]:
    """The same programme for many clumps at a time, those of one size after the other."""
    if not len(which):
        return []
    begin = [edge[which] for edge in edges]
    n, m = (edge[which + 1] - edge[which] for edge in edges)
    taken = []
    for size in np.unique(n * (SMALL + 1) + m).tolist():
        rows, columns = divmod(size, SMALL + 1)
        here = (n == rows) & (m == columns)
        a, b = begin[0][here], begin[1][here]
        times = first[a + np.arange(rows)[:, None]], second[b + np.arange(columns)[:, None]]
        i, j, of = _solved(*times, tolerance)
        taken.append((a[of] + i, b[of] + j))
    return taken


def _solved(first: Ints, second: Ints, tolerance: int) -> tuple[Ints, Ints, Ints]:
    """Pairs (i, j) of clump `of`, for times (index, clump); every clump has the same size."""
    n, m, count = len(first), len(second), first.shape[1]
    worth = (min(n, m) + 1) * (tolerance + 1)  # one pair more outweighs every distance
    best = np.zeros((n + 1, m + 1, count), np.int64)
    pairs = np.zeros((n, m, count), np.bool_)
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            apart = np.abs(first[i] - second[j])
            skipped = np.maximum(best[i + 1, j], best[i, j + 1])
            paired = np.where(apart <= tolerance, best[i + 1, j + 1] + worth - apart, -1)
            pairs[i, j] = paired >= skipped
            best[i, j] = np.maximum(paired, skipped)
    at, other, each = np.zeros(count, np.int64), np.zeros(count, np.int64), np.arange(count)
    found: list[tuple[Ints, Ints, Ints]] = []
    for _ in range(n + m):
        inside = (at < n) & (other < m)
        row, column = np.minimum(at, n - 1), np.minimum(other, m - 1)
        pair = inside & pairs[row, column, each]
        found.append((at[pair], other[pair], each[pair]))
        down = pair | (inside & (best[row, column, each] == best[row + 1, column, each]))
        at, other = at + down, other + (pair | (inside & ~down))
    left, right, of = (np.concatenate(side) for side in zip(*found, strict=True))
    return left, right, of


def _nearest(first: Ints, second: Ints, tolerance: int) -> tuple[Ints, Ints]:
    """One clump of any size, in time and memory of the pairs within tolerance.

    Row i holds the best of what is left from (i, j) on, for j within the tolerance of time i;
    later ones cannot meet i, so that there the row before it stands.
    """
    low = np.searchsorted(second, first - tolerance, "left").tolist()
    high = np.searchsorted(second, first + tolerance, "right").tolist()
    a, b, n = first.tolist(), second.tolist(), len(first)
    worth = (min(n, len(b)) + 1) * (tolerance + 1)
    best = [0] * (len(b) + 1)
    reach = len(b)  # from here on `best` is filled in
    choice: list[bytearray] = [bytearray()] * n
    for i in range(n - 1, -1, -1):
        time, lowest, highest = a[i], low[i], high[i]
        if lowest < reach:  # earlier ones meet none of the later times: as the first that does
            best[lowest:reach] = [best[reach]] * (reach - lowest)
            reach = lowest
        row = bytearray(highest - lowest)
        below, value = best[highest], best[highest]  # of row i + 1, and of this row
        for j in range(highest - 1, lowest - 1, -1):
            old = best[j]
            paired = below + worth - abs(time - b[j])
            if paired >= old and paired >= value:
                row[j - lowest], value = 1, paired
            elif old >= value:
                value = old
            else:
                row[j - lowest] = 2
            below = old
            best[j] = value
        choice[i] = row
    return _followed(choice, low, high)


def _followed(choice: list[bytearray], low: list[int], high: list[int]) -> tuple[Ints, Ints]:
    """The pairs that were chosen, from the beginning."""
    left: list[int] = []
    right: list[int] = []
    i = j = 0
    while i < len(choice):
        j = max(j, low[i])
        taken = choice[i][j - low[i]] if j < high[i] else 0
        if taken == 1:
            left.append(i)
            right.append(j)
        i, j = i + (taken != 2), j + (taken > 0)
    return np.array(left, np.int64), np.array(right, np.int64)


def _most(first: Ints, second: Ints, tolerance: int) -> tuple[Ints, Ints]:
    """Most pairs, the earliest first: two pointers."""
    a, b = first.tolist(), second.tolist()
    i = j = 0
    left: list[int] = []
    right: list[int] = []
    while i < len(a) and j < len(b):
        apart = b[j] - a[i]
        if apart > tolerance:
            i += 1
        elif apart < -tolerance:
            j += 1
        else:
            left.append(i)
            right.append(j)
            i += 1
            j += 1
    return np.array(left, np.int64), np.array(right, np.int64)
