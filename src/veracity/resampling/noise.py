"""Normal numbers that all resamples with one seed share: each statistic would draw them anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from veracity.threads import threads

Normal = NDArray[np.float32]
KEPT_BYTES = 32 * 2**20
_MOST_KINDS = 3  # numbers of resamples for which rows are kept
_WIDTH = 32  # cells that have a stream of their own
_STREAM = 1  # beside the stream of the seed itself, from which rare events are drawn


@lru_cache(maxsize=1)
def noise_of(seed: int) -> Noise:
    """The numbers of a seed; those of the last one are kept for the next evaluation."""
    return Noise(seed)


class Noise:
    """Standard normal numbers of one seed, a row for each resample and a column for each cell.

    Single precision is enough for counts that are rounded, and is made in half the time.

    Resamples of two statistics from the same numbers vary together; the interval of each is that
    of resamples of its own. They are kept where they are few enough.

    >>> noise = Noise(0)
    >>> first, more = noise.rows(10, 20, 200, 3), noise.rows(0, 200, 200, 600)
    >>> bool((first == more[10:20, :3]).all())
    True
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._kept: dict[int, Normal] = {}

    def __reduce__(self) -> tuple[Callable[[int], Noise], tuple[int]]:
        """The seed says it all: a pickle holds none of the numbers."""
        return noise_of, (self.seed,)

    def rows(self, start: int, stop: int, times: int, cells: int) -> Normal:
        """The numbers of the resamples from `start` to `stop` among so many, (resamples, cells)."""
        if times * cells * 4 > KEPT_BYTES:
            random = np.random.default_rng((self.seed, _STREAM, start))
            return random.standard_normal((stop - start, cells), np.float32)
        kept = self._kept.get(times, np.empty((times, 0), np.float32))
        if kept.shape[1] < cells:
            kept = self._kept[times] = self._wider(kept, cells)
            if len(self._kept) > _MOST_KINDS:
                del self._kept[next(iter(self._kept))]
        return kept[start:stop, :cells]

    def _wider(self, kept: Normal, cells: int) -> Normal:
        times, known = kept.shape
        wider = np.empty((times, -(-cells // _WIDTH) * _WIDTH), np.float32)
        wider[:, :known] = kept

        def fill(index: int) -> None:
            random = np.random.default_rng((self.seed, _STREAM, index // _WIDTH))
            wider[:, index : index + _WIDTH] = random.standard_normal((times, _WIDTH), np.float32)

        with threads(wider.size) as run:
            run(fill, range(known, wider.shape[1], _WIDTH))
        return wider
