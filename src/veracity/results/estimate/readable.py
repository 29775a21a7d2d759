"""What results that people read share: text in the language spoken, and JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from veracity.words import Text, current


class ReadableResult:
    """A result that says itself: `_lines` or `text` in words, `to_dict` as plain values."""

    __slots__ = ()

    def _lines(self) -> Iterable[Text]:
        raise NotImplementedError

    def text(self, lang: str | None = None) -> str:
        """A few lines, in the language asked for or the one spoken now."""
        language = current(lang)
        return "\n".join(line.within(language) for line in self._lines())

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return self.text()

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values under stable keys."""
        raise NotImplementedError

    def to_json(self, *, indent: int | None = 2) -> str:
        """The same as JSON; undefined numbers are null, infinite ones are text."""
        from veracity.results.estimate.json_text import json_text

        return json_text(self.to_dict(), indent)
