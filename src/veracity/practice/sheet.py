"""Exercises as a sheet of Markdown for a class, with or without solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from veracity.practice.catalogue import TOPICS
from veracity.practice.exercise import Question, answer_text, slip_words
from veracity.reports.wording import escaping
from veracity.words import Language
from veracity.words.messages import say


def sheet(asks: Sequence[Question], seed: int, language: Language, *, solutions: bool) -> str:
    """Questions by topic, then their solutions with the usual mistakes."""
    parts = [
        f"# {say('practice_title').within(language)}",
        say("practice_sheet_lead", n=len(asks), seed=seed).within(language),
        *_by_topic(asks, language, _question),
    ]
    if solutions:
        parts += [f"# {say('practice_solutions').within(language)}"]
        parts += _by_topic(asks, language, _solution)
    return "\n\n".join(parts) + "\n"


def mistakes(ask: Question, language: Language) -> list[str]:
    """The known wrong answers with what each is."""
    return [
        f"{answer_text(value, ask.exercise.decimals).within(language)}: "
        f"{slip_words()[name].within(language)}"
        for name, value in ask.slips.items()
    ]


def _by_topic(
    asks: Sequence[Question], language: Language, write: Callable[[int, Question, Language], str]
) -> list[str]:
    parts: list[str] = []
    topic = None
    for number, ask in enumerate(asks, 1):
        if ask.topic != topic:
            topic = ask.topic
            parts.append(f"## {TOPICS[topic].within(language)}")
        parts.append(write(number, ask, language))
    return parts


def _question(number: int, ask: Question, language: Language) -> str:
    level = say("practice_level", level=ask.exercise.level).within(language)
    question = escaping.markdown(ask.question.within(language))
    lines = [f"**{number}.** ({level}) {question}"]
    if ask.table is not None:
        lines.append(ask.table.markdown(language))
    return "\n\n".join(lines)


def _solution(number: int, ask: Question, language: Language) -> str:
    lines = [f"**{number}.** {escaping.markdown(ask.explanation.within(language))}"]
    lines += [f"- {escaping.markdown(one)}" for one in mistakes(ask, language)]
    return "\n\n".join([lines[0], "\n".join(lines[1:])]) if lines[1:] else lines[0]
