"""Every error. Each says what is wrong, where, how many, and what to do."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from veracity.words import Text, current, say

LONGEST = 120  # signs of a value in a message
_PLAIN = re.compile(r"\bnp\.(?:u?int|float|str|bool)\w*\(([^()]*)\)")


class VeracityError(Exception):
    """The root of all errors raised on purpose; its message exists in every language."""

    def __init__(self, message: Text) -> None:
        self.text = message
        super().__init__(message.within(current()))

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.text,)


class InputError(VeracityError, ValueError):
    """What was given cannot be evaluated as it is."""


class InvalidRows(InputError):
    """Some rows cannot be used: how many, where, and why."""


class UnknownName(VeracityError, KeyError):
    """No metric, term or message has this name; the nearest ones are named."""


class NotHere(VeracityError, KeyError):
    """The metric exists but cannot be computed from what was given."""


class AmbiguousName(InputError):
    """A word that means more than one metric in use."""


class CannotMerge(InputError):
    """Two statistics that must not be added."""


class NotOrdered(VeracityError, TypeError):
    """An estimate is neither above nor below a number before one says what of it is meant."""


class MissingPackage(VeracityError, ImportError):
    """A package that this needs is not installed; the message names it and how to get it."""


class StorageError(InputError):
    """A file that cannot be read or written as saved statistics."""


def quoted(values: Sequence[Any], most: int = 8) -> str:
    """A short list of values for a message: quoted text, plain numbers, and how many more."""
    listed = ", ".join(spelled(v) for v in list(values)[:most])
    return listed if len(values) <= most else f"{listed}, … (+{len(values) - most})"


def spelled(value: object) -> str:
    """A value as Python writes it, on one line; what is endless is shortened.

    >>> spelled("a"), spelled(10**5000)
    ("'a'", '≈ 10^5000')
    """
    try:
        text = repr(value)
        return text if isinstance(value, str) else _brief(text)
    except ValueError:  # Python writes out no more than some thousand digits
        if not isinstance(value, int):
            return type(value).__name__
        sign = "−" if value < 0 else ""
        return f"{sign}≈ 10^{int(value.bit_length() * 0.30103)}"


def _brief(text: str) -> str:
    r"""One line without numpy's names of plain numbers.

    >>> _brief("array([[1, 2],\n       [3, 4]])"), _brief("(np.int64(2), np.True_)")
    ('array([[1, 2], [3, 4]])', '(2, True)')
    """
    line = _PLAIN.sub(r"\1", " ".join(text.split()) if "\n" in text else text)
    line = line.replace("np.True_", "True").replace("np.False_", "False")
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"


def refuse(message: str, kind: type[VeracityError] = InputError, /, **values: Any) -> VeracityError:
    """The error for one message of `words/messages.toml`, ready to raise."""
    return kind(say(message, **values))
