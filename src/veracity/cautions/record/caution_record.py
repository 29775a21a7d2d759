"""One caution is one record: what it asks and needs, when it speaks, what it says and advises."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from veracity.results import figure
from veracity.results.estimate.caution import Caution, Check, CheckState, Severity
from veracity.unexpected import unless_broken
from veracity.words import Text, joined

Evidence = Mapping[str, Any]
Subject = TypeVar("Subject")


@dataclass(frozen=True)
class Need(Generic[Subject]):
    """What must be there for a question to make sense; `why` says what is missing."""

    why: Text
    met: Callable[[Subject], bool]


@dataclass(frozen=True, slots=True)
class CautionRecord(Generic[Subject]):
    """Something that could make figures mislead.

    `look` is a pure function of its subject (the `Facts` of an evaluation, the `Pair` of a
    comparison): the evidence, or None where there is nothing to say.
    The fields of `message` are filled from the evidence; numbers without a format are written as
    figures are. `looked` says what is looked at, in a few words; `needs` what the question
    makes no sense without. `unless` names checks that, when they speak, have reported this already.
    """

    key: str
    severity: Severity
    question: Text
    message: Text
    advice: Text
    look: Callable[[Subject], Evidence | None]
    looked: Text
    needs: tuple[Need[Subject], ...] = ()
    unless: tuple[str, ...] = ()
    references: tuple[str, ...] = ()

    def __call__(self, subject: Subject) -> Caution | None:
        """The caution, if there is reason for one; a note, where that could not be found out."""
        return unless_broken(lambda: self._looked(subject), self._not_known)

    def _looked(self, subject: Subject) -> Caution | None:
        evidence = self.look(subject)
        return None if evidence is None else self.notes(evidence)

    def _not_known(self, why: Text) -> Caution:
        return Caution(self.key, "note", joined([self.question, why]), Text("", ""))

    def silent(self, subject: Subject) -> Check:
        """Why there is nothing to say: what was looked at, or what is missing."""

        def missing() -> Text | None:
            return next((need.why for need in self.needs if not need.met(subject)), None)

        why = unless_broken(missing, lambda why: why)
        return self.found("passed", self.looked) if why is None else self.unasked(why)

    def unasked(self, why: Text) -> Check:
        """The check where its question makes no sense."""
        return self.found("not_applicable", why)

    def found(self, state: CheckState, reason: Text, caution: Caution | None = None) -> Check:
        """What became of this check."""
        return Check(self.key, state, self.question, reason, caution)

    def notes(self, evidence: Evidence) -> Caution:
        """The caution that this evidence gives reason for."""
        texts = {name: in_words(value) for name, value in evidence.items()}
        message = self.message.filled(**texts)
        return Caution(self.key, self.severity, message, self.advice, evidence)


class Number(float):
    """A number that is written as figures are, unless the sentence says how.

    >>> f"{Number(0.98534)} {Number(0.98534):.1%}"
    '0.985 98.5%'
    """

    def __format__(self, form: str) -> str:
        return format(float(self), form) if form else figure(float(self))


def in_words(value: object) -> Any:
    """A value as it goes into a sentence: numbers as figures, several things as a list."""
    if isinstance(value, (tuple, list)):
        return ", ".join(str(one) for one in value)
    return Number(value) if isinstance(value, float) else value


def count(value: float) -> int | float:
    """A number of rows: whole where it is whole, so that no sentence says 30.00 rows."""
    return int(value) if float(value).is_integer() else float(value)


def row_words(value: float) -> Text:
    """A number of rows in words, right in the singular too.

    >>> print(row_words(1), row_words(30.0), row_words(2.5), sep="; ")
    1 row; 30 rows; 2.5 rows
    """
    number = count(value)
    texts = str(number) if isinstance(number, int) else f"{number:.1f}"
    return Text(f"{texts} row" if number == 1 else f"{texts} rows", f"{texts} 行")


def p_words(p_value: float) -> Text:
    """A p-value in brackets; nothing where there is none."""
    if math.isnan(p_value):
        return Text("", "")
    words = "p < 0.001" if p_value < 0.001 else f"p = {p_value:.2g}"
    return Text(f" ({words})", f"（{words}）")
