"""One test of the probabilities of all classes together (score test of vector scaling)."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats, Ints
from veracity.decisions.calibration.calibration_tests import joint_test
from veracity.intervals.influence.clusters import covariance_of_sums
from veracity.results.estimate.test import Test
from veracity.statistics.joint.joint_scores import JointScores
from veracity.words import say

NAME = "multinomial_calibration"


def multinomial_calibration(joint: JointScores) -> Test:
    """The score test of a = 0 and b = 1 in π_k ∝ exp(a_k + b_k · log p_k), all classes alike.

    That recalibration is called vector scaling (Guo C, Pleiss G, Sun Y, Weinberger KQ (2017)
    ICML 34:1321–1330); it is tested without being fitted: U = Σ(y_k − p_k)(1, log p_k) has
    mean 0 and a variance that the probabilities tell exactly, so U'V⁻¹U is χ² with 2K − 1
    degrees of freedom, fewer where there is no variation. The order of the classes does not matter.
    With weights the variance has w²; with clusters it is Hotelling's T² of their sums. A row
    whose class had probability 0 settles it.
    """
    p = joint.scores / joint.scores.sum(0)
    K, columns = len(p), np.arange(p.shape[1])
    order = [joint.names.index(label) for label in joint.labels]
    p = p[order]
    if (p[joint.truth, columns][joint.weight > 0] == 0).any():
        return Test(math.inf, 2.0 * K - 1, 0.0, NAME, say("calibration_test_certain"))
    of = np.append(np.arange(K - 1), np.arange(K))  # the class of each part of U
    factor = np.concatenate([np.ones((K - 1, len(columns))), np.log(np.where(p > 0, p, 1.0))])
    seen = np.zeros_like(p)
    seen[joint.truth, columns] = 1.0
    each = (seen - p)[of] * factor * joint.weight  # (2K − 1, T)
    if joint.cluster is not None:
        size = len(joint.cluster_labels)
        sums = np.stack([np.bincount(joint.cluster, one, size) for one in each]).astype(np.float64)
        return _of_clusters(sums)
    squares = joint.weight if joint.squares is None else joint.squares
    return joint_test(NAME, each.sum(1), _variance(p[of] * factor, factor, of, squares))


def _variance(expected: Floats, factor: Floats, of: Ints, squares: Floats) -> Floats:
    """Of U, if every p is true: the covariance of the outcomes of a row is p_k(δ_kl − p_l)."""
    same = np.equal.outer(of, of)
    found: Floats = np.where(same, (expected * squares) @ factor.T, 0.0)
    return found - (expected * squares) @ expected.T


def _of_clusters(sums: Floats) -> Test:
    size = sums.shape[1]
    if size < 2:
        return Test(math.nan, 0.0, math.nan, NAME, say("one_cluster"))
    note = say("calibration_test_clusters", n=size)
    return joint_test(NAME, sums.sum(1), covariance_of_sums(sums), size, note)
