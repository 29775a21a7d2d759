"""The display of a confusion matrix."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from veracity.sklearn.displays.curve_style import Style, styled
from veracity.sklearn.displays.estimator_response import FittedEstimator, is_classifier
from veracity.sklearn.inputs.array_likes import Array, Targets, Weights
from veracity.sklearn.inputs.reading import read_targets
from veracity.sklearn.inputs.targets import target_type
from veracity.sklearn.metrics.matrices import confusion_matrix as counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class ConfusionMatrixDisplay:
    """A confusion matrix as a picture, with `plot`, `im_`, `text_`, `ax_`, `figure_`.

    >>> display = ConfusionMatrixDisplay(np.array([[5, 1], [2, 4]]), display_labels=["no", "yes"])
    >>> display.plot(colorbar=False).text_[1, 0].get_text()
    '2'
    """

    def __init__(self, confusion_matrix: Array, *, display_labels: ArrayLike | None = None) -> None:
        self.confusion_matrix, self.display_labels = confusion_matrix, display_labels

    def plot(
        self,
        *,
        include_values: bool = True,
        cmap: str | Any = "viridis",
        xticks_rotation: Literal["vertical", "horizontal"] | float = "horizontal",
        values_format: str | None = None,
        ax: Axes | None = None,
        colorbar: bool = True,
        im_kw: Style | None = None,
        text_kw: Style | None = None,
    ) -> Self:
        """Draw the matrix, truth downwards and prediction across."""
        import matplotlib.pyplot as plt

        axes = plt.subplots()[1] if ax is None else ax
        cells = self.confusion_matrix
        self.im_ = axes.imshow(cells, **styled({"interpolation": "nearest", "cmap": cmap}, im_kw))
        self.text_: Any = self._texts(axes, values_format, text_kw) if include_values else None
        ticks = np.arange(len(cells))
        names = ticks if self.display_labels is None else self.display_labels
        if colorbar:
            axes.figure.colorbar(self.im_, ax=axes)
        axes.set(
            xticks=ticks,
            yticks=ticks,
            xticklabels=names,
            yticklabels=names,
            ylabel="True label",
            xlabel="Predicted label",
        )
        axes.set_ylim((len(cells) - 0.5, -0.5))
        plt.setp(axes.get_xticklabels(), rotation=xticks_rotation)
        self.figure_, self.ax_ = axes.figure, axes
        return self

    def _texts(self, axes: Axes, form: str | None, given: Style | None) -> Array:
        """The numbers, light on dark cells and dark on light ones."""
        cells = self.confusion_matrix
        dark, light = self.im_.cmap(0), self.im_.cmap(1.0)
        middle = (cells.max() + cells.min()) / 2.0
        texts = np.empty_like(cells, dtype=object)
        for index in np.ndindex(cells.shape):
            style = {
                "ha": "center",
                "va": "center",
                "color": light if cells[index] < middle else dark,
            }
            text = _formatted(cells[index]) if form is None else format(cells[index], form)
            texts[index] = axes.text(index[1], index[0], text, **styled(style, given))
        return texts

    @classmethod
    def from_estimator(
        cls, estimator: FittedEstimator, X: Targets, y: Targets, **given: Any
    ) -> Self:
        """The matrix of the predictions of a fitted classifier."""
        if not is_classifier(estimator):
            raise ValueError(f"{cls.__name__}.from_estimator only supports classifiers")
        return cls.from_predictions(y, estimator.predict(X), **given)

    @classmethod
    def from_predictions(
        cls,
        y_true: Targets,
        y_pred: Targets,
        *,
        labels: ArrayLike | None = None,
        sample_weight: Weights = None,
        normalize: Literal["true", "pred", "all"] | None = None,
        display_labels: Sequence[Any] | Array | None = None,
        **drawing: Any,
    ) -> Self:
        """The matrix of truth and predictions."""
        names: Any = labels if display_labels is None else display_labels
        if names is None:
            _refuse_mix(y_true, y_pred)
            names = read_targets(y_true, y_pred).present
        cells = counted(
            y_true, y_pred, labels=labels, sample_weight=sample_weight, normalize=normalize
        )
        return cls(cells, display_labels=names).plot(**drawing)


def _refuse_mix(y_true: Targets, y_pred: Targets) -> None:
    kinds = {target_type(y_true), target_type(y_pred)}
    if len(kinds) > 1 and kinds != {"binary", "multiclass"}:
        raise ValueError(f"Mix type of y not allowed, got types {kinds}")


def _formatted(value: Any | np.generic) -> str:
    """Two digits, or the whole number where that is shorter."""
    short = format(value, ".2g")
    if np.asarray(value).dtype.kind != "f" and len(format(value, "d")) < len(short):
        return format(value, "d")
    return short
