"""Exercises at the end of a chapter: one of each level with generated numbers, solutions folded."""

from __future__ import annotations

from veracity.practice.catalogue import LEVELS, chosen
from veracity.practice.exercise import Question
from veracity.practice.sheet import mistakes
from veracity.reports.wording import escaping
from veracity.words import Language, Text
from veracity.words.messages import say

SEED = 17
HEADING = Text("Practise", "练习")
SOLUTION = Text("Solution", "解答")
NOT = Text("Not", "误作")
MORE = Text(
    "Other numbers and more exercises: `veracity practice --topic {topic}`, or "
    "[all of them on one page](../exercises.md).",
    "换数字、做更多题：`veracity practice --topic {topic} --lang zh`，"
    "或看[一页上的全部习题](../exercises.md)。",
)


def section(topic: str, language: Language) -> str:
    """The heading, an exercise of each level, and where more are."""
    asks = [ask for level in LEVELS for ask in chosen(topic, level, 1, SEED, {})]
    parts = [f"## {HEADING.within(language)}"]
    parts += [_exercise(number, ask, language) for number, ask in enumerate(asks, 1)]
    return "\n\n".join([*parts, MORE.within(language).format(topic=topic)])


def _exercise(number: int, ask: Question, language: Language) -> str:
    level = say("practice_level", level=ask.exercise.level).within(language)
    parts = [f"**{number}.** ({level}) {escaping.markdown(ask.question.within(language))}"]
    if ask.table is not None:
        parts.append(ask.table.markdown(language))
    wrong = [
        f"- {NOT.within(language)} {escaping.markdown(one)}" for one in mistakes(ask, language)
    ]
    parts += [
        '<details class="solution" markdown="1">',
        f"<summary>{SOLUTION.within(language)}</summary>",
        escaping.markdown(ask.explanation.within(language)),
        "\n".join(wrong),
        "</details>",
    ]
    return "\n\n".join(one for one in parts if one)
