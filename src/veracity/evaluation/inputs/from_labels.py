"""Predicted labels → the statistics held of them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from veracity.engines.reading.category_order import category_order, labels_in_order
from veracity.engines.reading.matrices import Grouped, by_group, confusion_matrix
from veracity.engines.reading.reading_labels import group_sum
from veracity.engines.reading.reading_scores import ReadRequest
from veracity.errors import refuse
from veracity.evaluation.inputs.from_scores import Statistics
from veracity.statistics import ConfusionMatrix
from veracity.statistics.held import Held, rows_behind

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike


def counted_statistics(request: ReadRequest[ColumnLike]) -> Statistics:
    """Matrices of truth by prediction, of all rows and of each group."""
    if request.predicted is None:
        raise refuse("one_prediction")
    columns = {"y_true": request.truth, "y_pred": request.predicted}
    cluster = None
    if request.cluster is not None:
        cluster = len(columns)
        columns["cluster"] = request.cluster
    indices = tuple(range(len(columns), len(columns) + len(request.groups)))
    grouped, rows = group_sum(
        request.data,
        {**columns, **request.groups},
        weight=request.weight,
        weight_kind=request.weight_kind,
        labels=request.labels,
        label_keys=("y_true", "y_pred"),
        on_invalid=request.on_invalid,
        engine=request.engine,
        cluster=None if cluster is None else "cluster",
    )
    order = category_order(request.data, request.truth, request.predicted)
    recipe: dict[str, Any] = {
        "listed": labels_in_order(grouped, order) if request.labels is None else request.labels,
        "pos_label": request.pos_label,
        "cluster": cluster,
    }
    parts = by_group(grouped, indices, **recipe) if indices else {}
    inside = _rows_in(grouped, indices, recipe)
    whole = Held(rows.used, confusion_matrix(grouped, **recipe))
    groups = {value: _held(matrix, inside.get(value)) for value, matrix in parts.items()}
    return whole, groups, rows, None, ()


def _held(matrix: ConfusionMatrix, rows: int | None) -> Held:
    return Held(rows_behind(matrix) if rows is None else rows, matrix)


def _rows_in(grouped: Grouped, indices: tuple[int, ...], recipe: dict[str, Any]) -> dict[Any, int]:
    """Rows in each group, which a matrix of weights does not know."""
    if not indices or grouped.weight is None:
        return {}
    unweighted = replace(grouped, weight=None, squares=None)
    counted = by_group(unweighted, indices, **recipe)
    return {value: round(float(matrix.total)) for value, matrix in counted.items()}
