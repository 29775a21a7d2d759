"""The sentences of the data files, found by key and filled with the user's own numbers."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from veracity.words.language import current
from veracity.words.text import Text

FILES = ("messages.toml", "help.toml")


@cache
def entries(file: str) -> dict[str, Any]:
    """What one of the data files beside this module holds, by key."""
    import tomllib

    return tomllib.loads(Path(__file__).with_name(file).read_text(encoding="utf-8"))


def text_of(entry: dict[str, Any]) -> Text:
    """The words of one entry in both languages."""
    return Text(entry["en"], entry["zh"])


def _texts(by_key: dict[str, Any]) -> dict[str, Text]:
    return {key: text_of(entry) for key, entry in by_key.items()}


@cache
def read(file: str) -> dict[str, Text]:
    """The messages of one file by key."""
    return _texts(entries(file))


@cache
def report_words(part: str) -> dict[str, Text]:
    """Headings and other words of a kind of report, or its captions (`page_captions`), by key."""
    return _texts(entries("reports.toml")[part])


@cache
def report_references(part: str) -> dict[str, tuple[str, ...]]:
    """The works that each entry of a kind rests on, by key."""
    found = entries("reports.toml")[part].items()
    return {key: tuple(entry.get("references", ())) for key, entry in found}


def messages() -> dict[str, Text]:
    """Every message by key."""
    return {key: text for file in FILES for key, text in read(file).items()}


def say(key: str, /, **values: Any) -> Text:
    """One message with its fields filled in.

    >>> print(say("rows_used", used=98, read=100))
    98 of 100 rows used
    """
    file = "help.toml" if key.startswith("help_") else "messages.toml"
    return read(file)[key].filled(**values)


def spoken(key: str, /, **values: Any) -> str:
    """One message in the language that is spoken now."""
    return say(key, **values).within(current())
