"""Curves of folds averaged: at each x (vertical) or at each threshold, with a band."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from veracity.arrays import Floats
from veracity.errors import quoted, refuse
from veracity.intervals.formulas.corrected_t import corrected_mean
from veracity.results import Curve
from veracity.results.estimate.curve import Band
from veracity.words import say

POINTS = 201
WAYS = ("vertical", "threshold", "pooled")


def averaged_curve(
    curves: Sequence[Curve], average: str, test_per_training: float, level: float | None
) -> Curve:
    """One curve of several folds; without `level` it has no band.

    ROC points are joined by lines; precision at a recall is that of the next point with at
    least this recall, as average precision has it.
    """
    ways: dict[str, Callable[[Sequence[Curve]], tuple[Floats, Floats, Floats]]] = {
        "vertical": _vertical,
        "threshold": _by_threshold,
    }
    if average not in ways:
        raise refuse("cv_average_unknown", given=repr(average), known=quoted(WAYS))
    x, y, thresholds = ways[average](curves)
    mean = corrected_mean(np.moveaxis(y, 0, -1), test_per_training)
    first = curves[0]
    band = None
    if level is not None and len(curves) > 1:
        low, high = (np.clip(end, 0.0, 1.0) for end in mean.ends(level))
        band = Band(low, high, level, "nadeau_bengio")
    columns = dict(zip(first.axes, (x.copy(), mean.mean.copy()), strict=True))
    return replace(
        first,
        columns=columns,
        thresholds=thresholds.copy(),
        names={key: first.names[key] for key in first.axes if key in first.names},
        windows={key: first.windows[key] for key in first.axes if key in first.windows},
        shape="line",
        band=band,
        note=say("cv_curve", n=len(curves)),
        bound=max(curve.bound for curve in curves),
    )


def _vertical(curves: Sequence[Curve]) -> tuple[Floats, Floats, Floats]:
    """(x, y of each fold at x, thresholds: none belongs to a mean at an x)."""
    if curves[0].kind == "roc":  # from where nothing is called positive
        x = np.linspace(0.0, 1.0, POINTS)
        y = np.stack([np.r_[0.0, _on_lines(curve, x)] for curve in curves])
        x = np.r_[0.0, x]
    else:
        x = np.linspace(0.0, 1.0, POINTS)[1:]
        y = np.stack([_on_steps(curve, x) for curve in curves])
    return x, y, np.full(len(x), np.nan)


def _on_lines(curve: Curve, x: Floats) -> Floats:
    """The highest y at an x where the curve rises straight up, else on the line."""
    ends = np.r_[curve.x[1:] != curve.x[:-1], True]
    return np.interp(x, curve.x[ends], curve.y[ends])


def _on_steps(curve: Curve, recall: Floats) -> Floats:
    known = np.isfinite(curve.y)
    xs, ys = curve.x[known], curve.y[known]
    return np.asarray(ys[np.minimum(np.searchsorted(xs, recall - 1e-12), len(xs) - 1)])


def _by_threshold(curves: Sequence[Curve]) -> tuple[Floats, Floats, Floats]:
    """Both coordinates of each fold at common thresholds, from the highest down."""
    every = np.unique(np.concatenate([c.thresholds[np.isfinite(c.thresholds)] for c in curves]))
    if len(every) > POINTS:
        every = every[np.linspace(0, len(every) - 1, POINTS).round().astype(int)]
    at = every[::-1]
    xs, ys = zip(*(_at(curve, at) for curve in curves), strict=True)
    x, y = np.mean(np.stack(xs), 0), np.stack(ys)
    if curves[0].kind == "roc":
        zero = np.zeros((len(curves), 1))
        return np.r_[0.0, x], np.concatenate([zero, y], 1), np.r_[np.inf, at]
    known = ~np.isnan(y).any(0)  # a precision needs a positive call in every fold
    return x[known], y[:, known], at[known]


def _at(curve: Curve, thresholds: Floats) -> tuple[Floats, Floats]:
    """The point that a threshold gives: all scores at or above it are called positive."""
    falling = curve.thresholds
    index = np.searchsorted(-falling, -thresholds, side="right") - 1
    index = np.maximum(index, 0)
    return curve.x[index], curve.y[index]
