"""Rows of one slot and one cell as a run of sorted scores, found by where the cells' bounds fall.

Probabilities of single precision are sorted by their bits alone, which stand in their order; each
bound of a cell is looked up among them. No code is made for a row, only for the ends of cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.tensor_library import Tensor, TensorLibrary
from veracity.engines.tensors.code_space import HALF, MAGNITUDE, ONE, CodeSpace

_MOST = 1 << 21  # bounds that are looked up; finer cells are found row by row


@dataclass(frozen=True, slots=True)
class Runs:
    """Rows of one slot with codes of one cell: how many, the first and the last code of them."""

    slot: Tensor
    least: Tensor
    most: Tensor
    rows: Tensor
    weight: Tensor | None = None
    squares: Tensor | None = None

    def fields(self) -> tuple[Tensor | None, ...]:
        """Slot, least, most, rows, weight and squares."""
        return self.slot, self.least, self.most, self.rows, self.weight, self.squares


def cell_bounds(
    space: CodeSpace, bits: int, thresholds: Sequence[float], ends: tuple[float, float]
) -> NDArray[np.int32] | None:
    """The bits of the lowest probability of every cell, in order; None where they are too many.

    Only those of cells between `ends`, the least and the greatest probability.
    """
    if space.family != "unit" or space.width != 32 or ONE >> space.shift(bits) > _MOST:
        return None
    bounds = _bits_of_bounds(space.shift(bits))
    if len(thresholds):
        own = _bits_at_least(np.clip(np.asarray(thresholds, np.float64), 0, 1))
        bounds = np.union1d(bounds, own)
    least, most = _bits_at_least(np.abs(np.asarray(ends)))
    inside = bounds[(bounds > least) & (bounds <= most)]
    return np.concatenate([np.zeros(1, np.int32), inside])


@lru_cache(maxsize=2)
def _bits_of_bounds(shift: int) -> NDArray[np.int32]:
    """Of every cell of that width: the least single-precision number whose code is not below it."""
    codes = np.arange(0, ONE + 1, 1 << shift, dtype=np.int64)
    below = codes[codes <= HALF].astype(np.int32)  # the code is the bits
    rest = (ONE - codes[codes > HALF]).astype(np.int32).view(np.float32)  # the distance to 1
    bounds = np.concatenate([below, _bits_at_least(1 - rest.astype(np.float64))])
    bounds.setflags(write=False)
    return bounds


def _bits_at_least(values: NDArray[np.float64]) -> NDArray[np.int32]:
    """The bits of the least single-precision number that is not below each."""
    short = values.astype(np.float32)
    short = np.where(short < values, np.nextafter(short, np.float32(np.inf)), short)
    bits: NDArray[np.int32] = (short + np.float32(0)).view(np.int32)
    return bits


def signed_by_slot(lib: TensorLibrary, codes: Tensor, slot: Tensor) -> Tensor:
    """Codes of 31 bits and a slot of 0 or 1 in one number: the sign is the slot."""
    if lib.name == "torch":
        short = slot if slot.element_size() == 1 else lib.cast(slot, "int32")
        return lib.xp.add(codes, short, alpha=-(1 << 31))  # one pass, of bytes too
    return (lib.cast(slot, "int32") << 31) | codes


class BoundedCells:
    """Rows of two slots counted between bounds, part after part; nothing waits for the device."""

    def __init__(self, space: CodeSpace, bounds: NDArray[np.int32], *, zeros: bool) -> None:
        """Of these bounds; `zeros` says whether some scores are 0, which may have a sign."""
        self._space, self._cells, self._zeros = space, len(bounds), zeros
        wide = bounds.astype(np.int64)
        self._at_home = np.concatenate([wide - (1 << 31), wide]).astype(np.int32)  # slot 1 first
        self._edges: Tensor = None
        self._rows: Tensor = None
        self._least: Tensor = None
        self._most: Tensor = None

    @property
    def counted(self) -> bool:
        """Whether any rows came."""
        return self._edges is not None

    def add(self, slot: Tensor, scores: Tensor) -> None:
        """Sort these rows, and look up every bound among them."""
        lib, xp = self._space.lib, self._space.lib.xp
        bits = lib.bits(lib.cast(scores, "float32"), "int32")
        bits = bits & MAGNITUDE[32] if self._zeros else bits  # -0.0 is 0.0
        keys = lib.ordered(signed_by_slot(lib, bits, slot), in_place=True)
        if self._edges is None:
            self._edges = lib.sent(self._at_home, keys)
            self._rows = lib.cast(xp.zeros_like(self._edges), "int64")
            self._least = xp.full_like(self._edges, MAGNITUDE[32])
            self._most = xp.full_like(self._edges, -(1 << 31))
        first = lib.cast(lib.searchsorted(keys, self._edges, "left"), "int64")
        stop = lib.together([first[1:], xp.full_like(first[:1], len(keys))])
        rows = stop - first
        least, most = keys[xp.clip(first, 0, len(keys) - 1)], keys[xp.clip(stop - 1, 0, None)]
        self._least = xp.where(rows > 0, xp.minimum(self._least, least), self._least)
        self._most = xp.where(rows > 0, xp.maximum(self._most, most), self._most)
        self._rows = self._rows + rows

    def runs(self) -> Runs:
        """The cells that hold rows, of slot 0 first."""
        lib, size = self._space.lib, self._cells
        found = [
            lib.indices(self._rows[part] > 0) + part.start
            for part in (slice(size, 2 * size), slice(0, size))
        ]
        kept = lib.together(found)
        least, most = (
            self._space.codes(lib.bits(ends[kept] & MAGNITUDE[32], "float32"))
            for ends in (self._least, self._most)
        )
        return Runs(lib.cast(kept < size, "int32"), least, most, self._rows[kept])
