"""Batches of one column of scores in certified cells, counted one after another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.engines.reading.reading_scores import ReadRequest, read_rows
from veracity.engines.reading.recipe import Recipe
from veracity.engines.reading.reducing import RunningGrid
from veracity.evaluation.front.evaluating import edges_of
from veracity.evaluation.single.evaluation import Evaluation
from veracity.metrics import find

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike

ROLES = ("y_proba", "y_score")
LEAST_PLANNED = 1 << 13  # rows of a batch that buckets are planned from
OWN = ("labels", "pos_label", "on_invalid")


class GridCounting:
    """The quick way for batches of numpy arrays with `resolution=BITS`, after a first one.

    The first batch is evaluated as any other: it says what the classes, the threshold and the
    settings are, and refuses what is wrong with them.
    """

    def __init__(self, settings: Mapping[str, Any], asked: tuple[str, ...]) -> None:
        self._settings, self._asked = settings, asked
        self._first: Evaluation | None = None
        self._grid: RunningGrid | None = None
        self.group_names: tuple[str, ...] = ()

    @property
    def needs_keys(self) -> bool:
        """Whether figures asked for act at thresholds that grids must know."""
        return any(find(key).own_threshold is not None for key in self._asked)

    @property
    def rows(self) -> int:
        """Rows that were counted and not yet taken."""
        return 0 if self._grid is None else self._grid.rows

    def like(self, part: Evaluation) -> None:
        """Take this evaluation as the kind of those to come."""
        self.group_names = self.group_names or part.group_names
        if self._first is None:
            self._first = part

    def counted(self, y_true: ColumnLike, columns: Mapping[str, Any]) -> int | None:
        """How many of these rows were counted; None where they must be evaluated instead."""
        role = next(iter(columns), "")
        first, bits = self._first, self._settings.get("resolution")
        if first is None or type(bits) is not int or len(columns) != 1 or role not in ROLES:
            return None
        if first.held.scores is None or first.held.scores.kind != "score_grid":
            return None
        if not _plain(y_true) or not _plain(columns[role]):
            return None
        if first.held.clusters is not None or first.groups or first.weight_kind is not None:
            return None
        if self._grid is None and len(columns[role]) < LEAST_PLANNED:
            return None
        if self._grid is None:
            self._grid = RunningGrid(role, self._recipe(role, first.threshold, bits))
        if self._grid.column != role:
            return None
        own = {name: self._settings[name] for name in OWN if name in self._settings}
        if own.get("labels") is not None:
            own["labels"] = tuple(own["labels"])
        request: ReadRequest[Any] = ReadRequest(
            truth=y_true, scores={role: columns[role]}, probability=("y_proba",), **own
        )
        scored: Any = read_rows(request)
        if not self._grid.fits(scored):
            return None
        self._grid.add(scored)
        return int(scored.account.used)

    def counts(self) -> Evaluation | None:
        """The matrix of what was counted and not yet taken; None where there is nothing."""
        if self._grid is None or not self._grid.rows or self._first is None:
            return None
        return self._first.part(self._grid.counts(), self._grid.account)

    def taken(self) -> Evaluation | None:
        """What was counted since the last time, as an evaluation; None where there is nothing."""
        if self._grid is None or not self._grid.rows or self._first is None:
            return None
        held, account = self._grid.taken()
        return self._first.part(held, account, notes_on_rows=self._first.notes_on_rows)

    def _recipe(self, role: str, threshold: float | None, bits: int) -> Recipe:
        return Recipe(
            single={role: "unit" if role == "y_proba" else "line"},
            threshold_of=None if threshold is None else (role, threshold),
            resolution=bits,
            edges=edges_of(self._asked),
        )


def _plain(column: object) -> bool:
    return isinstance(column, np.ndarray) and column.ndim == 1 and column.dtype.kind in "biuf"
