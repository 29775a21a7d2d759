"""Rows that another engine has summed: its entries become codes and are validated like arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from veracity.engines.counting.counting import Floats, collect_entries
from veracity.engines.counting.grouped import Grouped
from veracity.engines.encoding.codes import Codes, Ints
from veracity.engines.validation.bad_rows import Located, bad_weight_codes
from veracity.engines.validation.rules import Rules, validate_sums
from veracity.statistics.row_account import RowAccount

FirstRows = tuple[str | None, list[Any]]


@dataclass(frozen=True, slots=True)
class EngineSums:
    """One entry for each combination found: the keys as codes and as the engine gave them.

    `bad` counts rows whose weight means nothing; `rows` holds them too, the sums do not.
    """

    keys: Sequence[Codes]
    raw: Sequence[Any]
    rows: Ints
    weight: Floats | None = None
    squares: Floats | None = None
    bad: Ints | None = None


class Finder(Protocol):
    """Asks the engine again, once it is known what is wrong."""

    def first(self, index: int, raw: Sequence[Any]) -> FirstRows:
        """The first rows that hold one of these values in a key, and what is to be reported."""

    def extremes(self, index: int) -> tuple[float, float]:
        """The smallest and the largest finite score."""


def validate_entries(
    entries: EngineSums, ruled: Rules, finder: Finder
) -> tuple[Grouped, RowAccount]:
    """Entries to ordered sums, and the account of the rows behind them."""
    columns = list(entries.keys)
    if entries.bad is not None and entries.bad.any():
        entries, marks = _apart(entries, entries.bad)
        columns = [*entries.keys, bad_weight_codes(ruled.weight_name, marks)]
    codes = tuple(column.codes.astype(np.int64) - column.low for column in columns)
    sums = collect_entries(codes, entries.rows, entries.weight, entries.squares)
    return validate_sums(columns, sums, ruled, lambda: _EntryLocations(entries, columns, finder))


def _apart(entries: EngineSums, bad: Ints) -> tuple[EngineSums, NDArray[np.bool_]]:
    """Rows with a bad weight as entries of their own, marked, of weight 0."""
    good, faulty = np.flatnonzero(entries.rows > bad), np.flatnonzero(bad)
    taken = np.concatenate((good, faulty))
    marks = np.arange(len(taken)) >= len(good)

    def weighed(sums: Floats | None) -> Floats | None:
        return None if sums is None else np.where(marks, 0.0, sums[taken])

    return (
        EngineSums(
            [replace(column, codes=column.codes[taken]) for column in entries.keys],
            [[values[i] for i in taken] for values in map(_listed, entries.raw)],
            np.where(marks, bad[taken], entries.rows[taken] - bad[taken]),
            weighed(entries.weight),
            weighed(entries.squares),
        ),
        marks,
    )


def _listed(raw: NDArray[Any] | Sequence[Any]) -> Any:
    """Keys as Python values, None where an array has a mask."""
    return raw.tolist() if isinstance(raw, np.ndarray) else raw


@dataclass(frozen=True, slots=True)
class _EntryLocations:
    """Counts come from the entries, row numbers from the engine."""

    entries: EngineSums
    columns: Sequence[Codes]
    finder: Finder

    def located(self, column: Codes, faulty: Ints) -> Located:
        """The rows that have one of these codes."""
        index = self._index(column)
        bad = np.zeros(column.size, np.bool_)
        bad[faulty] = True
        hit = bad[column.codes.astype(np.int64) - column.low]
        raw: list[Any] = []
        if index < len(self.entries.raw):
            values = _listed(self.entries.raw[index])
            raw = list(dict.fromkeys(values[i] for i in np.flatnonzero(hit)))
        rows, values = self.finder.first(index, raw)
        return Located(int(self.entries.rows[hit].sum()), rows, values)

    def extremes(self, column: Codes) -> tuple[float, float]:
        """The smallest and the largest finite score."""
        return self.finder.extremes(self._index(column))

    def _index(self, column: Codes) -> int:
        return next(i for i, one in enumerate(self.columns) if one.name == column.name)
