"""Evaluations that were saved, loaded again."""

from __future__ import annotations

import os

from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.storage import unpacked
from veracity.intervals import Settings
from veracity.statistics import RowAccount
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.labels import decoded
from veracity.words import Text


def load(path: str | os.PathLike[str]) -> Evaluation:
    """The evaluation that was saved: the same figures, ready to be shown or added.

    >>> import tempfile
    >>> from veracity import ConfusionMatrix
    >>> ev = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).evaluate()
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     ev.save(f"{folder}/site_1.veracity")
    ...     again = load(f"{folder}/site_1.veracity")
    >>> again["mcc"] == ev["mcc"]
    True
    """
    header, arrays = storage.load(path)
    if header.get("kind") != "evaluation":
        raise storage.not_saved(path, header.get("kind"))
    try:
        return Evaluation(
            unpacked(header["held"], "held", arrays),
            rows=RowAccount(**header["rows"]),
            settings=Settings(**header["settings"]),
            groups={
                decoded(code): unpacked(entry, f"group{place}", arrays)
                for place, (code, entry) in enumerate(header["groups"])
            },
            asked=tuple(header["asked"]),
            weight_kind=header["weight_kind"],
            threshold=header["threshold"],
            chosen_here=bool(header.get("chosen_here", False)),
            min_count=header["min_count"],
            said_of_rows=tuple(Text(*note) for note in header["notes"]),
        )
    except storage.DAMAGE as problem:
        raise storage.not_saved(path, problem) from problem
