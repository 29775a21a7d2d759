"""One-to-one matching of allowed pairs: most pairs, then the largest gain, then the earliest.

The pairs fall apart into components. In most of them no two pairs cross (a later event never has
an earlier partner): every matching is then a chain, and the best one is found in one pass. The
others are assignment problems.
"""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats
from veracity.matching.spans import Bools, Ints

LARGEST = 400  # events on a side of a component up to which gains decide between equal counts


def best_pairs(i: Ints, j: Ints, gain: Floats, sizes: tuple[int, int]) -> tuple[Ints, Ints]:
    """The pairs taken of those that are allowed, each index at most once.

    `gain` is from 0 to 1 and decides among matchings with equally many pairs. In a component in
    which pairs cross, with more than 400 on a side, only the number of pairs is optimal.

    >>> chosen = best_pairs(np.array([0, 0, 1]), np.array([0, 1, 1]), np.array([0, 1, 0.0]), (2, 2))
    >>> [side.tolist() for side in chosen]
    [[0, 1], [0, 1]]
    """
    if not len(i):
        return i, j
    order = np.lexsort((j, i))
    i, j, gain = i[order], j[order], gain[order]
    part = _components(i, j, sizes)
    alone = np.bincount(part)[part] == 1
    crossing = _crossing(j, part)[part]
    chained = np.flatnonzero(~alone & ~crossing)
    chained = chained[np.argsort(part[chained], kind="stable")]
    kept = chained[_chains(i[chained], j[chained], gain[chained], part[chained])]
    taken = [(i[alone], j[alone]), (i[kept], j[kept])]
    rest = np.flatnonzero(crossing)
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
    used = np.zeros(int(label.max()) + 1, np.bool_)
    used[label[i]] = True
    found: Ints = (np.cumsum(used) - 1)[label[i]].astype(np.int64)
    return found


def _crossing(j: Ints, part: Ints) -> Bools:
    """Of each component, whether a later event may have an earlier partner."""
    order = np.argsort(part, kind="stable")
    back = (np.diff(j[order]) < 0) & (np.diff(part[order]) == 0)
    found = np.zeros(int(part.max()) + 1, np.bool_)
    found[part[order][1:][back]] = True
    return found


def _chains(i: Ints, j: Ints, gain: Floats, part: Ints) -> Ints:
    """Which pairs of chains are taken, by their indices.

    From the last pair to the first: take it, and go on after all that shares an end with it, or
    leave it. Gains are added within a component alone, so that others change nothing.
    """
    n = len(i)
    if not n:
        return np.zeros(0, np.int64)
    ends = []
    for side in (i, j, part):  # where the run of equal values ends
        last = np.concatenate((np.flatnonzero(np.diff(side)) + 1, [n]))
        ends.append(np.repeat(last, np.diff(last, prepend=0)))
    after = np.minimum(np.maximum(ends[0], ends[1]), ends[2]).tolist()
    over, gains = ends[2].tolist(), gain.tolist()
    count, total = [0] * (n + 1), [0.0] * (n + 1)
    take = bytearray(n)
    for k in range(n - 1, -1, -1):
        then, end = after[k], over[k]
        mine = (count[then] + 1, total[then] + gains[k]) if then < end else (1, gains[k])
        other = (count[k + 1], total[k + 1]) if k + 1 < end else (0, 0.0)
        take[k] = mine >= other
        count[k], total[k] = mine if take[k] else other
    kept = []
    k = 0
    while k < n:
        if take[k]:
            kept.append(k)
            k = after[k]
        else:
            k += 1
    return np.array(kept, np.int64)


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
