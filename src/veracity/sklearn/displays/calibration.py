"""The display of calibration curves (reliability diagrams)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Self

from veracity.sklearn.displays.curve_display import CurveDisplay, read_estimator, read_predictions
from veracity.sklearn.displays.curve_style import styled
from veracity.sklearn.displays.estimator_response import FittedEstimator
from veracity.sklearn.inputs.array_likes import Array, Targets
from veracity.sklearn.metrics.calibration import calibration_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_PERFECT = "Perfectly calibrated"
_CLASS = " (Positive class: {})"


class CalibrationDisplay(CurveDisplay):
    """One calibration curve, with `plot`, `line_`, `ax_`, `figure_`.

    >>> display = CalibrationDisplay.from_predictions([0, 1, 0, 1], [0.1, 0.8, 0.4, 0.9])
    >>> display.prob_true.tolist()
    [0.0, 0.0, 1.0, 1.0]
    """

    def __init__(
        self,
        prob_true: Array,
        prob_pred: Array,
        y_prob: Targets,
        *,
        estimator_name: str | None = None,
        pos_label: object = None,
    ) -> None:
        self.prob_true, self.prob_pred, self.y_prob = prob_true, prob_pred, y_prob
        self.estimator_name, self.pos_label = estimator_name, pos_label

    def plot(
        self,
        *,
        ax: Axes | None = None,
        name: str | None = None,
        ref_line: bool = True,
        **kwargs: Any,
    ) -> Self:
        """Draw the curve beside the diagonal."""
        axes, name = self._drawn_on(ax), self.estimator_name if name is None else name
        usual = {"marker": "s", "linestyle": "-", **({} if name is None else {"label": name})}
        if ref_line and _PERFECT not in axes.get_legend_handles_labels()[1]:
            axes.plot([0, 1], [0, 1], "k:", label=_PERFECT)
        (self.line_,) = axes.plot(self.prob_pred, self.prob_true, **styled(usual, kwargs))
        axes.legend(loc="lower right")
        axes.set(
            xlabel=self._of_class("Mean predicted probability", _CLASS),
            ylabel=self._of_class("Fraction of positives", _CLASS),
        )
        return self

    @classmethod
    def from_estimator(
        cls,
        estimator: FittedEstimator,
        X: Targets,
        y: Targets,
        *,
        pos_label: object = None,
        name: str | None = None,
        **given: Any,
    ) -> Self:
        """The curve of a fitted classifier with probabilities."""
        p, positive, name = read_estimator(estimator, X, "predict_proba", pos_label, name)
        return cls.from_predictions(y, p, pos_label=positive, name=name, **given)

    @classmethod
    def from_predictions(
        cls,
        y_true: Targets,
        y_prob: Targets,
        *,
        n_bins: int = 5,
        strategy: Literal["uniform", "quantile"] = "uniform",
        pos_label: float | str | bool | None = None,
        name: str | None = None,
        **drawing: Any,
    ) -> Self:
        """The curve of truth and probabilities."""
        positive, name = read_predictions(y_true, y_prob, None, pos_label, name)
        shares, means = calibration_curve(
            y_true, y_prob, n_bins=n_bins, strategy=strategy, pos_label=pos_label
        )
        display = cls(shares, means, y_prob, estimator_name=name, pos_label=positive)
        return display.plot(**drawing)
