"""Situations in which a classifier is judged, and which metrics fit each, with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from veracity.words import Text
from veracity.words.messages import entries, text_of

Reasons = tuple[tuple[str, Text], ...]


@dataclass(frozen=True, slots=True)
class Situation:
    """What somebody is doing: metrics to report and to beware of, each with its reason."""

    key: str
    names: Text
    use: Reasons
    beware: Reasons = ()
    besides: Text | None = None
    aliases: tuple[str, ...] = ()


def _situation(key: str, entry: dict[str, Any]) -> Situation:
    use, beware = (_reasons(entry.get(part, {})) for part in ("use", "beware"))
    besides = text_of(entry["besides"]) if "besides" in entry else None
    aliases = tuple(entry.get("aliases", ()))
    return Situation(key, text_of(entry), use, beware, besides, aliases)


def _reasons(by_metric: dict[str, Any]) -> Reasons:
    return tuple((key, text_of(reason)) for key, reason in by_metric.items())


ALWAYS, *_OTHERS = (_situation(key, entry) for key, entry in entries("situations.toml").items())
SITUATIONS: tuple[Situation, ...] = tuple(_OTHERS)
