"""`cv.plot`: the averaged curves of folds, and the folds beside each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Unpack

from veracity import plots
from veracity.errors import quoted, refuse
from veracity.evaluation.single.plotting import Look, PictureDrawer

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from veracity.evaluation.folds.fold_means import FoldMeans
    from veracity.plots import Picture

NAMES = ("roc", "pr", "folds")


class FoldPlots(PictureDrawer):
    """The pictures of a cross-validation; `folds` draws the ROC curve of every fold."""

    def __init__(self, cv: FoldMeans) -> None:
        self._cv = cv

    def picture(self, name: str, **options: Any) -> Picture:
        """Everything that a picture shows, as one frozen value."""
        cv = self._cv
        match name:
            case "roc":
                return plots.roc_picture(cv.roc(**options), areas=cv.mean["auroc"])
            case "pr":
                return plots.pr_picture(cv.pr(**options), areas=cv.mean["average_precision"])
            case "folds":
                each = {n: fold.roc() for n, fold in zip(cv.names, cv.parts, strict=True)}
                return plots.roc_picture(each)
        raise refuse("picture_unknown", name=repr(name), names=quoted(NAMES))

    def roc(
        self,
        ax: Axes | None = None,
        *,
        average: str = "vertical",
        band: str | None = "pointwise",
        **look: Unpack[Look],
    ) -> Any:
        """The averaged ROC curve with its band."""
        return self._drawn("roc", ax, look, average=average, band=band)

    def pr(
        self,
        ax: Axes | None = None,
        *,
        average: str = "vertical",
        band: str | None = "pointwise",
        **look: Unpack[Look],
    ) -> Any:
        """The averaged precision-recall curve with its band."""
        return self._drawn("pr", ax, look, average=average, band=band)

    def folds(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """The ROC curve of every fold."""
        return self._drawn("folds", ax, look)
