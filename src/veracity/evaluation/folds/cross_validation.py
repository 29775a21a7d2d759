"""What cross-validation gives: folds, means, cautions, pictures, reports, files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from veracity.evaluation.folds.cautions import cautions_of_folds, checks_of_folds
from veracity.evaluation.folds.fold_means import FoldMeans
from veracity.evaluation.folds.plotting import FoldPlots
from veracity.evaluation.folds.saving import save
from veracity.results.estimate.caution import Caution, Check
from veracity.results.page.parts_together import AggregateProfile


@dataclass(frozen=True, eq=False, repr=False)
class CrossValidation(FoldMeans):
    """Folds apart, averaged and pooled, with what could make their figures lie.

    `mean[key]` is the headline, `folds` and `names` the folds, `spread[key]` how far they
    differ, `pooled` the evaluation of all out-of-fold predictions together.

    >>> import veracity as vc
    >>> truth = [0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0]
    >>> called = [0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0]
    >>> fold = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
    >>> cv = vc.evaluate(truth, called, fold=fold, confidence_level=0.8)
    >>> print(cv.mean["recall"], cv.mean["recall"].method)
    0.833 [0.336, 1.000] nadeau_bengio
    >>> print(cv.pooled["recall"].value, cv.names)
    0.8333333333333334 (1, 2, 3)
    """

    @property
    def plot(self) -> FoldPlots:
        """One method for each picture: roc, pr, folds."""
        return FoldPlots(self)

    # what people read

    @cached_property
    def cautions(self) -> tuple[Caution, ...]:
        """What could make these figures lie, gravest first."""
        return cautions_of_folds(self)

    def checks(self) -> tuple[Check, ...]:
        """Every check that was made: passed, fired, not applicable or muted, and why."""
        return checks_of_folds(self)

    def profile(self, metrics: Iterable[str] | None = None) -> AggregateProfile:
        """Everything that a page or a table shows; without `metrics` the headline figures."""
        return replace(
            super().profile(metrics), kind="folds", said=self.estimand, cautions=self.cautions
        )

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the statistics of every fold to a file, whole or not at all; `vc.load` reads it."""
        save(self, path)
