"""Whatever was saved, loaded again: an evaluation, a map of probabilities, tallies of events."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from veracity.evaluation import Evaluation
from veracity.evaluation import load as load_evaluation
from veracity.recalibration import Recalibration, load_map
from veracity.recalibration.map_storage import KIND
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.events import KIND as EVENTS

if TYPE_CHECKING:
    from veracity.evaluation import CrossValidation, MultilabelEvaluation
    from veracity.events import EventEvaluation

FOLDS = "cross_validation"
LABEL_SETS = "label_sets"


def load(
    path: str | os.PathLike[str],
) -> Evaluation | CrossValidation | MultilabelEvaluation | Recalibration | EventEvaluation:
    """The evaluation, map or tallies that were saved; other files are refused with the reason.

    >>> import tempfile
    >>> from veracity.recalibration import recalibrate
    >>> found = recalibrate([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     found.save(f"{folder}/map")
    ...     load(f"{folder}/map").transform(0.45)
    0.5
    """
    kind = saved_kind(path)
    if kind == EVENTS:
        from veracity.events import load_events

        return load_events(path)
    if kind == LABEL_SETS:
        from veracity.evaluation.label_sets.loading import load as load_label_sets

        return load_label_sets(path)
    if kind == FOLDS:
        from veracity.evaluation.folds.loading import load as load_folds

        return load_folds(path)
    return load_map(path) if kind == KIND else load_evaluation(path)


def saved_kind(path: str | os.PathLike[str]) -> str | None:
    """What a file says it is; None where it cannot be read, which loading it will explain."""
    try:
        kind: str | None = storage.header_of(path).get("kind")
    except (OSError, *storage.DAMAGE):
        return None
    return kind
