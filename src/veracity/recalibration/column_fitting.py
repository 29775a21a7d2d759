"""Fitting maps for the probabilities of K classes to joint scores."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats
from veracity.errors import quoted, refuse
from veracity.recalibration.fitting import METHODS, fit_map
from veracity.recalibration.logistic_fit import ENOUGH, ROUNDING
from veracity.recalibration.maps import EachColumn, Fitted, Temperature
from veracity.results.estimate.figures import whole
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.top_ranks import true_columns
from veracity.words import Text, say

MOST_STEPS = 200


def fit_columns(method: str, joint: JointScores) -> Fitted:
    """One temperature for all classes, or another method for each class against the rest.

    temperature: the T for which q_k ∝ p_k^(1/T) has the greatest likelihood (Guo et al. 2017).
    Rows whose true class has the probability 0 have an infinite loss at any T and fit nothing.

    >>> columns = {"a": [0.6, 0.6, 0.2], "b": [0.2, 0.2, 0.6], "c": [0.2, 0.2, 0.2]}
    >>> joint = JointScores.of_rows([0, 1, 1], columns, labels="abc")
    >>> fit_columns("temperature", joint).map  # 2 of 3 largest are right: q = 2/3, 1/6, 1/6
    Temperature(slope=1.2618...)
    """
    if method not in METHODS:
        raise refuse("recalibrate_method", method=repr(method), methods=", ".join(METHODS))
    if (joint.class_totals > 0).sum() < 2:
        raise refuse("recalibrate_one_class")
    if method == "temperature":
        return _temperature(joint)
    fits = []
    for name in joint.names:
        if not joint.class_totals[joint.labels.index(name)] > 0:
            raise refuse("recalibrate_class_missing", label=quoted([name]))
        fits.append(fit_map(method, joint.column(name).one_vs_rest(name)))
    notes = tuple(dict.fromkeys(note for one in fits for note in one.notes))
    return Fitted(EachColumn(tuple(one.map for one in fits)), notes)


def _temperature(joint: JointScores) -> Fitted:
    index = true_columns(joint)
    given = joint.scores[index, np.arange(len(joint))]
    lost = given <= 0
    notes: tuple[Text, ...] = ()
    if lost.any():
        notes = (say("recalibrate_truth_zero", n=whole(float(joint.weight[lost].sum()))),)
    p, truth, weight = joint.scores[:, ~lost], index[~lost], joint.weight[~lost]
    if not len(weight):
        raise refuse("recalibrate_all_certain", method="temperature")
    with np.errstate(divide="ignore"):
        z = np.log(p)
    own = z[truth, np.arange(len(weight))]
    behind = z - own  # −inf where a class has the probability 0: it stays there
    if not (np.isfinite(behind) & (behind != 0)).any():
        raise refuse("recalibrate_all_half")
    if not (behind > 0).any():
        raise refuse("recalibrate_separated_half")
    slope = _best_slope(behind, weight / weight.sum())
    if slope <= 0:
        return Fitted(Temperature(0.0), (*notes, say("recalibrate_falls_half")))
    return Fitted(Temperature(slope), notes)


def _best_slope(behind: Floats, share: Floats) -> float:
    """Newton's method on the mean of ln Σ exp(slope · behind), which is convex in the slope."""
    from scipy.special import logsumexp

    held = np.where(np.isfinite(behind), behind, 0.0)
    there = np.isfinite(behind)

    def loss(slope: float) -> float:
        return float(share @ logsumexp(np.where(there, slope * held, -np.inf), axis=0))

    slope, now = 1.0, loss(1.0)
    for _ in range(MOST_STEPS):
        line = np.where(there, slope * held, -np.inf)
        q = np.exp(line - logsumexp(line, axis=0))
        mean = (q * held).sum(0)
        rise = float(share @ mean)
        bend = float(share @ ((q * held**2).sum(0) - mean**2))
        step = -rise / bend
        while (after := loss(slope + step)) > now * (1 + ROUNDING) and abs(step) > 1e-12:
            step /= 2
        gain, slope, now = -rise * step, slope + step, min(after, now)
        if gain <= ENOUGH * now or abs(step) <= 1e-12:
            break
    return slope
