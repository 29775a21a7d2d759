"""Maps as files: a JSON header plus arrays, no pickle."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.storage import packed, unpacked
from veracity.intervals import Settings
from veracity.recalibration.map_entries import packed_map, unpacked_map
from veracity.statistics import RowAccount
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.labels import decoded, encoded
from veracity.words import Text

if TYPE_CHECKING:
    from veracity.recalibration.recalibration import Recalibration

KIND = "recalibration"
_SETTINGS = ("confidence_level", "method", "n_resamples", "random_state")


def save_map(found: Recalibration, path: str | os.PathLike[str], *, statistics: bool) -> None:
    """Write a map whole; with its evaluations where asked."""
    arrays: storage.Arrays = {}
    maps = [packed_map(one, f"map{place}", arrays) for place, one in enumerate(found.maps)]
    header: dict[str, Any] = {
        "kind": KIND,
        "method": found.method,
        "maps": maps,
        "labels": [encoded(label) for label in found.labels],
        "pos_label": encoded(found.pos_label),
        "shares": list(found.shares),
        "folds": found.folds,
        "notes": [[note.en, note.zh] for note in found.notes],
    }
    if statistics:
        header["evaluations"] = [
            _packed(ev, f"ev{place}", arrays)
            for place, ev in enumerate((found.before, found.after))
        ]
    storage.save(path, header, arrays)


def load_map(path: str | os.PathLike[str]) -> Recalibration:
    """The map that was saved; any other file is refused with the reason."""
    from veracity.recalibration.recalibration import Recalibration

    header, arrays = storage.load(path)
    if header.get("kind") != KIND:
        raise storage.not_saved(path, header.get("kind"))
    try:
        labels = tuple(decoded(code) for code in header["labels"])
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
            tuple(Text(*note) for note in header["notes"]),
            (evs[0], evs[1]) if evs else None,
        )
    except (*storage.DAMAGE, IndexError, AttributeError) as problem:
        raise storage.not_saved(path, problem) from problem


def _packed(ev: Evaluation, name: str, arrays: storage.Arrays) -> dict[str, Any]:
    return {
        "held": packed(ev.held, name, arrays),
        "rows": {"read": ev.rows.read, "used": ev.rows.used, "refused": dict(ev.rows.refused)},
        "settings": {key: getattr(ev.settings, key) for key in _SETTINGS},
        "weight_kind": ev.weight_kind,
        "threshold": ev.threshold,
        "notes": [[note.en, note.zh] for note in ev.said_of_rows],
    }


def _unpacked(entry: Any, name: str, arrays: storage.Arrays) -> Evaluation:
    return Evaluation(
        unpacked(entry["held"], name, arrays),
        rows=RowAccount(**entry["rows"]),
        settings=Settings(**entry["settings"]),
        weight_kind=entry["weight_kind"],
        threshold=entry["threshold"],
        said_of_rows=tuple(Text(*note) for note in entry["notes"]),
    )
