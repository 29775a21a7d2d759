"""How well clusters tell the variance of a mean, at many thresholds or prevalences at once.

The rule is the one of every other interval with clusters (`intervals.between_clusters`): what a
cluster moves the mean by is split by true class; the squares of a class count as often, and with
as many degrees of freedom, as its shares in the clusters leave them (Bell RM, McCaffrey DF (2002)
Survey Methodology 28:169–181); the degrees of the sum are Satterthwaite's (Satterthwaite FE
(1946) Biometrics Bulletin 2:110–114). Here all thresholds go through it together.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.statistics.numerics.quantiles import MANY, normal_quantile


class ClusterSpread(NamedTuple):
    """The variance, its degrees of freedom, and how many clusters inform it, (thresholds,)."""

    variance: Floats
    freedom: Floats
    clusters: Floats


class ClassClusterShares(NamedTuple):
    """The shares of clusters in a class, Σa² of them, and what these leave of their squares."""

    each: Floats
    squared: Floats
    factor: Floats
    freedom: Floats
    clusters: Floats


def shares_of(held: Floats) -> ClassClusterShares:
    """From the weight that each cluster holds, (clusters, thresholds), as `uneven_shares` has it.

    >>> found = shares_of(np.array([[5.0], [3.0], [1.0], [1.0]]))
    >>> found.factor.round(3).tolist(), found.freedom.round(3).tolist()
    ([1.562], [2.256])
    """
    each = np.nan_to_num(ratio(held, held.sum(0)))
    two, three = (each**2).sum(0), (each**3).sum(0)
    clusters = (held > 0).sum(0)
    single = clusters < 2
    with np.errstate(all="ignore"):
        factor = np.where(single, 1.0, 1 / (1 - two))
        freedom = np.where(single, 0.0, (1 - two) ** 2 / (two - 2 * three + two**2))
    return ClassClusterShares(each, two, factor, freedom, clusters)


class ClusterSums(NamedTuple):
    """What clusters move together: Σl² and Σl⁴ over so many, and by class.

    `own` are the squares of each class about its own move; `reach` all that its rows move one
    way or the other, None where the sizes of the classes matter too.
    """

    square: Floats
    fourth: Floats
    number: int
    own: Sequence[Floats]
    reach: Sequence[Floats] | None


def spread_of(
    moves: ClusterSums, classes: Sequence[ClassClusterShares], every: ClassClusterShares
) -> ClusterSpread:
    """The variance and its degrees of freedom; `every` are the shares of clusters in all rows.

    Where a single cluster informs, the variance is unknown, nan; where none does, it is 0.
    """
    with np.errstate(all="ignore"):
        known = [(own > 0) & (one.freedom > 0) for own, one in zip(moves.own, classes, strict=True)]
        own, factor, free = (
            np.array([np.where(here, part, other) for here, part in zip(known, parts, strict=True)])
            for parts, other in (
                (moves.own, 0.0),
                ([one.factor for one in classes], 1.0),
                ([one.freedom for one in classes], 1.0),
            )
        )
        more = np.fmax(moves.square * (every.factor - 1), (own * (factor - 1)).sum(0))
        variance, own = moves.square + more, own * factor
        rest = np.maximum(variance - own.sum(0), 0.0)
        uneven = (own**2 / free).sum(0) + rest**2 / every.freedom
        freedom = (own.sum(0) + rest) ** 2 / uneven
        k = np.broadcast_to(every.clusters, variance.shape).astype(np.float64)
        freedom = np.where(freedom > 0, np.fmin(freedom, _expected(moves, classes)), k - 1)
        freedom = np.minimum(np.minimum(freedom, k - 1), _evenness(moves))
    variance = np.where(k == 1, np.nan, np.where(k == 0, 0.0, variance))
    return ClusterSpread(variance, np.where(k < 2, np.nan, freedom), k)


def cluster_spread(
    moved: Sequence[Floats],
    held: Sequence[Floats],
    live: Sequence[Any],
    reach: Sequence[Floats] | None = None,
) -> ClusterSpread:
    """From what each cluster moves the mean by, class by class, (clusters, thresholds).

    `held` is the weight of each class in each cluster, (clusters, thresholds or 1), and `live`
    says at which thresholds a class moves the mean at all.

    >>> one = np.array([[0.1], [-0.2], [0.1]])
    >>> found = cluster_spread([one], [np.ones((3, 1))], [np.array([True])])
    >>> found.variance.round(4).tolist(), found.freedom.tolist(), found.clusters.tolist()
    ([0.09], [2.0], [3.0])
    """
    sums = np.sum(moved, axis=0)
    classes = [shares_of(part) for part in held]
    own = [
        ((part - one.each * part.sum(0)) ** 2).sum(0)
        for part, one in zip(moved, classes, strict=True)
    ]
    every = shares_of(np.sum([part * here for part, here in zip(held, live, strict=True)], axis=0))
    return spread_of(
        ClusterSums((sums**2).sum(0), (sums**4).sum(0), len(sums), own, reach), classes, every
    )


def _expected(moves: ClusterSums, classes: Sequence[ClassClusterShares]) -> Any:
    """The degrees of freedom if the clusters of every class vary alike."""
    if moves.reach is None:
        return np.inf
    brings = np.array(
        [
            np.where(one.freedom > 0, reach**2 * one.squared, 0.0)
            for reach, one in zip(moves.reach, classes, strict=True)
        ]
    )
    free = [np.where(one.freedom > 0, one.freedom, 1.0) for one in classes]
    found = brings.sum(0) ** 2 / sum(part**2 / of for part, of in zip(brings, free, strict=True))
    return np.where(found > 0, found, np.inf)


def _evenness(moves: ClusterSums) -> Floats:
    """Degrees of freedom from how evenly the influence is spread over the clusters.

    2(Σl²)²/(Σl⁴ − (Σl²)²/n), at least 1, as for every other influence.
    """
    square, fourth = moves.square, moves.fourth
    found = 2 * square**2 / (fourth - square**2 / moves.number)
    return np.where(found > 0, np.maximum(found, 1.0), np.inf)


def quantiles(level: float, freedom: Floats | None) -> Any:
    """Two-sided quantiles: of the normal distribution, or of t where there are clusters."""
    share = (1 + level) / 2
    normal = normal_quantile(share)
    if freedom is None:
        return normal
    from scipy.special import stdtrit

    with np.errstate(invalid="ignore"):
        many = freedom > MANY
        return np.where(many, normal, stdtrit(np.where(many, 1.0, freedom), share))
