"""The normal distribution, imported only when a plan is made."""

from __future__ import annotations


def quantile(share: float) -> float:
    """The z below which this share of a normal distribution lies.

    >>> round(quantile(0.975), 4)
    1.96
    """
    from scipy.special import ndtri

    return float(ndtri(share))


def below(z: float) -> float:
    """The share of a normal distribution below z.

    >>> below(0.0)
    0.5
    """
    from scipy.special import ndtr

    return float(ndtr(z))
