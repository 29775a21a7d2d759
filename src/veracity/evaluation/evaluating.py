"""The front door: predictions in, an Evaluation out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from veracity.engines.array_engine import group_sum
from veracity.engines.confusion import by_group, confusion_matrix
from veracity.errors import refuse
from veracity.evaluation.confusion_matrix import ConfusionMatrix
from veracity.evaluation.evaluation import Evaluation, asked_keys
from veracity.intervals import Settings
from veracity.results import Estimate


def evaluate(
    y_true: Any,
    y_pred: Any,
    *,
    labels: Iterable[Any] | None = None,
    pos_label: Any = None,
    sample_weight: Any = None,
    weight_kind: Literal["importance", "sampling", "frequency"] = "importance",
    group: Any = None,
    cluster: Any = None,
    metrics: str | Iterable[str] | None = None,
    confidence_level: float = 0.95,
    method: str = "auto",
    n_resamples: int = 2000,
    random_state: int = 0,
    on_invalid: Literal["raise", "drop"] = "raise",
) -> Evaluation:
    """Say how good predictions are, and how sure that is.

    y_true, y_pred: labels, one for each row; lists, numpy, pandas, polars or pyarrow columns.
    labels: order and universe of classes. pos_label: the positive class, needed for two-class
    metrics unless the labels are {0, 1}, {-1, 1} or {False, True}.
    sample_weight, weight_kind: "importance" and "sampling" weights are scale-free, "frequency"
    weights are whole numbers of rows.
    group: one column, or several as a mapping name → column: `by_group` holds each value.
    cluster: rows of one patient, recording or user belong together in every interval.
    metrics: the keys to show; all others remain available.

    >>> ev = evaluate([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 0])
    >>> print(ev["accuracy"])
    0.667 [0.300, 0.903]
    """
    settings = Settings(confidence_level, method, n_resamples, random_state)
    asked = asked_keys(metrics)
    listed = None if labels is None else tuple(labels)
    columns = {"y_true": y_true, "y_pred": y_pred}
    place = None
    if cluster is not None:
        place = len(columns)
        columns["cluster"] = cluster
    groups = _group_columns(group)
    places = tuple(range(len(columns), len(columns) + len(groups)))
    grouped, rows = group_sum(
        {**columns, **groups},
        weight=sample_weight,
        weight_kind=weight_kind,
        labels=listed,
        label_keys=("y_true", "y_pred"),
        on_invalid=on_invalid,
    )
    recipe = {"listed": listed, "pos_label": pos_label, "cluster": place}
    return Evaluation(
        ConfusionMatrix.like(confusion_matrix(grouped, **recipe)),
        rows=rows,
        settings=settings,
        groups={
            value: ConfusionMatrix.like(matrix)
            for value, matrix in (by_group(grouped, places, **recipe) if places else {}).items()
        },
        asked=asked,
        weight_kind=None if sample_weight is None else weight_kind,
    )


def measure(key: str, y_true: Any, y_pred: Any, **settings: Any) -> Estimate:
    """One number with its interval; the same arguments as `evaluate`.

    >>> print(measure("recall", [0, 1, 1, 1], [0, 1, 1, 0]))
    0.667 [0.208, 0.939]
    """
    if "metrics" in settings:
        raise refuse("measure_takes_one")
    return evaluate(y_true, y_pred, metrics=(key,), **settings)[key]


def _group_columns(group: Any) -> dict[str, Any]:
    if group is None:
        return {}
    if isinstance(group, Mapping):
        return {f"group {name}": column for name, column in group.items()}
    if isinstance(group, tuple) and group and not isinstance(group[0], (str, int, float, bool)):
        return {f"group {place}": column for place, column in enumerate(group)}
    return {"group": group}
