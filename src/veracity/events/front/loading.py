"""Tallies of events that were saved, loaded again."""

from __future__ import annotations

import os
from collections.abc import Sequence

from veracity.errors import CannotMerge, InputError, refuse
from veracity.events.front.event_evaluation import EventEvaluation
from veracity.events.reporting.saving import SavedEvents, saved_events


def load_events(path: str | os.PathLike[str]) -> EventEvaluation:
    """The same figures, ready to be displayed or added; times of events are not kept.

    >>> import tempfile
    >>> from veracity.events import evaluate
    >>> er = evaluate([(100, 160)], [(95, 120)], duration=3600)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     er.save(f"{folder}/site_1.veracity")
    ...     again = load_events(f"{folder}/site_1.veracity")
    >>> again["any_overlap", "sensitivity"] == er["any_overlap", "sensitivity"]
    True
    """
    return _evaluation(saved_events(path))


def merge_events(files: Sequence[str]) -> EventEvaluation:
    """The tallies of several files as one."""
    whole = load_events(files[0])
    for path in files[1:]:
        part = load_events(path)
        try:
            whole = whole + part
        except InputError as problem:
            raise refuse("merge_part", CannotMerge, path=path, why=problem.text) from problem
    return whole


def _evaluation(saved: SavedEvents) -> EventEvaluation:
    return EventEvaluation(
        saved.tallies,
        saved.level,
        saved.event_notes,
        types={name: _evaluation(one) for name, one in saved.types.items()},
        channels={name: _evaluation(one) for name, one in saved.channels.items()},
        seed=saved.seed,
        ignore=saved.ignore,
    )
