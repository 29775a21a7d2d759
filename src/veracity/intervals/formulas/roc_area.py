"""Intervals for the area under the ROC curve, θ, from m positives and n negatives.

`newcombe` solves |θ̂ − θ| = z √V(θ) with V(θ) = θ(1 − θ)(1 + N(1 − θ)/(2 − θ) + Nθ/(1 + θ))/(mn)
and N = (m + n)/2 − 1 (Newcombe RG (2006) Statistics in Medicine 25:559–573, method 5): it has a
width at 0 and 1 and covers with few cases. `hanley_mcneil` takes Hanley and McNeil's variance
at the estimate, with m and n themselves (Hanley JA, McNeil BJ (1982) Radiology 143:29–36).
`delong` takes the variance of DeLong, DeLong and Clarke-Pearson (1988) as it is, clipped to the
range; `delong_logit` takes it on the logit scale, which covers better near 1 (Qin G, Hotilovac L
(2008) Statistical Methods in Medical Research 17:207–221). `newcombe_delong` takes at each end the
one of `newcombe` and `delong_logit` that lies further out: Newcombe's variance holds where both
classes spread alike and covers 0.85 where 30 positives spread twice as wide as 970 negatives;
DeLong's is right there and covers 0.78 where few of few positives are ranked wrongly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from veracity.intervals.formulas.scales import Scale

AREA_METHODS = ("newcombe", "delong", "delong_logit", "newcombe_delong", "hanley_mcneil")
ROUNDING = 1e-18  # a variance below it: the standard error would be 1e-9
FEW_UNEVEN = 200  # the same where weights differ within a class: they make the variance uncertain
FEW = 50  # in the smaller class: below it DeLong's variance alone is not trusted


@dataclass(frozen=True, slots=True)
class RocArea:
    """An area, the positives and negatives behind it, and its variance by DeLong.

    With weights the numbers are effective ones, (Σw)²/Σw²; with clusters the numbers of
    clusters that hold a positive, and a negative. `uneven` says that weights differ within a class.
    """

    area: float
    positives: float
    negatives: float
    variance: float
    uneven: bool = False

    @property
    def few(self) -> bool:
        """Whether there are too few cases to trust the variance alone."""
        return min(self.positives, self.negatives) < (FEW_UNEVEN if self.uneven else FEW)

    @property
    def varies(self) -> bool:
        """Whether there is a variance beyond rounding."""
        return self.variance > ROUNDING

    def ends(self, method: str, times: float) -> tuple[float, float]:
        """Both ends, `times` being the quantile of the normal (or t) distribution."""
        if method == "newcombe":
            return newcombe(self.area, self.positives, self.negatives, times)
        if method == "newcombe_delong":
            both = (self.ends("newcombe", times), self.ends("delong_logit", times))
            return min(low for low, _ in both), max(high for _, high in both)
        if method == "delong_logit" and 0 < self.area < 1:
            return Scale(0.0, 1.0).interval(self.area, math.sqrt(self.variance), times)
        variance = self.variance
        if method == "hanley_mcneil":
            m, n = self.positives, self.negatives
            variance = spread(self.area, m, n, m - 1, n - 1)
        half = times * math.sqrt(variance)
        return max(self.area - half, 0.0), min(self.area + half, 1.0)


def spread(area: float, m: float, n: float, other_m: float, other_n: float) -> float:
    """The variance of the area if scores were exponential (Hanley and McNeil 1982).

    `other_m` and `other_n` multiply the chance that two positives outrank one negative and
    that one positive outranks two negatives.
    """
    first = area / (2 - area) - area**2
    second = 2 * area**2 / (1 + area) - area**2
    return (area * (1 - area) + other_m * first + other_n * second) / (m * n)


def newcombe(area: float, m: float, n: float, times: float) -> tuple[float, float]:
    """Newcombe's method 5: the areas whose own variance does not reject the estimate.

    >>> [round(end, 4) for end in newcombe(1.0, 10, 10, 1.959963984540054)]
    [0.8002, 1.0]
    """
    middle = (m + n) / 2 - 1

    def rejects(theta: float) -> float:
        return (area - theta) ** 2 - times**2 * spread(theta, m, n, middle, middle)

    low = 0.0 if area == 0 else _root(rejects, 0.0, area)
    high = 1.0 if area == 1 else _root(rejects, 1.0, area)
    return low, high


def _root(rejects: Callable[[float], float], outside: float, inside: float) -> float:
    """Where the sign changes between a rejected and an accepted value."""
    for _ in range(100):
        middle = (outside + inside) / 2
        if rejects(middle) > 0:
            outside = middle
        else:
            inside = middle
    return (outside + inside) / 2
