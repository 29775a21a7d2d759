"""What a fitted estimator says of rows: probabilities, else scores, else labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np

from veracity.errors import VeracityError, quoted, refuse
from veracity.statistics.labels import Label, canonical

RESPONSES = ("predict_proba", "decision_function", "predict")


class Predicts(Protocol):
    """An estimator with scikit-learn's methods."""

    classes_: Any

    def predict(self, X: object) -> Any:
        """The label of every row."""


class Predicted(NamedTuple):
    """The arguments of `evaluate`, and the method that gave them."""

    arguments: Mapping[str, Any]
    response: str


def predicted(
    estimator: Predicts, X: object, response: str = "auto", pos_label: object = None
) -> Predicted:
    """The best that the estimator can say: probabilities, else scores, else labels.

    One column of scores is that of the second class; it is reversed for the first. Scores of a
    classifier come with the labels of its `predict`, as they have no threshold of their own.
    """
    if isinstance(estimator, type):
        raise refuse("estimator_is_class", name=estimator.__name__)
    asked = RESPONSES if response == "auto" else (response,)
    if response != "auto" and response not in RESPONSES:
        raise refuse("response_unknown", given=repr(response), known=quoted(("auto", *RESPONSES)))
    method = next((name for name in asked if callable(getattr(estimator, name, None))), None)
    if method is None and response != "auto":
        raise refuse("estimator_lacks", name=type(estimator).__name__, method=response)
    if method is None:
        raise refuse("estimator_cannot", name=type(estimator).__name__, methods=", ".join(asked))
    given = _asked(estimator, method, X)
    if method == "predict":
        return Predicted({"y_pred": given}, method)
    role = "y_proba" if method == "predict_proba" else "y_score"
    classifies = hasattr(estimator, "classes_") and callable(getattr(estimator, "predict", None))
    labels = {"y_pred": _asked(estimator, "predict", X)} if role == "y_score" and classifies else {}
    if given.ndim == 1:
        first = pos_label is not None and classes_of(estimator)[0] == canonical(pos_label)
        return Predicted({role: -given if first else given, **labels}, method)
    return Predicted({role: by_class(given, classes_of(estimator)), **labels}, method)


def _asked(estimator: Predicts, method: str, X: object) -> np.ndarray[Any, Any]:
    """What a method says of X; why it cannot, in its own words behind ours."""
    try:
        return np.asarray(getattr(estimator, method)(X))
    except VeracityError:
        raise
    except Exception as problem:
        why = str(problem).partition("\n")[0].rstrip(": ") or type(problem).__name__
        raise refuse(
            "estimator_failed", name=type(estimator).__name__, method=method, why=why
        ) from problem


def classes_of(estimator: Predicts) -> tuple[Label, ...]:
    """The classes that the columns of its answers stand for."""
    return tuple(canonical(label) for label in np.asarray(estimator.classes_).tolist())


def by_class(columns: np.ndarray[Any, Any], classes: tuple[Label, ...]) -> dict[Label, Any]:
    """One column for each class."""
    return dict(zip(classes, np.moveaxis(columns, 1, 0), strict=True))
