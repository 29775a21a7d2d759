"""Truth and predictions that name the same classes differently: refused at the front door."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.errors import InputError, quoted, refuse
from veracity.statistics import ConfusionMatrix
from veracity.statistics.label_pairs import Pair, near_misses, paired
from veracity.statistics.labels import Label, canonical
from veracity.words import Text, joined, say

FEWEST_ROWS = 10
MOST_PAIRS = 8
BINARY = (frozenset((0, 1)), frozenset((-1, 1)))
_part: ContextVar[bool] = ContextVar("part", default=False)


@contextmanager
def parts_of_more() -> Iterator[None]:
    """Rows counted inside the block are a part: what they lack may come with the next one."""
    token = _part.set(True)
    try:
        yield
    finally:
        _part.reset(token)


def refuse_unmatched(
    matrix: ConfusionMatrix | None,
    rows: int,
    pos_label: Label | None = None,
    model: Label | None = None,
) -> None:
    """Refuse labels of truth and predictions that do not meet, unless these are few rows.

    Disjoint sets of labels can never agree, and "yes " is probably meant to be "yes". Usual
    binary labels are known to be two classes, whichever of them occurs. `model` names the one
    that gave the predictions, where there are several.
    """
    if matrix is None or rows < FEWEST_ROWS or _part.get() or _binary(matrix.labels):
        return
    truth, predicted = _present(matrix, matrix.truth), _present(matrix, matrix.predicted)
    if _binary({*truth, *predicted}):
        return
    whose = say("the_predictions") if model is None else say("the_model", name=model)
    if not truth.keys() & predicted.keys():
        pairs = paired(truth, predicted, _together(matrix, truth, predicted))
        words = say(
            "labels_disjoint",
            whose=whose,
            truth=quoted(list(truth)),
            predicted=quoted(list(predicted)),
        )
        raise InputError(joined((words, _advice(pairs, truth, predicted))))
    pairs = near_misses(truth, predicted)
    if pairs:
        words = say("labels_near_miss", whose=whose)
        raise InputError(joined((words, _advice(pairs, truth, predicted))))
    if pos_label is not None and canonical(pos_label) not in truth:
        raise refuse("pos_label_not_in_truth", pos_label=repr(pos_label), truth=quoted(list(truth)))


def _binary(labels: Iterable[Label]) -> bool:
    return any(binary.issuperset(labels) for binary in BINARY)


def _present(matrix: ConfusionMatrix, weight: Floats) -> dict[Label, int]:
    """The labels that occur on one side, and their indices."""
    return {matrix.labels[i]: int(i) for i in np.flatnonzero(np.asarray(weight) > 0)}


def _together(
    matrix: ConfusionMatrix, truth: Mapping[Label, int], predicted: Mapping[Label, int]
) -> Any:
    """How often each label of one side comes with each of the other; None where they are many."""
    if matrix.classes > 100:
        return None
    return matrix.cells.array()[np.ix_(list(truth.values()), list(predicted.values()))]


def _advice(pairs: Sequence[Pair], truth: Iterable[Label], predicted: Iterable[Label]) -> Text:
    """The pairs that were probably meant, and how to say it."""
    every = [*truth, *(label for label in predicted if label not in set(truth))]
    if not pairs:
        return say("labels_name_all", labels=quoted(every))
    mine = set(truth)
    to_truth = {p: t for t, p in pairs if p not in mine}
    to_predicted = {t: p for t, p in pairs if p in mine}
    examples = [_mapped("y_pred", to_truth), _mapped("y_true", to_predicted)]
    return say(
        "labels_meant",
        pairs=_display(pairs),
        example="; ".join(one for one in examples if one),
        labels=quoted(every),
    )


def _mapped(column: str, meant: Mapping[Label, Label]) -> str:
    """A line of Python that gives the labels their other names."""
    if not meant:
        return ""
    listed = ", ".join(f"{old!r}: {new!r}" for old, new in list(meant.items())[:MOST_PAIRS])
    more = ", …" if len(meant) > MOST_PAIRS else ""
    return f"{column} = [{{{listed}{more}}}.get(v, v) for v in {column}]"


def _display(pairs: Sequence[Pair]) -> str:
    more = f", … (+{len(pairs) - MOST_PAIRS})" if len(pairs) > MOST_PAIRS else ""
    return ", ".join(f"{t!r} = {p!r}" for t, p in pairs[:MOST_PAIRS]) + more
