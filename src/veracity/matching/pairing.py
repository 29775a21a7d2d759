"""One-to-one matching: most pairs, then the largest gain, then the earliest."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats
from veracity.matching.spans import Ints

LARGEST = 400  # events on a side of a component up to which gains decide between equal counts


def best_pairs(i: Ints, j: Ints, gain: Floats, sizes: tuple[int, int]) -> tuple[Ints, Ints]:
    """The pairs taken of those that are allowed, each index at most once.

    `gain` is from 0 to 1 and decides among matchings with equally many pairs. The graph falls
    apart into components; one with a single pair is taken as it is. In a component of more than
    400 on a side only the number of pairs is optimal.
    """
    if not len(i):
        return i, j
    part = _components(i, j, sizes)
    edges = np.bincount(part)
    alone = edges[part] == 1
    taken = [(i[alone], j[alone])]
    rest = np.flatnonzero(~alone)
    rest = rest[np.argsort(part[rest], kind="stable")]
    begin = np.flatnonzero(np.diff(part[rest], prepend=-1))
    chunks = np.split(rest, begin[1:]) if len(rest) else []
    taken += [_component(i[chunk], j[chunk], gain[chunk]) for chunk in chunks]
    first, second = (np.concatenate(side) for side in zip(*taken, strict=True))
    order = np.lexsort((second, first))
    return first[order], second[order]


def _components(i: Ints, j: Ints, sizes: tuple[int, int]) -> Ints:
    """The component of each pair, numbered from 0."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    n = sum(sizes)
    graph = coo_array((np.ones(len(i), np.int8), (i, sizes[0] + j)), (n, n))
    _, label = connected_components(graph, directed=False)
    found: Ints = np.unique(label[i], return_inverse=True)[1].reshape(-1)
    return found


def _component(i: Ints, j: Ints, gain: Floats) -> tuple[Ints, Ints]:
    rows, row = np.unique(i, return_inverse=True)
    columns, column = np.unique(j, return_inverse=True)
    if max(len(rows), len(columns)) > LARGEST:
        return _most(rows, columns, row, column)
    from scipy.optimize import linear_sum_assignment

    worth = np.zeros((len(rows), len(columns)))
    worth[row, column] = 1 + gain / (min(worth.shape) + 1)
    left, right = linear_sum_assignment(worth, maximize=True)
    real = worth[left, right] > 0
    return rows[left[real]], columns[right[real]]


def _most(rows: Ints, columns: Ints, row: Ints, column: Ints) -> tuple[Ints, Ints]:
    """Most pairs, by Hopcroft and Karp."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import maximum_bipartite_matching

    shape = (len(rows), len(columns))
    graph = csr_array((np.ones(len(row), np.int8), (row, column)), shape)
    mate = maximum_bipartite_matching(graph, perm_type="column")
    left = np.flatnonzero(mate >= 0)
    return rows[left], columns[mate[left]]


def nearest_in_order(first: Ints, second: Ints, tolerance: int) -> tuple[Ints, Ints]:
    """Sorted times matched within a tolerance: most pairs, then the least sum of distances.

    Two pointers find how many; which ones is decided where several times lie close together,
    among matchings that do not cross (crossing never brings times nearer).
    """
    i, j = _two_pointers(first, second, tolerance)
    if not len(i):
        return i, j
    times = np.sort(np.concatenate([first, second]))
    begin = times[np.flatnonzero(np.diff(times, prepend=times[0] - tolerance - 1) > tolerance)]
    edges = [np.append(np.searchsorted(side, begin), len(side)) for side in (first, second)]
    sizes = [np.diff(edge) for edge in edges]
    part = np.searchsorted(begin, first[i], "right") - 1
    found = np.bincount(part, minlength=len(begin))
    unclear = np.flatnonzero((found > 0) & (np.maximum(*sizes) > 1))
    keep = ~np.isin(part, unclear)
    taken = [(i[keep], j[keep])]
    for one in unclear:
        a, b = (slice(edge[one], edge[one + 1]) for edge in edges)
        if sizes[0][one] * sizes[1][one] > LARGEST**2:
            here = part == one
            taken.append((i[here], j[here]))
            continue
        near = _nearest(first[a], second[b], tolerance)
        taken.append((near[0] + a.start, near[1] + b.start))
    left, right = (np.concatenate(side) for side in zip(*taken, strict=True))
    order = np.argsort(left, kind="stable")
    return left[order], right[order]


def _two_pointers(first: Ints, second: Ints, tolerance: int) -> tuple[Ints, Ints]:
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


def _nearest(first: Ints, second: Ints, tolerance: int) -> tuple[Ints, Ints]:
    """Most pairs, then least distance, by dynamic programming over two sorted lists."""
    n, m = len(first), len(second)
    apart = np.abs(first[:, None] - second[None, :])
    best: list[list[tuple[int, int]]] = [[(0, 0)] * (m + 1) for _ in range(n + 1)]
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            skip = max(best[i + 1][j], best[i][j + 1])
            if apart[i, j] <= tolerance:
                pairs, saved = best[i + 1][j + 1]
                skip = max(skip, (pairs + 1, saved - int(apart[i, j])))
            best[i][j] = skip
    i = j = 0
    left: list[int] = []
    right: list[int] = []
    while i < n and j < m:
        pairs, saved = best[i + 1][j + 1]
        fits = apart[i, j] <= tolerance
        if fits and best[i][j] == (pairs + 1, saved - int(apart[i, j])):
            left.append(i)
            right.append(j)
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return np.array(left, np.int64), np.array(right, np.int64)
