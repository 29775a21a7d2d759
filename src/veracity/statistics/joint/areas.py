"""The ROC areas of several columns of the same rows, and how they vary together."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.numerics.running_sums import cumulated
from veracity.statistics.scores.areas import area_under_roc


def areas(joint: JointScores) -> Floats:
    """The ROC area of each column, (M,); nan without positives or without negatives."""
    return np.array([area_under_roc(table) for table in joint.columns.tables])


def delong_covariance(joint: JointScores) -> Floats:
    """How the ROC areas of the columns vary together, (M, M); two classes.

    The share of a positive row in the area of a column is how much of the negative weight it
    outranks there, ties as one half, and likewise for a negative row; the covariance is that
    of the mean shares of positives plus that of negatives (DeLong, DeLong & Clarke-Pearson
    1988). With weights the shares are linearised, n being (Σw)²/Σw² of each class; with
    clusters the shares of a cluster are added before they are multiplied (Obuchowski 1997).
    The diagonal is `delong_variance` of each column. nan with fewer than two (effective) rows
    in a class, or fewer than two clusters. Assumes that rows, or clusters, are independent.
    """
    shares = centred_shares(joint)
    positive = joint.truth == joint.positive_index
    if joint.cluster is not None:
        return _between_clusters(joint, shares, positive)
    covariance = np.zeros((len(joint.names), len(joint.names)))
    for chosen in (positive, ~positive):
        total, squares = joint.weight[chosen].sum(), joint.sum_of_squares[chosen]
        part = shares[:, chosen]
        spread = (part * squares) @ part.T
        covariance += ratio(spread, total**2) * _correction(total, squares.sum())
    return covariance


def centred_shares(joint: JointScores) -> Floats:
    """Each entry's share in the area of each column, minus the area, (M, T).

    Of a positive entry it is the part of the negative weight that it outranks; of a negative
    entry the part of the positive weight that outranks it; ties as one half.
    """
    positive = joint.truth == joint.positive_index
    shares = np.empty((len(joint.names), len(joint)))
    for i, ((_, index), table) in enumerate(zip(joint.ranked, joint.columns.tables, strict=True)):
        up, across = table.positive, table.negative
        rises, falls = cumulated(up), cumulated(across)
        below = _last(falls) - falls + across / 2
        above = rises - up / 2
        share = np.where(
            positive, ratio(below, _last(falls))[index], ratio(above, _last(rises))[index]
        )
        shares[i] = share - area_under_roc(table)
    return shares


def _correction(total: float, squares: float) -> float:
    """The factor n / (n − 1) for n effective rows; a single row has no covariance."""
    rows = float(ratio(total**2, squares))
    return rows / (rows - 1) if rows > 1 else float("nan")


def _between_clusters(joint: JointScores, shares: Floats, positive: NDArray[np.bool_]) -> Floats:
    """The covariance of sums of shares over clusters."""
    totals = np.where(positive, joint.weight[positive].sum(), joint.weight[~positive].sum())
    each = shares * ratio(joint.weight, totals)
    count = len(joint.cluster_labels)
    sums = np.stack([np.bincount(np.asarray(joint.cluster), one, count) for one in each])
    return ratio((sums @ sums.T) * count, count - 1.0)


def _last(sums: Floats) -> float:
    return float(sums[-1]) if len(sums) else 0.0
