"""Cells made finer where bounds need it: passes that look at heavy ones alone."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from veracity.engines.frames.score_cells import MOST_BITS, deeper_bits
from veracity.engines.kernels.grids import COARSE
from veracity.engines.out_of_core.cell_entries import (
    Bools,
    BucketsAtHome,
    CellColumns,
    CellEntries,
    Ints,
    Ranges,
)
from veracity.engines.out_of_core.first_pass import ScannedCategories
from veracity.errors import refuse
from veracity.statistics.grid.building import bucket_scores

MOST_PASSES = 5
_DEEPER = 13  # bits, at most, in one pass
_RANGES = 64  # of scores, in one condition
_LAST_BITS = 4  # units in the last place by which a range is wider than its cells


class CountsCells(Protocol):
    """What can be counted again, in smaller cells."""

    def cells(
        self,
        categories: ScannedCategories,
        columns: CellColumns,
        bits: int,
        ranges: Mapping[Any, Ranges] | None = None,
    ) -> list[CellEntries] | None:
        """Good rows with scores in these ranges, in cells; None if more than may come home."""


@dataclass(frozen=True, slots=True)
class Finer:
    """Counts again, in smaller cells, what is behind the bounds of some columns.

    `few` is how many distinct scores make an exact table, None where cells were asked for;
    `slots` is by how much clusters and groups multiply each cell of a class.
    """

    source: CountsCells
    categories: ScannedCategories
    columns: CellColumns
    few: int | None
    slots: int

    def cells(self, entries: Sequence[CellEntries], bits: int) -> list[CellEntries]:
        """The entries, finer as long as that is needed and there is room for more of them."""
        found = list(entries)
        for _ in range(MOST_PASSES):
            heavy = [self._heavy(one) for one in found]
            if not any(heavy_cells is not None for _, heavy_cells, _ in heavy) or bits == MOST_BITS:
                break
            within = [
                _stretches(seen, heavy_cells)
                for seen, heavy_cells, _ in heavy
                if heavy_cells is not None
            ]
            cells = sum(int(chosen.sum()) for _, chosen in within)
            deeper = min(max(more for _, _, more in heavy), self._room(cells))
            if deeper < 1:
                break
            bits = deeper_bits(bits + deeper)
            ranges = iter(within)
            asked = {
                name: self._ranges(*next(ranges))
                for name, (_, heavy_cells, _) in zip(self.columns.names, heavy, strict=True)
                if heavy_cells is not None
            }
            more = self.source.cells(self.categories, self.columns, bits, asked)
            if more is None:
                break
            found = [
                old if heavy_cells is None else self._replaced(old, seen, heavy_cells, new)
                for old, (seen, heavy_cells, _), new in zip(found, heavy, more, strict=True)
            ]
        return found

    def _heavy(self, entries: CellEntries) -> tuple[BucketsAtHome, Bools | None, int]:
        """The buckets of a column, which of them are to be split, and by how many bits."""
        seen = entries.buckets(len(self.categories.labels))
        wide = int(seen.wide.sum())
        if not wide:
            return seen, None, 0
        coarse = _bits(4 * seen.unclear().sum() / COARSE) if seen.too_coarse() else 0
        if self.few is not None and seen.fewest_scores <= self.few:  # perhaps they are all there is
            return seen, seen.wide, max(_bits(2 * self.few / wide), coarse)
        return (seen, seen.behind_bound(), coarse) if coarse else (seen, None, 0)

    def _room(self, cells: int) -> int:
        """By how many bits so many cells may be split."""
        if self.columns.most is None:
            return _DEEPER
        each = self.columns.most / max(cells * self.slots * len(self.categories.labels), 1)
        return int(math.log2(each)) if each >= 1 else 0

    def _ranges(self, seen: BucketsAtHome, chosen: Bools) -> Ranges:
        """The scores of these buckets, and a little on both sides: numbers are written as text."""
        index = np.flatnonzero(chosen)
        first = index[np.flatnonzero(np.diff(index, prepend=-2) != 1)]
        last = index[np.flatnonzero(np.diff(index, append=len(chosen) + 1) != 1)]
        low, high = bucket_scores(self.columns.family, seen.low[first], seen.high[last])
        for _ in range(_LAST_BITS):
            low, high = np.nextafter(low, -np.inf), np.nextafter(high, np.inf)
        return list(zip(low.tolist(), high.tolist(), strict=True))

    def _replaced(
        self, old: CellEntries, seen: BucketsAtHome, heavy_cells: Bools, new: CellEntries
    ) -> CellEntries:
        """New entries instead of those of the buckets that were split."""
        low, high = seen.low[heavy_cells], seen.high[heavy_cells]
        gone, kept = (_inside(low, high, one.low) for one in (old, new))
        if old.rows[gone].sum() != new.rows[kept].sum():
            raise refuse("rows_changed", where="the table", n=self.categories.rows)
        return old.where(~gone).joined(new.where(kept))


def _bits(times: float) -> int:
    return min(max(math.ceil(math.log2(times)), 1), _DEEPER)


def _stretches(seen: BucketsAtHome, heavy_cells: Bools) -> tuple[BucketsAtHome, Bools]:
    """The buckets with those between them that make few stretches of all."""
    index = np.flatnonzero(heavy_cells)
    gaps = np.diff(index)
    chosen = heavy_cells.copy()
    if int((gaps > 1).sum()) >= _RANGES:
        longest = np.sort(gaps)[-_RANGES + 1]
        for at in np.flatnonzero((gaps > 1) & (gaps < longest)).tolist():
            chosen[index[at] : index[at + 1]] = True
    return seen, chosen


def _inside(low: Ints, high: Ints, codes: Ints) -> Bools:
    """Which codes lie in one of these buckets."""
    index = np.searchsorted(low, codes, "right") - 1
    return np.asarray((index >= 0) & (codes <= high[np.maximum(index, 0)]))
