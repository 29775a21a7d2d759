"""Rows with scores from anywhere: arrays, frames, files, relations, lazy tables."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from veracity.engines.columns.array_likes import is_dataset, is_lazy, is_relation
from veracity.engines.columns.column import library_of
from veracity.engines.files.paths import IN_MEMORY, files_in
from veracity.engines.out_of_core.scored_chunks import ScoredChunks, in_pieces
from veracity.engines.reading.engine_choice import checked_engine
from veracity.engines.rows.from_columns import rows_in_memory
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import ScoredRows

if TYPE_CHECKING:
    from veracity.engines.columns.given import ColumnLike, Files, Source
    from veracity.engines.out_of_core.planned_cells import SummedScores as SummedScores
    from veracity.engines.reading.recipe import Recipe

__all__ = ["ReadRequest", "Scored", "ScoredChunks", "checked_engine", "read_rows", "read_scores"]


Scored = ScoredRows | ScoredChunks


def read_rows(request: ReadRequest[ColumnLike]) -> Scored:
    """The rows that can be used, whatever holds them.

    What is in memory comes in one piece; all else is scanned twice, first to validate and then
    to fetch, and comes in pieces.

    >>> data = {"t": [0, 1], "s": [0.2, 0.9]}
    >>> rows = read_rows(ReadRequest(data=data, truth="t", scores={"y_score": "s"}))
    >>> rows.labels, len(rows), [piece.scores["y_score"] for piece in rows.pieces()]
    ((0, 1), 2, [array([0.2, 0.9])])
    """
    scored = read_scores(request, None)
    assert isinstance(scored, (ScoredRows, ScoredChunks))
    return scored


def read_scores(request: ReadRequest[ColumnLike], recipe: Recipe | None) -> Scored | SummedScores:
    """The same for what a recipe makes of them: of lazy tables perhaps the sums alone."""
    if request.data is None:
        return _in_memory(request, recipe)
    from veracity.engines.reading.reading_labels import refuse_no_names

    refuse_no_names(request.asked())
    return _from(request.data, request.named(), recipe)


def _from(data: Source, request: ReadRequest[str], recipe: Recipe | None) -> Scored | SummedScores:
    """The engine that fits what holds the rows."""
    asked = request.asked()
    if isinstance(data, (str, os.PathLike, list, tuple)):
        return _from_files(data, asked, request)
    if is_relation(data) or is_dataset(data):
        from veracity.engines.out_of_core.of_sql import scan_twice
        from veracity.engines.sql.relations import relation_scan

        return in_pieces(*scan_twice(lambda: nullcontext(relation_scan(data, asked)), request))
    if is_lazy(data):
        from veracity.engines.reading.in_lazy_tables import read_lazy

        return read_lazy(data, asked, request, recipe)
    from veracity.engines.frames.eager import columns_of

    return _in_memory(request.with_columns(columns_of(data, asked)), recipe)


def _in_memory(request: ReadRequest[ColumnLike], recipe: Recipe | None) -> Scored | SummedScores:
    """Columns in memory; those on a device are summed there."""
    if recipe is not None and any(map(library_of, request.every_column())):
        from veracity.engines.tensors.reading import for_device, sums_of_scores

        if for_device(request.every_column(), request.engine):
            found = sums_of_scores(request, recipe.cell_plan(), recipe.resolution)
            if found is not None:
                return found
    return rows_in_memory(request)


def _from_files(data: Files, asked: Sequence[str], request: ReadRequest[str]) -> Scored:
    files = files_in(data)
    if files[0].format in IN_MEMORY:
        from veracity.engines.formats.in_memory import columns_of_files

        columns, pieces = columns_of_files(files, asked)
        return rows_in_memory(request.with_columns(columns), pieces)
    from veracity.engines.out_of_core.of_sql import scan_twice
    from veracity.engines.reading.in_files import open_files

    return in_pieces(*scan_twice(lambda: open_files(files, asked), request))
