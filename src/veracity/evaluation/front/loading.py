"""Evaluations that were saved, loaded again."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.storage import (
    count,
    unpacked,
    unpacked_account,
    unpacked_notes,
    unpacked_threshold,
    unpacked_weight_kind,
)
from veracity.intervals import Settings
from veracity.statistics.held import Held
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.labels import decoded_ids


def load(path: str | os.PathLike[str] | io.BytesIO) -> Evaluation:
    """The evaluation that was saved: the same figures, ready to be displayed or added.

    >>> import tempfile
    >>> from veracity import ConfusionMatrix
    >>> ev = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).evaluate()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ev.save(f"{folder}/site_1.veracity")
    ...     again = load(f"{folder}/site_1.veracity")
    >>> again["mcc"] == ev["mcc"]
    True
    """
    with storage.opened(path, "evaluation") as (header, arrays):
        return evaluation_of(header, arrays)


def evaluation_of(
    header: Mapping[str, Any], arrays: storage.Arrays, prefix: str = ""
) -> Evaluation:
    """The evaluation that was packed; what cannot be one raises what `storage.DAMAGE` lists."""
    made = Evaluation(
        unpacked(header["held"], f"{prefix}held", arrays),
        rows=unpacked_account(header["rows"]),
        settings=Settings(**header["settings"]),
        groups=dict(
            zip(
                decoded_ids(code for code, _ in header["groups"]),
                (
                    unpacked(entry, f"{prefix}group{index}", arrays)
                    for index, (_, entry) in enumerate(header["groups"])
                ),
                strict=True,
            )
        ),
        asked=tuple(header["asked"]),
        weight_kind=unpacked_weight_kind(header["weight_kind"]),
        threshold=unpacked_threshold(header["threshold"]),
        chosen_here=bool(header.get("chosen_here", False)),
        held_out=_cells(header.get("held_out")),
        min_count=None if header["min_count"] is None else count(header["min_count"]),
        notes_on_rows=unpacked_notes(header["notes"]),
        ignore=tuple(str(key) for key in header.get("ignore", ())),
    )
    made.group_names = tuple(str(name) for name in header.get("group_names", ()))
    made.cluster_name = str(header.get("cluster_name", ""))
    emptied = header.get("emptied") or _possibly_emptied(made)
    made.cells_emptied = bool(emptied["whole"])
    listed = list(made.groups)
    made.groups_emptied = frozenset(listed[count(index)] for index in emptied["groups"])
    return made


def _possibly_emptied(made: Evaluation) -> dict[str, Any]:
    """What files before 0.2 do not tell: every matrix with an empty cell may have been emptied."""
    if made.min_count is None or made.threshold is not None:
        return {"whole": False, "groups": []}
    groups = [index for index, one in enumerate(made.groups.values()) if _has_empty_cell(one)]
    whole = made.weight_kind is not None and _has_empty_cell(made.held)
    return {"whole": whole, "groups": groups}


def _has_empty_cell(held: Held) -> bool:
    matrix = held.confusion
    if matrix is None:
        return False
    cells = matrix.cells.sparse()
    return int(np.count_nonzero(cells.weight)) < cells.size**2


def _cells(saved: list[Any] | None) -> Floats | None:
    """The cells of rows that did not choose the threshold, where they were kept."""
    if saved is None:
        return None
    cells = np.array(saved, np.float64).reshape(-1, 2, 2)
    if not (np.isfinite(cells) & (cells >= 0)).all():
        raise ValueError("held_out")
    return cells
