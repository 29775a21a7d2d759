"""The display of ROC curves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

from veracity.sklearn.displays.curve_display import (
    CurveDisplay,
    curves_of,
    folds_of,
    read_predictions,
)
from veracity.sklearn.displays.curve_style import (
    Style,
    Styles,
    as_list,
    curve_styles,
    despined,
    same_lengths,
    styled,
)
from veracity.sklearn.inputs.array_likes import Array, Targets, Weights
from veracity.sklearn.metrics.curves import auc, roc_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_CHANCE = {"label": "Chance level (AUC = 0.5)", "color": "k", "linestyle": "--"}


class RocCurveDisplay(CurveDisplay):
    """One ROC curve, or those of several folds, with `plot`, `line_`, `ax_`, `figure_`.

    >>> display = RocCurveDisplay(fpr=[0, 0.5, 1], tpr=[0, 1, 1], roc_auc=0.75)
    >>> display.plot().line_.get_label()
    'AUC = 0.75'
    """

    def __init__(
        self,
        *,
        fpr: Array | list[Any],
        tpr: Array | list[Any],
        roc_auc: float | list[float] | None = None,
        name: str | list[str] | None = None,
        pos_label: object = None,
    ) -> None:
        self.fpr, self.tpr, self.roc_auc = fpr, tpr, roc_auc
        self.name, self.pos_label = name, pos_label

    def plot(
        self,
        ax: Axes | None = None,
        *,
        name: str | list[str] | None = None,
        curve_kwargs: Styles = None,
        plot_chance_level: bool = False,
        chance_level_kw: Style | None = None,
        despine: bool = False,
    ) -> Self:
        """Draw the curves."""
        axes, name = self._drawn_on(ax), self.name if name is None else name
        fpr, tpr, areas = self._curves(name)
        styles = curve_styles(len(fpr), name, areas, "AUC", curve_kwargs)
        rates = ("False Positive Rate", fpr), ("True Positive Rate", tpr)
        self._rates_drawn(axes, *rates, styles)
        chance = styled(_CHANCE, chance_level_kw)
        self.chance_level_ = None
        if plot_chance_level:
            (self.chance_level_,) = axes.plot((0, 1), (0, 1), **chance)
        if despine:
            despined(axes)
        if styles[0]["label"] is not None or (plot_chance_level and chance["label"] is not None):
            axes.legend(loc="lower right")
        return self

    def _curves(
        self, name: str | list[str] | None
    ) -> tuple[list[Any], list[Any], list[Any] | None]:
        """The points of each curve, and the areas if they are known."""
        fpr, tpr = curves_of(self.fpr), curves_of(self.tpr)
        areas, required = as_list(self.roc_auc), {"self.fpr": fpr, "self.tpr": tpr}
        same_lengths(required, {"self.roc_auc": areas}, name, "RocCurveDisplay")
        return fpr, tpr, areas

    @classmethod
    def from_predictions(
        cls,
        y_true: Targets,
        y_score: Targets,
        *,
        sample_weight: Weights = None,
        drop_intermediate: bool = True,
        pos_label: float | str | bool | None = None,
        name: str | None = None,
        **drawing: Any,
    ) -> Self:
        """The curve of truth and scores."""
        positive, name = read_predictions(y_true, y_score, sample_weight, pos_label, name)
        fpr, tpr, _ = roc_curve(
            y_true,
            y_score,
            pos_label=pos_label,
            sample_weight=sample_weight,
            drop_intermediate=drop_intermediate,
        )
        display = cls(fpr=fpr, tpr=tpr, roc_auc=auc(fpr, tpr), name=name, pos_label=positive)
        return display.plot(**drawing)

    @classmethod
    def from_cv_results(
        cls,
        cv_results: Mapping[str, Any],
        X: Targets,
        y: Targets,
        *,
        sample_weight: Weights = None,
        drop_intermediate: bool = True,
        response_method: str = "auto",
        pos_label: object = None,
        name: str | list[str] | None = None,
        chance_level_kwargs: Style | None = None,
        **drawing: Any,
    ) -> Self:
        """One curve for each fold of `cross_validate`."""
        curves, positive = list[Any](), None
        folds = folds_of(cv_results, X, y, sample_weight, response_method, pos_label)
        for truth, scores, weight, positive in folds:
            given = {"pos_label": positive, "sample_weight": weight}
            curves.append(roc_curve(truth, scores, drop_intermediate=drop_intermediate, **given))
        fpr, tpr = [list(one) for one in zip(*(curve[:2] for curve in curves), strict=True)]
        areas = [auc(*curve[:2]) for curve in curves]
        display = cls(fpr=fpr, tpr=tpr, roc_auc=areas, name=name, pos_label=positive)
        return display.plot(chance_level_kw=chance_level_kwargs, **drawing)
