"""One column of scores per class: which class each column is, and the labels that follow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from veracity.errors import quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.labels import Label, canonical

NamedLabels = tuple[str, Sequence[Label]]


def in_order(by_label: Sequence[Any], labels: Sequence[Label]) -> tuple[Any, ...]:
    """Such columns in the order of the labels."""
    column_of = {canonical(name): name for name in by_label}
    return tuple(column_of[label] for label in labels) if by_label else ()


def refuse_other_columns(listed: Sequence[Any] | None, by_label: Sequence[Any]) -> None:
    """Labels that were listed and columns that stand for labels must be the same classes."""
    if listed is None or not by_label:
        return
    classes, columns = naming.checked(listed), naming.checked(by_label)
    if set(classes) != set(columns):
        raise refuse("columns_not_labels", labels=quoted(classes), columns=quoted(columns))


def known_labels(
    truth: NamedLabels,
    predicted: NamedLabels | None,
    listed: Sequence[Any] | None,
    by_label: Sequence[Any],
) -> tuple[Label, ...]:
    """The classes: as listed, those of the columns, or what truth and prediction hold.

    Each side is given by its name and the labels found there.
    """
    if predicted is not None:
        naming.one_kind(truth[1], predicted[1])
    if listed is not None:
        return naming.checked(listed)
    if by_label:
        classes = naming.checked(by_label)
        for name, found in (truth, *([] if predicted is None else [predicted])):
            others = [label for label in found if label not in classes]
            if others:
                raise refuse(
                    "label_without_column",
                    column=name,
                    labels=quoted(others),
                    columns=quoted(classes),
                )
        return classes
    found = truth[1] if predicted is None else naming.ordered((*truth[1], *predicted[1]))
    return naming.completed(tuple(found))
