"""The bucket of a score by one multiplication: a lookup table of equal steps, for grid kernels.

The steps of a ruler are dyadic, and so are the edges of most buckets; so a step that is short
enough seldom reaches over an edge. Whether it does is asked of the cells once, at both ends of
each step: nothing rests on the steps being short enough.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.statistics.grid.cells import GridCells
from veracity.statistics.grid.codes import codes_of

Ints = NDArray[np.int64]
ACROSS = -1  # of a step that reaches over the edge of a bucket
_LARGEST = 2.0**53
_FINEST = 1000  # the largest power of two by which scores are multiplied
_STEPS = {"unit": 1, "line": 2}  # for each bucket: any scores crowd in a part of their range


@dataclass(frozen=True, slots=True)
class Ruler:
    """Step i of a score s is s·scale truncated to a whole number; its bucket is bucket[i − first].

    The first and the last index stand for everything beyond the ends.
    """

    scale: float
    first: int
    bucket: Ints

    def read(self, scores: NDArray[Any], room: NDArray[np.float64], step: Ints, out: Ints) -> None:
        """Write the bucket of each score, or ACROSS where the ruler cannot tell."""
        with np.errstate(over="ignore", invalid="ignore"):  # infinite ones are beyond the ends
            np.multiply(scores, self.scale, out=room)
            step[...] = room
        if self.first:
            step -= self.first
        np.take(self.bucket, step, out=out, mode="clip")


def ruler(cells: GridCells, low: float, high: float) -> Ruler | None:
    """A ruler for scores from low to high; None if there is nothing between them to measure."""
    steps = _STEPS[cells.family] << (len(cells) - 1).bit_length()
    if cells.family == "unit":
        low, high = 0.0, 1.0
    if not 0 < high - low < np.inf:
        return None
    with np.errstate(over="ignore"):  # scores closer together than the smallest normal number
        scale = 2.0 ** min(np.floor(np.log2(np.divide(steps, high - low))), _FINEST)
    if not max(abs(low), abs(high)) * scale < _LARGEST:
        return None
    step = np.arange(int(low * scale), int(high * scale) + 1)
    bucket = np.concatenate(([ACROSS], _buckets(cells, step, scale), [ACROSS]))
    return Ruler(scale, int(step[0]) - 1, bucket)


def _buckets(cells: GridCells, step: Ints, scale: float) -> Ints:
    """The bucket that holds the whole of each step; below zero a step ends at its number.

    Step 0 reaches to both sides of zero, and is left to the codes unless all scores are above.
    """
    near, far = step / scale, (step + np.where(step < 0, -1, 1)) / scale
    far = np.nextafter(far, near)
    if cells.family == "unit":
        far = np.minimum(far, 1.0)
    low, high = np.minimum(near, far), np.maximum(near, far)
    bucket = cells.buckets_of(codes_of(cells.family, low))
    whole = codes_of(cells.family, high) <= cells.high[bucket]
    if cells.family == "line":
        whole &= step != 0
    return np.where(whole, bucket, ACROSS)
