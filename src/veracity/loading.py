"""Whatever was saved, loaded again: an evaluation, a map, tallies of events, a stream."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from veracity.evaluation import Evaluation
from veracity.evaluation import load as load_evaluation
from veracity.recalibration import Recalibration, load_map
from veracity.recalibration.map_storage import KIND
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.events import KIND as EVENTS

if TYPE_CHECKING:
    from veracity.evaluation import CrossValidation, MultilabelEvaluation, Stream
    from veracity.evaluation.front.merging import Manifest
    from veracity.events import EventEvaluation

FOLDS = "cross_validation"
LABEL_SETS = "label_sets"
STREAM = "stream"


def load(
    path: str | os.PathLike[str],
) -> Evaluation | CrossValidation | MultilabelEvaluation | Recalibration | EventEvaluation | Stream:
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
    if kind == STREAM:
        from veracity.evaluation.streams.stream import Stream

        return Stream.resume(path)
    if kind == LABEL_SETS:
        from veracity.evaluation.label_sets.loading import load as load_label_sets

        return load_label_sets(path)
    if kind == FOLDS:
        from veracity.evaluation.folds.loading import load as load_folds

        return load_folds(path)
    return load_map(path) if kind == KIND else load_evaluation(path)


def merge(*paths: str | os.PathLike[str], manifest: Manifest | None = None) -> Any:
    """One evaluation of all that several saved files hold; no row and no event is needed for it.

    An Evaluation, or of tallies of events an EventEvaluation.

    Every part must have the same classes, positive class, threshold and kind of weights; a class
    may be missing from a part, but a part with other classes is refused. Parts of events must
    have the same rules. The same file twice is refused, as its rows would count twice.

    manifest: the SHA-256 of each part: a mapping from file name to it, a JSON file of such a
    mapping (`veracity merge --write-manifest`), or the output of `sha256sum`. Then each part must
    be listed, every part listed must be there, and each must have its hash. With a manifest file
    and no paths all parts that it lists are merged, found beside it.

    >>> import tempfile
    >>> from veracity import events
    >>> north = events.evaluate({"n1": [(100, 160)]}, {"n1": [(95, 120)]}, duration=3600)
    >>> south = events.evaluate({"s1": [(100, 160)]}, {"s1": []}, duration=3600)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     north.save(f"{folder}/north")
    ...     south.save(f"{folder}/south")
    ...     both = merge(f"{folder}/north", f"{folder}/south")
    >>> both["any_overlap", "sensitivity"].value
    0.5
    """
    from veracity.evaluation.front import merging

    files = merging.checked_parts(paths, manifest)
    if saved_kind(files[0]) != EVENTS:
        return merging.merge(*files)
    from veracity.events.front.loading import merge_events

    return merge_events(files)


def saved_kind(path: str | os.PathLike[str]) -> str | None:
    """What a file says it is; None where it cannot be read, which loading it will explain."""
    try:
        kind: str | None = storage.header_of(path).get("kind")
    except (OSError, *storage.DAMAGE):
        return None
    return kind
