"""Scorers: any metric of ours where scikit-learn tunes and cross-validates by a score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.errors import MissingPackage, refuse
from veracity.evaluation.front.evaluating import measure
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.scores.probability_table import ProbabilityTable

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike
    from veracity.metrics.record.metric import Metric

_RANKS = ("decision_function", "predict_proba")


def scorer(key: str, **settings: Any) -> Any:
    """A scorer of the metric with this key, for `cross_validate`, `GridSearchCV` and their kin.

    Higher is always better: what is better when lower gets a minus sign. Labels, scores or
    probabilities are asked for as the metric needs them. `settings` are those of `evaluate`
    (`pos_label`, `labels`, `threshold`). Weights come by metadata routing:
    `scorer("mcc").set_score_request(sample_weight=True)`.

    >>> from sklearn.datasets import load_iris
    >>> from sklearn.linear_model import LogisticRegression
    >>> from sklearn.model_selection import cross_val_score
    >>> model, (X, y) = LogisticRegression(max_iter=500), load_iris(return_X_y=True)
    >>> cross_val_score(model, X, y, scoring=scorer("mcc")).round(3).tolist()
    [0.952, 1.0, 0.906, 0.952, 1.0]
    """
    try:
        from sklearn.metrics import make_scorer
    except ImportError as error:
        raise refuse("package_missing", MissingPackage, package="scikit-learn") from error
    metric: Metric = find(key)
    if metric.better == "neither":
        raise refuse("scorer_without_direction", key=metric.key)
    response, role = asked_of(metric)
    return make_scorer(
        measured,
        response_method=response,
        greater_is_better=metric.better == "higher",
        key=metric.key,
        role=role,
        **settings,
    )


def asked_of(metric: Metric) -> tuple[str | tuple[str, ...], str]:
    """The method that an estimator is asked by, and the argument that its answer is.

    >>> asked_of(find("mcc")), asked_of(find("auroc")), asked_of(find("brier"))[0]
    (('predict', 'y_pred'), (('decision_function', 'predict_proba'), 'y_score'), 'predict_proba')
    """
    if issubclass(metric.reads, ConfusionMatrix):
        return "predict", "y_pred"
    if issubclass(metric.reads, ProbabilityTable) or not issubclass(metric.reads, ScoreTable):
        return "predict_proba", "y_proba"
    return _RANKS, "y_score"


def measured(
    y_true: ColumnLike,
    answer: ColumnLike,
    *,
    key: str,
    role: str,
    sample_weight: ColumnLike | None = None,
    pos_label: object = None,
    **settings: Any,
) -> float:
    """The value of a metric without its interval; nan where it is undefined."""
    columns: Any = np.asarray(answer)
    if columns.ndim == 2:
        labels = settings.setdefault("labels", np.unique(np.asarray(y_true)).tolist())
        if len(labels) != columns.shape[1]:
            raise refuse(
                "scorer_class_missing", key=key, columns=columns.shape[1], found=len(labels)
            )
        columns = dict(zip(labels, columns.T, strict=True))
    estimate = measure(
        key,
        y_true,
        sample_weight=sample_weight,
        pos_label=pos_label,
        method="none",
        **{role: columns},
        **settings,
    )
    return float(estimate)
