"""p-values adjusted for their number, and the level at which that many intervals hold at once."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats
from veracity.errors import refuse

CORRECTIONS = ("holm", "hochberg", "hommel", "bonferroni", "sidak", "bh", "by", "none")


def checked_correction(correction: str) -> str:
    """The name of a correction, if there is one so called."""
    if not isinstance(correction, str) or correction not in CORRECTIONS:
        names = ", ".join(CORRECTIONS)
        raise refuse("correction_unknown", correction=repr(correction), corrections=names)
    return correction


def adjusted(p_values: ArrayLike, correction: str = "holm") -> Floats:
    """p-values that can be held against the level as they are; nan stays nan and is not counted.

    Bonferroni and Holm (1979) hold the chance of any false claim under every dependence, Šidák
    (1967) under independence and for normal two-sided tests, Hochberg (1988) and Hommel (1988)
    under independence and usual positive dependence; "bh" (Benjamini and Hochberg 1995) holds
    the expected share of false claims there, "by" (Benjamini and Yekutieli 2001) under every
    dependence.

    >>> adjusted([0.01, 0.04, 0.03], "holm").tolist()
    [0.03, 0.06, 0.06]
    """
    checked_correction(correction)
    p = np.asarray(p_values, np.float64)
    made, known = p.copy(), np.flatnonzero(~np.isnan(p))
    if correction == "none" or not len(known):
        return made
    order = known[np.argsort(p[known], kind="stable")]
    m, rank = len(order), np.arange(1, len(order) + 1)
    rising = p[order]
    if correction == "hommel":
        steps = _hommel(rising)
    elif correction == "sidak":
        with np.errstate(divide="ignore"):
            steps = -np.expm1(m * np.log1p(-rising))
    elif correction == "bonferroni":
        steps = rising * m
    elif correction == "holm":
        steps = np.maximum.accumulate(rising * (m - rank + 1))
    else:
        factor = m - rank + 1 if correction == "hochberg" else m / rank
        factor = factor * (1 / rank).sum() if correction == "by" else factor
        steps = np.minimum.accumulate((rising * factor)[::-1])[::-1]
    made[order] = np.minimum(steps, 1.0)
    return made


def _hommel(rising: Floats) -> Floats:
    """Hommel's adjusted p-values of rising ones (Wright SP (1992) Biometrics 48:1005–1013)."""
    m = len(rising)
    found = np.full(m, (m * rising / np.arange(1, m + 1)).min())
    for j in range(m - 1, 1, -1):
        last = (j * rising[m - j + 1 :] / np.arange(2, j + 1)).min()
        first = np.minimum(j * rising[: m - j + 1], last)
        found = np.maximum(found, np.append(first, np.full(j - 1, first[-1])))
    made: Floats = np.maximum(found, rising)
    return made


def simultaneous_level(level: float, p_values: ArrayLike, correction: str) -> float:
    """The level of each interval at which all of them hold at once with the level given.

    Bonferroni's 1 − α/m for corrections that hold the chance of any false claim (Holm's and
    those by steps have no two-sided intervals of their own), Šidák's for his; for "bh" and
    "by" 1 − Rα/m with R claims made, the false coverage rate of those chosen because a claim
    was made (Benjamini Y, Yekutieli D (2005) JASA 100:71–81).

    >>> round(simultaneous_level(0.95, [0.01, 0.2, 0.6, 0.04, 0.5], "holm"), 6)
    0.99
    """
    p = np.asarray(p_values, np.float64)
    p = p[~np.isnan(p)]
    m, alpha = len(p), 1 - level
    if correction == "none" or m < 2:
        return level
    if correction == "sidak":
        return float(level ** (1 / m))
    if correction not in ("bh", "by"):
        return 1 - alpha / m
    claims = max(int((adjusted(p, correction) < alpha).sum()), 1)
    factor = float((1 / np.arange(1, m + 1)).sum()) if correction == "by" else 1.0
    return 1 - claims * alpha / (m * factor)
