"""Rows that cannot be used: which labels are bad, how many rows hold them, where they are."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.coded import Coded, Ints, chunks, listed
from veracity.errors import InvalidRows, quoted, refuse
from veracity.statistics.labels import canonical, is_null, kind
from veracity.words import Text, joined, say

REASONS = ("null_label", "infinite_label", "unknown_label", "bad_weight")
NULL, INFINITE, UNKNOWN, BAD_WEIGHT, GOOD = range(5)
_SHOWN = 5
_PLAIN = frozenset((str, int, bool))
Faults = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Found:
    """The codes of a column that occur, their labels as found, and what is wrong with each.

    Labels are judged once each, however many rows hold them. `faults` is None if all are good.
    """

    column: Coded
    used: Ints
    labels: list[Any]
    faults: Faults | None

    @classmethod
    def of_marks(cls, column: Coded) -> Found:
        """The marks of bad weights: the second one is a fault."""
        return cls(column, np.arange(2), [False, True], np.array([GOOD, BAD_WEIGHT], np.int8))


def marked(name: str, bad: NDArray[np.bool_]) -> Coded:
    """Rows with a bad weight as one more key."""
    return Coded(name, bad.view(np.uint8), 0, 2, listed((False, True)), plain=True)


def found_in(column: Coded, codes: Ints, allowed: frozenset[Hashable] | None) -> Found:
    """The labels that occur in a column, judged."""
    used = np.bincount(codes).nonzero()[0]
    labels = column.decode(used)
    if not column.plain:
        _refuse_mixture(column.name, labels)
    elif allowed is None:
        return Found(column, used, labels, None)
    faults = [_fault(label, allowed) for label in labels]
    if min(faults) == GOOD:
        return Found(column, used, labels, None)
    return Found(column, used, labels, np.array(faults, np.int8))


def _refuse_mixture(name: str, labels: Sequence[Any]) -> None:
    """Text and numbers in one column: "1" and 1 would be two labels, which nobody means."""
    example: dict[str, Any] = {}
    for label in labels:
        if not is_null(label):
            example.setdefault(kind(canonical(label)), label)
    if "text" in example and "number" in example:
        text, number = repr(example["text"]), repr(canonical(example["number"]))
        raise refuse("column_mixed", column=name, text=text, number=number)


def _fault(label: Any, allowed: frozenset[Hashable] | None) -> int:
    """Why a label cannot be used."""
    if type(label) not in _PLAIN:
        if is_null(label):
            return NULL
        if isinstance(label, float) and math.isinf(label):
            return INFINITE
    return GOOD if allowed is None or canonical(label) in allowed else UNKNOWN


def entry_faults(found: Sequence[Found], codes: Sequence[Ints]) -> Faults:
    """For every combination the first reason that excludes it, or GOOD."""
    worst = np.full(len(codes[0]), GOOD, np.int8)
    for one, code in zip(found, codes, strict=True):
        if one.faults is not None:
            by_code = np.full(one.column.size, GOOD, np.int8)
            by_code[one.used] = one.faults
            np.minimum(worst, by_code[code], out=worst)
    return worst


def refusal(found: Sequence[Found]) -> InvalidRows:
    """The error that names every problem: column, reason, how many rows, the first of them."""
    problems, reasons = list[Text](), set[int]()
    for one in found:
        for reason in sorted(set([] if one.faults is None else one.faults.tolist()) - {GOOD}):
            problems.append(_problem(one, reason))
            reasons.add(reason)
    advice = say("unknown_label_advice" if UNKNOWN in reasons else "bad_rows_advice")
    return InvalidRows(joined((*problems, advice)))


def _problem(found: Found, reason: int) -> Text:
    faulty = found.used[found.faults == reason]
    count, first = _rows_with(found.column, faulty)
    rows = ", ".join(map(str, first)) + (", …" if count > len(first) else "")
    labels = quoted(found.column.decode(faulty))
    return say(
        f"rows_with_{REASONS[reason]}", column=found.column.name, n=count, rows=rows, labels=labels
    )


def _rows_with(column: Coded, codes: Ints) -> tuple[int, list[int]]:
    """How many rows have one of the codes, and the first of them."""
    wanted = np.zeros(column.size, np.bool_)
    wanted[codes] = True
    count, first = 0, list[int]()
    for part in chunks(len(column.codes)):
        hit = wanted[column.codes[part].astype(np.int64) - column.low]
        count += int(np.count_nonzero(hit))
        if len(first) < _SHOWN:
            first.extend((np.flatnonzero(hit)[:_SHOWN] + part.start).tolist())
    return count, first[:_SHOWN]
