"""Clusters of uneven size: how far their squares fall short, and what they are worth.

A mean over clusters with the shares a (of the rows of a class, say) follows a large cluster more
than a small one, as it is made of it: with independent rows Σ (a(y − ȳ))² is on average 1 − Σa²
of the variance of the mean. The factor is one over it (k/(k − 1) for k even clusters), and the
degrees of freedom are those of the quadratic form, (1 − Σa²)²/(Σa² − 2Σa³ + (Σa²)²), which is
k − 1 for even ones: Bell RM, McCaffrey DF (2002) Survey Methodology 28:169–181, with their
working model of independent rows. Four clusters with half, three tenths and two tenths of the
rows are worth 2.3 degrees of freedom and not 3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.statistics.matrix.cells import tallied

ROUNDING = 1e-12  # of all the weight of a group


@dataclass(frozen=True, slots=True)
class ClusterShares:
    """The share of each cluster in its group; of each group the factor and the freedom."""

    each: Floats
    factor: Floats
    freedom: Floats


def uneven_shares(group: NDArray[np.int64], weight: Floats) -> ClusterShares:
    """Of clusters with these weights, in these groups; 0 degrees where a group has one.

    One that holds all but a rounding error of the weight is the only one.

    >>> even = uneven_shares(np.array([0, 0, 0, 0]), np.ones(4))
    >>> even.factor.round(9), even.freedom.round(9)
    (array([1.33333333]), array([3.]))
    >>> few = uneven_shares(np.array([0, 0, 0, 0]), np.array([5.0, 3.0, 1.0, 1.0]))
    >>> few.factor.round(3), few.freedom.round(3)
    (array([1.562]), array([2.256]))
    """
    groups = int(group.max(initial=0)) + 1
    each = np.nan_to_num(ratio(weight, tallied(group, weight, groups)[group]))
    two, three = (tallied(group, each**power, groups) for power in (2, 3))
    trace = 1 - two
    single = (tallied(group, (each > 0).astype(np.float64), groups) < 2) | (trace <= ROUNDING)
    factor = np.where(single, 1.0, ratio(np.ones(groups), trace))
    freedom = np.where(single, 0.0, np.nan_to_num(ratio(trace**2, two - 2 * three + two**2)))
    return ClusterShares(each, factor, freedom)
