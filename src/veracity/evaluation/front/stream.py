"""Predictions that come piece by piece: counted, merged, and evaluated whenever one likes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any, Self

from veracity.engines.reading.score_tables import AUTO_BITS, EXACT_ROWS, FEW_SCORES
from veracity.errors import refuse
from veracity.evaluation.front.evaluating import evaluate
from veracity.evaluation.inputs.matching_labels import parts_of_more, refuse_unmatched
from veracity.evaluation.single.evaluation import Evaluation
from veracity.statistics.held import Held
from veracity.words import say

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike

FIXED = ("data", "engine", "y_true", "y_pred", "y_score", "y_proba")


class Stream:
    """An evaluation that grows; rows are forgotten, statistics are kept.

    The settings are those of `evaluate`. Pieces of about equal size are merged with each other,
    so that many small updates cost little more than one large one. With `resolution="auto"`
    scores move into a certified grid once there are very many rows and very many different
    scores, so that memory stays bounded; the figures then state their bound.

    >>> stream = Stream()
    >>> stream.update([0, 1], y_score=[0.2, 0.9]).update([1, 0], y_score=[0.4, 0.6]).compute()[
    ...     "auroc"
    ... ].value
    0.75
    """

    def __init__(self, **settings: Any) -> None:
        for name in FIXED:
            if name in settings:
                raise refuse("stream_setting", name=name)
        self._settings = settings
        self._parts: list[Evaluation] = []
        self._unnamed = False  # predictions came, and nobody named the classes

    def update(self, y_true: ColumnLike, y_pred: ColumnLike | None = None, **columns: Any) -> Self:
        """Count more rows; the arguments are columns of `evaluate`."""
        given = {**self._settings, **columns}
        with parts_of_more():
            self._keep(evaluate(y_true, y_pred, **given))
        self._unnamed = self._unnamed or (y_pred is not None and given.get("labels") is None)
        return self

    def merge_state(self, other: Stream | Iterable[Stream]) -> Self:
        """Take over what other streams have counted; they stay as they are."""
        for one in (other,) if isinstance(other, Stream) else other:
            self._unnamed = self._unnamed or one._unnamed
            for part in one._parts:
                self._keep(part)
        return self

    def compute(self) -> Evaluation:
        """The evaluation of everything so far; its labels are compared here, not in a piece."""
        if not self._parts:
            raise refuse("stream_empty")
        whole = reduce(add, self._parts)
        if self._unnamed:
            refuse_unmatched(whole.confusion, whole.rows.used, self._settings.get("pos_label"))
        return whole

    def reset(self) -> Self:
        """Forget everything that was counted."""
        self._parts, self._unnamed = [], False
        return self

    def _keep(self, part: Evaluation) -> None:
        while self._parts and self._parts[-1].rows.used <= part.rows.used:
            part = self._parts.pop() + part
        self._parts.append(self._bounded(part))

    def _bounded(self, part: Evaluation) -> Evaluation:
        """The same, its scores in a grid where they have become too many."""
        many = part.rows.used > EXACT_ROWS and self._settings.get("resolution", "auto") == "auto"
        if (
            not many
            or part.scores is None
            or part.scores.kind != "score_table"
            or len(part.scores) <= FEW_SCORES
        ):
            return part
        return part.part(
            _in_grids(part.held),
            part.rows,
            groups={value: _in_grids(held) for value, held in part.groups.items()},
            asked=part.asked,
            notes_on_rows=tuple(dict.fromkeys((*part.notes_on_rows, say("stream_grid")))),
        )


def _in_grids(held: Held) -> Held:
    """Tables of scores as grids of their family."""
    family = "unit" if held.probabilities is held.scores else "line"

    def gridded(statistic: Any, kind: str) -> Any:
        exact = statistic is not None and statistic.kind == "score_table"
        return statistic.grid(AUTO_BITS, kind) if exact else statistic

    scores = gridded(held.scores, family)
    probable = scores
    if held.probabilities is not held.scores:
        probable = gridded(held.probabilities, "unit")
    return replace(held, scores=scores, probabilities=probable)
