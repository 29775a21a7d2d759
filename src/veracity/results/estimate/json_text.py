"""Plain values as JSON that every reader takes: undefined is null, infinite is text."""

from __future__ import annotations

import datetime
import json
import math
import re
from typing import Any

STEERING = re.compile(
    "[\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


def json_text(value: object, indent: int | None = 2) -> str:
    """JSON with nan as null, infinite numbers as "inf" or "-inf", and other objects as text.

    >>> json_text({"low": float("nan"), "high": float("inf"), "of": (1, "a")}, indent=None)
    '{"low": null, "high": "inf", "of": [1, "a"]}'
    """
    return json_dumped(_plain(value), indent)


def json_dumped(value: object, indent: int | None = 2) -> str:
    r"""Plain values as JSON in which every letter is itself, and no sign steers a terminal.

    Control characters, signs that turn the direction of writing, line separators and halves of
    pairs are escaped.

    >>> print(json_dumped({"a": "é 世界 \x7f \u202e"}, indent=None))
    {"a": "é 世界 \u007f \u202e"}
    """
    text = json.dumps(value, ensure_ascii=False, indent=indent, allow_nan=False)
    return STEERING.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def _plain(value: object) -> Any:
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
    return value.isoformat() if isinstance(value, datetime.date) else str(value)
