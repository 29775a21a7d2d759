"""What a point of a curve is made of: rates as functions of the counts called positive."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.metrics.counts.among_predicted import PRECISION, PREDICTED_POSITIVE_RATE
from veracity.metrics.counts.among_truth import FNR, FPR, RECALL
from veracity.metrics.record.cases import NO_NEGATIVES, NO_POSITIVES
from veracity.results.estimate.curve import Ints, Window
from veracity.results.estimate.estimate import NO_NOTE
from veracity.words import Text, joined

Of = Callable[[Any, Any, Any, Any], Floats]


class Swept(Protocol):
    """What every curve reads of a score table: the counts of its sweep.

    `thresholds`, `tp` and `fp` are arrays as long as the table; who needs some indices only asks
    `reached` and `thresholds_at`, which make none.
    """

    @property
    def scores(self) -> Floats:
        """The distinct scores from the highest down, (T,)."""

    @property
    def thresholds(self) -> Floats:
        """+inf, where nothing is called positive, then each score from the highest down."""

    @property
    def tp(self) -> Floats:
        """True positives at each threshold, (..., T + 1)."""

    @property
    def fp(self) -> Floats:
        """False positives at each threshold, (..., T + 1)."""

    def reached(self, index: Ints) -> tuple[Floats, Floats]:
        """TP and FP where so many of the distinct scores are called positive."""


@dataclass(frozen=True, slots=True)
class Coordinate:
    """One axis: `of(tp, fp, P, N)`, and whether it rises (1) or falls (-1) with TP and with FP.

    `window` is what is drawn of it, given P and N; beyond it the value only has to be right in
    that it is beyond.
    """

    key: str
    names: Text
    of: Of
    with_tp: Literal[-1, 0, 1]
    with_fp: Literal[-1, 0, 1]
    window: Callable[[Any, Any], Window] = lambda P, N: (0.0, 1.0)


def left(total: Floats, called_positive: Floats) -> Floats:
    """What is not called positive; sums of weights round, so never below 0."""
    rest: Floats = np.maximum(total - called_positive, 0.0)
    return rest


X_FPR = Coordinate("fpr", FPR.names, lambda tp, fp, P, N: ratio(fp, N), 0, 1)
Y_TPR = Coordinate("tpr", RECALL.names, lambda tp, fp, P, N: ratio(tp, P), 1, 0)
X_RECALL = Coordinate("recall", RECALL.names, lambda tp, fp, P, N: ratio(tp, P), 1, 0)
Y_FNR = Coordinate("fnr", FNR.names, lambda tp, fp, P, N: ratio(left(P, tp), P), -1, 0)
Y_PRECISION = Coordinate(
    "precision", PRECISION.names, lambda tp, fp, P, N: ratio(tp, tp + fp), 1, -1
)
X_CALLED_POSITIVE = Coordinate(
    PREDICTED_POSITIVE_RATE.key,
    PREDICTED_POSITIVE_RATE.names,
    lambda tp, fp, P, N: ratio(tp + fp, P + N),
    1,
    1,
)


def totals(table: Swept) -> tuple[Any, Any]:
    """All positives and all negatives: called positive at the lowest threshold, (..., 1)."""
    return table.reached(np.array([stops(table) - 1]))


def stops(table: Swept) -> int:
    """At how many thresholds the sweep stops: above everything, and at each score."""
    return len(table.scores) + 1


def thresholds_at(table: Swept, indices: Ints) -> Floats:
    """The thresholds at some indices of the sweep, without an array of all of them.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> thresholds_at(ScoreTable.of_rows([0, 1], [0.2, 0.7]), np.array([0, 2])).tolist()
    [inf, 0.2]
    """
    found = np.full(indices.shape, np.inf)
    some = indices > 0
    found[some] = table.scores[indices[some] - 1]
    return found


def missing_classes(table: Swept, *needed: Literal["positives", "negatives"]) -> Text:
    """Why rates have no value, as sentences; nothing where each class that is needed occurs."""
    P, N = totals(table)
    found = [(P, NO_POSITIVES, "positives"), (N, NO_NEGATIVES, "negatives")]
    absent = [case.words for total, case, of in found if of in needed and not (total > 0).all()]
    return joined([words.sentence() for words in absent]) if absent else NO_NOTE


def one(table: Swept) -> Swept:
    """The table itself, if it is a single one and not many on leading axes."""
    axes = totals(table)[0].shape[:-1]
    if axes:
        raise refuse("curve_of_many", shape=axes)
    return table


def whole(*counts: Floats) -> bool:
    """Whether all of these are whole numbers that arithmetic keeps exact."""
    return all(bool((c == np.floor(c)).all()) and float(c[-1]) < 2.0**53 for c in counts)
