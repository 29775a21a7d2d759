"""Intervals for a rate: how many alarms over how much time, within and between subjects.

Within: alarms come as a Poisson process (Garwood 1936, exact). Between: subjects differ, so that
the variance is taken from their residuals N − λT, with the factor and the degrees of freedom of
uneven clusters (Bell and McCaffrey 2002), on the log scale. The hull of both is given.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from veracity.arrays import Floats
from veracity.intervals.formulas.rate import garwood
from veracity.intervals.influence.clusters import worth_of_repeated
from veracity.statistics.numerics.quantiles import quantile_of

Ends = tuple[float, float]
FURTHEST = 700.0  # on the log scale: beyond it there are no floats
__all__ = ["FURTHEST", "Dispersion", "Ends", "between_subjects", "dispersion", "garwood", "hull"]


def between_subjects(
    counts: Floats, times: Floats, level: float, *, repeated: float = 1.0
) -> tuple[Ends, float] | None:
    """The interval from how subjects differ, and its degrees of freedom; None without alarms.

    `repeated` is of a larger study, in which each subject is found so many times.

    >>> import numpy as np
    >>> ends, df = between_subjects(np.array([0, 2, 7, 1.0]), np.array([24, 24, 12, 20.0]), 0.95)
    >>> [round(end, 3) for end in ends], round(df, 2)
    ([0.01, 1.509], 2.85)
    """
    total, time = float(counts.sum()), float(times.sum())
    if total <= 0 or len(counts) < 2:
        return None
    rate = total / time
    factor, freedom = worth_of_repeated(times, repeated)
    df = min(freedom, len(counts) * repeated - 1.0)
    residual = counts - rate * times
    error = math.sqrt(factor * float((residual**2).sum()) / repeated) / time
    step = min(quantile_of(level, df) * error / rate, FURTHEST)
    return (rate * math.exp(-step), rate * math.exp(step)), df


def varying(ends: Ends) -> Ends:
    """Both ends, or none where subjects agree to the last digit: then nothing is known.

    >>> varying((1.0, 1.0)), varying((0.5, 2.0))
    ((nan, nan), (0.5, 2.0))
    """
    return ends if ends[1] - ends[0] > 1e-9 * abs(ends[1]) else (math.nan, math.nan)


def hull(first: Ends, second: Ends | None) -> Ends:
    """The smallest interval that holds both."""
    if second is None:
        return first
    return min(first[0], second[0]), max(first[1], second[1])


@dataclass(frozen=True, slots=True)
class Dispersion:
    """How much more subjects differ than a Poisson process with one rate would have them."""

    ratio: float
    p_value: float


def dispersion(counts: Floats, times: Floats) -> Dispersion:
    """Pearson's chi-square over its degrees of freedom, and its p-value; 1 without alarms.

    >>> import numpy as np
    >>> found = dispersion(np.array([0, 2, 7, 1.0]), np.array([24, 24, 12, 20.0]))
    >>> round(found.ratio, 1), round(found.p_value, 5)
    (8.1, 2e-05)
    """
    from scipy.special import gammaincc

    watched = times > 0
    counts, times = counts[watched], times[watched]
    df = len(counts) - 1
    if df < 1 or not counts.sum() > 0:
        return Dispersion(1.0, 1.0)
    expected = counts.sum() * times / times.sum()
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    return Dispersion(chi_square / df, float(gammaincc(df / 2, chi_square / 2)))
