"""What is made once and looked up afterwards: the one memo of all objects that keep values.

One value that needs no key is a `functools.cached_property`; everything else comes through here.
"""

from __future__ import annotations

from collections.abc import Callable, MutableMapping
from typing import Any, TypeVar

Key = TypeVar("Key")
Value = TypeVar("Value")

MEMO = "_memo"  # the attribute in which an object keeps what was made of it


def look_up(
    memo: MutableMapping[Key, Value], key: Key, make: Callable[[], Value], most: int | None = None
) -> Value:
    """The value of a key, made where it is missing; a memo of `most` values takes no more.

    >>> memo = {"a": 1}
    >>> look_up(memo, "a", lambda: 2), look_up(memo, "b", lambda: 2, most=1), memo
    (1, 2, {'a': 1})
    """
    if key in memo:
        return memo[key]
    value = make()
    if most is None or len(memo) < most:
        memo[key] = value
    return value


def remember(owner: object, key: object, make: Callable[[], Value]) -> Value:
    """The same in a memo of the owner's own, frozen or not: gone when the owner is."""
    memo: dict[object, Value] = owner.__dict__.setdefault(MEMO, {})
    return look_up(memo, key, make)


def without_memo(owner: object) -> dict[str, Any]:
    """What an object holds but its memo, for a pickle or a copy of another class."""
    return {name: value for name, value in owner.__dict__.items() if name != MEMO}
