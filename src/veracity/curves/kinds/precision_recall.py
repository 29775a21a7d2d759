"""The precision-recall curve: a step between thresholds, or a hyperbola, never a straight line."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats, ratio
from veracity.curves.making.coordinates import X_RECALL, Y_PRECISION, Swept, missing_classes, one
from veracity.curves.making.tracing import curve_of
from veracity.metrics.record.cases import NONE_CALLED_POSITIVE
from veracity.results.estimate.curve import Curve
from veracity.words import Text, joined, say


def precision_recall(table: Swept, *, error: float | None = None) -> Curve:
    """Precision against recall at every threshold, drawn as steps.

    The area under the steps is the average precision. Recall only rises as the threshold
    falls; precision goes up and down. Where nothing is called positive it is nan, although
    unpacking gives the closing point (1, 0) that scikit-learn draws there. A straight line
    between two points is wrong, mostly too high; see `interpolated_precision`.
    Davis J, Goadrich M (2006) ICML, 233–240.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> curve = precision_recall(ScoreTable.of_rows([0, 1, 1], [0.9, 0.8, 0.7]))
    >>> curve.x.tolist(), curve.y.round(3).tolist()
    ([0.0, 0.0, 0.5, 1.0], [nan, 0.0, 0.5, 0.667])
    """
    axes = (X_RECALL, Y_PRECISION)
    return curve_of("pr", table, axes, error=error, shape="step", note=_note(table))


def interpolated_precision(table: Swept, recall: ArrayLike) -> Floats:
    """Precision at any recall, by choosing at random between the two thresholds around it.

    Such a choice mixes their counts, so TP and FP move on a straight line and precision on a
    hyperbola: below the straight line where precision falls, above it where it rises. Where
    several thresholds have exactly this recall the most precise counts. nan at recall 0,
    where nothing is called positive, and outside of 0 … 1.
    Davis J, Goadrich M (2006) ICML, 233–240.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> table = ScoreTable.of_rows([1, 0, 1, 0], [2, 2, 1, 1], weight=[5, 5, 5, 25])
    >>> interpolated_precision(table, [0.5, 0.6, 1]).round(12).tolist()
    [0.5, 0.375, 0.25]
    """
    recalls = np.asarray(recall, np.float64)
    tp, fp = one(table).tp, table.fp
    if not tp[-1] > 0:
        return np.full(recalls.shape, np.nan)[()]
    reached = ratio(tp, tp[-1])
    inside = (recalls >= 0) & (recalls <= 1)
    asked = np.where(inside, recalls, 0.0)
    after = np.searchsorted(reached, asked)
    before = np.maximum(after - 1, 0)
    part = ratio(asked - reached[before], reached[after] - reached[before])
    part = np.where(reached[after] == asked, 1.0, part)
    hits = tp[before] + part * (tp[after] - tp[before])
    false = fp[before] + part * (fp[after] - fp[before])
    return np.where(inside, ratio(hits, hits + false), np.nan)[()]


def interpolated_precision_recall(table: Swept, *, pieces: int = 200) -> Curve:
    """The curve with the hyperbolas between its points, ready to be drawn as a line.

    At the recalls that thresholds have, and at `pieces` equally spaced ones. The threshold is
    the one that reaches so much recall: part of what it adds is called positive, by lot.
    """
    tp = one(table).tp
    reached = ratio(tp, tp[-1])
    first = np.flatnonzero(np.concatenate([[True], np.diff(tp) > 0]))
    spaced = np.linspace(0, 1, pieces + 1)
    recall = np.unique(np.concatenate([reached[first], spaced])) if tp[-1] > 0 else reached[first]
    after = np.minimum(np.searchsorted(reached, recall), len(tp) - 1)
    return Curve(
        "pr_interpolated",
        {"recall": recall, "precision": interpolated_precision(table, recall)},
        table.thresholds[after],
        {axis.key: axis.names for axis in (X_RECALL, Y_PRECISION)},
        {axis.key: (0.0, 1.0) for axis in (X_RECALL, Y_PRECISION)},
        note=_note(table),
    )


def _note(table: Swept) -> Text:
    start = say("precision_undefined_at_start", why=NONE_CALLED_POSITIVE.words)
    absent = missing_classes(table, "positives")
    return joined([absent, start]) if absent else start
