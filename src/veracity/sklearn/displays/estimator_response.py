"""What a fitted classifier says of rows: the score or probability of the positive class."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from veracity.sklearn.inputs.array_likes import Array
from veracity.sklearn.inputs.exceptions import NotFittedError, shared


class FittedEstimator(Protocol):
    """An estimator with scikit-learn's methods."""

    def predict(self, X: object) -> Any:
        """The label of every row."""


def is_classifier(estimator: FittedEstimator) -> bool:
    """Whether an estimator says so of itself."""
    tags = getattr(estimator, "__sklearn_tags__", None)
    kind = tags().estimator_type if callable(tags) else getattr(estimator, "_estimator_type", None)
    return bool(kind == "classifier")


def refuse_unfitted(estimator: FittedEstimator) -> None:
    """Refuse an estimator that was not fitted."""
    asked = getattr(estimator, "__sklearn_is_fitted__", None)
    if callable(asked):
        fitted = bool(asked())
    else:
        fitted = any(name.endswith("_") and name[:2] != "__" for name in vars(estimator))
    tags = getattr(estimator, "__sklearn_tags__", None)
    if not fitted and (not callable(tags) or tags().requires_fit):
        raise shared(NotFittedError)(
            f"This {type(estimator).__name__} instance is not fitted yet. Call 'fit' with "
            "appropriate arguments before using this estimator."
        )


def binary_response(
    estimator: FittedEstimator, X: object, method: str, pos_label: object
) -> tuple[Array, object]:
    """The answer for the positive class, by probabilities before decisions, and that class."""
    refuse_unfitted(estimator)
    expected = "Expected 'estimator' to be a binary classifier."
    if not is_classifier(estimator):
        raise ValueError(f"{expected} Got {type(estimator).__name__} instead.")
    known: Any = estimator
    classes = np.asarray(known.classes_)
    if len(classes) != 2:
        raise ValueError(f"{expected} Got {len(classes)} classes instead.")
    if pos_label is None:
        pos_label = classes[-1]
    elif pos_label not in classes.tolist():
        raise ValueError(
            f"pos_label={pos_label} is not a valid label: It should be one of {classes}"
        )
    methods = ("predict_proba", "decision_function") if method == "auto" else (method,)
    found = next((one for one in methods if hasattr(estimator, one)), None)
    if found is None:
        raise AttributeError(
            f"{type(estimator).__name__} has none of the following attributes: "
            f"{', '.join(methods)}."
        )
    answer = np.asarray(getattr(estimator, found)(X))
    first = bool(classes[0] == pos_label)
    if found == "predict_proba":
        if answer.ndim != 2 or answer.shape[1] < 2:
            raise ValueError(
                f"Got {found} of shape {answer.shape}, but need classifier with two classes."
            )
        return answer[:, 0 if first else 1], pos_label
    return (-answer if first and found == "decision_function" else answer), pos_label
