"""Normal numbers that all redraws with one seed share: each statistic would draw them anew."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats

KEPT_BYTES = 32 * 2**20
_WIDTH = 512  # cells of the usual coarse table
_STREAM = 1  # beside the stream of the seed itself, from which rare events are drawn


class Noise:
    """Standard normal numbers of one seed, a row for each redraw and a column for each cell.

    Redraws of two statistics from the same numbers vary together; the interval of each is that
    of redraws of its own. They are kept where they are few enough.

    >>> noise = Noise(0)
    >>> first, more = noise.rows(10, 20, 200, 3), noise.rows(0, 200, 200, 600)
    >>> bool((first == more[10:20, :3]).all())
    True
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._kept: dict[int, list[Floats]] = {}

    def rows(self, start: int, stop: int, times: int, cells: int) -> Floats:
        """The numbers of the redraws from `start` to `stop` among so many, (redraws, cells)."""
        blocks = -(-cells // _WIDTH)
        if times * blocks * _WIDTH * 8 > KEPT_BYTES:
            random = np.random.default_rng((self.seed, _STREAM, start))
            return random.standard_normal((stop - start, cells))
        kept = self._kept.setdefault(times, [])
        for number in range(len(kept), blocks):
            random = np.random.default_rng((self.seed, _STREAM, number))
            kept.append(random.standard_normal((times, _WIDTH)))
        if blocks <= 1:
            return kept[0][start:stop, :cells] if kept else np.zeros((stop - start, 0))
        return np.concatenate([block[start:stop] for block in kept[:blocks]], axis=1)[:, :cells]
