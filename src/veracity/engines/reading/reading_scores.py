"""Rows with scores from anywhere: arrays, frames, files, relations, lazy tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from veracity.engines.columns.array_likes import is_lazy, is_relation
from veracity.engines.files.paths import files_in
from veracity.engines.reading.engine_choice import checked_engine
from veracity.engines.rows.class_columns import Probability, Together
from veracity.engines.rows.read_request import Wanted
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.statistics.labels import Label
from veracity.statistics.row_account import RowAccount

if TYPE_CHECKING:
    from veracity.engines.out_of_core.first_pass import ScannedCategories

__all__ = ["ScoredChunks", "checked_engine", "scored_rows"]


@dataclass(frozen=True, slots=True)
class ScoredChunks:
    """Rows that can be used, in pieces.

    `rows` counts them before they are read. All pieces have the same labels, and the same
    levels of clusters, groups and predictions; codes of one piece mean the same in another.
    What lies `in_memory` is one piece. `rounded` is that of `ScoredRows`.
    """

    labels: tuple[Label, ...]
    pos_label: Label | None
    account: RowAccount
    rows: int
    read: Callable[[], Iterator[ScoredRows]]
    in_memory: bool = False
    rounded: tuple[int, ...] = ()

    def pieces(self) -> Iterator[ScoredRows]:
        """The rows, one piece after the other; every call reads them again."""
        return self.read()


def scored_rows(
    data: Any,
    truth: Any,
    scores: Mapping[Any, Any],
    *,
    called: Any = None,
    probability: Probability = False,
    weight: Any = None,
    weight_kind: str = "importance",
    labels: Iterable[Any] | None = None,
    pos_label: Any = None,
    cluster: Any = None,
    groups: Mapping[str, Any] | None = None,
    on_invalid: str = "raise",
    names: Mapping[Any, str] | None = None,
    by_label: Collection[Any] | None = None,
    together: Together = None,
) -> ScoredChunks:
    """The rows that can be used, whatever holds them, and the account of all.

    Without `data` the other arguments are columns. With it they are names of columns: of a
    mapping, of a data frame, of files, of a DuckDB relation or of a lazy table. What is in
    memory comes in one piece; all else is scanned twice, first to judge and then to fetch, and
    comes in pieces. The other arguments are those of `read_scores`.

    >>> rows = scored_rows({"t": [0, 1], "s": [0.2, 0.9]}, "t", {"y_score": "s"})
    >>> rows.labels, rows.rows, [piece.scores["y_score"] for piece in rows.pieces()]
    ((0, 1), 2, [array([0.2, 0.9])])
    """
    wanted = Wanted(
        truth,
        scores,
        called,
        probability,
        weight,
        weight_kind,
        labels if labels is None or isinstance(labels, tuple) else tuple(labels),
        pos_label,
        cluster,
        groups or {},
        on_invalid,
        names,
        by_label,
        together,
    )
    if data is None:
        return in_one_piece(wanted.read())
    from veracity.engines.reading.reading_labels import refuse_no_names

    refuse_no_names(wanted.asked())
    return _from(data, wanted.named())


def _from(data: Any, wanted: Wanted) -> ScoredChunks:
    """The engine that fits what holds the rows."""
    asked = wanted.asked()
    if isinstance(data, (str, os.PathLike, list, tuple)):
        return _from_files(data, asked, wanted)
    if is_relation(data):
        from veracity.engines.out_of_core.of_sql import scanned
        from veracity.engines.sql.relations import relation_scan

        return in_pieces(*scanned(lambda: nullcontext(relation_scan(data, asked)), wanted))
    if is_lazy(data):
        from veracity.engines.out_of_core.of_lazy_frames import scored_lazy

        return in_pieces(*scored_lazy(data, asked, wanted))
    from veracity.engines.frames.eager import columns_of

    return in_one_piece(wanted.of(columns_of(data, asked)))


def _from_files(data: Any, asked: Sequence[str], wanted: Wanted) -> ScoredChunks:
    files = files_in(data)
    if files[0].format == "arrow":
        from veracity.engines.formats.arrow_files import columns_of_files

        return in_one_piece(wanted.of(*columns_of_files(files, asked)))
    from veracity.engines.out_of_core.of_sql import scanned
    from veracity.engines.reading.in_files import opened

    return in_pieces(*scanned(lambda: opened(files, asked), wanted))


def in_pieces(levels: ScannedCategories, read: Callable[[], Iterator[ScoredRows]]) -> ScoredChunks:
    """Rows that are read piece by piece."""
    known = levels.labels, levels.pos_label, levels.account, levels.rows
    return ScoredChunks(*known, read, rounded=levels.rounded)


def in_one_piece(rows: ScoredRows) -> ScoredChunks:
    """Rows that are in memory."""
    known = rows.labels, rows.pos_label, rows.account, len(rows.place)
    return ScoredChunks(*known, lambda: iter((rows,)), in_memory=True, rounded=rows.rounded)
