"""Is a typed answer right, and if not, which mistake is it."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from veracity.practice.exercise import Question, Value, slip_words
from veracity.words import Text
from veracity.words.messages import say

LONGEST = 40
NEARLY = 10  # so many units of the last digit off, an answer is right but not exact enough
NUMBER = re.compile(r"([+-]?)(\d*\.?\d*)(?:/(\d+\.?\d*))?(%?)")
NO_VALUE = {"undefined", "nan", "无定义", "未定义", "没有定义", "none"}


@dataclass(frozen=True)
class Reply:
    """The feedback on an answer: right, nearly, wrong, or not a number at all."""

    verdict: Literal["right", "nearly", "wrong", "unread"]
    says: Text
    slip: str | None = None


class Unread(ValueError):
    """What was typed is no answer."""


def read(typed: str) -> Value:
    """A fraction, a decimal number or a percentage, in any width of signs; None is undefined.

    >>> [str(read(one)) for one in ("7/12", "58.3 %", "−0.25", "．５", "undefined")]
    ['7/12', '583/1000', '-1/4', '1/2', 'None']
    """
    text = unicodedata.normalize("NFKC", typed).strip().lower().replace("−", "-")
    text = text.replace("⁄", "/").replace("÷", "/")
    if text in NO_VALUE or re.fullmatch(r"0+\s*/\s*0+", text):
        return None
    found = NUMBER.fullmatch("".join(text.split()).rstrip("。"))
    if len(text) > LONGEST or found is None or not re.search(r"\d", found[2]):
        raise Unread(typed)
    sign, up, below, percent = found.groups()
    under = Fraction(below or 1)
    if not under:
        raise Unread(typed)
    value = Fraction(up) / under / (100 if percent else 1)
    return -value if sign == "-" else value


def check(ask: Question, typed: str) -> Reply:
    """What to say to an answer as it was typed."""
    try:
        value = read(typed)
    except Unread:
        return Reply("unread", say("practice_unread"))
    if _near(value, ask.answer, ask.within):
        return Reply("right", say("practice_right"))
    for name, slip in ask.slips.items():
        if _near(value, slip, ask.within):
            return Reply("wrong", slip_words()[name], name)
    if value is not None and ask.answer is not None:
        decimals = ask.exercise.decimals
        if decimals and _near(value, ask.answer, NEARLY * ask.within):
            return Reply("nearly", say("practice_nearly", decimals=decimals))
        if _near(value / 100, ask.answer, ask.within) and "%" not in typed:
            return Reply("wrong", say("practice_percent"), "percent")
    return Reply("wrong", say("practice_wrong"))


def _near(value: Value, other: Value, within: float) -> bool:
    """Within so much; a little more for numbers that are not exact themselves."""
    if value is None or other is None:
        return value is other
    return abs(float(value) - float(other)) <= within * (1 + 1e-9)
