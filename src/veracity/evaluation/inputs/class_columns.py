"""Models that give a probability for each class: which column is whose, the same for all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from veracity.engines.reading.category_order import category_order
from veracity.engines.reading.reading_labels import labels_in
from veracity.engines.reading.reading_scores import ReadRequest
from veracity.errors import refuse
from veracity.evaluation.inputs.score_arguments import (
    ScoreArguments,
    given_scores,
    refuse_two_orders,
)
from veracity.statistics import labels as naming
from veracity.statistics.labels import Label

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike


def given_columns(models: Mapping[Any, Any], *, named: bool) -> dict[Any, ScoreArguments] | None:
    """The columns of each model; None where each gives one column, for the positive class."""
    if named and all(isinstance(one, str) for one in models.values()):
        return None
    found = {name: given_scores(f"model {name}", one, named=named) for name, one in models.items()}
    given = {name: one for name, one in found.items() if one is not None}
    single = [one.single for one in given.values()]
    if len(given) < len(models) or all(single):
        return None
    if any(single) or len({len(one.columns) for one in given.values()}) > 1:
        raise refuse("models_columns_differ")
    return given


def labels_of(
    given: Mapping[Any, ScoreArguments], request: ReadRequest[ColumnLike]
) -> tuple[Label, ...]:
    """The classes that the columns stand for: listed, their names, or those of the truth."""
    if request.labels is not None:
        return naming.checked(request.labels)
    order = category_order(request.data, request.truth)
    first = next(iter(given.values()))
    if first.names is not None and not first.numbers_as_text:
        names = naming.checked(first.names)
        return names if order is None else naming.in_given_order(names, order)
    found = labels_in(request)
    if order is None:
        return found
    if first.names is None:
        refuse_two_orders("y_proba", found, order)
    return naming.in_given_order(found, order)


def by_label(
    given: Mapping[Any, ScoreArguments], labels: tuple[Label, ...]
) -> dict[Any, dict[Label, Any]]:
    """The column of each class, of each model."""
    made = {}
    for name, one in given.items():
        meant = one.named_as(labels) if one.written else one
        made[name] = meant.by_label(labels)
    return made
