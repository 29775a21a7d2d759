"""Quantiles of the normal distribution and of Student's t."""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist
from typing import Any

import numpy as np

from veracity.arrays import Floats

MANY = 1e6  # degrees of freedom from which on t is normal


@cache
def normal_quantile(share: float) -> float:
    """The quantile of the normal distribution, without the time that SciPy takes to import.

    >>> round(normal_quantile(0.975), 6), normal_quantile(1.0)
    (1.959964, inf)
    """
    if 0 < share < 1:
        return NormalDist().inv_cdf(share)
    return {0.0: -math.inf, 1.0: math.inf}.get(share, math.nan)


@cache
def t_quantile(share: float, freedom: float) -> float:
    """The quantile of Student's t distribution."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, share))


def quantile_of(level: float, freedom: float | None) -> float:
    """The two-sided quantile of a level: of the normal distribution, or of t for clusters.

    >>> round(quantile_of(0.95, None), 4), round(quantile_of(0.95, 5), 4)
    (1.96, 2.5706)
    """
    share = (1 + level) / 2
    if freedom is None or freedom > MANY:
        return normal_quantile(share)
    return t_quantile(share, freedom)


def quantiles(level: float, freedom: Floats | None) -> Any:
    """The same of many figures, each with its own degrees of freedom."""
    if freedom is None:
        return normal_quantile((1 + level) / 2)
    from scipy.special import stdtrit

    with np.errstate(invalid="ignore"):
        many, share = freedom > MANY, (1 + level) / 2
        return np.where(many, normal_quantile(share), stdtrit(np.where(many, 1.0, freedom), share))


def share_below(z: float) -> float:
    """The share of a normal distribution below z.

    >>> share_below(0.0)
    0.5
    """
    from scipy.special import ndtr

    return float(ndtr(z))
