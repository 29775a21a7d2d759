"""One exercise as a record, and one asking of it with its own numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random
from types import SimpleNamespace

from veracity.practice.table import QuestionTable
from veracity.words import LANGUAGES, Text
from veracity.words.messages import entries, text_of

Value = Fraction | float | None  # None: undefined
Compute = Callable[[SimpleNamespace], Value]
DECIMALS = 3
APART = 4  # units of the last digit that an answer and a wrong one are apart at least
MOST_DRAWS = 1000
LONGEST_BELOW = 10**6  # denominators that are still read
TWICE = re.compile(r"\b(\d+) ?/ ?(\d+)(?: =|,|，) ?\1/\2\b")
UNDEFINED = Text("undefined", "无定义")


@dataclass(frozen=True)
class Exercise:
    """What is drawn, what is right, and which wrong answers are known by name.

    Its words stand in `words/exercises.toml` under its key. `decimals` is how far a decimal
    answer must be right; 0 asks for a whole number.
    """

    key: str
    level: int
    draw: Callable[[Random], SimpleNamespace]
    answer: Compute
    slips: Mapping[str, Compute] = field(default_factory=dict)
    decimals: int = DECIMALS


@dataclass(frozen=True)
class Question:
    """An exercise with the numbers of one seed."""

    exercise: Exercise
    topic: str
    seed: int
    question: Text
    table: QuestionTable | None
    answer: Value
    explanation: Text
    slips: Mapping[str, Value]

    @property
    def within(self) -> float:
        """How far an answer may be from the exact one: truncated is as good as rounded."""
        return 10.0**-self.exercise.decimals if self.exercise.decimals else 0.0


def asked(exercise: Exercise, topic: str, seed: int) -> Question:
    """The exercise with numbers of this seed.

    Wrong answers known by name differ from the right one and from each other.
    """
    for attempt in range(MOST_DRAWS):
        given = exercise.draw(Random(f"{exercise.key} {seed} {attempt}"))
        answer = exercise.answer(given)
        slips = {name: compute(given) for name, compute in exercise.slips.items()}
        whole = answer is None or exercise.decimals or answer == int(answer)
        pairs = combinations((answer, *slips.values()), 2)
        if whole and all(_apart(*pair, exercise.decimals) for pair in pairs):
            break
    else:
        raise AssertionError(f"{exercise.key}: no numbers keep its answers apart")
    words = exercise_words()[exercise.key]
    fields = {name: one for name, one in vars(given).items() if name != "table"}
    fields["answer"] = answer_text(answer, exercise.decimals)
    return Question(
        exercise,
        topic,
        seed,
        text_of(words["asks"]).filled(**fields),
        getattr(given, "table", None),
        answer,
        _once(text_of(words["because"]).filled(**fields)),
        slips,
    )


def answer_text(value: Value, decimals: int = DECIMALS) -> Text:
    """An answer as it is printed: the fraction and the decimal number, or one where they are one.

    >>> [
    ...     str(answer_text(one))
    ...     for one in (Fraction(7, 12), Fraction(4), Fraction(3, 4), 0.12345, None)
    ... ]
    ['7/12 ≈ 0.583', '4', '3/4 = 0.75', '0.123', 'undefined']
    """
    if value is None:
        return UNDEFINED
    decimal = f"{float(value):.{decimals}f}"
    if "." in decimal:
        decimal = decimal.rstrip("0").rstrip(".")
    written = decimal
    if not isinstance(value, float) and value.denominator <= LONGEST_BELOW:
        sign = "=" if Fraction(decimal) == value else "≈"
        written = str(value) if value.denominator == 1 else f"{value} {sign} {decimal}"
    written = written.replace("-", "−")
    return Text(written, written)


@cache
def exercise_words() -> dict[str, dict[str, dict[str, str]]]:
    """The question and the explanation of every exercise, by key."""
    found: dict[str, dict[str, dict[str, str]]] = entries("exercises.toml")
    return found


@cache
def slip_words() -> dict[str, Text]:
    """What each known wrong answer is, by name."""
    return {name: text_of(one) for name, one in entries("slips.toml").items()}


def _once(text: Text) -> Text:
    """A fraction that needs no shortening is not written twice: 35/41 = 35/41 ≈ 0.854."""
    return Text(*(TWICE.sub(r"\1/\2", text.within(language)) for language in LANGUAGES))


def _apart(one: Value, other: Value, decimals: int) -> bool:
    if one is None or other is None:
        return one is not other
    return abs(float(one) - float(other)) >= (APART * 10.0**-decimals if decimals else 1)
