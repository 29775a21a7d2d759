"""Words of the field that are no metric (true positive, ROC curve), as `explain` gives them."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.words import Text
from veracity.words.messages import entries, text_of


@dataclass(frozen=True, slots=True)
class Term:
    """A word, what it means, and which metrics to look at next."""

    key: str
    names: Text
    meaning: Text
    aliases: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


TERMS: tuple[Term, ...] = tuple(
    Term(key, text_of(e["name"]), text_of(e), tuple(e.get("aliases", ())), tuple(e.get("see", ())))
    for key, e in entries("terms.toml").items()
)
