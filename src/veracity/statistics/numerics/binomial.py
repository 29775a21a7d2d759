"""Tails of the binomial distribution, right at any number of trials.

By the incomplete beta function: `scipy.special.bdtr` counts trials in 32 bits (nan from 2^31 on)
and loses digits long before.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Array

Numbers = float | Array

NOT_ZERO = 1e-300  # an end that is not used, where the beta function needs a number above 0


def at_most(count: Numbers, trials: Numbers, share: Numbers) -> Any:
    """The probability of so many successes or fewer; none of fewer than 0.

    >>> float(at_most(1, 4, 0.5)), float(at_most(-1, 4, 0.5)), float(at_most(4, 4, 0.5))
    (0.3125, 0.0, 1.0)
    """
    from scipy.special import betaincc

    count, trials = np.floor(np.asarray(count, np.float64)), np.asarray(trials, np.float64)
    inside = betaincc(np.maximum(count + 1, NOT_ZERO), np.maximum(trials - count, NOT_ZERO), share)
    return np.where(count < 0, 0.0, np.where(count >= trials, 1.0, inside))[()]


def at_least(count: Numbers, trials: Numbers, share: Numbers) -> Any:
    """The probability of so many successes or more; 1 of 0 or more.

    >>> float(at_least(1, 4, 0.5)), float(at_least(0, 4, 0.5)), float(at_least(5, 4, 0.5))
    (0.9375, 1.0, 0.0)
    """
    from scipy.special import betainc

    count, trials = np.ceil(np.asarray(count, np.float64)), np.asarray(trials, np.float64)
    inside = betainc(np.maximum(count, NOT_ZERO), np.maximum(trials - count + 1, NOT_ZERO), share)
    return np.where(count <= 0, 1.0, np.where(count > trials, 0.0, inside))[()]
