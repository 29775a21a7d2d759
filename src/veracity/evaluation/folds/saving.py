"""Cross-validations written to files: the statistics of every fold, never rows."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import TYPE_CHECKING

from veracity.evaluation.folds.fold_means import FoldMeans
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.sharing import Sharing, numbered_ids
from veracity.evaluation.state.storage import packed
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.labels import encoded

if TYPE_CHECKING:
    from veracity.statistics.storage.file import Arrays

KIND = "cross_validation"


def save(cv: FoldMeans, path: str | os.PathLike[str]) -> None:
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
        "notes": [[note.en, note.zh] for note in cv.pooled.notes_on_rows],
    }
    storage.save(path, header, arrays)


def _account(part: Evaluation) -> dict[str, object]:
    return {"read": part.rows.read, "used": part.rows.used, "refused": dict(part.rows.refused)}
