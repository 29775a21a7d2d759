"""Cross-validations as files: the statistics of every fold, never rows."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import TYPE_CHECKING

from veracity.evaluation.folds.cross_validation import CrossValidation, Procedure
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.sharing import Sharing, numbered_ids
from veracity.evaluation.state.storage import (
    packed,
    unpacked,
    unpacked_account,
    unpacked_notes,
    unpacked_threshold,
    unpacked_weight_kind,
)
from veracity.intervals import Settings
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.labels import decoded, decoded_ids, encoded

if TYPE_CHECKING:
    from veracity.statistics.storage.file import Arrays

KIND = "cross_validation"


def save(cv: CrossValidation, path: str | os.PathLike[str]) -> None:
    """Write all folds, clusters as numbers; nested estimates rest on fits that are not kept."""
    arrays: Arrays = {}
    first, whole = cv.parts[0], cv.pooled.held
    sharing = Sharing(None, None, numbered_ids(whole), first.threshold)
    _, shared = sharing.shared(whole, dict(enumerate(part.held for part in cv.parts)))
    header = {
        "kind": KIND,
        "folds": [packed(held, f"fold{i}", arrays) for i, held in shared.items()],
        "rows": [_account(part) for part in cv.parts],
        "names": [encoded(name) for name in cv.names],
        "repeats": [encoded(name) for name in cv.repeats],
        "training": list(cv.training),
        "procedure": asdict(cv.procedure),
        "settings": asdict(cv.settings),
        "asked": list(first.asked),
        "weight_kind": first.weight_kind,
        "threshold": first.threshold,
        "notes": [[note.en, note.zh] for note in cv.pooled.said_of_rows],
    }
    storage.save(path, header, arrays)


def load(path: str | os.PathLike[str]) -> CrossValidation:
    """The cross-validation that was saved."""
    header, arrays = storage.load(path)
    if header.get("kind") != KIND:
        raise storage.not_saved(path, header.get("kind"))
    try:
        settings = Settings(**header["settings"])
        parts = tuple(
            Evaluation(
                unpacked(entry, f"fold{i}", arrays),
                rows=unpacked_account(rows),
                settings=Settings(settings.confidence_level, "none"),
                asked=tuple(header["asked"]),
                weight_kind=unpacked_weight_kind(header["weight_kind"]),
                threshold=unpacked_threshold(header["threshold"]),
                said_of_rows=unpacked_notes(header["notes"]),
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
    except storage.DAMAGE as problem:
        raise storage.not_saved(path, problem) from problem


def _account(part: Evaluation) -> dict[str, object]:
    return {"read": part.rows.read, "used": part.rows.used, "refused": dict(part.rows.refused)}
