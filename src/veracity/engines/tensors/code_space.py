"""Scores on a device as whole numbers in their order, the codes of `statistics.grid.codes`.

They have 32 bits where scores are of single or half precision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.tensor_library import Tensor, TensorLibrary
from veracity.statistics.grid.codes import Family, codes_of, scores_of

HALF, ONE = 0x3F00_0000, 0x7E00_0000  # codes of 0.5 and 1.0 in single precision
_LEAST_NORMAL = 1 << 23  # the code of 2^-126
MAGNITUDE = {32: 0x7FFF_FFFF, 64: 0x7FFF_FFFF_FFFF_FFFF}


@dataclass(frozen=True, slots=True)
class CodeSpace:
    """How scores become codes: their family, and 32 or 64 bits."""

    lib: TensorLibrary
    family: Family
    width: int

    def codes(self, scores: Tensor) -> Tensor:
        """Whole numbers in the order of the scores; -0.0 and 0.0 are the same."""
        lib, xp = self.lib, self.lib.xp
        whole = f"int{self.width}"
        scores = lib.cast(scores, f"float{self.width}")
        if self.family == "unit":
            far = scores >= 0.5
            bits = lib.bits(xp.where(far, 1 - scores, xp.abs(scores)), whole)
            one = ONE if self.width == 32 else int(codes_of("unit", np.ones(1))[0])
            return xp.where(far, one - bits, bits)
        bits = lib.bits(xp.where(scores == 0, xp.zeros_like(scores), scores), whole)
        return bits ^ ((bits >> (self.width - 1)) & MAGNITUDE[self.width])

    def shift(self, bits: int) -> int:
        """How many of the last bits of a code a cell of so many bits leaves open."""
        return max((23 if self.width == 32 else 52) - bits, 0)

    def scores(self, codes: NDArray[Any]) -> NDArray[np.float64]:
        """The scores of codes that came home."""
        if self.width == 64:
            return np.asarray(scores_of(self.family, codes.astype(np.int64)))
        codes = codes.astype(np.int32)
        if self.family == "line":
            found = (codes ^ ((codes >> 31) & np.int32(MAGNITUDE[32]))).view(np.float32)
        else:
            far = codes > HALF
            bits = np.where(far, np.int32(ONE) - codes, codes).view(np.float32)
            found = np.where(far, np.float32(1) - bits, bits)
        return np.asarray(found.astype(np.float64) + 0.0)

    def has_subnormal(self, codes: NDArray[Any]) -> bool:
        """Whether some score is so small that single precision has fewer bits for it."""
        near_zero = np.where(codes < 0, -codes.astype(np.int64) - 1, codes)
        return self.width == 32 and bool(((near_zero > 0) & (near_zero < _LEAST_NORMAL)).any())

    def inside(self, codes: Tensor, ranges: Sequence[tuple[float, float]]) -> Tensor:
        """Which codes belong to scores that lie in one of these ranges, in order and apart."""
        if not ranges:
            return codes != codes
        low = self.lib.sent(self.at_least([a for a, _ in ranges]), codes)
        high = self.lib.sent(self.at_most([b for _, b in ranges]), codes)
        index = self.lib.searchsorted(low, codes, "right") - 1
        return (index >= 0) & (codes <= high[self.lib.xp.where(index < 0, 0, index)])

    def at_least(self, scores: Sequence[float]) -> NDArray[Any]:
        """For each number the lowest code of a score that is not below it."""
        return self._codes_at_home(scores, np.inf)

    def at_most(self, scores: Sequence[float]) -> NDArray[Any]:
        """For each number the highest code of a score that is not above it."""
        return self._codes_at_home(scores, -np.inf)

    def _codes_at_home(self, scores: Sequence[float], towards: float) -> NDArray[Any]:
        given = np.asarray(scores, np.float64)
        if self.family == "unit":
            given = np.clip(given, 0.0, 1.0)
        if self.width == 64:
            return codes_of(self.family, given)
        with np.errstate(over="ignore"):
            short = given.astype(np.float32)
        missed = short < given if towards > 0 else short > given
        short = np.where(missed, np.nextafter(short, np.float32(towards)), short) + np.float32(0)
        if self.family == "unit":
            far = short >= 0.5
            bits = np.where(far, np.float32(1) - short, short).astype(np.float32).view(np.int32)
            return np.where(far, np.int32(ONE) - bits, bits)
        bits = short.astype(np.float32).view(np.int32)
        return bits ^ ((bits >> 31) & np.int32(MAGNITUDE[32]))
