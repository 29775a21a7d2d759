"""Exercises as one HTML page: answers are checked in it, nothing is loaded, paper works too."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cache
from html import escape
from pathlib import Path

from veracity.practice.catalogue import TOPICS
from veracity.practice.checking import NEARLY
from veracity.practice.exercise import Question, Value, slip_words
from veracity.practice.sheet import mistakes
from veracity.reports.page.shell import policy
from veracity.words import LANGUAGES, Language, Text
from veracity.words.messages import say

FOLDER = Path(__file__).parent
REPLIES = ("right", "wrong", "unread", "percent")


def page(
    asks: Sequence[Question], seed: int, language: Language, *, solutions: bool = False
) -> str:
    """All exercises in both languages, of which the page shows one.

    `solutions`: on paper they follow the questions; otherwise paper has the questions alone.
    """
    script = _file("page.js")
    title = say("practice_title")
    lead = say("practice_page_lead", n=len(asks), seed=seed)
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{language}" data-title-en="{escape(title.en)}" '
            f'data-title-zh="{escape(title.zh)}">',
            '<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy(script)}">',
            f"<title>{escape(title.within(language))}</title>",
            f"<style>{_file('page.css')}</style>\n</head>",
            f"<body{' class=with-solutions' if solutions else ''}>",
            f"<header><h1>{_both(title)}</h1>{_speak(language)}</header>",
            f"<p>{_both(lead)}</p>",
            f'<p id="score" role="status" data-count="{len(asks)}"></p>',
            "<main>",
            *_sections(asks),
            "</main>",
            f'<script type="application/json" id="replies">{_replies()}</script>',
            f"<script>{script}</script>",
            "</body>\n</html>\n",
        ]
    )


def _sections(asks: Sequence[Question]) -> list[str]:
    parts: list[str] = []
    topic = None
    for number, ask in enumerate(asks, 1):
        if ask.topic != topic:
            topic = ask.topic
            parts.append(f"<h2>{_both(TOPICS[topic])}</h2>")
        parts.append(_exercise(number, ask))
    return parts


def _exercise(number: int, ask: Question) -> str:
    """One question with its box, its solution in a part that opens without a script."""
    tables = _in_both(lambda lang: ask.table.html(lang) if ask.table else "", "div")
    wrong = _in_both(
        lambda lang: "".join(f"<li>{escape(one)}</li>" for one in mistakes(ask, lang)), "ul"
    )
    level = _both(say("practice_level", level=ask.exercise.level))
    data = escape(json.dumps(_data(ask), ensure_ascii=False), quote=True)
    return (
        f'<section class="exercise" id="e{number}" data-answer="{data}">'
        f"<h3>{number} <small>{level}</small></h3>{tables if ask.table else ''}"
        f'<p id="q{number}">{_both(ask.question)}</p>'
        f'<form><label for="a{number}">{_both(say("practice_answer"))}</label>'
        f'<input id="a{number}" autocomplete="off" spellcheck="false" '
        f'aria-describedby="q{number}"><button>{_both(say("practice_check"))}</button>'
        '<output role="status"></output></form>'
        f"<details><summary>{_both(say('practice_solution'))}</summary>"
        f"<p>{_both(ask.explanation)}</p>"
        f"{wrong if ask.slips else ''}</details></section>"
    )


def _data(ask: Question) -> dict[str, object]:
    """What the script compares with; an undefined answer is null."""
    return {
        "answer": _plain(ask.answer),
        "within": ask.within * (1 + 1e-9),
        "nearly": NEARLY * ask.within,
        "decimals": ask.exercise.decimals,
        "slips": [
            {"value": _plain(value), "en": slip_words()[name].en, "zh": slip_words()[name].zh}
            for name, value in ask.slips.items()
        ],
    }


def _plain(value: Value) -> float | None:
    return None if value is None else float(value)


@cache
def _replies() -> str:
    texts = {name: say(f"practice_{name}") for name in REPLIES}
    texts["nearly"] = say("practice_nearly", decimals="{decimals}")
    texts["score"] = say("practice_score", right="{right}", done="{done}")
    both = {name: {lang: text.within(lang) for lang in LANGUAGES} for name, text in texts.items()}
    return json.dumps(both, ensure_ascii=False).replace("<", "\\u003c")


def _both(text: Text) -> str:
    return _in_both(lambda lang: escape(text.within(lang)), "span")


def _in_both(of: Callable[[Language], str], tag: str) -> str:
    return "".join(f'<{tag} lang="{lang}">{of(lang)}</{tag}>' for lang in LANGUAGES)


def _speak(language: Language) -> str:
    buttons = "".join(
        f'<button type="button" data-speak="{lang}" lang="" '
        f'aria-pressed="{"true" if lang == language else "false"}">{name}</button>'
        for lang, name in (("en", "English"), ("zh", "中文"))
    )
    return f'<div class="speak">{buttons}</div>'


@cache
def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8").strip()
