"""Estimators cloned and fitted for each fold, and what they say of its test rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import signature
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from veracity.errors import quoted, refuse
from veracity.evaluation.inputs.from_estimator import Predicted, Predicts, predicted
from veracity.statistics.labels import chosen_positive


class Classifier(Predicts, Protocol):
    """What can be fitted and then predicts, as scikit-learn's classifiers do."""

    def fit(self, X: object, y: object, **options: object) -> Any:
        """Learn from labelled rows."""


Ints = NDArray[np.int64]
Rows = tuple[Ints, Ints]


@dataclass(frozen=True, eq=False)
class Study:
    """The rows that estimators are fitted on and tested with."""

    X: object
    y: NDArray[Any]
    weight: NDArray[Any] | None
    groups: NDArray[Any] | None
    response: str
    pos_label: object = None

    def rows(self, index: Ints) -> Any:
        """Some rows of X, whatever holds them."""
        if type(self.X) is np.ndarray:
            return self.X[index]
        from sklearn.utils import _safe_indexing

        return _safe_indexing(self.X, index)


def fitted_answers(
    given: Classifier,
    fitted: Sequence[Any] | None,
    splits: Sequence[Rows],
    study: Study,
    n_jobs: int | None,
) -> list[Predicted]:
    """What the model of every fold says of its test rows."""
    if fitted is not None:
        return [_answer(m, test, study) for m, (_, test) in zip(fitted, splits, strict=True)]
    if study.weight is not None:
        _weights_name(given)
    if n_jobs in (None, 1):
        return [_fitted_answer(given, rows, study) for rows in splits]
    from sklearn.utils.parallel import Parallel, delayed

    work: Callable[..., Any] = delayed(_fitted_answer)
    return list(Parallel(n_jobs=n_jobs)(work(given, rows, study) for rows in splits))


def _weights_name(given: Classifier) -> str:
    """What `fit` calls weights; without metadata routing, the last step of a pipeline gets them.

    With routing scikit-learn hands them on, or refuses in its own words.
    """
    from sklearn import get_config
    from sklearn.pipeline import Pipeline

    parameters = signature(given.fit).parameters
    if "sample_weight" in parameters:
        return "sample_weight"
    passes_on = any(one.kind is one.VAR_KEYWORD for one in parameters.values())
    routed = get_config()["enable_metadata_routing"]
    if passes_on and not routed and isinstance(given, Pipeline):
        name, last = given.steps[-1]
        return f"{name}__{_weights_name(last)}"
    inner: Any = getattr(given, "estimator", None)  # what is searched or tuned
    if passes_on and not routed and hasattr(inner, "fit"):
        return _weights_name(inner)
    if not passes_on:
        raise refuse("cv_no_weights", name=type(given).__name__)
    return "sample_weight"


def _fitted_answer(given: Classifier, rows: Rows, study: Study) -> Predicted:
    from sklearn.base import clone

    training, test = rows
    weight = study.weight
    weights = {} if weight is None else {_weights_name(given): weight[training]}
    model = clone(given).fit(study.rows(training), study.y[training], **weights)
    return _answer(model, test, study)


def _answer(model: Predicts, test: Ints, study: Study) -> Predicted:
    return predicted(model, study.rows(test), study.response, study.pos_label)


def joined_answers(answers: Sequence[Predicted]) -> dict[str, Any]:
    """The answers of all folds, one after the other, as arguments of `evaluate`."""
    if any(answer.own_rule for answer in answers):
        answers = [answer._replace(own_rule=True) for answer in answers]
    each = [answer.complete for answer in answers]
    return {role: _joined([one[role] for one in each]) for role in each[0]}


def _joined(each: Sequence[Any]) -> Any:
    if not isinstance(each[0], dict):
        return np.concatenate(each)
    classes = list(each[0])
    for fold, one in enumerate(each):
        lacking = [c for c in classes if c not in one] + [c for c in one if c not in classes]
        if lacking:
            named = quoted(lacking)
            raise refuse("cv_class_not_trained", fold=fold, classes=named, n=len(lacking))
    positive = chosen_positive(tuple(classes), None) if len(classes) == 2 else None
    if positive is not None:
        return np.concatenate([one[positive] for one in each])
    return {label: np.concatenate([one[label] for one in each]) for label in classes}
