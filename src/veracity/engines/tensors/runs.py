"""Rows of one slot and one cell as a run of sorted scores, found by where the cells' bounds fall.

Probabilities of single precision are sorted by their bits alone, which stand in their order; each
bound of a cell is looked up among them. No code is made for a row, only for the ends of runs.
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
    space: CodeSpace, bits: int, thresholds: Sequence[float]
) -> NDArray[np.int32] | None:
    """The bits of the lowest probability of every cell, in order; None where they are too many."""
    if space.family != "unit" or space.width != 32 or ONE >> space.shift(bits) > _MOST:
        return None
    bounds = _bits_of_bounds(space.shift(bits))
    if len(thresholds):
        own = _bits_at_least(np.clip(np.asarray(thresholds, np.float64), 0, 1))
        bounds = np.union1d(bounds, own)
    return bounds


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
    return (lib.cast(slot, "int32") << 31) | codes


def bounded_runs(space: CodeSpace, slot: Tensor, scores: Tensor, bounds: NDArray[np.int32]) -> Runs:
    """The runs of rows of two slots, between these bounds."""
    lib = space.lib
    bits = lib.bits(lib.cast(scores, "float32"), "int32") & MAGNITUDE[32]  # -0.0 is 0.0
    keys = lib.ordered(signed_by_slot(lib, bits, slot), in_place=True)
    start = int(lib.searchsorted(keys, lib.sent(np.zeros(1, np.int32), keys), "left")[0])
    signed = ((0, keys[start:], 0), (1, keys[:start], -(1 << 31)))  # the sign comes first
    found = [_runs_of_slot(space, *one, bounds) for one in signed if len(one[1])]
    return Runs(*(lib.together(list(some)) for some in zip(*found, strict=True)))


def _runs_of_slot(
    space: CodeSpace, slot: int, keys: Tensor, sign: int, bounds: NDArray[np.int32]
) -> tuple[Tensor, ...]:
    """Slot, least and most code and the number of rows of each run of sorted keys."""
    lib = space.lib
    low, high = (np.searchsorted(bounds, int(keys[i]) - sign, "right") for i in (0, -1))
    edges = (bounds[low:high].astype(np.int64) + sign).astype(np.int32)
    first, last = _between(lib, keys, lib.sent(edges, keys))
    least, most = (
        space.codes(lib.bits(keys[at] & MAGNITUDE[32], "float32")) for at in (first, last)
    )
    return lib.xp.full_like(first, slot), least, most, last - first + 1


def _between(lib: TensorLibrary, keys: Tensor, edges: Tensor) -> tuple[Tensor, Tensor]:
    """The first and the last index of sorted keys between edges that have some between them."""
    index = lib.searchsorted(keys, edges, "left")
    outer = lib.sent(np.array([0, len(keys)], np.int64), keys)
    index = lib.cast(index, "int64")
    first, stop = lib.together([outer[:1], index]), lib.together([index, outer[1:]])
    kept = lib.indices(stop > first)
    return first[kept], stop[kept] - 1
