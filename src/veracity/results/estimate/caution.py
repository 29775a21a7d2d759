"""What could make a number lie: stated with the user's own figures, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from veracity.results.estimate.estimate import Estimate
from veracity.words import Text, current, joined, say
from veracity.words.layout import first_sentence

Severity = Literal["note", "warning", "serious"]
CheckState = Literal["passed", "fired", "not_applicable", "muted"]
SEVERITIES: tuple[Severity, ...] = ("note", "warning", "serious")
LISTED = re.compile(r"\s*[(（](?=['\"])[^()（）]*[)）]")  # names, which can wait


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
        return say(f"severity_{self.severity}")

    def text(self, lang: str | None = None) -> str:
        """Severity, message and advice in one language."""
        language = current(lang)
        words = joined([part for part in (self.message, self.advice) if part])
        colon = "：" if language == "zh" else ": "
        return f"{self.title.within(language)}{colon}{words.within(language)}"

    def line(self, lang: str | None = None) -> str:
        """The same in one line: severity, the first sentence without lists of names, the key.

        >>> print(Caution("a", "note", Text("Few rows ('Mt. A', 'B'): 3. More.", ""), Text("", "")))
        note: Few rows ('Mt. A', 'B'): 3. More.
        >>> said = Text("Few rows ('Mt. A', 'B'): of 'St. C' 3. More.", "")
        >>> Caution("few", "note", said, Text("", "")).line("en")
        "note: Few rows: of 'St. C' 3. [few]"
        """
        language = current(lang)
        colon = "：" if language == "zh" else ": "
        sentence = first_sentence(LISTED.sub("", self.message.within(language)))
        return f"{self.title.within(language)}{colon}{sentence} [{self.key}]"

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


@dataclass(frozen=True, slots=True)
class Check:
    """One question that was asked of an evaluation, and what became of it.

    `reason`: what was looked at (passed), what is missing (not_applicable), its message (fired,
    muted). `caution` is what a fired check says, and what a muted one would say.

    >>> asked = Text("Are rows missing?", "是否缺行？")
    >>> print(Check("rows_dropped", "passed", asked, Text("rows left out", "未计入的行")))
    passed: rows_dropped. Are rows missing? (rows left out)
    """

    key: str
    state: CheckState
    question: Text
    reason: Text
    caution: Caution | None = None

    def text(self, lang: str | None = None) -> str:
        """State, key, question and reason in one language."""
        language = current(lang)
        parts = (say(f"check_state_{self.state}"), self.question, self.reason)
        state, question, reason = (part.within(language) for part in parts)
        if language == "zh":
            return f"{state}：{self.key}。{question}（{reason}）"
        return f"{state}: {self.key}. {question} ({reason})"

    def __str__(self) -> str:
        return self.text("en")

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        caution = None if self.caution is None else self.caution.to_dict()
        notes = {"question": str(self.question), "reason": str(self.reason)}
        return {"key": self.key, "state": self.state, **notes, "caution": caution}


def _plain(value: object) -> Any:
    if isinstance(value, Estimate):
        return value.to_dict()
    if isinstance(value, (tuple, list)):
        return [_plain(one) for one in value]
    return str(value) if isinstance(value, Text) else value
