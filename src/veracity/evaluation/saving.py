"""Evaluations as files: statistics only, never rows."""

from __future__ import annotations

import os
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.arrays import ratio
from veracity.errors import refuse
from veracity.evaluation.confusion_matrix import ConfusionMatrix
from veracity.statistics import RowAccount, storage
from veracity.statistics.cells import Cells, DenseCells, SparseCells
from veracity.statistics.label_codes import decoded, encoded
from veracity.statistics.labels import Label

if TYPE_CHECKING:
    from veracity.evaluation.evaluation import Evaluation


def save(
    ev: Evaluation,
    path: str | os.PathLike[str],
    *,
    bits: int | None,
    min_count: int | None,
    ids: str,
) -> None:
    """Write an evaluation whole; coarsened and without names where asked."""
    if bits is not None:
        raise refuse("bits_without_scores")
    if ids not in ("number", "keep"):
        raise refuse("ids_unknown", ids=repr(ids))
    if min_count is not None and not min_count >= 1:
        raise refuse("min_count_below_one", value=min_count)
    numbers = _numbers(ev.confusion) if ids == "number" else {}
    shared = _shareable(ev.confusion, min_count, numbers)
    if not shared.total > 0:
        raise refuse("min_count_empties", value=min_count)
    arrays: storage.Arrays = {}
    header = {
        "kind": "evaluation",
        "confusion": storage.packed(shared, "confusion", arrays),
        "groups": [
            [
                encoded(value),
                storage.packed(_shareable(matrix, min_count, numbers), f"group{place}", arrays),
                ev.group_rows.get(value),
            ]
            for place, (value, matrix) in enumerate(ev.groups.items())
        ],
        "rows": _account(ev, shared),
        "settings": {
            "confidence_level": ev.settings.confidence_level,
            "method": ev.settings.method,
            "n_resamples": ev.settings.n_resamples,
            "random_state": ev.settings.random_state,
        },
        "asked": list(ev.asked),
        "weight_kind": ev.weight_kind,
        "threshold": ev.threshold,
        "min_count": ev.min_count if min_count is None else int(min_count),
    }
    storage.save(path, header, arrays)


def load(path: str | os.PathLike[str]) -> Evaluation:
    """The evaluation that was saved: the same figures, ready to be shown or added.

    >>> import tempfile
    >>> ev = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).evaluate()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ev.save(f"{folder}/site_1.veracity")
    ...     again = load(f"{folder}/site_1.veracity")
    >>> again["mcc"] == ev["mcc"]
    True
    """
    from veracity.evaluation.evaluation import Evaluation
    from veracity.intervals import Settings

    header, arrays = storage.load(path)
    if header.get("kind") != "evaluation":
        raise storage.not_saved(path, header.get("kind"))
    try:
        groups, group_rows = {}, {}
        for place, (code, entry, rows) in enumerate(header["groups"]):
            groups[decoded(code)] = _matrix(entry, f"group{place}", arrays)
            if rows is not None:
                group_rows[decoded(code)] = int(rows)
        return Evaluation(
            _matrix(header["confusion"], "confusion", arrays),
            rows=RowAccount(**header["rows"]),
            settings=Settings(**header["settings"]),
            groups=groups,
            group_rows=group_rows,
            asked=tuple(header["asked"]),
            weight_kind=header["weight_kind"],
            threshold=header["threshold"],
            min_count=header["min_count"],
        )
    except storage.DAMAGE as problem:
        raise storage.not_saved(path, problem) from problem


def _matrix(entry: dict[str, Any], name: str, arrays: storage.Arrays) -> ConfusionMatrix:
    return ConfusionMatrix.like(storage.unpacked(entry, name, arrays))


def _numbers(matrix: ConfusionMatrix) -> dict[Label, Label]:
    """A number for each cluster, the same in every group, that equals one of no other file."""
    file = uuid.uuid4().hex
    ids = matrix.units.ids if matrix.units else ()
    return {name: (file, number) for number, name in enumerate(ids)}


def _shareable(
    matrix: ConfusionMatrix, min_count: int | None, numbers: Mapping[Label, Label]
) -> ConfusionMatrix:
    """Small cells emptied, cluster ids replaced by their numbers."""
    units = matrix.units
    if units is not None and min_count is not None:
        raise refuse("min_count_with_clusters")
    if units is not None and numbers:
        units = replace(units, ids=tuple(numbers[name] for name in units.ids))
    if min_count is None:
        return matrix.changed(units=units)
    kept = _rows_in_cells(matrix) >= min_count
    squares = matrix.squares and _only(matrix.squares, kept)
    return matrix.changed(cells=_only(matrix.cells, kept), squares=squares)


def _rows_in_cells(matrix: ConfusionMatrix) -> Any:
    """Rows behind each cell; with weights, as many as would be equally informative."""
    if matrix.squares is None:
        return matrix.cells.weight
    return ratio(matrix.cells.weight**2, matrix.squares.weight)


def _only(cells: Cells, kept: Any) -> Cells:
    if isinstance(cells, SparseCells):
        return SparseCells(cells.truth[kept], cells.called[kept], cells.weight[kept], cells.size)
    return DenseCells(np.where(kept, cells.weight, 0.0))


def _account(ev: Evaluation, shared: ConfusionMatrix) -> dict[str, Any]:
    """Rows in emptied cells are counted; with weights `min_count` alone tells of them."""
    hidden = 0 if ev.weight_kind else round(float(ev.confusion.total - shared.total))
    refused = dict(ev.rows.refused)
    if hidden:
        refused["small_cell"] = refused.get("small_cell", 0) + hidden
    return {"read": ev.rows.read, "used": ev.rows.used - hidden, "refused": refused}
