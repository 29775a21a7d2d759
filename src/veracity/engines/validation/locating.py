"""Bad rows in memory, found again by their codes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from veracity.engines.columns.column import Column
from veracity.engines.encoding.codes import Codes, Ints, chunks
from veracity.engines.files.paths import Piece
from veracity.engines.validation.bad_rows import MOST_LISTED, Located, rows_in_words
from veracity.engines.validation.threshold_key import scores_of


class ArrayLocations:
    """Looks through the columns as they were given."""

    def __init__(self, columns: Sequence[Column], pieces: Sequence[Piece] = ()) -> None:
        self._pieces = pieces
        self._columns = {column.name: column for column in columns}

    def located(self, column: Codes, faulty: Ints) -> Located:
        """The rows that have one of these codes."""
        bad = np.zeros(column.size, np.bool_)
        bad[faulty] = True
        count, first = 0, list[int]()
        for part in chunks(len(column.codes)):
            hit = bad[column.codes[part].astype(np.int64) - column.low]
            count += int(np.count_nonzero(hit))
            if len(first) < MOST_LISTED:
                first.extend((np.flatnonzero(hit)[:MOST_LISTED] + part.start).tolist())
        first = first[:MOST_LISTED]
        rows = rows_in_words([self._named(row) for row in first], count)
        return Located(count, rows, self._values(column.name, first))

    def extremes(self, column: Codes) -> tuple[float, float]:
        """The smallest and the largest finite number of a column of scores."""
        scores, _ = scores_of(self._columns[column.name])
        finite = scores[np.isfinite(scores)].astype(np.float64, copy=False)
        return float(finite.min(initial=np.inf)), float(finite.max(initial=-np.inf))

    def _named(self, row: int) -> str:
        """The number of a row, in its file if there are several."""
        if len(self._pieces) < 2:
            return str(row)
        index = 0
        while row >= self._pieces[index].rows:
            row -= self._pieces[index].rows
            index += 1
        return f"{row} ({self._pieces[index].name})"

    def _values(self, name: str, rows: Sequence[int]) -> list[Any]:
        column = self._columns.get(name)  # the weight is no key: its values are not reported
        if column is None:
            return []
        values = [column.values[row] for row in rows]
        if column.categories is not None:
            values = [column.categories[code] for code in values if code >= 0]
        values = [value.item() if isinstance(value, np.generic) else value for value in values]
        return list({repr(value): value for value in values}.values())
