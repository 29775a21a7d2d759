"""Random grouping: very many clusters pooled, each whole, into few groups that stand for them.

Groups of clusters that were put together at random vary as much as the clusters do, so that what
is estimated between 1,024 groups is what would be estimated between all clusters, its standard
error right to 1/√(2·1024) = 2 % (random groups, Wolter KM (2007) Introduction to Variance
Estimation, chapter 2). The group of a cluster follows from its label alone: parts that were read
apart, by whatever engine, put the same cluster into the same group, and can be merged.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.statistics.labels import Label

Ints = NDArray[np.int64]
GROUPS = 1 << 10
PRIME = 2**31 - 1
SHIFT = 918_273_645
MOST_INT = 2**63 - 1
WHOLE_NUMBER = r"-?[0-9]{1,18}(\.0*)?"  # the text of one
_NAME = "random group of clusters"


def group_ids(numbers: Sequence[int], groups: int = GROUPS) -> tuple[Label, ...]:
    """The names of some of so many groups.

    >>> group_ids([0, 7], 8)
    (('random group of clusters', 8, 0), ('random group of clusters', 8, 7))
    """
    return tuple((_NAME, groups, number) for number in numbers)


def groups_in(ids: Sequence[Label]) -> int | None:
    """Of how many random groups these are some; None if they are clusters.

    >>> groups_in(group_ids([3], 8)), groups_in(["anna", "ben"])
    (8, None)
    """
    first: Any = ids[0] if len(ids) else None
    return int(first[1]) if isinstance(first, tuple) and first[:1] == (_NAME,) else None


def groups_of(ids: Sequence[Label], groups: int = GROUPS) -> Ints:
    """The group of each cluster, or of each group where there were more of them before.

    Whole numbers are x⁵ modulo a prime, which every engine can say; all else goes by the first
    bits of the MD5 of its text.

    >>> groups_of(["anna", "ben", "anna"]).tolist()[::2] == groups_of(["anna"] * 2).tolist()
    True
    >>> groups_of([5, 5.0, "5"]).tolist() == [int(groups_of([5])[0])] * 3
    True
    """
    known: Any = ids
    if groups_in(ids) is not None:
        return np.array([one[2] for one in known], np.int64) % groups
    if set(map(type, ids)) == {int}:
        numbers = np.array(known, object if _is_long(known) else np.int64)
        return of_numbers((numbers % PRIME).astype(np.int64)) % groups
    found: Ints = np.fromiter(map(_of_label, ids), np.int64, len(ids))
    return found % groups


def _is_long(numbers: Sequence[int]) -> bool:
    return max(numbers) > MOST_INT or min(numbers) < -MOST_INT


def of_numbers(numbers: Ints) -> Ints:
    """The groups of whole numbers: x⁵ is a permutation of the numbers below the prime."""
    one = (numbers % PRIME + SHIFT) % PRIME
    square = one * one % PRIME
    found: Ints = square * square % PRIME * one % PRIME % GROUPS
    return found


def _of_label(label: object) -> int:
    if isinstance(label, float) and label.is_integer():
        label = int(label)
    text = label if isinstance(label, str) else str(label)
    if isinstance(label, (bool, int)):
        return _of_whole(int(label))
    if re.fullmatch(WHOLE_NUMBER, text):
        return _of_whole(int(text.partition(".")[0]))
    digest = hashlib.md5(text.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()
    return int(digest[:3], 16) % GROUPS


def _of_whole(number: int) -> int:
    return pow(number % PRIME + SHIFT, 5, PRIME) % GROUPS


def alike(every: Sequence[Sequence[Label]]) -> list[tuple[tuple[Label, ...], Ints]] | None:
    """Ids of several parts as random groups, if one of them has such: new ids, index of each old.

    None where all are clusters.
    """
    found = [groups for groups in map(groups_in, every) if groups is not None]
    if not found:
        return None
    groups, made = min(found), []
    for ids in every:
        used, index = np.unique(groups_of(ids, groups), return_inverse=True)
        made.append((group_ids(used.tolist(), groups), index.reshape(-1).astype(np.int64)))
    return made
