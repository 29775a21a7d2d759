"""The checks as people read them: one row of a guide for each record."""

from __future__ import annotations

from typing import Any

from veracity.cautions.catalogue.catalogue import CHECKS
from veracity.cautions.catalogue.compared import COMPARED_CHECKS, PAIR_CHECKS
from veracity.cautions.catalogue.events import EVENT_CHECKS
from veracity.cautions.record.check import Check
from veracity.results.estimate.caution import TITLES
from veracity.words import Language, Text

EVERY: tuple[Check[Any], ...] = (*CHECKS, *PAIR_CHECKS, *COMPARED_CHECKS, *EVENT_CHECKS)
HEAD = (
    Text("caution", "提醒"),
    Text("severity", "程度"),
    Text("question", "问题"),
    Text("what to do", "如何应对"),
)


def guide(language: Language = "en") -> str:
    """Every check as a row of a Markdown table: key, severity, question, advice.

    >>> print(guide().splitlines()[2])
    | `one_class` | serious | Does more than one class occur? | Evaluate on rows of every class, ...
    """
    rows = [[title.within(language) for title in HEAD], [":--"] * len(HEAD)]
    rows += [_row(check, language) for check in EVERY]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _row(check: Check[Any], language: Language) -> list[str]:
    said = (TITLES[check.severity], check.question, check.advice)
    return [f"`{check.key}`", *(text.within(language) for text in said)]


def references() -> tuple[str, ...]:
    """The works that the checks rest on, each once, in order."""
    return tuple(sorted({one for check in EVERY for one in check.references}))
