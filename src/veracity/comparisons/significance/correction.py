"""p-values adjusted for their number."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats
from veracity.errors import refuse

CORRECTIONS = ("holm", "hochberg", "bh", "none")


def adjusted(p_values: ArrayLike, correction: str = "holm") -> Floats:
    """p-values that can be held against the level as they are; nan stays nan and is not counted.

    Holm (1979) holds the chance of any false claim under every dependence, Hochberg (1988)
    under independence and usual positive dependence, "bh" (Benjamini and Hochberg 1995) the
    expected share of false claims.

    >>> adjusted([0.01, 0.04, 0.03], "holm").tolist()
    [0.03, 0.06, 0.06]
    """
    if correction not in CORRECTIONS:
        raise refuse(
            "correction_unknown", correction=repr(correction), corrections=", ".join(CORRECTIONS)
        )
    p = np.asarray(p_values, np.float64)
    made, known = p.copy(), np.flatnonzero(~np.isnan(p))
    if correction == "none" or not len(known):
        return made
    order = known[np.argsort(p[known], kind="stable")]
    m, rank = len(order), np.arange(1, len(order) + 1)
    rising = p[order]
    if correction == "holm":
        steps = np.maximum.accumulate(rising * (m - rank + 1))
    else:
        factor = m / rank if correction == "bh" else m - rank + 1
        steps = np.minimum.accumulate((rising * factor)[::-1])[::-1]
    made[order] = np.minimum(steps, 1.0)
    return made
