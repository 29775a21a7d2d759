"""Statistics of rows that count for less than one row each: windows that forget gradually."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from veracity.statistics.held import Held
from veracity.statistics.scores.classes import scaled_classes
from veracity.statistics.statistic import Statistic


def faded(held: Held, factor: float) -> Held:
    """The same with every row worth `factor` rows: Σw by it, Σw² by its square."""
    return held.each(lambda statistic: _faded(statistic, factor))


def _faded(given: Statistic, factor: float) -> Any:
    statistic: Any = given
    match statistic.kind:
        case "confusion_matrix":
            each = np.full(statistic.classes, factor)
            squares = statistic.cells if statistic.squares is None else statistic.squares
            clusters = statistic.clusters
            return statistic.changed(
                cells=statistic.cells.scaled(each),
                squares=squares.scaled(each**2),
                clusters=clusters and clusters.scaled(each, statistic.classes),
            )
        case "score_grid":
            return statistic.each(lambda table: _faded(table, factor))
        case "score_columns":
            tables = tuple(_faded(table, factor) for table in statistic.tables)
            return replace(statistic, tables=tables)
        case "score_table":
            return scaled_classes(statistic, np.full(statistic.classes, factor))
    squares = statistic.weight if statistic.squares is None else statistic.squares
    changed = {"weight": statistic.weight * factor, "squares": squares * factor**2}
    if not statistic.by_row and statistic.clusters is not None:
        each = np.full(len(statistic.labels), factor)
        changed["clusters"] = statistic.clusters.scaled(each, 1)
    return replace(statistic, **changed)
