"""The second of two scans: batches of numbers to pieces of good rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.out_of_core.first_pass import ScannedCategories, rows_of
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.engines.sql.session import report_progress
from veracity.engines.validation.sum_to_one import divided_by_sum, off_one
from veracity.errors import VeracityError, refuse

PIECE = 1 << 20  # rows; fewer of many columns
_COLUMNS = 16
Arrays = list[NDArray[Any]]
Locations = Callable[[NDArray[Any]], NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Fetching:
    """How batches are understood: labels first, then scores, then the weight if there is one.

    `indices` say of each column of labels where its rows stand among the categories; as many as
    there are if a row is bad.
    """

    request: ReadRequest[str]
    categories: ScannedCategories
    indices: Sequence[Locations]
    where: str

    def pieces(self, batches: Iterable[Arrays], telling: bool) -> Iterator[ScoredRows]:
        """The good rows, and a refusal if they are not those that were validated.

        With `telling`, progress goes on from one half, where the first scan left it.
        """
        read, used = 0, 0
        for columns in _of_size(self._reporting(batches) if telling else batches):
            piece = self._piece(columns)
            read, used = read + len(columns[0]), used + len(piece.truth)
            if len(piece.truth):
                yield piece
        if (read, used) != (self.categories.account.read, self.categories.rows):
            raise self._changed()

    def _reporting(self, batches: Iterable[Arrays]) -> Iterator[Arrays]:
        read = 0
        for batch in batches:
            read += len(batch[0])
            report_progress(0.5 + 0.5 * read / self.categories.account.read)
            yield batch

    def _piece(self, columns: Arrays) -> ScoredRows:
        count = len(self.indices)
        indices = [of(column) for of, column in zip(self.indices, columns, strict=False)]
        names = list(self.request.scores)
        scores = dict(zip(names, columns[count:], strict=False))
        weight = columns[-1] if self.request.weight is not None else None
        good = self._good(indices, scores)
        rows = rows_of(self.request, self.categories, indices, self._divided(scores), weight)
        if not (self.categories.account.dropped or good.all()):
            raise self._changed()
        if weight is not None:
            good &= weight > 0
        return rows if good.all() else rows.part(np.flatnonzero(good))

    def _good(self, indices: Arrays, scores: Mapping[Any, NDArray[Any]]) -> NDArray[np.bool_]:
        """The rows that were validated good, but for their weights."""
        good = np.ones(len(indices[0]), np.bool_)
        for index, own in zip(indices, self.categories.of, strict=True):
            good &= index < len(own)
        probable = self.request.probabilities
        for name, column in scores.items():
            good &= (column >= 0) & (column <= 1) if name in probable else column == column
        for together, allowed in zip(self.request.sums, self.categories.allowed, strict=True):
            off = off_one([scores[name] for name in together], allowed.tolerance)
            if off is not None:
                good &= ~off
        return good

    def _divided(self, scores: Mapping[Any, NDArray[Any]]) -> dict[Any, NDArray[Any]]:
        """The scores; probabilities that were rounded divided by their sums."""
        made = dict(scores)
        for together, allowed in zip(self.request.sums, self.categories.allowed, strict=True):
            if allowed.divided:
                columns = divided_by_sum([scores[name] for name in together], allowed)
                made.update(zip(together, columns, strict=True))
        return made

    def _changed(self) -> VeracityError:
        return refuse("rows_changed", where=self.where, n=self.categories.rows)


def _of_size(batches: Iterable[Arrays]) -> Iterator[Arrays]:
    """Batches put together to pieces that are large, and never larger than allowed."""
    held, rows = list[Arrays](), 0
    for batch in batches:
        most = max(PIECE * _COLUMNS // max(len(batch), _COLUMNS), 1)
        for start in range(0, len(batch[0]), most):
            some = [column[start : start + most] for column in batch]
            if held and rows + len(some[0]) > most:
                yield [np.concatenate(columns) for columns in zip(*held, strict=True)]
                held, rows = [], 0
            held.append(some)
            rows += len(some[0])
    if held:
        yield [np.concatenate(columns) for columns in zip(*held, strict=True)]
