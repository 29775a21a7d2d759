"""Scores and probabilities → the statistics held of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from veracity.engines.reading.category_order import category_order
from veracity.engines.reading.reading_scores import ScoredChunks, scored_rows
from veracity.engines.reading.recipe import Recipe
from veracity.engines.reading.reducing import reduce_rows
from veracity.errors import InvalidRows, quoted, refuse
from veracity.evaluation.inputs.request import ReadStatistics, Request
from veracity.evaluation.inputs.score_arguments import (
    ScoreArguments,
    listed_labels,
    refuse_two_orders,
)
from veracity.evaluation.state.held import of_reduced
from veracity.evaluation.state.remarks import of_column_order, of_rounding
from veracity.statistics import labels as naming
from veracity.statistics.grid.codes import Family
from veracity.statistics.labels import Label

HALF = 0.5


@dataclass(frozen=True, slots=True)
class ColumnRoles:
    """Which columns are read, what is made of them, and what each is for."""

    columns: Mapping[Any, Any]
    recipe: Recipe
    probable: tuple[Any, ...] = ()
    ranking: Any = None
    by_label: tuple[Label, ...] | None = None


def scored_statistics(request: Request) -> ReadStatistics:
    """Tables, matrices and ranks of all rows and of each group."""
    request = _with_labels(request)
    plan = _single(request) if _is_single(request) else _several(request)
    scored = _rows(request, plan)
    whole, parts = reduce_rows(scored, plan.recipe)
    probable = plan.probable[0] if plan.probable else None
    held = of_reduced(whole, plan.recipe, plan.ranking, probable)
    notes = of_rounding(scored.rounded)
    unnamed = plan.recipe.largest and (request.proba is None or request.proba.names is None)
    if unnamed and held.confusion is not None:
        notes += of_column_order(held.confusion)
    return ReadStatistics(
        held,
        {v: of_reduced(part, plan.recipe, plan.ranking, probable) for v, part in parts.items()},
        scored.account,
        plan.recipe.cut[1] if plan.recipe.cut is not None and request.y_pred is None else None,
        notes,
    )


def _rows(request: Request, plan: ColumnRoles) -> ScoredChunks:
    """The rows that can be used; names of columns that are no labels are told first."""
    try:
        return _read(request, plan)
    except InvalidRows:
        given = request.score if request.score is not None else request.proba
        if given is not None and given.names is not None:
            found = _labels_in(replace(request, on_invalid="drop"))
            if not set(found) <= set(given.names):
                given.by_label(found)
        raise


def _read(request: Request, plan: ColumnRoles) -> ScoredChunks:
    return scored_rows(
        request.data,
        request.y_true,
        plan.columns,
        called=request.y_pred,
        probability=plan.probable,
        weight=request.sample_weight,
        weight_kind=request.weight_kind,
        labels=request.labels,
        pos_label=request.pos_label,
        cluster=request.cluster,
        groups=request.groups,
        on_invalid=request.on_invalid,
        by_label=plan.by_label,
    )


def _is_single(request: Request) -> bool:
    """Whether every column given stands for the positive class."""
    given = [one for one in (request.score, request.proba) if one is not None]
    if len({one.single for one in given}) > 1:
        raise refuse("score_and_proba_differ")
    return given[0].single


def _single(request: Request) -> ColumnRoles:
    """One column for the positive class: scores, probabilities, or both."""
    columns: dict[Any, Any] = {}
    families: dict[Any, Family] = {}
    if request.score is not None:
        columns["y_score"], families["y_score"] = request.score.columns[0], "line"
    if request.proba is not None:
        columns["y_proba"], families["y_proba"] = request.proba.columns[0], "unit"
    cut = None
    if request.y_pred is None and request.proba is not None:
        cut = "y_proba", HALF if request.threshold is None else request.threshold
    elif request.y_pred is None and request.threshold is not None:
        cut = "y_score", request.threshold
    recipe = Recipe(single=families, cut=cut, resolution=request.resolution, edges=request.edges)
    probable = () if request.proba is None else ("y_proba",)
    return ColumnRoles(columns, recipe, probable, next(iter(columns)))


def _several(request: Request) -> ColumnRoles:
    """A column for each class; of two classes only the positive one's is kept."""
    given = request.score if request.score is not None else request.proba
    if request.score is not None and request.proba is not None:
        raise refuse("columns_twice")
    assert given is not None
    assert request.labels is not None
    labels = naming.checked(request.labels)
    columns = given.by_label(labels)
    proba = given.role == "y_proba"
    if len(labels) > 2:
        if request.threshold is not None:
            raise refuse("threshold_with_columns", classes=len(labels))
        recipe = Recipe(
            classes=labels,
            largest=proba and request.y_pred is None,
            probable=proba,
            resolution=request.resolution,
        )
        return ColumnRoles(columns, recipe, labels if proba else (), by_label=labels)
    if not proba:
        raise refuse("two_columns_of_scores", labels=quoted(labels))
    positive = naming.chosen_positive(labels, request.pos_label)
    if positive is None:
        raise refuse("needs_pos_label", labels=quoted(labels))
    cut = None
    if request.y_pred is None:
        cut = positive, HALF if request.threshold is None else request.threshold
    recipe = Recipe(
        single={positive: "unit"}, cut=cut, resolution=request.resolution, edges=request.edges
    )
    others = tuple(label for label in labels if label != positive)
    return ColumnRoles(columns, recipe, (positive, *others), positive, labels)


def _with_labels(request: Request) -> Request:
    """The request with labels, where columns stand for classes and labels are not listed."""
    for one in (request.score, request.proba):
        request = _of_one_class(request, one)
    given = request.score if request.score is not None else request.proba
    assert given is not None
    order = None
    if request.labels is None:
        order = category_order(request.data, request.y_true, request.y_pred)
    if given.single:
        found = None if order is None else naming.in_given_order(_labels_in(request), order)
        return request if found is None else replace(request, labels=found)
    labels = listed_labels(given, request.labels)
    if labels is None or given.numbers_as_text:
        labels = request.labels or _found_labels(request, given, order)
        if given.numbers_as_text:
            request = _with_columns(request, given.named_as(labels))
    if order is not None:
        labels = naming.in_given_order(naming.checked(labels), order)
    return replace(request, labels=labels)


def _with_columns(request: Request, given: ScoreArguments) -> Request:
    """The request with these columns in their role."""
    if given.role == "y_score":
        return replace(request, score=given)
    return replace(request, proba=given)


def _of_one_class(request: Request, given: ScoreArguments | None) -> Request:
    """{label: column} with one column: that label is the positive class."""
    if given is None or given.names is None or len(given.names) != 1:
        return request
    label = given.names[0]
    if request.pos_label is not None and naming.canonical(request.pos_label) != label:
        raise refuse("one_column_of_other", role=given.role, label=repr(label))
    return _with_columns(
        replace(request, pos_label=label), ScoreArguments(given.role, given.columns)
    )


def _found_labels(
    request: Request, given: ScoreArguments, order: tuple[Label, ...] | None
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


def _labels_in(request: Request) -> tuple[Label, ...]:
    """The labels of truth and predictions, in order."""
    from veracity.engines.reading.reading_labels import group_sum

    keys = {"y_true": request.y_true}
    if request.y_pred is not None:
        keys["y_pred"] = request.y_pred
    grouped, _ = group_sum(
        request.data, keys, label_keys=tuple(keys), on_invalid=request.on_invalid
    )
    return naming.completed(naming.ordered([v for level in grouped.levels for v in level]))
