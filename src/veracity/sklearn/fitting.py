"""Estimators cloned and fitted for each fold, and what they say of its test rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
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
        from sklearn.utils.validation import has_fit_parameter

        if not has_fit_parameter(given, "sample_weight"):
            raise refuse("cv_no_weights", name=type(given).__name__)
    if n_jobs in (None, 1):
        return [_fitted_answer(given, rows, study) for rows in splits]
    from sklearn.utils.parallel import Parallel, delayed

    work: Callable[..., Any] = delayed(_fitted_answer)
    return list(Parallel(n_jobs=n_jobs)(work(given, rows, study) for rows in splits))


def _fitted_answer(given: Classifier, rows: Rows, study: Study) -> Predicted:
    from sklearn.base import clone

    training, test = rows
    weights = {} if study.weight is None else {"sample_weight": study.weight[training]}
    model = clone(given).fit(study.rows(training), study.y[training], **weights)
    return _answer(model, test, study)


def _answer(model: Predicts, test: Ints, study: Study) -> Predicted:
    return predicted(model, study.rows(test), study.response, study.pos_label)


def joined_answers(answers: Sequence[Predicted]) -> dict[str, Any]:
    """The answers of all folds, one after the other, as arguments of `evaluate`."""
    roles = answers[0].arguments
    return {role: _joined([answer.arguments[role] for answer in answers]) for role in roles}


def _joined(each: Sequence[Any]) -> Any:
    if not isinstance(each[0], dict):
        return np.concatenate(each)
    classes = list(each[0])
    for fold, one in enumerate(each):
        lacking = [c for c in classes if c not in one] + [c for c in one if c not in classes]
        if lacking:
            raise refuse("cv_class_not_trained", fold=fold, classes=quoted(lacking))
    positive = chosen_positive(tuple(classes), None) if len(classes) == 2 else None
    if positive is not None:
        return np.concatenate([one[positive] for one in each])
    return {label: np.concatenate([one[label] for one in each]) for label in classes}
