"""A word of the field that is no metric."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.words import Text


@dataclass(frozen=True, slots=True)
class Term:
    """A word, what it means, and which metrics to look at next."""

    key: str
    names: Text
    meaning: Text
    aliases: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
