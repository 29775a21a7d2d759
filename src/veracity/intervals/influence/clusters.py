"""Variance and degrees of freedom from clusters of uneven size, for all cluster-robust intervals.

A mean over clusters with the shares a (of the rows of a class, say) follows a large cluster more
than a small one, as it is made of it: with independent rows Σ (a(y − ȳ))² is on average 1 − Σa²
of the variance of the mean. The factor is one over it (k/(k − 1) for k even clusters), and the
degrees of freedom are those of the quadratic form, (1 − Σa²)²/(Σa² − 2Σa³ + (Σa²)²), which is
k − 1 for even ones: Bell RM, McCaffrey DF (2002) Survey Methodology 28:169–181, with their
working model of independent rows. Four clusters with half, three tenths and two tenths of the
rows are worth 2.3 degrees of freedom and not 3.

What a cluster moves a figure by is split by true class; the squares of a class count as often,
and with as many degrees of freedom, as its shares in the clusters leave them; the degrees of the
sum are Satterthwaite's (Satterthwaite FE (1946) Biometrics Bulletin 2:110–114). All of it takes
one figure (`between_clusters`) or many thresholds at once (`cluster_spread`). Tests of sums over
clusters, which are no figures of rows, have their plain variance (`variance_of_sum`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.statistics.matrix.cells import Ints, tallied

ROUNDING = 1e-12  # of all the weight of a group


class ClusterShares(NamedTuple):
    """The share of each cluster in its group; of each group Σa², factor, freedom and clusters."""

    each: Floats
    squared: Floats
    factor: Floats
    freedom: Floats
    clusters: Floats


def uneven_shares(group: Ints, weight: Floats) -> ClusterShares:
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
    sums = (
        tallied(group, part, groups) for part in (each**2, each**3, (each > 0).astype(np.float64))
    )
    return _worth(each, *sums)


def shares_of(held: Floats) -> ClusterShares:
    """The same from the weight that each cluster holds, (clusters, thresholds)."""
    each = np.nan_to_num(ratio(held, held.sum(0)))
    return _worth(each, (each**2).sum(0), (each**3).sum(0), (held > 0).sum(0))


def worth_of_repeated(weight: Floats, repeated: float) -> tuple[float, float]:
    """Factor and degrees of freedom of clusters of one group, each of them so many times.

    >>> worth_of_repeated(np.ones(4), 2.0)  # as of eight
    (1.1428571428571428, 7.0)
    """
    each = np.nan_to_num(ratio(weight, weight.sum()))
    two, three = (each**2).sum() / repeated, (each**3).sum() / repeated**2
    found = _worth(each, np.array(two), np.array(three), np.array((each > 0).sum() * repeated))
    return float(found.factor), float(found.freedom)


def _worth(each: Floats, two: Floats, three: Floats, clusters: Floats) -> ClusterShares:
    trace = 1 - two
    single = (clusters < 2) | (trace <= ROUNDING)
    factor = np.where(single, 1.0, ratio(np.ones(trace.shape), trace))
    freedom = np.where(single, 0.0, np.nan_to_num(ratio(trace**2, two - 2 * three + two**2)))
    return ClusterShares(each, two, factor, freedom, clusters)


def over_classes(
    total: Any, own: Floats, factor: Floats, free: Floats, every: ClusterShares
) -> tuple[Floats, Floats]:
    """The variance of a figure and Satterthwaite's degrees of freedom; the first axis is classes.

    `total` are the squares of all that clusters move, `own` those of each class about its own
    move; `every` are the shares of clusters in all rows.
    """
    with np.errstate(all="ignore"):
        known = (own > 0) & (free > 0)
        own, factor, free = (
            np.where(known, part, other) for part, other in ((own, 0.0), (factor, 1.0), (free, 1.0))
        )
        more = np.fmax(total * (every.factor - 1), (own * (factor - 1)).sum(0))
        variance, own = total + more, own * factor
        rest = np.maximum(variance - own.sum(0), 0.0)
        uneven = (own**2 / free).sum(0) + rest**2 / every.freedom
        return variance, (own.sum(0) + rest) ** 2 / uneven


def expected_freedom(reach: Floats, squared: Floats, free: Floats) -> Floats:
    """The degrees of freedom if the clusters of every class vary alike, for rates of classes.

    Two clusters that happen to agree seem to bring no variance of their own, and then the sum
    would seem as well known as the other class (a ROC area with the positives in two clusters
    covered 0.86). What a class is expected to bring goes with the square of what its rows move
    (`reach`) and with Σa² of its shares in the clusters.
    """
    with np.errstate(all="ignore"):
        brings = np.where(free > 0, reach**2 * squared, 0.0)
        found = brings.sum(0) ** 2 / (brings**2 / np.where(free > 0, free, 1.0)).sum(0)
        return np.where(found > 0, found, np.inf)


def variance_of_sum(each: Floats) -> Floats:
    """The variance of a sum over clusters, from what each adds; clusters are the first axis.

    >>> float(variance_of_sum(np.array([1.0, 2.0, 3.0])))
    3.0
    """
    number = len(each)
    spread: Floats = ((each - each.mean(0)) ** 2).sum(0)
    return spread * number / (number - 1)


def covariance_of_sums(each: Floats) -> Floats:
    """The same of several sums together, (sums, sums); here clusters are the last axis.

    >>> covariance_of_sums(np.array([[1.0, 2.0, 3.0], [1.0, 3.0, 2.0]])).tolist()
    [[3.0, 1.5], [1.5, 3.0]]
    """
    number, about = each.shape[-1], each - each.mean(-1, keepdims=True)
    covariance: Floats = about @ about.T * number / max(number - 1, 1)
    return covariance


class ClusterSpread(NamedTuple):
    """The variance, its degrees of freedom, and how many clusters inform it, (thresholds,)."""

    variance: Floats
    freedom: Floats
    clusters: Floats


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
    moves: ClusterSums, classes: Sequence[ClusterShares], every: ClusterShares
) -> ClusterSpread:
    """The variance and its degrees of freedom; `every` are the shares of clusters in all rows.

    Where a single cluster informs, the variance is unknown, nan; where none does, it is 0. The
    degrees are also at most those of how evenly the influence is spread over the clusters,
    2(Σl²)²/(Σl⁴ − (Σl²)²/n), at least 1, as for every other influence.
    """
    own = np.array(moves.own)
    squared, factor, free = (
        np.array([np.broadcast_to(getattr(one, part), own[0].shape) for one in classes])
        for part in ("squared", "factor", "freedom")
    )
    variance, freedom = over_classes(moves.square, own, factor, free, every)
    k = np.broadcast_to(every.clusters, variance.shape).astype(np.float64)
    expected: Any = np.inf
    if moves.reach is not None:
        expected = expected_freedom(np.array(moves.reach), squared, free)
    with np.errstate(all="ignore"):
        freedom = np.where(freedom > 0, np.fmin(freedom, expected), k - 1)
        even = 2 * moves.square**2 / (moves.fourth - moves.square**2 / moves.number)
        even = np.where(even > 0, np.maximum(even, 1.0), np.inf)
        freedom = np.minimum(np.minimum(freedom, k - 1), even)
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
