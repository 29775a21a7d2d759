"""Rows that cannot be used: which labels are bad, how many rows hold them, where they are."""

from __future__ import annotations

import math
import re
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import Codes, Ints, listed
from veracity.errors import InvalidRows, quoted, refuse
from veracity.statistics.labels import canonical, is_null, kind
from veracity.words import Text, joined, say

REASONS = (
    "null_label",
    "infinite_label",
    "unknown_label",
    "null_score",
    "score_outside",
    "score_not_number",
    "sum_not_one",
    "bad_weight",
)
NULL, INFINITE, UNKNOWN, NULL_SCORE, OUTSIDE, NOT_NUMBER, NOT_ONE, BAD_WEIGHT, GOOD = range(9)
MOST_LISTED = 5
SLIGHTLY_ABOVE = 2.0  # of a highest value: no percentage would stay so low
ROUNDED = 1e-5  # beyond 0 or 1: single precision, or a sum of such
_PERCENT = re.compile(r"^\s*[+-]?\d[\d.,]*\s*%\s*$")
_COMMA = re.compile(r"^[+-]?[\d.,]*,\d+([eE][+-]?\d+)?$")
_PLAIN = frozenset((str, int, bool))
Faults = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Located:
    """Rows found again: how many, which are the first, what they hold.

    `rows` is None where rows have no order, as in a table spread over many machines.
    """

    n: int
    rows: str | None
    values: list[Any]


class Locations(Protocol):
    """Finds bad rows again. Nobody asks before there are any."""

    def located(self, found: Codes, faulty: Ints) -> Located:
        """The rows that have one of these codes."""

    def extremes(self, found: Codes) -> tuple[float, float]:
        """The smallest and the largest finite number of a column of scores."""


def bad_weight_codes(name: str, bad: NDArray[np.bool_]) -> Codes:
    """Rows with a bad weight as one more key."""
    faults = np.array([GOOD, BAD_WEIGHT], np.int8)
    return Codes(name, bad.view(np.uint8), 0, 2, listed((False, True)), True, faults)


def validate_codes(column: Codes, codes: Ints, allowed: frozenset[Hashable] | None) -> Codes:
    """A column with the labels that occur in it, and why some of them cannot be used.

    Labels are looked at once each, however many rows hold them.
    """
    used = np.bincount(codes).nonzero()[0]
    labels = column.decode(used)
    if column.faults is not None:
        known = column.faults[used]
        return column.validated(used, labels, None if (known == GOOD).all() else known)
    if not column.plain:
        _refuse_mixture(column.name, labels)
    elif allowed is None:
        return column.validated(used, labels, None)
    faults = [_fault(label, allowed) for label in labels]
    if min(faults) == GOOD:
        return column.validated(used, labels, None)
    return column.validated(used, labels, np.array(faults, np.int8))


def _refuse_mixture(name: str, labels: Sequence[Any]) -> None:
    """Text and numbers in one column: "1" and 1 would be two labels, which nobody means."""
    example: dict[str, Any] = {}
    for label in labels:
        if not is_null(label):
            example.setdefault(kind(canonical(label)), label)
    if "text" in example and "number" in example:
        text, number = repr(example["text"]), repr(canonical(example["number"]))
        raise refuse("column_mixed", column=name, text=text, number=number)


def _fault(label: object, allowed: frozenset[Hashable] | None) -> int:
    """Why a label cannot be used."""
    if type(label) not in _PLAIN:
        if is_null(label):
            return NULL
        if isinstance(label, (float, Decimal)) and math.isinf(label):
            return INFINITE
    return GOOD if allowed is None or canonical(label) in allowed else UNKNOWN


def entry_faults(found: Sequence[Codes], codes: Sequence[Ints]) -> Faults:
    """For every combination the first reason that excludes it, or GOOD."""
    worst = np.full(len(codes[0]), GOOD, np.int8)
    for one, code in zip(found, codes, strict=True):
        if one.bad is not None:
            by_code = np.full(one.size, GOOD, np.int8)
            by_code[one.used] = one.bad
            np.minimum(worst, by_code[code], out=worst)
    return worst


def refusal(found: Sequence[Codes], indices: Locations) -> InvalidRows:
    """The error that names every problem: column, reason, how many rows, the first of them."""
    problems, reasons = list[Text](), set[int]()
    for one in found:
        for reason in sorted(set([] if one.bad is None else one.bad.tolist()) - {GOOD}):
            problems.extend(_problem(one, reason, indices))
            reasons.add(reason)
    advice = say("unknown_label_advice" if UNKNOWN in reasons else "bad_rows_advice")
    return InvalidRows(joined((*problems, advice)))


def _problem(found: Codes, reason: int, indices: Locations) -> Iterator[Text]:
    faulty = found.used[found.bad == reason]
    at = indices.located(found, faulty)
    named = "rows_with" if at.rows is not None else "unplaced"
    labels = quoted(found.decode(faulty) if reason == UNKNOWN else at.values)
    yield say(
        f"{named}_{REASONS[reason]}",
        column=found.name,
        n=at.n,
        rows=at.rows,
        labels=labels,
    )
    spelled = [value for value in at.values if isinstance(value, str)]
    if reason == NULL and spelled:
        yield say("spelled_missing", labels=quoted(spelled))
    commas = [value for value in spelled if _COMMA.search(value)]
    percents = [value for value in spelled if _PERCENT.search(value)]
    if reason == NOT_NUMBER and percents:
        yield say("numbers_with_percent_signs", labels=quoted(percents[:1]))
    elif reason == NOT_NUMBER and commas:
        yield say("numbers_with_commas", labels=quoted(commas[:1]))
    elif reason == NOT_NUMBER and spelled and all(map(_says_a_number, spelled)):
        yield say("numbers_as_text", column=found.name)
    if reason == NOT_ONE and found.remark is not None:
        yield found.remark
    if reason == OUTSIDE:
        low, high = indices.extremes(found)
        if low < 0 or high > 1:  # else only infinite ones are outside
            yield _what_they_may_be(low, high)


def _says_a_number(text: str) -> bool:
    try:
        return not math.isnan(float(text))
    except ValueError:
        return False


def _what_they_may_be(low: float, high: float) -> Text:
    """Numbers that are no probabilities are usually rounded ones, or one of two other things."""
    beyond = max(-low, high - 1)
    if beyond <= ROUNDED:
        return say("perhaps_rounded", beyond=f"{beyond:.2g}")
    if low >= 0 and high <= SLIGHTLY_ABOVE:
        return say("perhaps_scores", high=f"{high:.6g}")
    key = "perhaps_percentages" if low >= 0 and high <= 100 else "perhaps_logits"
    return say(key, low=f"{low:.6g}", high=f"{high:.6g}")


def rows_in_words(first: Sequence[Any], n: int) -> str:
    """The first rows, and a sign that there are more."""
    return ", ".join(map(str, first)) + (", …" if n > len(first) else "")
