"""Rows with several labels, from arrays, sets, text or columns of a table, to their statistic."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.engines.kernels.label_ranks import ranked_values as ranked_values
from veracity.engines.reading.read_columns import read_columns
from veracity.engines.rows.indicator_columns import (
    Bools,
    Indicators,
    aligned,
    given_matrix,
    scores_of,
    zeros_and_ones,
)
from veracity.engines.rows.label_hierarchy import Parents, ancestors, with_ancestors
from veracity.errors import quoted, refuse
from veracity.statistics.label_sets.label_sets import LabelSets
from veracity.statistics.labels import Label, canonical, repeated

HALF = 0.5
MOST_NAMED = 3


@dataclass(frozen=True)
class LabelSetRequest:
    """What was given: columns, or with `data` names of columns; labels, thresholds, separator."""

    truth: object
    predicted: object = None
    scores: object = None
    probability: bool = True
    data: object = None
    labels: tuple[Label, ...] | None = None
    threshold: float | Mapping[Any, float] | None = None
    separator: str | None = None
    weight: object = None
    cluster: object = None
    hierarchy: Parents | None = None


@dataclass(frozen=True, eq=False)
class LabelRows:
    """The rows as matrices (rows, labels), before they are reduced."""

    labels: tuple[Label, ...]
    truth: Bools
    predicted: Bools
    scores: Floats | None
    thresholds: Floats
    weight: Floats | None
    cluster: NDArray[Any] | None

    def reduced(self, *, moments: bool) -> LabelSets:
        """Their statistic."""
        index = None
        if self.cluster is not None:
            index = np.unique(self.cluster, return_inverse=True)[1].ravel()
        ranked = None if self.scores is None else ranked_values(self.truth, self.scores)
        return LabelSets.of_rows(
            self.labels,
            self.truth,
            self.predicted,
            weight=self.weight,
            cluster=index,
            ranked=ranked,
            moments=moments,
        )


def label_rows(request: LabelSetRequest) -> LabelRows:
    """The rows of a request, checked: the same labels and number of rows on every side."""
    truth = _side("y_true", request.truth, request)
    predicted_side = (
        None if request.predicted is None else _side("y_pred", request.predicted, request)
    )
    role = "y_proba" if request.probability else "y_score"
    scored = None if request.scores is None else _side(role, request.scores, request)
    labels = _all_labels(request, truth, predicted_side, scored)
    if len(truth.matrix) and not labels:
        raise refuse("label_sets_all_empty")
    matrix = zeros_and_ones("y_true", aligned("y_true", truth, labels), labels)
    if not matrix.size:
        raise refuse("no_rows", columns="y_true")
    thresholds = _thresholds(request, labels)
    scores = None
    if scored is not None:
        raw = aligned(role, scored, labels)
        scores = scores_of(role, raw, labels, share=request.probability)
    if predicted_side is not None:
        predicted = zeros_and_ones("y_pred", aligned("y_pred", predicted_side, labels), labels)
    elif scores is not None:
        _refuse_raw_scores(request, labels, scores)
        predicted = scores >= thresholds
    else:
        raise refuse("label_sets_need_predictions")
    _same_rows(y_true=matrix, y_pred=predicted, **({} if scores is None else {role: scores}))
    weight = _column("sample_weight", request.weight, request, len(matrix))
    if weight is not None:
        try:
            weight = weight.astype(np.float64)
        except (TypeError, ValueError):
            raise refuse("label_weights_bad") from None
        if not (np.isfinite(weight) & (weight >= 0)).all() or not weight.sum() > 0:
            raise refuse("label_weights_bad")
    cluster = _clusters(request, len(matrix))
    return LabelRows(labels, matrix, predicted, scores, thresholds, weight, cluster)


def _side(name: str, given: object, request: LabelSetRequest) -> Indicators:
    found = _given(name, given, request)
    if request.hierarchy is None:
        return found
    if found.labels is None and request.labels is not None:
        found = Indicators(found.matrix, tuple(canonical(one) for one in request.labels))
    return with_ancestors(found, ancestors(request.hierarchy))


def _given(name: str, given: object, request: LabelSetRequest) -> Indicators:
    if request.data is None:
        single = request.hierarchy is not None
        return given_matrix(name, given, request.separator, single=single)
    if not isinstance(given, (str, Sequence)):
        raise refuse("column_name_needed", name=name, type=type(given).__name__)
    return named_matrix(request.data, given, request)


def named_matrix(
    data: object, columns: str | Sequence[str], request: LabelSetRequest
) -> Indicators:
    """Columns of a table, one for each label; or one column of text with a separator.

    Columns are taken in their order: those of predictions have other names than those of truth.
    """
    names = [columns] if isinstance(columns, str) else list(columns)
    if repeated(names):
        raise refuse("label_columns_repeated", labels=quoted(repeated(names)))
    found = read_columns(data, names)
    if isinstance(columns, str):
        values = [_text(one) for one in found[columns].tolist()]
        single = request.hierarchy is not None
        return given_matrix(columns, values, request.separator, single=single)
    first = request.truth
    labels = tuple(names) if columns == first and request.labels is None else None
    return Indicators(np.stack([found[name] for name in names], 1), labels, labels is not None)


def _text(value: object) -> str:
    """A cell of a column of label text; a blank one has no label, a whole number no point.

    >>> [_text(one) for one in ("a;b", None, float("nan"), 3.0)]
    ['a;b', '', '', '3']
    """
    if isinstance(value, float):
        return "" if value != value else f"{value:.0f}" if value.is_integer() else str(value)
    return "" if value is None or value is np.ma.masked else str(value)


def _all_labels(
    request: LabelSetRequest, truth: Indicators, *others: Indicators | None
) -> tuple[Label, ...]:
    """The labels given, or those that any side names, or numbers of columns."""
    if request.labels is not None and request.hierarchy is None:
        given = tuple(canonical(one) for one in request.labels)
        if repeated(given):
            raise refuse("labels_repeated", labels=quoted(repeated(given)))
        return given
    sides = [truth, *(side for side in others if side is not None)]
    if truth.whole and truth.labels is not None:
        return truth.labels
    of_sets = any(side.labels is not None and not side.whole for side in sides)
    if of_sets and any(side.labels is None for side in sides):
        raise refuse("label_forms_differ")
    named = list(dict.fromkeys(one for side in sides for one in side.labels or ()))
    return tuple(named) if named else tuple(range(truth.matrix.shape[1]))


def _thresholds(request: LabelSetRequest, labels: tuple[Label, ...]) -> Floats:
    """The threshold of every label."""
    given = HALF if request.threshold is None else request.threshold
    if not isinstance(given, Mapping):
        return np.full(len(labels), _number(given, share=request.probability))
    unknown = [one for one in given if canonical(one) not in labels]
    if unknown:
        raise refuse("label_not_evaluated", name="threshold", labels=quoted(unknown))
    share = request.probability
    known = {canonical(one): _number(t, share=share) for one, t in given.items()}
    return np.array([known.get(label, HALF) for label in labels])


def _refuse_raw_scores(request: LabelSetRequest, labels: tuple[Label, ...], scores: Floats) -> None:
    """Half is no threshold of scores that are no shares: it is to be given."""
    given = request.threshold
    named = {canonical(one) for one in given} if isinstance(given, Mapping) else set()
    if request.probability or (given is not None and not isinstance(given, Mapping)):
        return
    outside: list[bool] = np.any((scores < 0) | (scores > 1), axis=0).tolist()
    raw = [one for one, far in zip(labels, outside, strict=True) if far and one not in named]
    if raw:
        raise refuse("label_threshold_needed", labels=quoted(raw[:MOST_NAMED]))


def _number(threshold: object, *, share: bool) -> float:
    """A threshold as a number; of probabilities one from 0 to 1."""
    real = isinstance(threshold, Real) and not isinstance(threshold, bool)
    value = float(cast("float", threshold)) if real else math.nan
    if math.isnan(value) or (share and not 0 <= value <= 1):
        raise refuse("label_threshold_bad", value=repr(threshold))
    return value


def _same_rows(**sides: NDArray[Any]) -> None:
    lengths = {name: len(side) for name, side in sides.items()}
    if len(set(lengths.values())) > 1:
        listed_lengths = ", ".join(f"{name} {n}" for name, n in lengths.items())
        raise refuse("different_lengths", lengths=listed_lengths)


def _column(name: str, given: object, request: LabelSetRequest, rows: int) -> NDArray[Any] | None:
    if given is None:
        return None
    if request.data is not None:
        if not isinstance(given, str):
            raise refuse("column_name_needed", name=name, type=type(given).__name__)
        return read_columns(request.data, [given])[given]
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise refuse("column_scalar", column=name, value=repr(given))
    column = np.asarray(list(given))
    if column.ndim != 1:
        raise refuse("label_column_axes", name=name, n=column.ndim)
    if len(column) != rows:
        raise refuse("different_lengths", lengths=f"y_true {rows}, {name} {len(column)}")
    return column


def _clusters(request: LabelSetRequest, rows: int) -> NDArray[Any] | None:
    """The cluster of every row; one without is refused, values of several types are numbered."""
    column = _column("cluster", request.cluster, request, rows)
    if column is None:
        return None
    each = column.tolist()
    missing = [row for row, one in enumerate(each) if one is None or one != one]
    if missing:
        raise refuse("label_cluster_missing", n=len(missing), row=missing[0])
    if column.dtype != object:
        return column
    index_of = {one: i for i, one in enumerate(dict.fromkeys(each))}
    return np.array([index_of[one] for one in each])
