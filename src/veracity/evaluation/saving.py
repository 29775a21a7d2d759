"""Evaluations as files: statistics only, never rows."""

from __future__ import annotations

import os
import uuid
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.arrays import ratio
from veracity.errors import StorageError, refuse
from veracity.evaluation.confusion_matrix import ConfusionMatrix
from veracity.statistics import RowAccount, storage
from veracity.statistics.cells import Cells, DenseCells, SparseCells
from veracity.statistics.label_codes import decoded, encoded

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
    if min_count is not None and min_count < 1:
        raise refuse("min_count_below_one", value=min_count)
    token = uuid.uuid4().hex
    arrays: storage.Arrays = {}

    def part(matrix: ConfusionMatrix, name: str) -> dict[str, Any]:
        return storage.packed(_shareable(matrix, min_count, ids, token), name, arrays)

    header = {
        "kind": "evaluation",
        "confusion": part(ev.confusion, "confusion"),
        "groups": [
            [encoded(value), part(matrix, f"group{place}")]
            for place, (value, matrix) in enumerate(ev.groups.items())
        ],
        "rows": _account(ev, _shareable(ev.confusion, min_count, ids, token)),
        "settings": {
            "confidence_level": ev.settings.confidence_level,
            "method": ev.settings.method,
            "n_resamples": ev.settings.n_resamples,
            "random_state": ev.settings.random_state,
        },
        "asked": list(ev.asked),
        "weight_kind": ev.weight_kind,
        "min_count": min_count,
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
        raise refuse("not_saved_statistics", StorageError, path=path, why=header.get("kind"))
    try:
        groups = {
            decoded(code): _matrix(entry, f"group{place}", arrays)
            for place, (code, entry) in enumerate(header["groups"])
        }
        return Evaluation(
            _matrix(header["confusion"], "confusion", arrays),
            rows=RowAccount(**header["rows"]),
            settings=Settings(**header["settings"]),
            groups=groups,
            asked=tuple(header["asked"]),
            weight_kind=header["weight_kind"],
        )
    except (KeyError, TypeError, ValueError) as problem:
        raise refuse("not_saved_statistics", StorageError, path=path, why=problem) from problem


def _matrix(entry: dict[str, Any], name: str, arrays: storage.Arrays) -> ConfusionMatrix:
    return ConfusionMatrix.like(storage.unpacked(entry, name, arrays))


def _shareable(
    matrix: ConfusionMatrix, min_count: int | None, ids: str, token: str
) -> ConfusionMatrix:
    """Small cells emptied, cluster ids numbered so that they equal those of no other file."""
    units = matrix.units
    if units is not None and min_count is not None:
        raise refuse("min_count_with_clusters")
    if units is not None and ids == "number":
        names = tuple((token, number) for number in range(len(units)))
        units = replace(units, ids=names)
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
    hidden = round(float(ev.confusion.total - shared.total)) if not ev.confusion.weighted else 0
    refused = dict(ev.rows.refused)
    if hidden:
        refused["small_cell"] = refused.get("small_cell", 0) + hidden
    return {"read": ev.rows.read, "used": ev.rows.used - hidden, "refused": refused}
