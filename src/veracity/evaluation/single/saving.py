"""Evaluations saved as files and read again: statistics only, never rows."""

from __future__ import annotations

import io
import os
from collections.abc import Mapping
from typing import Any

from veracity.errors import refuse
from veracity.evaluation.single.figures import Figures
from veracity.evaluation.state.sharing import Sharing, numbered_ids
from veracity.evaluation.state.storage import packed
from veracity.statistics.held import Held
from veracity.statistics.labels import Label
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.labels import encoded


def save(
    ev: Figures,
    path: str | os.PathLike[str] | io.BytesIO,
    *,
    bits: int | None,
    min_count: int | None,
    ids: str,
) -> None:
    """Write an evaluation whole; coarsened and without names where asked."""
    if bits is not None and ev.held.scores is None:
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
    notes = (*ev.notes_on_rows, *ev.notes_on_threshold, *sharing.notes(ev.held, shared))
    header = {
        "kind": "evaluation",
        **entry_of(ev, shared, groups, arrays),
        "rows": _account(ev, shared),
        "notes": [[note.en, note.zh] for note in dict.fromkeys(notes)],
        "held_out": _held_out(ev) if bits is None and min_count is None else None,
        "min_count": ev.min_count if min_count is None else int(min_count),
        "emptied": _emptied(ev, shared, groups),
    }
    storage.save(path, header, arrays)


def entry_of(
    ev: Figures,
    held: Held,
    groups: Mapping[Label, Held],
    arrays: storage.Arrays,
    prefix: str = "",
) -> dict[str, Any]:
    """Everything that an evaluation is made of, as an entry; its arrays go into `arrays`."""
    notes = (*ev.notes_on_rows, *ev.notes_on_threshold)
    return {
        "held": packed(held, f"{prefix}held", arrays),
        "groups": [
            [encoded(value), packed(one, f"{prefix}group{index}", arrays)]
            for index, (value, one) in enumerate(groups.items())
        ],
        "group_names": list(ev.group_names),
        "cluster_name": ev.cluster_name,
        "rows": {"read": ev.rows.read, "used": ev.rows.used, "refused": dict(ev.rows.refused)},
        "notes": [[note.en, note.zh] for note in dict.fromkeys(notes)],
        "settings": {
            "confidence_level": ev.settings.confidence_level,
            "method": ev.settings.method,
            "n_resamples": ev.settings.n_resamples,
            "random_state": ev.settings.random_state,
        },
        "asked": list(ev.asked),
        "ignore": list(ev.ignore),
        "weight_kind": ev.weight_kind,
        "threshold": ev.threshold,
        "chosen_here": ev.chosen_here,
        "held_out": _held_out(ev),
        "min_count": ev.min_count,
        "emptied": _emptied(ev, held, groups),
    }


def _emptied(ev: Figures, shared: Held, groups: Mapping[Label, Held]) -> dict[str, Any]:
    """Which matrices lack rows whose number the file does not tell: with weights, and of groups."""
    weighted = ev.weight_kind is not None and _fewer(shared, ev.held)
    return {
        "whole": ev.cells_emptied or weighted,
        "groups": [
            index
            for index, (value, one) in enumerate(groups.items())
            if value in ev.groups_emptied or _fewer(one, ev.groups[value])
        ],
    }


def _fewer(shared: Held, whole: Held) -> bool:
    """Whether cells of a matrix were emptied: one read off buckets is no emptied one."""
    after, before = shared.confusion, whole.confusion
    if after is None or before is None:
        return False
    return float(after.total) < float(before.total) * (1 - 1e-12)


def _held_out(ev: Figures) -> Any:
    return None if ev.held_out is None else ev.held_out.tolist()


def _account(ev: Figures, shared: Held) -> dict[str, Any]:
    """Rows in emptied cells are counted; with weights `min_count` alone tells of them."""
    hidden = 0 if ev.weight_kind else round(float(ev.held.some.total - shared.some.total))
    refused = dict(ev.rows.refused)
    if hidden:
        refused["small_cell"] = refused.get("small_cell", 0) + hidden
    return {"read": ev.rows.read, "used": ev.rows.used - hidden, "refused": refused}
