"""DeLong's comparison of ROC areas, on the same rows and on different ones."""

from __future__ import annotations

import math
from dataclasses import dataclass

from veracity.arrays import ratio
from veracity.results import Test
from veracity.results.comparisons.margins import one_sided
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import say


@dataclass(frozen=True, slots=True)
class Gap:
    """A difference with its standard error; `df` is None for the normal distribution."""

    value: float
    error: float
    df: float | None

    def ends(self, level: float, bounds: tuple[float, float]) -> tuple[float, float]:
        """The value ± quantile · error, clipped at the bounds."""
        reach = quantile_of(level, self.df) * self.error
        return max(self.value - reach, bounds[0]), min(self.value + reach, bounds[1])

    def test(self, name: str) -> Test:
        """Whether the difference is 0: z, or t where there are degrees of freedom.

        Without variation and without a difference p = 1; with a difference there is no
        test, and the note says so.
        """
        if self.value == 0 and not self.error > 0:
            return Test(0.0, self.df, 1.0, name, say("no_standard_error"))
        if not self.error > 0:
            return Test(math.nan, self.df, math.nan, name, say("no_standard_error"))
        statistic = self.value / self.error
        return Test(statistic, self.df, 2 * one_sided(abs(statistic), self.df), name)


def unpaired_gap(first: tuple[float, float, float], second: tuple[float, float, float]) -> Gap:
    """The difference of two areas from different rows; each is (area, variance, rows).

    The degrees of freedom are Welch's with rows − 1 for each, as in the R package pROC (Robin
    X et al. (2011) BMC Bioinformatics 12:77).

    >>> gap = unpaired_gap((0.8, 0.0016, 101), (0.7, 0.0009, 101))
    >>> round(gap.error, 6), round(gap.df, 3)
    (0.05, 185.46)
    """
    (a, va, n), (b, vb, m) = first, second
    df = float(ratio((va + vb) ** 2, va**2 / (n - 1) + vb**2 / (m - 1))) if min(n, m) > 1 else None
    usable = df is not None and math.isfinite(df)
    return Gap(a - b, math.sqrt(va + vb), df if usable else None)
