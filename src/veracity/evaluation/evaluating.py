"""The front door: predictions in, an Evaluation out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal

from veracity.engines.confusion import by_group, confusion_matrix
from veracity.engines.grouped import Grouped
from veracity.engines.reading import Cut, group_sum
from veracity.errors import refuse
from veracity.evaluation.confusion_matrix import ConfusionMatrix
from veracity.evaluation.evaluation import Evaluation, asked_keys
from veracity.intervals import Settings
from veracity.results import Estimate


def evaluate(
    y_true: Any,
    y_pred: Any = None,
    *,
    y_proba: Any = None,
    data: Any = None,
    labels: Iterable[Any] | None = None,
    pos_label: Any = None,
    threshold: float | None = None,
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
    y_proba: probabilities of the positive class instead of y_pred; `threshold` (0.5) turns them
    into labels: positive where y_proba >= threshold.
    data: a path or glob (CSV, TSV, Parquet, JSON lines, Arrow), a data frame or a DuckDB
    relation; then the other arguments are names of its columns.
    labels: order and universe of classes. pos_label: the positive class, needed for two-class
    metrics unless the labels are {0, 1}, {-1, 1} or {False, True}.
    sample_weight, weight_kind: "importance" and "sampling" weights are scale-free, "frequency"
    weights are whole numbers of rows.
    group: one column, or several as a mapping name → column (with `data`, a list of names):
    `by_group` holds each value.
    cluster: rows of one patient, recording or user belong together in every interval.
    metrics: the keys to show; all others remain available.

    >>> ev = evaluate([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 0])
    >>> print(ev["accuracy"])
    0.667 [0.300, 0.903]
    """
    settings = Settings(confidence_level, method, n_resamples, random_state)
    if data is not None:
        _names_only(y_true=y_true, y_pred=y_pred, y_proba=y_proba, cluster=cluster)
    asked = asked_keys(metrics)
    listed = None if labels is None else tuple(labels)
    columns = {"y_true": y_true, **_prediction(y_pred, y_proba, threshold)}
    place = None
    if cluster is not None:
        place = len(columns)
        columns["cluster"] = cluster
    groups = _group_columns(group, named=data is not None)
    places = tuple(range(len(columns), len(columns) + len(groups)))
    grouped, rows = group_sum(
        data,
        {**columns, **groups},
        weight=sample_weight,
        weight_kind=weight_kind,
        labels=listed,
        label_keys=("y_true", "y_pred"),
        on_invalid=on_invalid,
    )
    recipe: dict[str, Any] = {
        "listed": listed,
        "pos_label": pos_label,
        "cluster": place,
        "cut": y_pred is None,
    }
    parts = by_group(grouped, places, **recipe) if places else {}
    return Evaluation(
        ConfusionMatrix.like(confusion_matrix(grouped, **recipe)),
        rows=rows,
        settings=settings,
        groups={value: ConfusionMatrix.like(matrix) for value, matrix in parts.items()},
        group_rows=_rows_in(grouped, places, recipe),
        asked=asked,
        weight_kind=None if sample_weight is None else weight_kind,
        threshold=columns["y_proba"].threshold if "y_proba" in columns else None,
    )


def measure(key: str, y_true: Any, y_pred: Any = None, **settings: Any) -> Estimate:
    """One number with its interval; the same arguments as `evaluate`.

    >>> print(measure("recall", [0, 1, 1, 1], [0, 1, 1, 0]))
    0.667 [0.208, 0.939]
    """
    if "metrics" in settings:
        raise refuse("measure_takes_one")
    return evaluate(y_true, y_pred, metrics=(key,), **settings)[key]


def _rows_in(grouped: Grouped, places: tuple[int, ...], recipe: dict[str, Any]) -> dict[Any, int]:
    """Rows in each group, which a matrix of weights does not know."""
    if not places or grouped.weight is None:
        return {}
    unweighted = replace(grouped, weight=None, squares=None)
    counted = by_group(unweighted, places, **recipe)
    return {value: round(float(matrix.total)) for value, matrix in counted.items()}


def _names_only(**columns: Any) -> None:
    """With `data` the arguments are names of its columns, not columns themselves."""
    for name, given in columns.items():
        if given is not None and not isinstance(given, (str, int)):
            raise refuse("column_name_needed", name=name, type=type(given).__name__)


def _prediction(y_pred: Any, y_proba: Any, threshold: float | None) -> dict[str, Any]:
    """The column of predictions: labels as they are, or probabilities cut at the threshold."""
    if (y_pred is None) == (y_proba is None):
        raise refuse("one_prediction")
    if y_proba is None:
        if threshold is not None:
            raise refuse("threshold_with_labels")
        return {"y_pred": y_pred}
    at = 0.5 if threshold is None else _number(threshold)
    return {"y_proba": Cut(y_proba, at)}


def _number(threshold: Any) -> float:
    try:
        at = float(threshold)
    except (TypeError, ValueError):
        at = math.nan
    if math.isnan(at):
        raise refuse("threshold_nan", given=repr(threshold))
    return at


def _group_columns(group: Any, *, named: bool) -> dict[str, Any]:
    if group is None:
        return {}
    if named:
        names = (group,) if isinstance(group, str) else tuple(group)
        return {f"group {name}": name for name in names}
    if isinstance(group, Mapping):
        return {f"group {name}": column for name, column in group.items()}
    if isinstance(group, tuple) and group and not isinstance(group[0], (str, int, float, bool)):
        return {f"group {place}": column for place, column in enumerate(group)}
    return {"group": group}
