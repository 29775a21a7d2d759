"""Plain values as JSON that every reader takes: undefined is null, infinite is text."""

from __future__ import annotations

import json
import math
from typing import Any


def json_text(value: Any, indent: int | None = 2) -> str:
    """JSON with nan as null, infinite numbers as "inf" or "-inf", and other objects as text.

    >>> json_text({"low": float("nan"), "high": float("inf"), "of": (1, "a")}, indent=None)
    '{"low": null, "high": "inf", "of": [1, "a"]}'
    """
    return json.dumps(_plain(value), ensure_ascii=False, indent=indent, allow_nan=False)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(v) for key, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    if isinstance(value, float):
        if math.isnan(value):
            return None
        return value if math.isfinite(value) else str(value)
    if value is None or isinstance(value, (bool, int)):
        return value
    return str(value)
