"""Maps as files: a JSON header plus arrays, no pickle; what cannot be a map raises ValueError."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.storage import packed
from veracity.recalibration.fitted_map import FittedMap
from veracity.recalibration.maps import (
    ClassFactors,
    EachColumn,
    IsotonicMap,
    LogitMap,
    Map,
    Temperature,
)
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.file import Arrays
from veracity.statistics.storage.labels import encoded

KIND = "recalibration"
_SETTINGS = ("confidence_level", "method", "n_resamples", "random_state")


def save_map(found: FittedMap, path: str | os.PathLike[str], *, statistics: bool) -> None:
    """Write a map whole; with its evaluations where asked."""
    arrays: storage.Arrays = {}
    maps = [packed_map(one, f"map{index}", arrays) for index, one in enumerate(found.maps)]
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
            _packed(ev, f"ev{index}", arrays)
            for index, ev in enumerate((found.before, found.after))
        ]
    storage.save(path, header, arrays)


def _packed(ev: Evaluation, name: str, arrays: storage.Arrays) -> dict[str, Any]:
    return {
        "held": packed(ev.held, name, arrays),
        "rows": {"read": ev.rows.read, "used": ev.rows.used, "refused": dict(ev.rows.refused)},
        "settings": {key: getattr(ev.settings, key) for key in _SETTINGS},
        "weight_kind": ev.weight_kind,
        "threshold": ev.threshold,
        "notes": [[note.en, note.zh] for note in ev.notes_on_rows],
    }


Entry = Mapping[str, Any]


def packed_map(made: Map, name: str, arrays: Arrays) -> dict[str, Any]:
    """A map as an entry; its arrays go into `arrays` under this name.

    >>> packed_map(LogitMap(1.0, 1.0, 0.5), "map", {})
    {'map': 'logit', 'a': 1.0, 'b': 1.0, 'c': 0.5}
    """
    if isinstance(made, IsotonicMap):
        arrays[f"{name}.x"], arrays[f"{name}.y"] = made.x, made.y
        return {"map": "isotonic"}
    if isinstance(made, LogitMap):
        return {"map": "logit", "a": made.a, "b": made.b, "c": made.c}
    if isinstance(made, Temperature):
        return {"map": "temperature", "slope": made.slope}
    if isinstance(made, ClassFactors):
        return {"map": "factors", "factors": list(made.factors)}
    assert isinstance(made, EachColumn)
    each = [packed_map(one, f"{name}.{index}", arrays) for index, one in enumerate(made.maps)]
    return {"map": "each", "each": each}


def unpacked_map(entry: Entry, name: str, arrays: Arrays) -> Map:
    """The map that was packed; it is checked, since a file from elsewhere may hold anything."""
    kind = entry["map"]
    if kind == "isotonic":
        return _isotonic(arrays[f"{name}.x"], arrays[f"{name}.y"])
    if kind == "logit":
        a, b, c = (float(entry[part]) for part in "abc")
        if not (math.isfinite(a) and math.isfinite(b) and math.isfinite(c) and min(a, b) >= 0):
            raise ValueError("a line that falls or is not finite")
        return LogitMap(a, b, c)
    if kind == "temperature":
        slope = float(entry["slope"])
        if not 0 <= slope < math.inf:
            raise ValueError("a temperature below 0")
        return Temperature(slope)
    if kind == "factors":
        factors = tuple(float(one) for one in entry["factors"])
        if not all(0 < one < math.inf for one in factors):
            raise ValueError("factors that are not above 0")
        return ClassFactors(factors)
    if kind != "each":
        raise ValueError(f"no map: {kind!r}")
    each = enumerate(entry["each"])
    return EachColumn(tuple(unpacked_map(one, f"{name}.{index}", arrays) for index, one in each))


def _isotonic(x: NDArray[Any], y: NDArray[Any]) -> IsotonicMap:
    for part in (x, y):
        if part.dtype != np.float64 or part.ndim != 1 or part.shape != x.shape or not len(part):
            raise ValueError("corners of the wrong shape or type")
        if not ((part >= 0) & (part <= 1)).all():
            raise ValueError("corners outside 0 … 1")
    if (np.diff(x) <= 0).any() or (np.diff(y) < 0).any():
        raise ValueError("corners that fall")
    return IsotonicMap(x, y)
