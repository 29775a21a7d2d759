"""The threshold that calls the top rows positive: so many of them, or a share."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from veracity.errors import refuse
from veracity.results.estimate.figures import whole
from veracity.statistics.held import OneColumn
from veracity.words import Text, say

ROUNDING = 1e-12  # sums of weights round


def top_threshold(table: OneColumn, rows: int, top: object) -> tuple[float, tuple[Text, ...]]:
    """The lowest threshold that calls at most so many rows, and what to say of a tie there.

    Weights that are not counts have no scale: among them k rows are k rows of average weight,
    k · Σw / rows. Counts by frequency weights are rows. A share of rows is rounded down.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> table = ScoreTable.of_rows([1, 0, 1, 0], [9, 5, 4, 1])
    >>> top_threshold(table, 4, 2), top_threshold(table, 4, 0.75)
    ((5.0, ()), (4.0, ()))
    """
    number = _checked(top)
    edges = table.edges
    called_positive = edges.tp + edges.fp
    total = float(called_positive[-1])
    row = total / rows if table.weighted and rows else 1.0  # what one row weighs
    size = total / row
    asked = number
    if number < 1:
        asked = number * size
        if not table.weighted:
            asked = math.floor(asked * (1 + ROUNDING))
            if asked < 1:
                raise refuse("top_below_one", top=f"{number:g}", total=whole(size))
    elif number > size * (1 + ROUNDING):
        raise refuse("top_outside", top=f"{number:g}", total=whole(size))
    index = int(np.searchsorted(called_positive, asked * row * (1 + ROUNDING), "right")) - 1
    if index == 0 and highest_score(table) == np.inf:
        fewest = whole(float(called_positive[1]) / row)
        raise refuse("top_of_infinite", wanted=f"{asked:g}", fewest=fewest)
    got, threshold = float(called_positive[index]) / row, float(edges.thresholds[index])
    if got >= asked * (1 - ROUNDING):
        return threshold, ()
    more = whole(float(called_positive[index + 1]) / row)
    key = "top_weights" if table.weighted else "top_tied"
    if table.wide[index]:
        key = "top_in_cell"
    return threshold, (say(key, wanted=f"{asked:g}", fewer=whole(got), more=more),)


def highest_score(table: OneColumn) -> float:
    """The highest score there may be; −inf where there is none."""
    scores = table.high
    return float(scores.max(initial=-np.inf))


def _checked(top: object) -> float:
    """A whole number of rows, 1.0 like 1, or a share strictly between 0 and 1."""
    number = plain_number(top)
    if number is None or math.isnan(number):
        raise refuse("top_not_number", given=repr(top))
    if not (0 < number < 1 or (number >= 1 and number.is_integer())):
        raise refuse("top_not_whole", top=f"{number:g}")
    return number


def plain_number(given: Any) -> float | None:
    """One number, or None for text, truth values, several numbers and all else."""
    if isinstance(given, (str, bytes, bool, np.bool_)) or np.ndim(given) != 0:
        return None
    try:
        return float(given)
    except (TypeError, ValueError, OverflowError):
        return None
