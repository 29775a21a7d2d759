"""Maps as files: a JSON header plus arrays, no pickle."""

from __future__ import annotations

import os
from typing import Any

from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.storage import packed
from veracity.recalibration.fitted_map import FittedMap
from veracity.recalibration.map_entries import packed_map
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.labels import encoded

KIND = "recalibration"
_SETTINGS = ("confidence_level", "method", "n_resamples", "random_state")


def save_map(found: FittedMap, path: str | os.PathLike[str], *, statistics: bool) -> None:
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


def _packed(ev: Evaluation, name: str, arrays: storage.Arrays) -> dict[str, Any]:
    return {
        "held": packed(ev.held, name, arrays),
        "rows": {"read": ev.rows.read, "used": ev.rows.used, "refused": dict(ev.rows.refused)},
        "settings": {key: getattr(ev.settings, key) for key in _SETTINGS},
        "weight_kind": ev.weight_kind,
        "threshold": ev.threshold,
        "notes": [[note.en, note.zh] for note in ev.said_of_rows],
    }
