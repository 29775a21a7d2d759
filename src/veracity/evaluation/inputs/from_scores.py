"""Scores and probabilities → the statistics held of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from veracity.engines.reading.category_order import category_order
from veracity.engines.reading.reading_scores import ReadRequest, Scored, read_scores
from veracity.engines.reading.recipe import Recipe
from veracity.engines.reading.reducing import reduce_rows
from veracity.errors import InvalidRows, quoted, refuse
from veracity.evaluation.inputs.score_arguments import ScoreArguments, refuse_two_orders
from veracity.evaluation.state.remarks import of_column_order, of_rounding
from veracity.statistics import RowAccount
from veracity.statistics import labels as naming
from veracity.statistics.grid.codes import Family
from veracity.statistics.held import Held
from veracity.statistics.labels import Label
from veracity.words import Text

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike
    from veracity.engines.reading.reading_scores import SummedScores

HALF = 0.5
Given = tuple[ScoreArguments, ...]
# Of all rows, of each group, the account of the rows, the threshold, what there is to say.
Statistics = tuple[Held, Mapping[Label, Held], RowAccount, float | None, tuple[Text, ...]]


def scored_statistics(
    request: ReadRequest[ColumnLike], given: Given, threshold: float | None, recipe: Recipe
) -> Statistics:
    """Tables, matrices and ranks of all rows and of each group.

    `given` are y_score, y_proba or both; `recipe` says how fine the tables are to be.
    """
    request, given = _with_labels(request, given)
    if len({one.single for one in given}) > 1:
        raise refuse("score_and_proba_differ")
    complete = _single if given[0].single else _several
    request, recipe = complete(request, given, threshold, recipe)
    scored = _rows(request, given[0], recipe)
    held, groups = reduce_rows(scored, recipe)
    notes = of_rounding(scored.rounded)
    if recipe.largest and given[-1].names is None and held.confusion is not None:
        notes += of_column_order(held.confusion)
    at = recipe.threshold_of[1] if recipe.threshold_of is not None else None
    return held, groups, scored.account, at, notes


def _rows(
    request: ReadRequest[ColumnLike], given: ScoreArguments, recipe: Recipe
) -> Scored | SummedScores:
    """The rows that can be used; names of columns that are no labels are reported first."""
    try:
        return read_scores(request, recipe)
    except InvalidRows:
        if given.names is not None:
            found = _labels_in(replace(request, on_invalid="drop"))
            if not set(found) <= set(given.names):
                given.by_label(found)
        raise


def _single(
    request: ReadRequest[ColumnLike], given: Given, threshold: float | None, recipe: Recipe
) -> tuple[ReadRequest[ColumnLike], Recipe]:
    """One column for the positive class: scores, probabilities, or both."""
    columns = {one.role: one.columns[0] for one in given}
    families: dict[str, Family] = {
        role: "unit" if role == "y_proba" else "line" for role in columns
    }
    threshold_of = None
    if request.predicted is None and "y_proba" in columns:
        threshold_of = "y_proba", HALF if threshold is None else threshold
    elif request.predicted is None and threshold is not None:
        threshold_of = "y_score", threshold
    request = replace(request, scores=columns, probability=("y_proba",))
    return request, replace(recipe, single=families, threshold_of=threshold_of)


def _several(
    request: ReadRequest[ColumnLike], given: Given, threshold: float | None, recipe: Recipe
) -> tuple[ReadRequest[ColumnLike], Recipe]:
    """A column for each class; of two classes only the positive one's is kept."""
    if len(given) > 1:
        raise refuse("columns_twice")
    assert request.labels is not None
    labels = naming.checked(request.labels)
    columns: dict[Label, ColumnLike] = given[0].by_label(labels)
    proba = given[0].role == "y_proba"
    request = replace(request, scores=columns, probability=proba, by_label=labels)
    if len(labels) > 2:
        if threshold is not None:
            raise refuse("threshold_with_columns", classes=len(labels))
        largest = proba and request.predicted is None
        made = replace(recipe, classes=labels, largest=largest, probable=proba, edges=())
        return request, made
    if not proba:
        raise refuse("two_columns_of_scores", labels=quoted(labels))
    positive = naming.chosen_positive(labels, request.pos_label)
    if positive is None:
        raise refuse("needs_pos_label", labels=quoted(labels))
    threshold_of = None
    if request.predicted is None:
        threshold_of = positive, HALF if threshold is None else threshold
    return request, replace(recipe, single={positive: "unit"}, threshold_of=threshold_of)


def _with_labels(
    request: ReadRequest[ColumnLike], given: Given
) -> tuple[ReadRequest[ColumnLike], Given]:
    """The request with labels, where columns stand for classes and labels are not listed."""
    for one in given:
        request, given = _of_one_class(request, given, one)
    first = given[0]
    order = None
    if request.labels is None:
        order = category_order(request.data, request.truth, request.predicted)
    if first.single:
        if order is not None:
            request = replace(request, labels=naming.in_given_order(_labels_in(request), order))
        return request, given
    labels = request.labels if request.labels is not None else first.names
    if labels is None or first.numbers_as_text:
        labels = request.labels or _found_labels(request, first, order)
        if first.numbers_as_text:
            given = (first.named_as(labels), *given[1:])
    if order is not None:
        labels = naming.in_given_order(naming.checked(labels), order)
    return replace(request, labels=labels), given


def _of_one_class(
    request: ReadRequest[ColumnLike], every: Given, given: ScoreArguments
) -> tuple[ReadRequest[ColumnLike], Given]:
    """{label: column} with one column: that label is the positive class."""
    if given.names is None or len(given.names) != 1:
        return request, every
    label = given.names[0]
    if request.pos_label is not None and naming.canonical(request.pos_label) != label:
        raise refuse("one_column_of_other", role=given.role, label=repr(label))
    column = ScoreArguments(given.role, given.columns)
    changed = tuple(column if one is given else one for one in every)
    return replace(request, pos_label=label), changed


def _labels_in(request: ReadRequest[ColumnLike]) -> tuple[Label, ...]:
    from veracity.engines.reading.reading_labels import labels_in

    return labels_in(request)


def _found_labels(
    request: ReadRequest[ColumnLike], given: ScoreArguments, order: tuple[Label, ...] | None
) -> tuple[Label, ...]:
    """The labels of the rows, in order: which columns without names must stand for."""
    found = _labels_in(request)
    if order is not None:
        every = naming.ordered(naming.in_given_order(found, order, between=True))
        found = every if len(every) == len(given.columns) else found
    if len(found) != len(given.columns):
        given.by_label(found)
    if order is not None and given.names is None:
        refuse_two_orders(given.role, found, order)
    return found
