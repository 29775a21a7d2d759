"""Cost curves: the normalised expected cost against prevalence and costs in one number."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.curves.kinds.hull import ScoredSweep, hull_indices
from veracity.curves.making.coordinates import missing_classes, one
from veracity.results.estimate.curve import Curve
from veracity.words import Text, joined, say

PROBABILITY_COST = Text("Probability cost PC(+)", "概率代价 PC(+)")
NORMALISED = Text("Normalised expected cost", "归一化期望代价")


def cost_curve(table: ScoredSweep) -> Curve:
    """The lowest normalised expected cost that the thresholds of a table can have.

    x is PC(+) = π c_FN/(π c_FN + (1 − π) c_FP), prevalence and costs in one number; y is
    FNR · x + FPR · (1 − x), the expected cost as a share of the largest possible. Each
    threshold is a line, and the curve their lower envelope: straight between points, each of
    which has the threshold that is best to its left and, in `next_threshold`, to its right.
    `trivial` is the better of always and never calling positive. Drummond C, Holte RC (2006)
    Machine Learning 65(1):95–130. The thresholds were chosen on these rows, so it is optimistic.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> curve = cost_curve(ScoreTable.of_rows([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> curve.x.round(3).tolist(), curve.y.round(3).tolist()
    ([0.0, 0.5, 1.0], [0.0, 0.25, 0.0])
    """
    one(table)
    note = missing_classes(table, "positives", "negatives")
    indices = hull_indices(table.positive, table.negative)
    tp, fp = table.tp[indices], table.fp[indices]
    fnr, fpr = 1 - ratio(tp, tp[-1]), ratio(fp, fp[-1])
    thresholds = table.thresholds[indices]
    # neighbours on the hull cost the same where (FNR₁ − FNR₂) x = (FPR₂ − FPR₁)(1 − x)
    found, paid = fnr[:-1] - fnr[1:], fpr[1:] - fpr[:-1]
    meet = ratio(paid, found + paid)
    x = np.concatenate([[0.0], meet, [1.0]])
    line = np.concatenate([[0], np.arange(len(meet)), [len(meet)]])
    y = np.maximum(fnr[line] * x + fpr[line] * (1 - x), 0.0)
    after = thresholds[np.concatenate([[0], np.arange(1, len(meet) + 1), [len(meet)]])]
    last = np.concatenate([np.diff(x) > 0, [True]])  # of points that fall together
    x, y, after = x[last], y[last], after[last]
    notes = [text for text in (note, say("cost_curve_chosen")) if text]
    return Curve(
        "cost",
        {
            "probability_cost": x,
            "cost": y,
            "trivial": np.minimum(x, 1 - x),
            "next_threshold": after,
        },
        np.concatenate([after[:1], after[:-1]]),
        {"probability_cost": PROBABILITY_COST, "cost": NORMALISED},
        {"probability_cost": (0.0, 1.0), "cost": (0.0, 0.5)},
        note=joined(notes),
    )


def cost_lines(fnr: float, fpr: float, x: Floats) -> Floats:
    """The normalised expected cost of one operating point: a straight line."""
    return fnr * x + fpr * (1 - x)


def probability_cost(share: float, cost_fp: float, cost_fn: float) -> float:
    """Where a prevalence and two costs lie on the x axis.

    >>> round(probability_cost(0.01, 1, 25), 6)
    0.201613
    """
    return float(ratio(share * cost_fn, share * cost_fn + (1 - share) * cost_fp))
