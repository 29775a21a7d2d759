"""The front door of models that name several labels of the same rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import islice
from typing import Any

from veracity.engines.reading.label_sets import LabelSetRequest, label_rows
from veracity.errors import refuse
from veracity.evaluation.label_sets.averaged_labels import HEADLINE
from veracity.evaluation.label_sets.comparing import LabelComparison
from veracity.evaluation.label_sets.paired_labels import paired_labels
from veracity.intervals import Settings

KINDS = ("y_proba", "y_score", "y_pred")
FIRST = 1000  # rows that tell sets of labels from a column


def several_labels(truth: object, data: object) -> bool:
    """Whether a truth has several labels a row: a matrix, rows of labels, columns of a table.

    >>> several_labels([[1, 0], [0, 1]], None), several_labels([1, 0], None)
    (True, False)
    """
    if data is not None:
        return isinstance(truth, (list, tuple)) and len(truth) > 1
    columns = getattr(truth, "shape", ())[1:]
    if columns:
        return bool(columns[0] > 1)
    if isinstance(truth, (str, Mapping)) or not isinstance(truth, Iterable):
        return False
    rows = tuple(islice(truth, FIRST))
    if any(isinstance(row, (set, frozenset)) for row in rows):
        return True
    return bool(rows) and all(isinstance(row, list) for row in rows) and {1} != {*map(len, rows)}


def compared_label_rows(
    request: LabelSetRequest,
    models: Mapping[Any, Any],
    kind: str,
    metrics: str | Iterable[str] | None,
    settings: Settings,
    correction: str,
) -> LabelComparison:
    """Two models on the same rows, both read with the labels that either names."""
    if kind not in KINDS:
        raise refuse("kind_unknown", kind=repr(kind), kinds=", ".join(KINDS))
    if len(models) != 2:
        raise refuse("label_models_two", n=len(models))
    if kind == "y_pred" and request.threshold is not None:
        raise refuse("threshold_with_labels")
    asked = (
        (metrics,) if isinstance(metrics, str) else tuple(HEADLINE if metrics is None else metrics)
    )
    if not asked:
        raise refuse("compare_no_metrics")
    role = "predicted" if kind == "y_pred" else "scores"
    requests = [replace(request, **{role: given}) for given in models.values()]
    a, b = (label_rows(one) for one in requests)
    if a.labels != b.labels:  # sets in which one model names a label that the other never does
        every = (*a.labels, *(one for one in b.labels if one not in a.labels))
        a, b = (label_rows(replace(one, labels=every)) for one in requests)
    first, second = map(str, models)
    return paired_labels((first, second), (a, b), settings, asked, correction)
