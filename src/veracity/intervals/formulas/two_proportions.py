"""Intervals of the difference of two independent proportions by name."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from veracity.statistics.numerics.quantiles import normal_quantile

Ends = tuple[float, float]
Counts = tuple[float, float]  # successes, trials
HALVINGS = 80


def wald(first: Counts, second: Counts, level: float) -> Ends:
    """The difference ± z standard errors of its own; without width where both are 0 or 1.

    >>> [round(end, 4) for end in wald((7, 34), (1, 34), 0.95)]
    [0.0292, 0.3238]
    """
    (x, n), (y, m) = first, second
    p, q = x / n, y / m
    reach = normal_quantile((1 + level) / 2) * math.sqrt(p * (1 - p) / n + q * (1 - q) / m)
    return max(p - q - reach, -1.0), min(p - q + reach, 1.0)


def agresti_caffo(first: Counts, second: Counts, level: float) -> Ends:
    """Wald's interval after adding a success and a failure to each sample.

    Agresti A, Caffo B (2000) The American Statistician 54:280–288.
    """
    (x, n), (y, m) = first, second
    return wald((x + 1, n + 2), (y + 1, m + 2), level)


def miettinen_nurminen(first: Counts, second: Counts, level: float) -> Ends:
    """All differences that the score test does not reject, with the variance N/(N − 1) larger.

    Miettinen O, Nurminen M (1985) Statistics in Medicine 4:213–226.
    """
    value = first[0] / first[1] - second[0] / second[1]
    limit = normal_quantile((1 + level) / 2) ** 2

    def end(far: float) -> float:
        inside, outside = value, far
        for _ in range(HALVINGS):
            middle = (inside + outside) / 2
            if _score(first, second, middle) <= limit:
                inside = middle
            else:
                outside = middle
        return far if _score(first, second, far) <= limit else inside

    return end(-1.0), end(1.0)


def _score(first: Counts, second: Counts, d: float) -> float:
    """The square of the score statistic of a difference d."""
    (x, n), (y, m) = first, second
    q = _restricted(first, second, d)
    p = min(max(q + d, 0.0), 1.0)
    total = n + m
    variance = (p * (1 - p) / n + q * (1 - q) / m) * total / (total - 1)
    apart = (x / n - y / m - d) ** 2
    if variance <= 1e-300:
        return 0.0 if apart < 1e-24 else math.inf
    return apart / variance


def _restricted(first: Counts, second: Counts, d: float) -> float:
    """The second proportion that is most likely where the difference is d: root of a cubic."""
    (x, n), (y, m) = first, second
    total, hits = n + m, x + y
    a = total  # of the cubic a q³ + b q² + c q + e, the first proportion being q + d
    b = (n + 2 * m) * d - total - hits
    c = (m * d - total - 2 * y) * d + hits
    e = y * d * (1 - d)
    v = (b / (3 * a)) ** 3 - b * c / (6 * a * a) + e / (2 * a)
    u = math.copysign(math.sqrt(max((b / (3 * a)) ** 2 - c / (3 * a), 0.0)), v)
    if u == 0:
        return float(np.clip(-b / (3 * a), max(0.0, -d), min(1.0, 1 - d)))
    w = (math.pi + math.acos(min(max(v / u**3, -1.0), 1.0))) / 3
    q = 2 * u * math.cos(w) - b / (3 * a)
    return float(np.clip(q, max(0.0, -d), min(1.0, 1 - d)))


TWO_PROPORTIONS: dict[str, Callable[[Counts, Counts, float], Ends]] = {
    "wald": wald,
    "agresti_caffo": agresti_caffo,
    "miettinen_nurminen": miettinen_nurminen,
}
