"""Evaluations as files: statistics only, never rows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from veracity.errors import refuse
from veracity.evaluation.state.held import Held
from veracity.evaluation.state.sharing import Sharing, numbered_ids
from veracity.evaluation.state.storage import packed, unpacked
from veracity.statistics import RowAccount
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.labels import decoded, encoded
from veracity.words import Text

if TYPE_CHECKING:
    from veracity.evaluation.single.evaluation import Evaluation


def save(
    ev: Evaluation,
    path: str | os.PathLike[str],
    *,
    bits: int | None,
    min_count: int | None,
    ids: str,
) -> None:
    """Write an evaluation whole; coarsened and without names where asked."""
    if bits is not None and ev.scores is None:
        raise refuse("bits_without_scores")
    if ids not in ("number", "keep"):
        raise refuse("ids_unknown", ids=repr(ids))
    if min_count is not None and not min_count >= 1:
        raise refuse("min_count_below_one", value=min_count)
    numbers = numbered_ids(ev.held) if ids == "number" else {}
    sharing = Sharing(bits, min_count, numbers, ev.threshold)
    shared, groups = sharing.shared(ev.held, ev.groups)
    if not shared.some.total > 0:
        raise refuse("min_count_empties", value=min_count)
    arrays: storage.Arrays = {}
    notes = (*ev.said_of_rows, *ev.said_of_cut, *sharing.said(ev.held, shared))
    header = {
        "kind": "evaluation",
        "held": packed(shared, "held", arrays),
        "groups": [
            [encoded(value), packed(held, f"group{place}", arrays)]
            for place, (value, held) in enumerate(groups.items())
        ],
        "rows": _account(ev, shared),
        "notes": [[note.en, note.zh] for note in dict.fromkeys(notes)],
        "settings": {
            "confidence_level": ev.settings.confidence_level,
            "method": ev.settings.method,
            "n_resamples": ev.settings.n_resamples,
            "random_state": ev.settings.random_state,
        },
        "asked": list(ev.asked),
        "weight_kind": ev.weight_kind,
        "threshold": ev.threshold,
        "chosen_here": ev.chosen_here,
        "min_count": ev.min_count if min_count is None else int(min_count),
    }
    storage.save(path, header, arrays)


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
    from veracity.evaluation.single.evaluation import Evaluation
    from veracity.intervals import Settings

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


def _account(ev: Evaluation, shared: Held) -> dict[str, Any]:
    """Rows in emptied cells are counted; with weights `min_count` alone tells of them."""
    hidden = 0 if ev.weight_kind else round(float(ev.held.some.total - shared.some.total))
    refused = dict(ev.rows.refused)
    if hidden:
        refused["small_cell"] = refused.get("small_cell", 0) + hidden
    return {"read": ev.rows.read, "used": ev.rows.used - hidden, "refused": refused}
