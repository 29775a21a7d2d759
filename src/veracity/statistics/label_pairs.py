"""Which labels are probably the same class, written differently."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Hashable, Iterable

import numpy as np

from veracity.arrays import Floats
from veracity.statistics.labels import Label, kind

Pair = tuple[Label, Label]  # a label of the truth, a label of the predictions
_SEPARATORS = re.compile(r"(?<=\w)[\s_-]+(?=\w)")
_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]*)?", re.ASCII)
_YES = frozenset(
    (
        *("1", "+", "y", "yes", "t", "true", "pos", "positive", "present", "case", "event"),
        *("是", "真", "对", "有", "阳", "阳性", "正", "正类"),
    )
)
_NO = frozenset(
    (
        *("0", "-1", "-", "n", "no", "f", "false", "neg", "negative", "absent", "control"),
        *("none", "否", "假", "错", "无", "阴", "阴性", "负", "负类"),
    )
)


def near_misses(truth: Iterable[Label], predicted: Iterable[Label]) -> list[Pair]:
    """Labels that one side has alone and the other writes a little differently.

    Spaces, case, separators, forms of a character and of a number are writing. Single letters
    of both cases in one column are an alphabet: there the case is part of the name.

    >>> near_misses(["yes ", "no"], ["yes", "no"]), near_misses([0, 1], [-1, 1])
    ([('yes ', 'yes')], [(0, -1)])
    """
    mine, yours = list(truth), list(predicted)
    if {*mine, *yours} == {-1, 0, 1} and {frozenset(mine), frozenset(yours)} == {
        frozenset((0, 1)),
        frozenset((-1, 1)),
    }:
        return [(mine[1 - mine.index(1)], yours[1 - yours.index(1)])]
    alone = set(mine) ^ set(yours)
    if not any(isinstance(label, str) for label in alone):
        return []
    written = _with_case if _has_both_cases(mine) or _has_both_cases(yours) else folded
    return [
        (t, p)
        for t, p in _equal(mine, yours, written, alone)
        if t != p and isinstance(t, str) and isinstance(p, str)
    ]


def written_twice(labels: Iterable[Label]) -> list[tuple[Label, ...]]:
    """Labels of one column that are text and differ in nothing but how it is written.

    >>> written_twice(["sick", "sick ", "well", 1])
    [('sick', 'sick ')]
    """
    texts = [label for label in labels if isinstance(label, str)]
    written = _with_case if _has_both_cases(texts) else folded
    alike: dict[Hashable, list[Label]] = {}
    for text in texts:
        alike.setdefault(written(text), []).append(text)
    return [tuple(group) for group in alike.values() if len(group) > 1]


def paired(
    truth: Iterable[Label], predicted: Iterable[Label], together: Floats | None
) -> list[Pair]:
    """Labels of two sets that share none: by how they are written, what they mean, their order.

    What is left goes by `together`: how often each of one side comes with each of the other.

    >>> paired(["no", "yes"], ["neg", "pos"], None), paired([0, 1], [10, 20], None)
    ([('no', 'neg'), ('yes', 'pos')], [(0, 10), (1, 20)])
    """
    mine, yours = list(truth), list(predicted)
    pairs: list[Pair] = []
    for written in (folded, _meaning):
        left, right = _without(pairs, mine, yours)
        pairs += _equal(left, right, written, {*left, *right}, once=True)
    left, right = _without(pairs, mine, yours)
    if all(kind(label) in ("number", "date") for label in (*left, *right)):
        pairs += zip(left, right, strict=True) if len(left) == len(right) else []
    else:
        pairs += _by_beginning(left, right)
    left, right = _without(pairs, mine, yours)
    if together is not None and min(len(left), len(right)) > 1:  # of one label nothing is known
        pairs += _by_rows(left, right, mine, yours, together)
    return sorted(pairs, key=lambda pair: mine.index(pair[0]))


def folded(label: Label) -> Hashable:
    """What is left of a label without the ways of writing it.

    >>> folded(" Not_Spam") == folded("not spam"), folded("1.0") == folded("01")
    (True, True)
    """
    bare = _with_case(label)
    return bare.casefold() if isinstance(bare, str) else bare


def _with_case(label: Label) -> Hashable:
    if not isinstance(label, str):
        return label
    text = unicodedata.normalize("NFKC", label)
    bare = "".join(c for c in text if unicodedata.category(c) != "Cf").strip()
    if _NUMBER.fullmatch(bare) and len(bare) < 300:
        return float(bare)
    return _SEPARATORS.sub(" ", bare)


def _has_both_cases(labels: Iterable[Label]) -> bool:
    letters = {label for label in labels if isinstance(label, str) and len(label) == 1}
    return any(letter.swapcase() in letters for letter in letters if letter.swapcase() != letter)


def _meaning(label: Label) -> Hashable:
    """Whether a label says yes or no, in the words that are usual for it."""
    text = str(folded(label) if isinstance(label, str) else label).removesuffix(".0")
    return True if text in _YES else False if text in _NO else ("", label)


def _equal(
    mine: Iterable[Label],
    yours: Iterable[Label],
    written: Callable[[Label], Hashable],
    alone: set[Label],
    *,
    once: bool = False,
) -> list[Pair]:
    """Labels that are written alike, of which one side has at least one alone."""
    by_writing: dict[Hashable, list[Label]] = {}
    for label in yours:
        by_writing.setdefault(written(label), []).append(label)
    groups: dict[Hashable, list[Label]] = {}
    for label in mine:
        groups.setdefault(written(label), []).append(label)
    pairs: list[Pair] = []
    for writing, left in groups.items():
        right = by_writing.get(writing, [])
        if once and (len(left) > 1 or len(right) > 1):
            continue
        pairs += [(t, p) for t in left for p in right if t != p and (t in alone or p in alone)]
    return pairs


def _without(
    pairs: Iterable[Pair], mine: Iterable[Label], yours: Iterable[Label]
) -> tuple[list[Label], list[Label]]:
    """The labels of either side that are in no pair yet."""
    left, right = {t for t, _ in pairs}, {p for _, p in pairs}
    return [t for t in mine if t not in left], [p for p in yours if p not in right]


def _by_beginning(mine: list[Label], yours: list[Label]) -> list[Pair]:
    """Text of which one is the beginning of the other, and of no more: malign, malignant."""

    def alike(t: Label, p: Label) -> bool:
        one, other = str(folded(t)), str(folded(p))
        return min(len(one), len(other)) > 2 and (one.startswith(other) or other.startswith(one))

    if len(mine) * len(yours) > 10_000:
        return []
    near = [(t, p) for t in mine for p in yours if alike(t, p)]
    left, right = [t for t, _ in near], [p for _, p in near]
    return [(t, p) for t, p in near if left.count(t) == 1 and right.count(p) == 1]


def _by_rows(
    left: list[Label], right: list[Label], mine: list[Label], yours: list[Label], together: Floats
) -> list[Pair]:
    """The pairs that most rows hold, each label once, where more than half of both agree."""
    from scipy.optimize import linear_sum_assignment

    counts = together[[mine.index(t) for t in left]][:, [yours.index(p) for p in right]]
    most = np.maximum(counts.sum(1)[:, None], counts.sum(0)) / 2
    rows, columns = linear_sum_assignment(-counts)
    return [
        (left[i], right[j]) for i, j in zip(rows, columns, strict=True) if counts[i, j] > most[i, j]
    ]
