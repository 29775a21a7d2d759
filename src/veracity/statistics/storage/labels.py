"""Labels as JSON that keeps their type, and back."""

from __future__ import annotations

import datetime
from typing import Any

from veracity.errors import StorageError, refuse
from veracity.statistics.labels import Label, checked


def encoded(label: Label | None) -> Any:
    """A label as [type, value].

    >>> encoded(True), encoded((1, "a")), encoded(datetime.date(2026, 1, 2))
    (['bool', True], ['tuple', [['int', 1], ['str', 'a']]], ['date', '2026-01-02'])
    """
    if label is None:
        return None
    if isinstance(label, tuple):
        return ["tuple", [encoded(part) for part in label]]
    if isinstance(label, datetime.datetime):
        return ["datetime", label.isoformat()]
    if isinstance(label, datetime.date):
        return ["date", label.isoformat()]
    for kind in (bool, int, float, str):
        if type(label) is kind:
            return [kind.__name__, label.hex() if isinstance(label, float) else label]
    raise refuse(
        "label_cannot_be_saved", StorageError, label=repr(label), type=type(label).__name__
    )


def decoded(code: Any) -> Any:
    """The label that was encoded."""
    if code is None:
        return None
    kind, value = code
    if kind == "tuple":
        return tuple(decoded(part) for part in value)
    if kind == "datetime":
        return datetime.datetime.fromisoformat(value)
    if kind == "date":
        return datetime.date.fromisoformat(value)
    if kind == "float":
        return float.fromhex(value)
    if type(value) is not {"bool": bool, "int": int, "str": str}[kind]:
        raise ValueError(f"a label that is no {kind}")
    return value


def decoded_labels(codes: Any) -> tuple[Label, ...]:
    """Labels, each once and none of them undefined: a file from elsewhere may hold anything."""
    return checked(decoded(code) for code in codes)


def decoded_ids(codes: Any) -> tuple[Label, ...]:
    """The ids of clusters, each once."""
    ids = tuple(decoded(code) for code in codes)
    if len(set(ids)) < len(ids):
        raise ValueError("clusters that occur twice")
    return ids
