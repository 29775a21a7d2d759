"""What a fitted estimator says of rows: probabilities, else scores, else labels."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np

from veracity.errors import VeracityError, quoted, refuse
from veracity.statistics.labels import Label, canonical
from veracity.words import Text, say

RESPONSES = ("predict_proba", "decision_function", "predict")
CALL_MOST_PROBABLE = frozenset(  # so that their predict need not be asked
    {
        "sklearn.ensemble._forest.ForestClassifier.predict",
        "sklearn.linear_model._base.LinearClassifierMixin.predict",
        "sklearn.naive_bayes._BaseNB.predict",
        "sklearn.neighbors._classification.KNeighborsClassifier.predict",
        "sklearn.tree._classes.BaseDecisionTree.predict",
    }
)
TIED = 1e-12  # probabilities no further apart than rounding are equally large


class Predicts(Protocol):
    """An estimator with scikit-learn's methods."""

    classes_: Any

    def predict(self, X: object) -> Any:
        """The label of every row."""


class Predicted(NamedTuple):
    """The arguments of `evaluate`, and the method that gave them.

    `labels` are those of `predict` beside probabilities; `own_rule` says that they are not
    the most probable classes: the estimator has a threshold of its own, as a tuned one has.
    """

    arguments: Mapping[str, Any]
    response: str
    labels: np.ndarray[Any, Any] | None = None
    own_rule: bool = False

    @property
    def complete(self) -> Mapping[str, Any]:
        """The arguments, with the labels where these are decided by a rule of its own."""
        return {**self.arguments, "y_pred": self.labels} if self.own_rule else self.arguments


def predicted(
    estimator: Predicts, X: object, response: str = "auto", pos_label: object = None
) -> Predicted:
    """The best that the estimator can say: probabilities, else scores, else labels.

    One column of scores is that of the second class; it is reversed for the first. Scores of a
    classifier come with the labels of its `predict`, as they have no threshold of their own;
    so do probabilities of one that does not call the most probable class.
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
    arguments = {role: by_class(given, classes_of(estimator)), **labels}
    if role == "y_score" or response != "auto":
        return Predicted(arguments, method)
    called = _called(estimator, X)
    return Predicted(arguments, method, called, _own_rule(called, given, estimator.classes_))


def _called(estimator: Predicts, X: object) -> np.ndarray[Any, Any] | None:
    """The labels of `predict`, where they may differ from the most probable and can be asked."""
    rule = getattr(type(estimator), "predict", None)
    if f"{rule.__module__}.{getattr(rule, '__qualname__', '')}" in CALL_MOST_PROBABLE:
        return None
    try:
        return np.asarray(estimator.predict(X))
    except Exception:
        return None


def _own_rule(
    called: np.ndarray[Any, Any] | None, proba: np.ndarray[Any, Any], classes: object
) -> bool:
    """Whether any row is called another class than the most probable; ties go either way."""
    known = np.asarray(classes)
    if called is None or called.shape != proba.shape[:1] or len(known) < 2:
        return False
    others = np.flatnonzero(called != known[proba.argmax(1)])
    if not len(others) or not np.isin(called, known).all():  # some packages predict probabilities
        return False
    top = np.sort(proba[others], axis=1)[:, -2:]
    return bool((top[:, 1] - top[:, 0] > TIED).any())


def words_of_estimator(name: str, method: str, own_rule: bool) -> tuple[Text, ...]:
    """What is known of where predictions came from."""
    source = say("estimator_said", name=name, method=method)
    return (source, say("estimator_decides", name=name)) if own_rule else (source,)


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
