"""`cmp.plot`: one method for each picture of a comparison."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Unpack

from veracity.evaluation.comparison.models import ComparedModels
from veracity.evaluation.comparison.pictures import of_comparison
from veracity.evaluation.single.plotting import Look, PictureDrawer
from veracity.plots import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes


class ComparisonPlots(PictureDrawer):
    """The pictures of a comparison: the curves of all models together, and their differences."""

    def __init__(self, comparison: ComparedModels) -> None:
        self._comparison = comparison

    def picture(self, name: str, **options: Any) -> Picture:
        """Everything that a picture shows, as one frozen value."""
        return of_comparison(self._comparison, name, **options)

    def roc(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """The ROC curves of all models."""
        return self._drawn("roc", ax, look)

    def pr(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """The precision-recall curves of all models."""
        return self._drawn("pr", ax, look)

    def det(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """The DET curves of all models."""
        return self._drawn("det", ax, look)

    def gains(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """The cumulative gains of all models."""
        return self._drawn("gains", ax, look)

    def reliability(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """The reliability curves of all models; they must have given probabilities."""
        return self._drawn("reliability", ax, look)

    def decision(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """The decision curves of all models; they must have given probabilities."""
        return self._drawn("decision", ax, look)

    def forest(
        self,
        ax: Axes | None = None,
        *,
        metrics: Sequence[str] | str | None = None,
        **look: Unpack[Look],
    ) -> Any:
        """The differences between models with their intervals and verdicts."""
        return self._drawn("forest", ax, look, metrics=metrics)
