"""One column of probabilities as numbers, in the order of its rows, for maps to read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.engines.columns.array_likes import read_column
from veracity.engines.columns.column import Column
from veracity.engines.validation.bad_rows import MOST_LISTED, rows_in_words
from veracity.engines.validation.score_values import score_numbers
from veracity.engines.validation.sum_to_one import (
    check_sums,
    divided_by_sum,
    float_size,
    sum_name,
    totals,
)
from veracity.errors import InvalidRows, quoted, refuse
from veracity.words import Text, joined, say

Bools = NDArray[np.bool_]


def probability_column(name: str, given: object, *, on_invalid: str = "raise") -> Floats:
    """The probabilities as float64; a row without one stops the run, or is nan.

    `on_invalid` is "raise", or "drop": then the row stays and has no value.

    >>> probability_column("p", [0.5, 1, None], on_invalid="drop")
    array([0.5, 1. , nan])
    """
    return probability_columns([name], [given], on_invalid=on_invalid)[0]


def probability_columns(
    names: Sequence[str], given: Sequence[Any], *, on_invalid: str = "raise"
) -> list[Floats]:
    """Columns of one table; several must add up to 1 in every row."""
    if on_invalid not in ("raise", "drop"):
        raise refuse("on_invalid_unknown", given=repr(on_invalid))
    columns = [read_column(name, one) for name, one in zip(names, given, strict=True)]
    if len({len(column) for column in columns}) > 1:
        raise refuse("map_lengths", lengths=", ".join(str(len(column)) for column in columns))
    read = [_numbers(column) for column in columns]
    numbers, problems = [one[0] for one in read], [text for one in read for text in one[1]]
    if len(columns) > 1:
        codes, allowed = check_sums(numbers, [float_size(column) for column in columns])
        off = None if codes is None else codes > allowed.level
        if off is not None and off.any():
            sums = totals(numbers)
            problems.append(_problem("sum_not_one", sum_name(names), off, sums))
            problems += [] if allowed.remark is None else [allowed.remark]
            for one in numbers:
                one[off] = np.nan
        if allowed.divided:
            numbers = divided_by_sum(numbers, allowed)
    if problems and on_invalid == "raise":
        raise InvalidRows(joined((*problems, say("map_bad_rows_advice"))))
    return numbers


def _numbers(column: Column) -> tuple[Floats, list[Text]]:
    """A copy with nan where there is no probability, and what to say of those rows."""
    given, text = score_numbers(column)
    values = given.astype(np.float64)
    problems = []
    missing = np.isnan(values)
    if text is not None and text.any():
        problems.append(_problem("score_not_number", column.name, text, column.values))
        missing &= ~text
    if missing.any():
        problems.append(_problem("null_score", column.name, missing, values))
    with np.errstate(invalid="ignore"):
        outside = (values < 0) | (values > 1)
    if outside.any():
        problems.append(_problem("score_outside", column.name, outside, values))
        finite = values[np.isfinite(values)]
        low, high = float(finite.min(initial=np.inf)), float(finite.max(initial=-np.inf))
        if low >= 0 and 1 < high <= 100:
            problems.append(say("perhaps_percentages", low=f"{low:.6g}", high=f"{high:.6g}"))
        values[outside] = np.nan
    return values, problems


def _problem(reason: str, name: str, bad: Bools, values: Sequence[Any] | NDArray[Any]) -> Text:
    first = np.flatnonzero(bad)[:MOST_LISTED].tolist()
    n = int(np.count_nonzero(bad))
    listed = quoted([_plain(values[row]) for row in first])
    return say(f"rows_with_{reason}", column=name, n=n, rows=rows_in_words(first, n), labels=listed)


def _plain(value: object) -> Any:
    return value.item() if isinstance(value, np.generic) else value
