"""Sums by class and cell of scores, as an engine brought them home."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.engines.frames.score_cells import CODE_BITS, cell_codes
from veracity.engines.kernels.grids import COARSE, behind_bound, bounds_of
from veracity.memo import remember
from veracity.statistics.grid.codes import Codes, Family, codes_of

Ints = NDArray[np.int64]
Ranges = Sequence[tuple[float, float]]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CellColumns:
    """Columns of scores that are counted in cells of one family; of several there is no threshold.

    `thresholds` are edges of buckets, `most` is how many entries may come home.
    """

    names: tuple[Any, ...]
    family: Family
    thresholds: tuple[float, ...] = ()
    most: int | None = None

    def thresholds_inside(self, bits: int) -> list[float]:
        """The thresholds that lie inside a cell, in their order."""
        inside = (1 << (CODE_BITS - bits)) - 1
        known = {t for t in self.thresholds if self.family == "line" or 0 <= t <= 1}
        codes = codes_of(self.family, np.array(sorted(known)))
        return [t for t, code in zip(sorted(known), codes.tolist(), strict=True) if code & inside]


def bucket_codes(
    columns: CellColumns, keys: Floats, side: Ints | None, bits: int
) -> tuple[Codes, Codes]:
    """The codes between which entries lie: the cells of their keys, as far as splits leave them."""
    low, high = cell_codes(columns.family, keys, bits)
    if side is None:
        return low, high
    codes = codes_of(columns.family, np.array(columns.thresholds_inside(bits)))
    from_here = np.concatenate((low[:0], [np.iinfo(np.int64).min], codes))
    to_here = np.concatenate((codes - 1, [np.iinfo(np.int64).max]))
    return np.maximum(low, from_here[side]), np.minimum(high, to_here[side])


@dataclass(frozen=True, eq=False)
class CellEntries:
    """One entry for each combination of bucket, class, cluster and group that has rows.

    A bucket is what lies between two codes, `low` and `high`; `least` and `most` are the scores
    that were seen there. `squares` sums w², where weights have any.
    """

    low: Codes
    high: Codes
    least: Floats
    most: Floats
    truth: Ints
    cluster: Ints | None
    group: Ints | None
    rows: Ints
    weight: Floats
    squares: Floats | None

    def where(self, kept: Bools) -> CellEntries:
        """Only some of the entries."""
        some: list[Any] = [None if one is None else one[kept] for one in self._fields()]
        return CellEntries(*some)

    def joined(self, other: CellEntries) -> CellEntries:
        """These and other entries."""
        pairs = zip(self._fields(), other._fields(), strict=True)
        both: list[Any] = [None if a is None else np.concatenate((a, b)) for a, b in pairs]
        return CellEntries(*both)

    def buckets(self, classes: int) -> BucketsAtHome:
        """The buckets of all entries of so many classes, put in order once."""
        return remember(self, classes, lambda: BucketsAtHome.of(self, classes))

    def _fields(self) -> tuple[Any, ...]:
        return tuple(getattr(self, one.name) for one in fields(self))


@dataclass(frozen=True, slots=True, eq=False)
class BucketsAtHome:
    """The buckets of all entries, lowest first, with what was seen in each.

    `index` is the bucket of each entry.
    """

    low: Codes
    high: Codes
    least: Floats
    most: Floats
    weight: Floats
    index: Ints

    @classmethod
    def of(cls, entries: CellEntries, classes: int) -> BucketsAtHome:
        """Of entries of so many classes; keys of one bucket become one."""
        order = np.argsort(entries.low, kind="stable")
        risen = entries.low[order]
        new = np.append(True, risen[1:] != risen[:-1])[: len(risen)]
        first = np.flatnonzero(new)
        index = np.empty(len(order), np.int64)
        index[order] = np.cumsum(new) - 1
        least = np.minimum.reduceat(entries.least[order], first) if len(first) else entries.least
        most = np.maximum.reduceat(entries.most[order], first) if len(first) else entries.most
        cell = entries.truth * len(first) + index
        weight: Any = np.bincount(cell, entries.weight, classes * len(first))
        weight = weight.reshape(classes, len(first))
        return cls(risen[first], entries.high[order[first]], least, most, weight, index)

    @property
    def wide(self) -> Bools:
        """Which of them hold more than one score."""
        return np.asarray(self.least < self.most)

    @property
    def fewest_scores(self) -> int:
        """How many different scores there are at least."""
        return len(self.low) + int(self.wide.sum())

    def unclear(self) -> Floats:
        """What each adds to the bound of a ROC area."""
        return np.asarray(bounds_of(self.wide, self.weight).max(0))

    def too_coarse(self) -> bool:
        """Whether the bound on a ROC area, of a class against the rest, is above 10⁻⁴."""
        return bool((bounds_of(self.wide, self.weight).sum(-1) > COARSE).any())

    def behind_bound(self) -> Bools:
        """The buckets that are to be split."""
        return behind_bound(self.unclear()) & self.wide
