"""Labels: what makes two of them the same, how they are ordered, which one is positive."""

from __future__ import annotations

import datetime
import math
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np

from veracity.errors import CannotMerge, quoted, refuse, spelled

Label = Hashable
_BINARY = ((0, 1), (-1, 1))
_PLAIN = frozenset({int, str, bool})  # are their own one value; nearly all labels are of these
MOST_BITS = 3322  # a thousand digits: Python refuses to write out numbers of more than a few


def canonical(value: Any) -> Label:
    """One Python value for each label: 1, 1.0, numpy's 1 and True are equal and hash alike.

    >>> canonical(np.float32(2.0)), canonical(np.str_("a")), canonical(np.bool_(True))
    (2, 'a', True)
    """
    if type(value) in _PLAIN and (type(value) is not int or value.bit_length() <= MOST_BITS):
        return value  # type: ignore[no-any-return]
    if isinstance(value, (np.datetime64, np.timedelta64)):
        value = _moment(value)
    elif isinstance(value, np.longdouble):
        value = _whole(value)
    elif isinstance(value, np.generic):
        value = value.item()
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, int) and value.bit_length() > MOST_BITS:
        raise refuse("label_too_long", label=spelled(value))
    if isinstance(value, str) and type(value) is not str:
        return str(value)
    if isinstance(value, tuple):
        return tuple(canonical(part) for part in value)
    if not isinstance(value, Hashable):
        raise refuse("unhashable_label", type=type(value).__name__)
    return value


def _moment(value: np.datetime64 | np.timedelta64) -> Any:
    """A date or a duration of Python, which knows microseconds and nothing finer."""
    kind = value.dtype.kind
    try:
        rounded = value.astype(f"{kind}8[us]")
    except TypeError:  # years and months have no length
        return value.item()
    if not np.isnat(value) and rounded != value:
        raise refuse("moment_too_fine", value=str(value))
    return rounded.item()


def _whole(value: np.longdouble) -> Any:
    """A long float as the int that it is, or as a float where that is the same number."""
    if np.isfinite(value) and value == np.floor(value):
        return int(value)
    short = float(value)
    return short if short == value or np.isnan(value) else value


def is_null(value: object) -> bool:
    """None, NaN, NaT and pandas' NA are no label."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return True
    if isinstance(value, (np.floating, np.datetime64, np.timedelta64)):
        return bool(np.isnan(value))
    if isinstance(value, (complex, Decimal)):
        return value != value
    return type(value).__name__ in ("NAType", "NaTType")


def kind(label: Label) -> str:
    """What a label is: a number, a text, a date, or something else."""
    if isinstance(label, (bool, int, float)):
        return "number"
    if isinstance(label, str):
        return "text"
    return "date" if isinstance(label, datetime.date) else "other"


def ordered(labels: Iterable[Label]) -> tuple[Label, ...]:
    """Distinct labels in the order people expect: numbers by size, text by code point.

    >>> ordered([3, 1.0, True, 2]), ordered("ba"), ordered([True, False])
    ((1, 2, 3), ('a', 'b'), (False, True))
    """
    distinct = list(dict.fromkeys(map(canonical, labels)))
    kinds = set(map(type, distinct))
    if bool in kinds and len(kinds) > 1:
        distinct = [int(v) if isinstance(v, bool) else v for v in distinct]
    try:
        return tuple(sorted(distinct))  # type: ignore[type-var]
    except TypeError:
        return tuple(sorted(distinct, key=lambda label: (kind(label), repr(label))))


def in_given_order(
    labels: Iterable[Label], order: Sequence[Label] | None, *, between: bool = False
) -> tuple[Label, ...]:
    """Labels that were found in the order that their column gives them; others come last.

    With `between`, three and more labels have those between them too: how far they are apart
    is part of the order. Without an order they are sorted.

    >>> grades = "low", "mid", "high", "top"
    >>> in_given_order(["high", "low"], grades), in_given_order(["top", "x", "low"], grades)
    (('low', 'high'), ('low', 'top', 'x'))
    >>> in_given_order(["top", "mid", "low"], grades, between=True)
    ('low', 'mid', 'high', 'top')
    """
    found = ordered(labels)
    if order is None or len(found) < 2:
        return completed(found)
    index = {label: i for i, label in enumerate(order)}
    known = sorted((label for label in found if label in index), key=index.__getitem__)
    if between and len(found) > 2 and known:
        known = list(order[index[known[0]] : index[known[-1]] + 1])
    return Categories((*known, *(label for label in found if label not in index)), tuple(order))


def checked(labels: Iterable[Any]) -> tuple[Label, ...]:
    """The labels a user listed, in that order; a repeated one is an error."""
    if isinstance(labels, (Alphabetical, Categories)):
        return labels
    listed = tuple(canonical(label) for label in as_listed(labels))
    if any(is_null(label) for label in listed):
        raise refuse("null_in_labels", labels=quoted(listed))
    if repeated(listed):
        raise refuse("labels_repeated", labels=quoted(repeated(listed)))
    if not listed:
        raise refuse("labels_empty")
    return listed


def as_listed(labels: Iterable[Any]) -> tuple[Any, ...]:
    """What was given as labels, which must be a list; a set has no order, and is sorted."""
    if isinstance(labels, tuple):
        return labels
    if isinstance(labels, (set, frozenset)):
        return ordered(labels)
    try:
        return tuple(labels)
    except TypeError:
        raise refuse("labels_not_list", given=spelled(labels)) from None


def repeated(names: Iterable[Label]) -> tuple[Label, ...]:
    """What occurs more than once."""
    return tuple(name for name, times in Counter(names).items() if times > 1)


def one_kind(truth: Iterable[Label], predicted: Iterable[Label]) -> None:
    """Refuse text on one side and numbers on the other: they would never agree."""
    if _text_and_numbers(truth, predicted):
        raise refuse(
            "text_and_numbers",
            truth=quoted(ordered(truth), 4),
            predicted=quoted(ordered(predicted), 4),
        )


def _text_and_numbers(one: Iterable[Label], other: Iterable[Label]) -> bool:
    left, right = _kinds(one), _kinds(other)
    return (left, right) in (({"number"}, {"text"}), ({"text"}, {"number"}))


def _kinds(labels: Iterable[Label]) -> set[str]:
    """What the labels are; their types tell, so that one of each type is looked at."""
    return {kind(label) for label in {type(label): label for label in labels}.values()}


class Completed(tuple[Label, ...]):
    """A known pair of which the data held one label only; the other one is an assumption.

    Merging forgets the assumption, so that parts give the labels of the whole: {1} and {-1}
    are {-1, 1}, although {1} alone is read as {0, 1}.
    """

    found: tuple[Label, ...]

    def __new__(cls, pair: Iterable[Label], found: tuple[Label, ...]) -> Completed:
        """The pair, and what of it was found."""
        labels = super().__new__(cls, pair)
        labels.found = found
        return labels

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self.found


class Categories(tuple[Label, ...]):
    """Labels that were found of ordered categories, and the order of them all.

    Parts of the rows have some of the labels each; merged, they are in their order again.
    """

    order: tuple[Label, ...]

    def __new__(cls, found: Iterable[Label], order: tuple[Label, ...]) -> Categories:
        """The labels, in the order of the categories."""
        labels = super().__new__(cls, found)
        labels.order = order
        return labels

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self), self.order


class Alphabetical(tuple[Label, ...]):
    """Three and more labels of text to which nobody gave an order: they are sorted."""


def completed(labels: tuple[Label, ...]) -> tuple[Label, ...]:
    """Sorted labels that were found, with what is known of them.

    Where one label of a known pair was found, the pair: {0} is read as {0, 1}.

    >>> completed((1,)), completed((-1,)), completed((True,)), completed(("a",))
    ((0, 1), (-1, 1), (False, True), ('a',))
    """
    if len(labels) > 2 and all(type(label) is str for label in labels):
        return Alphabetical(labels)
    if len(labels) != 1 or kind(labels[0]) != "number":
        return labels
    pairs = ((False, True),) if isinstance(labels[0], bool) else _BINARY
    pair = next((pair for pair in pairs if labels[0] in pair), None)
    return labels if pair is None else Completed(pair, labels)


def positive_of(labels: tuple[Label, ...]) -> Label | None:
    """The label that is positive by default: 1 of {0,1} or {-1,1}, True of booleans."""
    if len(labels) == 2 and set(labels) in ({0, 1}, {-1, 1}):
        return next(label for label in labels if label == 1)
    return None


def chosen_positive(labels: tuple[Label, ...], pos_label: object) -> Label | None:
    """The positive label as given, or as known for the usual pairs; none among three and more."""
    if pos_label is None:
        return positive_of(labels)
    label = canonical(pos_label)
    if label not in labels:
        raise refuse("pos_label_unknown", pos_label=repr(label), labels=quoted(labels))
    return labels[labels.index(label)] if len(labels) <= 2 else None


def merged(mine: tuple[Label, ...], yours: tuple[Label, ...]) -> tuple[Label, ...]:
    """The union of two label lists: in the order of their categories, or sorted where both are.

    Else the longer one if it holds the other in its order, or mine and then what is new.

    >>> merged(completed((1,)), completed((-1,))), merged(("b", "a"), ("a", "c"))
    ((-1, 1), ('b', 'a', 'c'))
    >>> merged(("low", "high"), ("low", "mid", "high"))
    ('low', 'mid', 'high')
    """
    if isinstance(mine, Completed) or isinstance(yours, Completed):
        return completed(merged(found(mine), found(yours)))
    if mine == yours:
        return mine
    if _text_and_numbers(mine, yours):
        raise refuse(
            "merge_text_and_numbers", CannotMerge, mine=quoted(mine, 4), yours=quoted(yours, 4)
        )
    for one in (mine, yours):
        if isinstance(one, Categories):
            return in_given_order((*mine, *yours), one.order, between=True)
    if mine == ordered(mine) and yours == ordered(yours):
        union = ordered((*mine, *yours))
        unordered = isinstance(mine, Alphabetical) or isinstance(yours, Alphabetical)
        return Alphabetical(union) if unordered else union
    common = set(mine)
    if tuple(label for label in yours if label in common) == mine:
        return yours
    return tuple(dict.fromkeys((*mine, *yours)))


def merged_positive(
    labels: tuple[Label, ...], *parts: tuple[tuple[Label, ...], Label | None]
) -> Label | None:
    """The positive one of merged labels; parts are (labels, positive) and must not contradict."""
    known = [positive for _, positive in parts if positive is not None]
    if known and known[0] != known[-1]:
        raise refuse("merge_pos_label", CannotMerge, mine=repr(known[0]), yours=repr(known[-1]))
    if len(labels) > 2:
        return None
    for mine, positive in parts:
        if positive is not None and not (isinstance(mine, Completed) and mine != labels):
            return positive
    return positive_of(labels)


def found(labels: tuple[Label, ...]) -> tuple[Label, ...]:
    """The labels without one that was only assumed."""
    return labels.found if isinstance(labels, Completed) else labels
