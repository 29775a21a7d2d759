"""The checks as people read them: a row of the guide and a page of its own for each record."""

from __future__ import annotations

import re
from typing import Any

from veracity.cautions.catalogue.checking import EVERY
from veracity.cautions.record.caution_record import CautionRecord
from veracity.words import Language, Text, say

HEAD = (
    Text("caution", "提醒"),
    Text("severity", "程度"),
    Text("question", "问题"),
    Text("what to do", "如何应对"),
)
PAGE = {
    "severity": Text("Severity:", "程度："),
    "looked": Text("Looked at:", "检查："),
    "needs": Text("Not applicable where", "不适用："),
    "unless": Text("Silent where this is said by", "下列提醒已说明时不再出现："),
    "message": Text("Says:", "内容："),
    "advice": Text("What to do:", "如何应对："),
    "mute": Text("To mute it:", "静音："),
}


def guide(language: Language = "en") -> str:
    """Every check as a row of a Markdown table: key, severity, question, advice.

    >>> print(guide().splitlines()[2])
    | [`one_class`](cautions/one_class.md) | serious | Does more than one class occur? | ...
    """
    rows = [[title.within(language) for title in HEAD], [":--"] * len(HEAD)]
    rows += [_row(check, language) for check in EVERY]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _row(check: CautionRecord[Any], language: Language) -> list[str]:
    notes = (say(f"severity_{check.severity}"), check.question, check.advice)
    link = f"[`{check.key}`](cautions/{check.key}.md)"
    return [link, *(text.within(language) for text in notes)]


def page(check: CautionRecord[Any]) -> str:
    """The page of one check: what it asks, needs, looks at, says and advises, in two languages.

    >>> print(page(EVERY[0]).splitlines()[0])
    # `one_class`
    """
    parts = [f"# `{check.key}`", *_described(check, "en"), "## 中文", *_described(check, "zh")]
    if check.references:
        parts += ["## References · 文献", "\n".join(f"- {one}" for one in check.references)]
    return "\n\n".join(parts) + "\n"


def _described(check: CautionRecord[Any], language: Language) -> list[str]:
    def line(name: str, text: Text | str) -> str:
        notes = text.within(language) if isinstance(text, Text) else text
        return f"- **{PAGE[name].within(language)}** {notes}"

    lines = [line("severity", say(f"severity_{check.severity}")), line("looked", check.looked)]
    lines += [line("needs", need.why) for need in check.needs]
    if check.unless:
        lines.append(line("unless", ", ".join(f"[`{one}`]({one}.md)" for one in check.unless)))
    lines += [line("message", _with_dots(check.message)), line("advice", check.advice)]
    lines.append(line("mute", f'`ignore=["{check.key}"]`, `--ignore {check.key}`'))
    return [check.question.within(language), "\n".join(lines)]


def _with_dots(text: Text) -> Text:
    """A message without the figures of an evaluation."""
    en, zh = (re.sub(r"\{\w+:(?:are|s)\}|\{.*?\}", _dots, one) for one in (text.en, text.zh))
    return Text(en, zh)


def _dots(field: re.Match[str]) -> str:
    return {"are": "are", "s": "s"}.get(field[0].strip("{}").partition(":")[2], "…")
