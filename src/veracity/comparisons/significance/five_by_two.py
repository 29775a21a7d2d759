"""The combined 5×2cv F test: two procedures on five repeats of two folds (Alpaydin)."""

from __future__ import annotations

import math

from veracity.arrays import Floats
from veracity.results import Test

REPEATS, FOLDS = 5, 2


def five_by_two_test(differences: Floats) -> Test:
    """The F test of differences (repeat, fold): Σp² / 2Σs² with 10 and 5 degrees of freedom.

    s² is the variance of a repeat, (p₁ − p̄)² + (p₂ − p̄)²: Alpaydin E (1999) Neural Computation
    11:1885–1892. The statistic has no sign.

    >>> import numpy as np
    >>> five_by_two_test(np.array([[0.1, 0.3]] * 5)).statistic
    2.5
    """
    from scipy.special import fdtrc

    between = ((differences - differences.mean(1, keepdims=True)) ** 2).sum()
    if not between > 0:
        return Test(math.nan, None, math.nan, "5x2cv_f")
    statistic = float((differences**2).sum() / (2 * between))
    return Test(statistic, None, float(fdtrc(REPEATS * FOLDS, REPEATS, statistic)), "5x2cv_f")
