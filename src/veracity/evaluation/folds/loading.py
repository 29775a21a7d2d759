"""Cross-validations that were saved, loaded again."""

from __future__ import annotations

import os

from veracity.evaluation.folds.cross_validation import CrossValidation
from veracity.evaluation.folds.fold_means import Procedure
from veracity.evaluation.folds.saving import KIND
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.storage import (
    unpacked,
    unpacked_account,
    unpacked_notes,
    unpacked_threshold,
    unpacked_weight_kind,
)
from veracity.intervals import Settings
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.labels import decoded, decoded_ids


def load(path: str | os.PathLike[str]) -> CrossValidation:
    """The cross-validation that was saved."""
    with storage.opened(path, KIND) as (header, arrays):
        settings = Settings(**header["settings"])
        parts = tuple(
            Evaluation(
                unpacked(entry, f"fold{i}", arrays),
                rows=unpacked_account(rows),
                settings=Settings(settings.confidence_level, "none"),
                asked=tuple(header["asked"]),
                weight_kind=unpacked_weight_kind(header["weight_kind"]),
                threshold=unpacked_threshold(header["threshold"]),
                notes_on_rows=unpacked_notes(header["notes"]),
            )
            for i, (entry, rows) in enumerate(zip(header["folds"], header["rows"], strict=True))
        )
        return CrossValidation(
            parts,
            tuple(decoded_ids(header["names"])),
            settings,
            training=tuple(float(n) for n in header["training"]),
            repeats=tuple(decoded(code) for code in header["repeats"]),
            procedure=Procedure(**header["procedure"]),
        )
