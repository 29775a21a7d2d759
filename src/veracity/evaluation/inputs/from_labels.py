"""Predicted labels → the statistics held of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from veracity.engines.reading.category_order import category_order, labels_in_order
from veracity.engines.reading.matrices import Grouped, by_group, confusion_matrix
from veracity.engines.reading.reading_labels import group_sum
from veracity.errors import refuse
from veracity.evaluation.inputs.request import ReadStatistics, Request
from veracity.evaluation.state.held import Held, rows_behind


def counted_statistics(request: Request) -> ReadStatistics:
    """Matrices of truth by prediction, of all rows and of each group."""
    if request.y_pred is None:
        raise refuse("one_prediction")
    columns = {"y_true": request.y_true, "y_pred": request.y_pred}
    cluster = None
    if request.cluster is not None:
        cluster = len(columns)
        columns["cluster"] = request.cluster
    places = tuple(range(len(columns), len(columns) + len(request.groups)))
    grouped, rows = group_sum(
        request.data,
        {**columns, **request.groups},
        weight=request.sample_weight,
        weight_kind=request.weight_kind,
        labels=request.labels,
        label_keys=("y_true", "y_pred"),
        on_invalid=request.on_invalid,
    )
    order = category_order(request.data, request.y_true, request.y_pred)
    recipe: dict[str, Any] = {
        "listed": labels_in_order(grouped, order) if request.labels is None else request.labels,
        "pos_label": request.pos_label,
        "cluster": cluster,
    }
    parts = by_group(grouped, places, **recipe) if places else {}
    inside = _rows_in(grouped, places, recipe)
    return ReadStatistics(
        Held(rows.used, confusion_matrix(grouped, **recipe)),
        {value: _held(matrix, inside.get(value)) for value, matrix in parts.items()},
        rows,
    )


def _held(matrix: Any, rows: int | None) -> Held:
    return Held(rows_behind(matrix) if rows is None else rows, matrix)


def _rows_in(grouped: Grouped, places: tuple[int, ...], recipe: dict[str, Any]) -> dict[Any, int]:
    """Rows in each group, which a matrix of weights does not know."""
    if not places or grouped.weight is None:
        return {}
    unweighted = replace(grouped, weight=None, squares=None)
    counted = by_group(unweighted, places, **recipe)
    return {value: round(float(matrix.total)) for value, matrix in counted.items()}
