"""The exact interval of a Poisson rate."""

from __future__ import annotations

Ends = tuple[float, float]


def garwood(count: float, time: float, level: float) -> Ends:
    """So many events in so much time: Garwood F (1936) Biometrika 28:437–442.

    >>> [round(end, 4) for end in garwood(3, 48, 0.95)]
    [0.0129, 0.1827]
    >>> [round(end, 4) for end in garwood(0, 24, 0.95)]
    [0.0, 0.1537]
    """
    from scipy.special import gammaincinv

    tail = (1 - level) / 2
    low = float(gammaincinv(count, tail)) if count > 0 else 0.0
    return low / time, float(gammaincinv(count + 1, 1 - tail)) / time
