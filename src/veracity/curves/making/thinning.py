"""Which thresholds are enough to draw a curve, found without making the whole curve.

TP and FP only rise as the threshold falls, and every coordinate rises or falls with each of
them. So the box around a run of points follows from the counts at its two ends alone, and a
curve of ten million points is thinned by looking at some ten thousand.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from veracity.arrays import Floats
from veracity.curves.making.coordinates import Coordinate, Swept, stops, totals
from veracity.results.estimate.curve import Extent, Ints, kept_indices, share_of


def enough_thresholds(
    table: Swept, coordinates: Sequence[Coordinate], error: float
) -> tuple[Ints, float]:
    """Indices to keep so that nothing moves by more than `error` of a window, and the error made.

    The ends are kept, and with them every corner to within the error, in x as in y.
    """
    return kept_indices(stops(table), _extent_at(table, coordinates), error)


def _extent_at(table: Swept, coordinates: Sequence[Coordinate]) -> Extent:
    """The larger side of a box around each run, from the counts at its ends."""
    P, N = totals(table)
    windows = [coordinate.window(P, N) for coordinate in coordinates]

    def extent(first: Ints, last: Ints) -> Floats:
        size = np.zeros(len(first))
        up, across = zip(table.reached(first), table.reached(last), strict=True)
        for coordinate, window in zip(coordinates, windows, strict=True):
            low_tp, high_tp = up if coordinate.with_tp >= 0 else up[::-1]
            low_fp, high_fp = across if coordinate.with_fp >= 0 else across[::-1]
            low = coordinate.of(low_tp, low_fp, P, N)
            high = coordinate.of(high_tp, high_fp, P, N)
            side = share_of(window, low, high)
            undefined = np.where(np.isnan(low) & np.isnan(high), 0.0, np.inf)
            side = np.where(np.isnan(side), undefined, side)
            np.maximum(size, side.reshape(-1, len(first)).max(0), out=size)
        return size

    return extent
