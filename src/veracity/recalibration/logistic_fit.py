"""Logistic regression of the outcome on a few columns, from a table of counts."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats

MOST_STEPS = 200
ENOUGH = 1e-20  # of the mean loss: the last step then changes nothing that a float64 shows

NEAR = 1e-4  # of the mean loss: from here on whole steps only come nearer
MANY, POOLED = 1 << 15, 1 << 12
ROUNDING = 1e-14  # near the best the loss is level to the last digits, and steps still count


def logistic_fit(columns: Floats, positive: Floats, total: Floats) -> Floats:
    """The coefficients (k,) of greatest likelihood, for columns (k, T); none is added.

    Index t stands for the weight `total[t]`, of which `positive[t]` is positive. Newton's
    method with halved steps on the mean loss, which is convex; the caller has made sure that
    a finite optimum exists (no separation, columns not collinear). Weights have no scale.

    >>> one = np.ones((1, 1))
    >>> fit = logistic_fit(one, np.array([3.0]), np.array([4.0]))
    >>> float(np.round(np.exp(fit[0]), 12))  # the odds of 3 : 1
    3.0
    """
    share = total / total.sum()
    yes = positive / total.sum()
    size = np.maximum(np.abs(columns).max(-1, keepdims=True), 1e-300)
    found = _descended(columns / size, yes, share, _start(columns / size, yes, share))
    coefficients: Floats = found / size[:, 0]
    return coefficients


def _start(columns: Floats, yes: Floats, share: Floats) -> Floats:
    """Of very many scores, the optimum of a few thousand means: close to that of all."""
    if len(share) <= MANY:
        return np.zeros(len(columns))
    first = np.arange(0, len(share), len(share) // POOLED)
    weight = np.add.reduceat(share, first)
    means = np.add.reduceat(columns * share, first, axis=-1) / weight
    return logistic_fit(means, np.add.reduceat(yes, first), weight)


def _descended(columns: Floats, yes: Floats, share: Floats, found: Floats) -> Floats:
    """Newton's method; far from the optimum a step is halved until it lowers the loss."""
    loss = _loss(found @ columns, yes, share)
    for _ in range(MOST_STEPS):
        q = _expit(found @ columns)
        slope = columns @ (yes - share * q)
        bend = (columns * (share * q * (1 - q))) @ columns.T
        step = np.linalg.lstsq(bend, slope, rcond=None)[0]
        gain, factor = float(slope @ step), 1.0
        while gain > NEAR * loss:
            after = _loss((found + factor * step) @ columns, yes, share)
            if after <= loss * (1 + ROUNDING) or factor < 1e-10:
                loss = min(after, loss)
                break
            factor /= 2
        found = found + factor * step
        if gain <= ENOUGH * loss or factor < 1e-10:
            break
    return found


def _expit(line: Floats) -> Floats:
    from scipy.special import expit

    shares: Floats = expit(line)
    return shares


def _loss(line: Floats, yes: Floats, share: Floats) -> float:
    """The mean log loss, without overflow."""
    return float(share @ np.logaddexp(0.0, line) - yes @ line)
