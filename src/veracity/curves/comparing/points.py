"""Single points of a curve: at a fixed precision or recall, and where the two are equal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.curves.making.coordinates import Swept, missing_classes, one
from veracity.errors import refuse
from veracity.results.estimate.estimate import NO_NOTE
from veracity.results.estimate.figures import figure
from veracity.results.estimate.figures import whole as count
from veracity.words import Text, say

NAN = float("nan")


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """One threshold with its counts, precision and recall; all nan where there is none."""

    threshold: float
    tp: float
    fp: float
    precision: float
    recall: float
    note: Text = NO_NOTE

    @property
    def exists(self) -> bool:
        """Whether any threshold does what was asked."""
        return not np.isnan(self.threshold)


@dataclass(frozen=True, slots=True)
class BreakEven:
    """Where precision equals recall: as many are called positive as there are positives.

    `value` is nan where tied scores skip that number; `between` is then what one gets by
    breaking the tie at random. Where the point exists the two are equal.
    """

    value: float
    threshold: float
    between: float
    note: Text = NO_NOTE

    @property
    def exists(self) -> bool:
        """Whether some threshold calls exactly as many positive as there are positives."""
        return not np.isnan(self.value)


def at_recall(table: Swept, recall: float) -> OperatingPoint:
    """The most precise threshold whose recall is at least so much; of equals the highest recall.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> at_recall(ScoreTable.of_rows([1, 0, 1, 1, 0], [5, 4, 3, 2, 1]), 0.5).precision
    0.75
    """
    tp, fp = one(table).tp, table.fp
    found, exact = ratio(tp, tp[-1]), ratio(tp, tp + fp)
    enough = (found >= recall) & (tp + fp > 0)
    return _point(table, _last_best(enough, exact), "recall", recall)


def at_precision(table: Swept, precision: float) -> OperatingPoint:
    """The threshold with the highest recall whose precision is at least so much.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> print(at_precision(ScoreTable.of_rows([0, 1, 1], [3, 2, 1]), 0.9).note)
    No threshold reaches a precision of 0.900.
    """
    tp, fp = one(table).tp, table.fp
    with np.errstate(invalid="ignore"):
        enough = (ratio(tp, tp + fp) >= precision) & (tp[-1] > 0)
    index = int(np.argmax(np.where(enough, tp, -1.0))) if enough.any() else None
    return _point(table, index, "precision", precision)


def compared_at(
    tables: Mapping[str, Swept], *, recall: float | None = None, precision: float | None = None
) -> dict[str, OperatingPoint]:
    """Each model at the same recall, best precision first; or at the same precision, best recall.

    What one does where curves cross: decide which recall or precision is needed, and compare
    there. A model that cannot have it comes last, and its note says so.
    """
    if recall is not None and precision is None:
        points = {name: at_recall(table, recall) for name, table in tables.items()}
        values = {name: point.precision for name, point in points.items()}
    elif precision is not None and recall is None:
        points = {name: at_precision(table, precision) for name, table in tables.items()}
        values = {name: point.recall for name, point in points.items()}
    else:
        raise refuse("recall_or_precision")
    return {name: points[name] for name in _highest_first(values)}


def break_even(table: Swept) -> BreakEven:
    """The break-even point of precision and recall, also called R-precision, if it exists.

    One point of the curve: two models with the same one can differ everywhere else.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> break_even(ScoreTable.of_rows([1, 0, 1, 0], [4, 3, 2, 1])).value
    0.5
    """
    tp, called_positive, P = one(table).tp, table.tp + table.fp, table.tp[-1]
    if not P > 0:
        return BreakEven(NAN, NAN, NAN, missing_classes(table, "positives"))
    near = np.isclose(called_positive, P, rtol=1e-12, atol=0.0)
    if near.any():
        index = int(np.argmax(near))
        value = float(tp[index] / P)
        return BreakEven(value, float(table.thresholds[index]), value)
    after = int(np.searchsorted(called_positive, P))
    fewer, more = (count(float(called_positive[index])) for index in (after - 1, after))
    key = "break_even_none_weighted" if getattr(table, "weighted", False) else "break_even_none"
    note = say(key, fewer=fewer, more=more, positives=count(float(P)))
    return BreakEven(NAN, NAN, float(np.interp(P, called_positive, tp) / P), note)


def break_evens(tables: Mapping[str, Swept]) -> dict[str, BreakEven]:
    """The break-even point of each model, highest first, those without one last."""
    points = {name: break_even(table) for name, table in tables.items()}
    values = {name: point.value for name, point in points.items()}
    return {name: points[name] for name in _highest_first(values)}


def _highest_first(values: Mapping[str, float]) -> list[str]:
    return sorted(values, key=lambda name: (np.isnan(values[name]), -values[name]))


def _last_best(enough: NDArray[np.bool_], value: Floats) -> int | None:
    """Where `value` is highest among the indices that are good enough, the last of equals."""
    if not enough.any():
        return None
    values = np.where(enough, value, -np.inf)[::-1]
    return len(values) - 1 - int(np.argmax(values))


def _point(table: Swept, index: int | None, rate: str, least: float) -> OperatingPoint:
    if index is None:
        note = missing_classes(table, "positives") or say(f"no_{rate}_so_high", least=figure(least))
        return OperatingPoint(NAN, NAN, NAN, NAN, NAN, note)
    tp, fp = float(table.tp[index]), float(table.fp[index])
    threshold, P = float(table.thresholds[index]), float(table.tp[-1])
    return OperatingPoint(threshold, tp, fp, tp / (tp + fp), tp / P)
