"""Which bucket a score belongs to: fixed cells, split where a sample says that they are heavy.

Cells are set by the number itself (a cell spans 2^49 codes, an eighth of a power of two) and
are split into 2^m buckets, so that the buckets of any two grids either contain each other or
have nothing in common. A bucket that still holds much, because half of all scores lie within
10⁻⁹ or are equal, is split once more: what is below a block, the block in equal parts, what is
above it. A single value is a block of one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics.grid.codes import (
    Codes,
    Family,
    codes_of,
    highest_code,
    lowest_code,
)

Ints = NDArray[np.int64]
CELL_BITS = 49
FEWEST_BITS, MOST_BITS = 4, 24
_HEAVY = 8  # a bucket of more than so many times its share is split again
_DEEPEST = 12
_PARTS = 14  # a block has at most 2^14 parts
_LESS_BITS = 11
_USUAL = {"unit": (2.0**-24, 0.5), "line": (2.0**-10, 2.0**6)}


@dataclass(frozen=True, slots=True)
class Blocks:
    """Buckets split again. Bucket b is split by block `of[b]`; -1 says that it is not.

    Block j replaces its bucket by count[j] + 2 new ones, numbered from offset[j]: below it, its
    parts of 2^shift[j] codes from start[j] on, and above it.
    """

    of: NDArray[np.int32]
    start: Codes
    shift: Ints
    count: Ints
    offset: Ints


@dataclass(frozen=True, slots=True)
class GridCells:
    """The buckets of a family: bucket b holds the codes low[b] … high[b].

    A code of cell c is in bucket (code >> shift[c]) + offset[c], or in one of the buckets
    that blocks have made of it.
    """

    family: Family
    first: int
    shift: Ints
    offset: Ints
    low: Codes
    high: Codes
    blocks: tuple[Blocks, ...] = ()

    def __len__(self) -> int:
        return len(self.low)

    def buckets_of(self, codes: Codes) -> Ints:
        """The bucket of each code."""
        cell = (codes >> CELL_BITS) - self.first
        bucket: Ints = (codes >> self.shift[cell]) + self.offset[cell]
        for blocks in self.blocks:
            within(blocks, codes, bucket)
        return bucket


def within(blocks: Blocks, codes: Codes, bucket: Ints) -> None:
    """Buckets that were split again are replaced, in place, by the parts that hold the codes."""
    block = blocks.of[bucket]
    rows = np.flatnonzero(block >= 0)
    if len(rows):
        block = block[rows]
        part = (codes[rows] - blocks.start[block]) >> blocks.shift[block]
        np.clip(part, -1, blocks.count[block], out=part)
        bucket[rows] = part + blocks.offset[block]


def planned(
    family: Family,
    codes: Codes,
    mass: Floats,
    bits: int,
    apart: Iterable[int] = (),
    fewest: int = 1,
) -> GridCells:
    """Buckets that would each hold about 1/2^bits of this mass.

    The cells of a family are never joined, so that there are at least as many buckets as cells
    that hold anything: scores over many powers of two need more than 2^bits of them.

    `codes` may repeat. The codes in `apart` become buckets of their own:
    thresholds that are known before the rows are read are then counted exactly. Of a sample,
    a bucket that holds less than `fewest` of its rows is not heavy, whatever they weigh.
    """
    cells = _uncut(family, codes, mass, bits)
    for code in apart:
        cells = separated(cells, code)
    return refined(cells, codes, mass, bits, fewest)


def _uncut(family: Family, codes: Codes, mass: Floats, bits: int) -> GridCells:
    """Every cell split into 2^m buckets of about equal share, as if it were evenly filled."""
    first = lowest_code(family) >> CELL_BITS
    size = (highest_code(family) >> CELL_BITS) - first + 1
    share = np.bincount((codes >> CELL_BITS) - first, mass, size) / max(mass.sum(), 1e-300)
    with np.errstate(divide="ignore"):
        depth = np.clip(np.rint(np.log2(share) + bits), 0, CELL_BITS).astype(np.int64)
    usual = _usual_cells(family) - first
    depth[usual] = np.maximum(depth[usual], max(bits - _LESS_BITS, 0))
    number = np.left_shift(1, depth)
    begin = np.concatenate(([0], np.cumsum(number)[:-1]))
    shift = CELL_BITS - depth
    bottom = (np.arange(size) + first) << CELL_BITS
    cell = np.repeat(np.arange(size), number)
    low = bottom[cell] + ((np.arange(len(cell)) - begin[cell]) << shift[cell])
    high = low + ((1 << shift[cell]) - 1)
    return GridCells(family, first, shift, begin - (bottom >> shift), low, high)


def _usual_cells(family: Family) -> Ints:
    """The cells that scores are usually in, which are split a little even if a sample has none.

    Else a few rows there would make one wide bucket, and a merge with a grid that has many rows
    there would become as coarse as that.
    """
    low, high = codes_of(family, np.array(_USUAL[family])) >> CELL_BITS
    cells = np.arange(low, high + 1)
    mirror = -1 if family == "line" else highest_code(family) >> CELL_BITS
    return np.concatenate([cells, mirror - cells])


def refined(cells: GridCells, codes: Codes, mass: Floats, bits: int, fewest: int = 1) -> GridCells:
    """Split the heavy buckets again, as long as there are any; codes are in any order."""
    whole = float(mass.sum())
    limit = _HEAVY * whole / 2.0**bits
    for _ in range(_DEEPEST):
        bucket = cells.buckets_of(codes)
        held = np.bincount(bucket, mass, len(cells))
        rows = np.bincount(bucket, minlength=len(cells))
        heavy = (cells.low < cells.high) & (held > limit) & (rows >= fewest)
        if not heavy.any():
            break
        inside = np.flatnonzero(heavy[bucket])
        inside = inside[np.argsort(codes[inside], kind="stable")]
        codes, mass, bucket = codes[inside], mass[inside], bucket[inside]
        starts = np.flatnonzero(np.diff(bucket, prepend=-1))
        ends = np.append(starts[1:], len(codes))
        cells = _split(cells, bucket[starts], Stretches(codes, mass, starts, ends), whole, bits)
    return cells


@dataclass(frozen=True, slots=True)
class Stretches:
    """What some buckets hold: codes[starts[i] … ends[i]), in order, with their mass."""

    codes: Codes
    mass: Floats
    starts: Ints
    ends: Ints

    def bulk(self, running: Floats) -> tuple[Codes, Codes]:
        """Between which codes all but a hundredth at either end lies."""
        before, after = running[self.starts], running[self.ends]
        edge = 0.01 * (after - before)
        low = np.searchsorted(running, before + edge, "right") - 1
        high = np.searchsorted(running, after - edge, "left") - 1
        low, high = (np.clip(row, self.starts, self.ends - 1) for row in (low, high))
        return self.codes[low], self.codes[np.maximum(low, high)]

    def commonest(self, running: Floats) -> tuple[Codes, Floats]:
        """The code with the most mass in each, and that mass."""
        size = self.ends - self.starts
        stretch = np.repeat(np.arange(len(size)), size)
        rows = np.arange(len(stretch)) + (self.starts - np.cumsum(size) + size)[stretch]
        codes = self.codes[rows]
        first = np.flatnonzero(np.diff(codes, prepend=codes[0] - 1) | np.diff(stretch, prepend=-1))
        after = np.append(first[1:], len(rows)) - 1
        its = running[rows[after] + 1] - running[rows[first]]
        order = np.lexsort((its, stretch[first]))
        last = np.flatnonzero(np.diff(stretch[first][order], append=len(size)))
        best = order[last]
        return codes[first][best], its[best]


def _split(cells: GridCells, bucket: Ints, inside: Stretches, whole: float, bits: int) -> GridCells:
    """Split these buckets by blocks around what they hold of the whole mass.

    A value that holds half of its bucket stands apart; else the block is where most of it is.
    """
    running = np.concatenate(([0.0], np.cumsum(inside.mass)))
    held = running[inside.ends] - running[inside.starts]
    low, high = inside.bulk(running)
    atom, its = inside.commonest(running)
    single = 2 * its >= held
    low, high = np.where(single, atom, low), np.where(single, atom, high)
    parts = np.clip(np.rint(np.log2(held / whole) + bits), 1, _PARTS)
    shift = np.maximum(np.ceil(np.log2(high - low + 1.0) - parts), 0).astype(np.int64)
    start = np.maximum((low >> shift) << shift, cells.low[bucket])
    return _with_blocks(cells, bucket, start, shift, ((high - start) >> shift) + 1)


def separated(cells: GridCells, code: int) -> GridCells:
    """The same cells with one code in a bucket of its own."""
    bucket = cells.buckets_of(np.array([code]))
    if cells.low[bucket[0]] == cells.high[bucket[0]]:
        return cells
    one = np.ones(1, np.int64)
    return _with_blocks(cells, bucket, np.array([code]), one - 1, one)


def _with_blocks(
    cells: GridCells, bucket: Ints, start: Codes, shift: Ints, count: Ints
) -> GridCells:
    """The cells with some buckets split by blocks; new buckets are numbered after all others."""
    of = np.full(len(cells), -1, np.int32)
    of[bucket] = np.arange(len(bucket))
    new = count + 2
    begin = np.cumsum(new) - new
    block = np.repeat(np.arange(len(bucket)), new)
    part = np.arange(int(new.sum())) - begin[block] - 1
    low = start[block] + (part << shift[block])
    high = low + ((1 << shift[block]) - 1)
    below, above = part < 0, part == count[block]
    bottom, top = cells.low[bucket][block], cells.high[bucket][block]
    high = np.where(below, start[block] - 1, np.where(above, top, np.minimum(high, top)))
    low = np.where(below, bottom, low)
    blocks = Blocks(of, start, shift, count, begin + len(cells) + 1)
    return replace(
        cells,
        low=np.concatenate([cells.low, low]),
        high=np.concatenate([cells.high, high]),
        blocks=(*cells.blocks, blocks),
    )
