"""Fisher's exact test of a 2×2 table of whole counts."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats

ALIKE = 1 + 1e-7  # tables no more than so much likelier count as equally likely, as in R
NOTHING = 1e-300  # of the likeliest table: what is rarer adds nothing that a number could hold
_AT_ONCE = 1 << 12


def fisher_exact(counts: ArrayLike) -> tuple[float, float]:
    """The odds ratio of the table and the two-sided p that rows and columns are independent.

    Given the margins, the first cell is hypergeometric; p is the probability of all tables that
    are no likelier than this one (Fisher RA (1935) JRSS 98(1):39–82; two-sided as R's
    `fisher.test` and `scipy.stats.fisher_exact` do it). The odds ratio is that of the sample,
    ad / bc. With an empty row or column there is one table only: the odds ratio is nan, p is 1.

    Probabilities are found from the likeliest table on, each from the one before it, which
    keeps twelve digits at any number of rows; p below 1e-300 is 0.

    >>> odds, p = fisher_exact([[6, 2], [1, 4]])
    >>> odds, round(p, 6)
    (12.0, 0.102564)
    """
    (a, b), (c, d) = np.asarray(counts, np.float64).tolist()
    row, column, n = a + b, a + c, a + b + c + d
    if not (0 < row < n and 0 < column < n):
        return math.nan, 1.0
    odds = a * d / (b * c) if b > 0 and c > 0 else math.inf
    likeliest = float(math.floor((row + 1) * (column + 1) / (n + 2)))
    # seen from the other column the first cell falls where it rose
    rising = _onwards(likeliest, row, column, n)
    falling = _onwards(row - likeliest, row, n - column, n)
    index = a - likeliest
    side, steps = (rising, index) if index >= 0 else (falling, -index)
    if steps >= len(side):
        return odds, 0.0
    limit = side[int(steps)] * ALIKE
    both = np.concatenate([falling[:0:-1], rising])
    return odds, min(float(both[both <= limit].sum() / both.sum()), 1.0)


def _onwards(start: float, row: float, column: float, n: float) -> Floats:
    """How likely the first cell is to be start, start + 1, …, as a multiple of the first."""
    rest, end = n - row - column, min(row, column)
    found: list[Floats] = [np.ones(1)]
    last = 1.0
    while last > NOTHING and start < end:
        cell = start + np.arange(min(_AT_ONCE, end - start))
        by = (row - cell) * (column - cell) / ((cell + 1) * (rest + cell + 1))
        found.append(last * np.cumprod(by, dtype=np.float64))
        start, last = start + len(cell), float(found[-1][-1])
    likely = np.concatenate(found)
    return likely[likely > NOTHING]
