"""The sentences of `messages.toml`, found by key and filled with the user's own numbers."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from veracity.words.language import current
from veracity.words.text import Text


@cache
def messages() -> dict[str, Text]:
    """Every message by key."""
    import tomllib

    source = files("veracity.words").joinpath("messages.toml").read_text(encoding="utf-8")
    return {key: Text(entry["en"], entry["zh"]) for key, entry in tomllib.loads(source).items()}


def say(key: str, /, **values: Any) -> Text:
    """One message with its fields filled in.

    >>> print(say("rows_used", used=98, read=100))
    98 of 100 rows used
    """
    return messages()[key].filled(**values)


def spoken(key: str, /, **values: Any) -> str:
    """One message in the language that is spoken now."""
    return say(key, **values).within(current())
