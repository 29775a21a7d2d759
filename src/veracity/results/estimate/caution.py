"""What could make a number lie: said with the user's own figures, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from veracity.results.estimate.estimate import Estimate
from veracity.words import Text, current, joined

Severity = Literal["note", "warning", "serious"]
SEVERITIES: tuple[Severity, ...] = ("note", "warning", "serious")
TITLES: dict[Severity, Text] = {
    "note": Text("note", "提示"),
    "warning": Text("warning", "警告"),
    "serious": Text("serious", "严重"),
}


@dataclass(frozen=True, slots=True)
class Caution:
    """One thing to know before believing the figures; `evidence` holds the numbers behind it.

    >>> few = Caution("few_positives", "warning", Text("Only 12.", "只有 12 个。"), Text("", ""))
    >>> print(few)
    warning: Only 12.
    >>> few.rank
    1
    """

    key: str
    severity: Severity
    message: Text
    advice: Text
    evidence: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rank(self) -> int:
        """0 for a note, 1 for a warning, 2 for what is serious."""
        return SEVERITIES.index(self.severity)

    @property
    def title(self) -> Text:
        """The severity in words."""
        return TITLES[self.severity]

    def text(self, lang: str | None = None) -> str:
        """Severity, message and advice in one language."""
        language = current(lang)
        said = joined([part for part in (self.message, self.advice) if part])
        colon = "：" if language == "zh" else ": "
        return f"{self.title.within(language)}{colon}{said.within(language)}"

    def __str__(self) -> str:
        return self.text("en")

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "key": self.key,
            "severity": self.severity,
            "message": str(self.message),
            "advice": str(self.advice),
            "evidence": {name: _plain(value) for name, value in self.evidence.items()},
        }


def _plain(value: object) -> Any:
    if isinstance(value, Estimate):
        return value.to_dict()
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Text) else value
