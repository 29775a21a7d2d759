"""What the displays of curves share: axes, names, positive class, folds of a cross-validation."""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self, TypeAlias

import numpy as np

from veracity.sklearn.displays.estimator_response import FittedEstimator, binary_response
from veracity.sklearn.inputs.array_likes import (
    Array,
    Targets,
    Weights,
    as_array,
    row_count,
    same_length,
)
from veracity.sklearn.inputs.targets import positive_label, target_type

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure, SubFigure

NOT_GIVEN = "deprecated"
Curves: TypeAlias = tuple[str, list[Any]]  # the name of a rate, and its values along each curve


def curves_of(points: Array | list[Any]) -> list[Any]:
    """The points of one curve, or of each of several, as a list of curves."""
    nested = isinstance(points, list) and len(points) > 0 and hasattr(points[0], "__len__")
    return list(points) if nested else [points]


class CurveDisplay(ABC):
    """A curve of two classes that can be drawn; `ax_` and `figure_` are what it was drawn on."""

    ax_: Axes
    figure_: Figure | SubFigure
    line_: Any
    pos_label: object

    def _drawn_on(self, ax: Axes | None) -> Axes:
        """The axes that were given, or new ones."""
        if ax is None:
            import matplotlib.pyplot as plt

            _, ax = plt.subplots()
        self.ax_, self.figure_ = ax, ax.figure
        return ax

    @classmethod
    def from_estimator(
        cls,
        estimator: FittedEstimator,
        X: Targets,
        y: Targets,
        *,
        response_method: str = "auto",
        pos_label: object = None,
        name: str | None = None,
        **given: Any,
    ) -> Self:
        """The curve of a fitted classifier; further arguments are those of `from_predictions`."""
        scores, positive, name = read_estimator(estimator, X, response_method, pos_label, name)
        return cls.from_predictions(y, scores, pos_label=positive, name=name, **given)

    @classmethod
    @abstractmethod
    def from_predictions(cls, *columns: Any, **given: Any) -> Self:
        """The curve of truth and scores."""

    def _rates_drawn(self, axes: Axes, x: Curves, y: Curves, styles: list[dict[str, Any]]) -> None:
        """Draw rates against rates, each a name and the points of every curve."""
        self.line_ = [
            line
            for one, other, style in zip(x[1], y[1], styles, strict=True)
            for line in axes.plot(one, other, **style)
        ]
        if len(styles) == 1:
            self.line_ = self.line_[0]
        names = {"xlabel": self._of_class(x[0]), "ylabel": self._of_class(y[0])}
        axes.set(**names, xlim=(-0.01, 1.01), ylim=(-0.01, 1.01), aspect="equal")

    def _of_class(self, text: str, form: str = " (Positive label: {})") -> str:
        """A name of an axis, with the positive class where it is known."""
        return text if self.pos_label is None else text + form.format(self.pos_label)


def named_score(y_score: Targets | None, y_pred: Targets) -> Any:
    """The scores under their name, or under the one that they had before 1.8."""
    if isinstance(y_pred, str) and y_pred == NOT_GIVEN:
        return y_score
    if y_score is not None:
        raise ValueError(
            "`y_pred` and `y_score` cannot be both specified. Please use `y_score` only as "
            "`y_pred` was deprecated in 1.8 and will be removed in 1.10."
        )
    warnings.warn(
        "y_pred was deprecated in 1.8 and will be removed in 1.10. Please use `y_score` instead.",
        FutureWarning,
        stacklevel=3,
    )
    return y_pred


def read_predictions(
    y_true: Targets,
    y_score: Targets,
    weight: Weights = None,
    pos_label: object = None,
    name: str | None = None,
) -> tuple[Any, str]:
    """The positive one of two classes, and the name of the classifier."""
    kind = target_type(y_true)
    if kind != "binary":
        raise ValueError(f"The target y is not binary. Got {kind} type of target.")
    same_length(y_true, y_score, weight)
    truth = as_array(y_true, "any", finite=False)
    return positive_label(pos_label, truth), "Classifier" if name is None else name


def read_estimator(
    estimator: FittedEstimator, X: object, method: str, pos_label: object, name: str | None
) -> tuple[Array, Any, str]:
    """The answers of an estimator, the positive class, and a name."""
    answer, positive = binary_response(estimator, X, method, pos_label)
    return answer, positive, type(estimator).__name__ if name is None else name


def folds_of(
    results: Mapping[str, Any],
    X: Targets,
    y: Targets,
    weight: Weights,
    method: str,
    pos_label: object,
) -> Iterator[tuple[Array, Array, Array | None, Any]]:
    """Truth, answers, weights and positive class of each fold of `cross_validate`."""
    required = {"estimator", "indices"}
    if not required <= set(results):
        raise ValueError(
            "`cv_results` does not contain one of the following required keys: "
            f"{required}. Set explicitly the parameters `return_estimator=True` and "
            "`return_indices=True` to the function`cross_validate`."
        )
    expected = sum(len(results["indices"][part][0]) for part in ("train", "test"))
    if row_count(X) != expected:
        raise ValueError(
            "`X` does not contain the correct number of samples. Expected "
            f"{expected}, got {row_count(X)}."
        )
    kind = target_type(y)
    if kind != "binary":
        raise ValueError(f"The target `y` is not binary. Got {kind} type of target.")
    same_length(X, y, weight)
    truth = as_array(y, "any")
    for estimator, rows in zip(results["estimator"], results["indices"]["test"], strict=True):
        answer, positive = binary_response(estimator, _rows_of(X, rows), method, pos_label)
        yield truth[rows], answer, None if weight is None else np.asarray(weight)[rows], positive


def _rows_of(X: Targets, rows: Array) -> Any:
    """Some rows of a frame, an array or a list."""
    given: Any = X
    if hasattr(given, "iloc"):
        return given.iloc[rows]
    return given[rows] if hasattr(given, "shape") else [given[row] for row in rows]
