"""The display of precision-recall curves."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from veracity.sklearn.displays.curve_display import (
    NOT_GIVEN,
    CurveDisplay,
    curves_of,
    folds_of,
    named_score,
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
from veracity.sklearn.inputs.array_likes import Array, Targets, Weights, as_array
from veracity.sklearn.metrics.areas import average_precision_score
from veracity.sklearn.metrics.curves import precision_recall_curve

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_STEPS = {"drawstyle": "steps-post"}


class PrecisionRecallDisplay(CurveDisplay):
    """One precision-recall curve, or those of several folds, drawn as steps.

    >>> display = PrecisionRecallDisplay([0.5, 1, 1], [1, 0.5, 0], average_precision=0.75)
    >>> display.plot().line_.get_label()
    'AP = 0.75'
    """

    def __init__(
        self,
        precision: Array | list[Any],
        recall: Array | list[Any],
        *,
        average_precision: float | list[float] | None = None,
        name: str | list[str] | None = None,
        pos_label: object = None,
        prevalence_pos_label: float | list[float] | None = None,
        estimator_name: str | None = NOT_GIVEN,
    ) -> None:
        if estimator_name != NOT_GIVEN:
            if name:
                raise ValueError(
                    "Cannot provide both `estimator_name` and `name`. `estimator_name` is "
                    "deprecated in 1.8 and will be removed in 1.10. Use `name` only."
                )
            warnings.warn(
                "`estimator_name` is deprecated in 1.8 and will be removed in 1.10. Use `name` "
                "instead.",
                FutureWarning,
                stacklevel=2,
            )
            name = estimator_name
        self.precision, self.recall, self.name = precision, recall, name
        self.average_precision, self.pos_label = average_precision, pos_label
        self.prevalence_pos_label = prevalence_pos_label

    def plot(
        self,
        ax: Axes | None = None,
        *,
        name: str | list[str] | None = None,
        curve_kwargs: Styles = None,
        plot_chance_level: bool = False,
        chance_level_kw: Style | None = None,
        despine: bool = False,
        **kwargs: Any,
    ) -> Self:
        """Draw the curves."""
        axes, name = self._drawn_on(ax), self.name if name is None else name
        precision, recall, areas = self._curves(name)
        styles = curve_styles(len(recall), name, areas, "AP", curve_kwargs, _STEPS, kwargs)
        self._rates_drawn(axes, ("Recall", recall), ("Precision", precision), styles)
        self.chance_level_ = self._chance(axes, chance_level_kw) if plot_chance_level else None
        if despine:
            despined(axes)
        if styles[0]["label"] is not None or "label" in (
            (plot_chance_level and chance_level_kw) or {}
        ):
            axes.legend(loc="lower left")
        return self

    def _curves(
        self, name: str | list[str] | None
    ) -> tuple[list[Any], list[Any], list[Any] | None]:
        """The points of each curve, and the areas if they are known."""
        precision, recall = curves_of(self.precision), curves_of(self.recall)
        areas, shares = as_list(self.average_precision), as_list(self.prevalence_pos_label)
        optional = {"self.average_precision": areas, "self.prevalence_pos_label": shares}
        required = {"self.precision": precision, "self.recall": recall}
        same_lengths(required, optional, name, "PrecisionRecallDisplay")
        return precision, recall, areas

    def _chance(self, axes: Axes, given: Style | None) -> Any:
        """The prevalence of each curve as a line."""
        shares = as_list(self.prevalence_pos_label)
        if shares is None:
            raise ValueError(
                "You must provide prevalence_pos_label when constructing the "
                "PrecisionRecallDisplay object in order to plot the chance level line. "
                "Alternatively, you may use PrecisionRecallDisplay.from_estimator or "
                "PrecisionRecallDisplay.from_predictions to automatically set "
                "prevalence_pos_label"
            )
        usual: dict[str, Any] = {"color": "k", "linestyle": "--"}
        style = styled(usual | ({"alpha": 0.3} if len(shares) > 1 else {}), given)
        lines = [line for one in shares for line in axes.plot((0, 1), (one, one), **style)]
        if "label" not in style:
            spread = f" +/- {np.std(shares):0.2f}" if len(shares) > 1 else ""
            lines[0].set_label(f"Chance level (AP = {np.mean(shares):0.2f}{spread})")
        return lines[0] if len(shares) == 1 else lines

    @classmethod
    def from_predictions(
        cls,
        y_true: Targets,
        y_score: Targets | None = None,
        *,
        sample_weight: Weights = None,
        drop_intermediate: bool = False,
        pos_label: float | str | bool | None = None,
        name: str | None = None,
        y_pred: Targets = NOT_GIVEN,
        **drawing: Any,
    ) -> Self:
        """The curve of truth and scores."""
        truth = as_array(y_true, "any")
        scores = named_score(y_score, y_pred)
        positive, name = read_predictions(truth, scores, sample_weight, pos_label, name)
        given: dict[str, Any] = {"pos_label": positive, "sample_weight": sample_weight}
        precision, recall, _ = precision_recall_curve(
            truth, scores, drop_intermediate=drop_intermediate, **given
        )
        display = cls(
            precision,
            recall,
            average_precision=average_precision_score(truth, scores, **given),
            name=name,
            pos_label=positive,
            prevalence_pos_label=float((truth == positive).mean()),
        )
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
        curves, areas, shares, positive = list[Any](), list[float](), list[float](), None
        folds = folds_of(cv_results, X, y, sample_weight, response_method, pos_label)
        for truth, scores, weight, positive in folds:
            given: dict[str, Any] = {"pos_label": positive, "sample_weight": weight}
            curves.append(
                precision_recall_curve(truth, scores, drop_intermediate=drop_intermediate, **given)
            )
            areas.append(average_precision_score(truth, scores, **given))
            shares.append(float((truth == positive).mean()))
        precision, recall = [list(one) for one in zip(*(c[:2] for c in curves), strict=True)]
        display = cls(
            precision,
            recall,
            average_precision=areas,
            name=name,
            pos_label=positive,
            prevalence_pos_label=shares,
        )
        return display.plot(chance_level_kw=chance_level_kwargs, **drawing)
