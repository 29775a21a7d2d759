"""Text of a CSV to labels: numbers and booleans only where every value of a column is one.

A type guessed from the first thousand rows would depend on which rows come first. Here all
distinct values are known before a type is chosen.

- A column is numbers if every value is one, blanks around it aside: "1", "1.0" and "1e0" are
  one label. Leading zeros ("007") mark a code, not a number, and keep the column text.
- true and false in any case are booleans, and equal 1 and 0.
- Empty cells are null. NA, NaN, None, null and the other spellings that pandas knows, in their
  exact case, are null in a column of numbers. In a column of text labels they are null too,
  unless `labels` lists them; in other columns (groups, clusters) they are text, so that no group
  is lost.
- Anything else is text exactly as written, blanks included; dates too.
- Truth and predictions are typed together: "1" and "2" beside "x" are text in both. Only where
  one is all numbers and the other holds none at all do they differ, which is refused later.
- If `labels` lists only text, labels stay text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any

from veracity.engines.sql.column_sql import MISSING

_WHOLE = re.compile(r"[+-]?(0|[1-9][0-9]{0,999})", re.ASCII)
_NUMBER = re.compile(
    r"[+-]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?inf(inity)?",
    re.ASCII | re.IGNORECASE,
)
_BOOLEANS = {"true": True, "false": False}
_MISSING = frozenset(MISSING)
Texts = Sequence[str | None]


def typed_categories(
    categories: Mapping[str, Texts],
    label_keys: Collection[str],
    allowed: frozenset[Hashable] | None,
) -> dict[str, list[Any]]:
    """The distinct texts of every column as labels, in the same order."""
    read = {name: [_read(text) for text in texts] for name, texts in categories.items()}
    numeric = {name: _all_numbers(categories[name], read[name]) for name in categories}
    of_labels = [name for name in categories if name in label_keys]
    stay = _only_text(allowed) or any(
        not numeric[name] and any(_is_number(value) for value in read[name]) for name in of_labels
    )
    typed: dict[str, list[Any]] = {}
    for name, texts in categories.items():
        if numeric[name] and not (stay and name in of_labels):
            typed[name] = read[name]
        elif name in of_labels:
            typed[name] = [_without_missing(text, allowed) for text in texts]
        else:
            typed[name] = list(texts)
    return typed


def _read(text: str | None) -> Any:
    """The number or the boolean a text spells, None if it spells a missing value, else itself."""
    if text is None:
        return None
    bare = text.strip()
    if _WHOLE.fullmatch(bare):
        return int(bare)
    if _NUMBER.fullmatch(bare):
        return float(bare)
    if bare.lower() in _BOOLEANS:
        return _BOOLEANS[bare.lower()]
    return None if bare in _MISSING else text


def _is_number(value: object) -> bool:
    return value is not None and not isinstance(value, str)


def _all_numbers(texts: Texts, read: Sequence[Any]) -> bool:
    """Whether there is a finite number and nothing that is none."""
    if any(isinstance(value, str) for value in read):
        return False
    return any(value is not None and value - value == 0 for value in read) or not any(
        text is not None for text in texts
    )


def _only_text(allowed: frozenset[Hashable] | None) -> bool:
    return allowed is not None and all(isinstance(label, str) for label in allowed)


def _without_missing(text: str | None, allowed: frozenset[Hashable] | None) -> str | None:
    """A text label; the spellings of a missing value are null unless they are listed."""
    if text is None or (allowed is not None and text in allowed):
        return text
    return None if text.strip() in _MISSING else text
