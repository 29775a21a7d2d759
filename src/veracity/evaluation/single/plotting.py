"""`ev.plot`: one method for each picture of an evaluation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, TypedDict, Unpack

from veracity.evaluation.single.deployment import Deployment

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from veracity.plots import Picture, Theme

Asked: TypeAlias = "str | Theme | None"


class Look(TypedDict, total=False):
    """How a picture is drawn: its language, "en" or "zh", and its theme, "light" or "dark"."""

    lang: str | None
    theme: Asked


class PictureDrawer(ABC):
    """Pictures by name: their data, or drawn on matplotlib axes."""

    @abstractmethod
    def picture(self, name: str, **options: Any) -> Picture:
        """Everything that a picture shows, as one frozen value."""

    def _drawn(self, name: str, ax: Axes | None, look: Look, **options: Any) -> Any:
        from veracity import plots

        return plots.draw(self.picture(name, **options), ax, **look)


class Plots(PictureDrawer):
    """One method for each picture; each draws on `ax` (or on a new figure) and returns the axes.

    `lang` is "en" or "zh", `theme` "light" or "dark"; without them, the language spoken and
    the background decide. `picture(name, ...)` gives the data of a picture without drawing it.

    >>> import veracity as vc
    >>> ev = vc.evaluate([0, 1, 0, 1, 1], y_proba=[0.1, 0.8, 0.4, 0.3, 0.9])
    >>> Plots(ev).picture("roc")["curve"].y.round(3).tolist()
    [0.0, 0.333, 0.667, 0.667, 1.0, 1.0]
    """

    def __init__(self, ev: Deployment) -> None:
        self._ev = ev

    def picture(self, name: str, **options: Any) -> Picture:
        """Everything that a picture shows, as one frozen value."""
        from veracity.evaluation.single import pictures

        return pictures.of_evaluation(self._ev, name, **options)

    def confusion(
        self,
        ax: Axes | None = None,
        *,
        by: Literal["counts", "truth", "prediction"] = "counts",
        **look: Unpack[Look],
    ) -> Any:
        """The confusion matrix, rows truth: counts, or shares by truth or by prediction."""
        return self._drawn("confusion", ax, look, by=by)

    def roc(
        self,
        ax: Axes | None = None,
        *,
        band: str | None = "pointwise",
        average: Literal["macro", "micro"] | None = None,
        binormal: bool = False,
        **look: Unpack[Look],
    ) -> Any:
        """The ROC curve with a band and the operating point; of K classes, each its own.

        `average` draws one curve of all classes instead, `binormal` the fitted curve over it.
        """
        return self._drawn("roc", ax, look, band=band, average=average, binormal=binormal)

    def pr(
        self,
        ax: Axes | None = None,
        *,
        band: str | None = "pointwise",
        average: Literal["macro", "micro"] | None = None,
        **look: Unpack[Look],
    ) -> Any:
        """The precision-recall curve in steps, with lines of equal F1, base rate and P = R.

        `average` draws one curve of all classes instead of each its own.
        """
        return self._drawn("pr", ax, look, band=band, average=average)

    def det(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """Misses against false alarms on normal-deviate scales."""
        return self._drawn("det", ax, look)

    def pr_gain(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """Precision gain against recall gain."""
        return self._drawn("pr_gain", ax, look)

    def gains(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """Positives found against cases called positive."""
        return self._drawn("gains", ax, look)

    def lift(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """How many times more positives than by chance, against cases called positive."""
        return self._drawn("lift", ax, look)

    def reliability(
        self,
        ax: Axes | None = None,
        *,
        kind: Literal["corp", "binned", "smooth"] = "corp",
        band: Literal["consistency", "confidence"] | None = "consistency",
        bins: int = 10,
        **look: Unpack[Look],
    ) -> Any:
        """Whether probabilities are calibrated, with their distributions beneath."""
        return self._drawn("reliability", ax, look, kind=kind, band=band, bins=bins)

    def murphy_diagram(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """What acting above each threshold costs, beside always saying the prevalence."""
        return self._drawn("murphy_diagram", ax, look)

    def sweep(
        self,
        ax: Axes | None = None,
        *,
        metrics: Sequence[str] | str | None = None,
        **look: Unpack[Look],
    ) -> Any:
        """Count metrics at every threshold."""
        return self._drawn("sweep", ax, look, metrics=metrics)

    def prevalence(
        self,
        ax: Axes | None = None,
        *,
        metrics: Sequence[str] | str | None = None,
        **look: Unpack[Look],
    ) -> Any:
        """Metrics at other prevalences, with intervals."""
        return self._drawn("prevalence", ax, look, metrics=metrics)

    def decision(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """Net benefit against the threshold probability, beside treating all and none."""
        return self._drawn("decision", ax, look)

    def cost(
        self,
        ax: Axes | None = None,
        *,
        cost_fp: float | None = None,
        cost_fn: float | None = None,
        **look: Unpack[Look],
    ) -> Any:
        """The lowest expected cost for every prevalence and ratio of costs; both costs mark it."""
        return self._drawn("cost", ax, look, cost_fp=cost_fp, cost_fn=cost_fn)

    def risk_coverage(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """The error rate that remains when the least sure cases are left out."""
        return self._drawn("risk_coverage", ax, look)

    def forest(
        self,
        ax: Axes | None = None,
        *,
        metrics: Sequence[str] | str | None = None,
        **look: Unpack[Look],
    ) -> Any:
        """Estimates with their intervals, one under the other."""
        return self._drawn("forest", ax, look, metrics=metrics)

    def by_class(
        self,
        ax: Axes | None = None,
        *,
        metrics: Sequence[str] | str | None = None,
        **look: Unpack[Look],
    ) -> Any:
        """Up to three metrics of each class against the rest."""
        return self._drawn("by_class", ax, look, metrics=metrics)

    def by_group(
        self, ax: Axes | None = None, *, metric: str | None = None, **look: Unpack[Look]
    ) -> Any:
        """One metric in each group of rows, beside that of all rows."""
        return self._drawn("by_group", ax, look, metric=metric)

    def quadrant(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """The calibration slope against the ROC area: two questions in one picture."""
        return self._drawn("quadrant", ax, look)
