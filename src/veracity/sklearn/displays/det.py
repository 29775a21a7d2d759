"""The display of DET curves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from veracity.sklearn.displays.curve_display import (
    NOT_GIVEN,
    CurveDisplay,
    named_score,
    read_predictions,
)
from veracity.sklearn.inputs.array_likes import Array, Targets, Weights
from veracity.sklearn.metrics.curves import det_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_TICKS = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99, 0.999)


class DetCurveDisplay(CurveDisplay):
    """One DET curve on normal deviates, with `plot`, `line_`, `ax_`, `figure_`.

    >>> display = DetCurveDisplay(fpr=np.array([0.5, 0.0]), fnr=np.array([0.0, 0.5]))
    >>> display.plot(name="model").line_.get_label()
    'model'
    """

    def __init__(
        self,
        *,
        fpr: Array,
        fnr: Array,
        estimator_name: str | None = None,
        pos_label: object = None,
    ) -> None:
        self.fpr, self.fnr = fpr, fnr
        self.estimator_name, self.pos_label = estimator_name, pos_label

    @classmethod
    def from_predictions(
        cls,
        y_true: Targets,
        y_score: Targets | None = None,
        *,
        sample_weight: Weights = None,
        drop_intermediate: bool = True,
        pos_label: float | str | bool | None = None,
        name: str | None = None,
        ax: Axes | None = None,
        y_pred: Targets = NOT_GIVEN,
        **kwargs: Any,
    ) -> Self:
        """The curve of truth and scores."""
        scores = named_score(y_score, y_pred)
        positive, name = read_predictions(y_true, scores, sample_weight, pos_label, name)
        fpr, fnr, _ = det_curve(
            y_true,
            scores,
            pos_label=pos_label,
            sample_weight=sample_weight,
            drop_intermediate=drop_intermediate,
        )
        display = cls(fpr=fpr, fnr=fnr, estimator_name=name, pos_label=positive)
        return display.plot(ax=ax, name=name, **kwargs)

    def plot(self, ax: Axes | None = None, *, name: str | None = None, **kwargs: Any) -> Self:
        """Draw the curve; rates of 0 and 1 are drawn at the edge."""
        from scipy.special import ndtri

        axes, name = self._drawn_on(ax), self.estimator_name if name is None else name
        style = {**({} if name is None else {"label": name}), **kwargs}
        eps = np.finfo(self.fpr.dtype).eps
        self.fpr, self.fnr = self.fpr.clip(eps, 1 - eps), self.fnr.clip(eps, 1 - eps)
        (self.line_,) = axes.plot(ndtri(self.fpr), ndtri(self.fnr), **style)
        axes.set(
            xlabel=self._of_class("False Positive Rate"),
            ylabel=self._of_class("False Negative Rate"),
        )
        if "label" in style:
            axes.legend(loc="lower right")
        labels = [f"{one:.0%}" if (100 * one).is_integer() else f"{one:.1%}" for one in _TICKS]
        at = [float(ndtri(one)) for one in _TICKS]
        axes.set_xticks(at, labels)
        axes.set_yticks(at, labels)
        axes.set(xlim=(-3, 3), ylim=(-3, 3))
        return self
