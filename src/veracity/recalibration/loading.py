"""Maps that were saved, loaded again."""

from __future__ import annotations

import os
from typing import Any

from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.storage import (
    unpacked,
    unpacked_account,
    unpacked_notes,
    unpacked_threshold,
    unpacked_weight_kind,
)
from veracity.intervals import Settings
from veracity.recalibration.map_storage import KIND, unpacked_map
from veracity.recalibration.recalibration import Recalibration
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.labels import decoded, decoded_labels


def load_map(path: str | os.PathLike[str]) -> Recalibration:
    """The map that was saved; any other file is refused with the reason."""
    with storage.opened(path, KIND) as (header, arrays):
        labels = decoded_labels(header["labels"])
        shares = tuple(float(one) for one in header["shares"])
        if len(shares) != len(labels) or not all(0 <= one <= 1 for one in shares):
            raise ValueError("shares that do not fit the labels")
        positive = decoded(header["pos_label"])
        if len(labels) == 2 and positive not in labels:
            raise ValueError("a positive class that is none of the labels")
        evs = [
            _unpacked(one, f"ev{i}", arrays) for i, one in enumerate(header.get("evaluations", ()))
        ]
        return Recalibration(
            str(header["method"]),
            tuple(unpacked_map(one, f"map{i}", arrays) for i, one in enumerate(header["maps"])),
            labels,
            positive,
            shares,
            None if header["folds"] is None else int(header["folds"]),
            unpacked_notes(header["notes"]),
            (evs[0], evs[1]) if evs else None,
        )


def _unpacked(entry: Any, name: str, arrays: storage.Arrays) -> Evaluation:
    return Evaluation(
        unpacked(entry["held"], name, arrays),
        rows=unpacked_account(entry["rows"]),
        settings=Settings(**entry["settings"]),
        weight_kind=unpacked_weight_kind(entry["weight_kind"]),
        threshold=unpacked_threshold(entry["threshold"]),
        notes_on_rows=unpacked_notes(entry["notes"]),
    )
