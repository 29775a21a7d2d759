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
from veracity.reports.formats.report_files import write_report
from veracity.results.estimate.caution import Caution, Check
from veracity.results.page.parts_together import AggregateProfile
from veracity.words import Language, current


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
            super().profile(metrics), kind="folds", estimand=self.estimand, cautions=self.cautions
        )

    def text(self, lang: str | None = None, *, every: bool = False, verbose: bool = False) -> str:
        """The headline figures; `every` key that all folds have; `verbose` each fold too."""
        from veracity.reports.outline.aggregate import text

        language, profile = current(lang), self.profile(self.keys() if every else None)
        return text(profile, language, parts=verbose)

    def _reported(self, ending: str, language: Language, title: str | None = None) -> str:
        profile = replace(self._documented(), title=title)
        return self._written(profile, ending, language)

    def report(
        self, path: str | os.PathLike[str], lang: str | None = None, *, title: str | None = None
    ) -> None:
        """Write a report, whole or not at all; .html, .md, .tex, .json or .txt by its ending."""
        write_report(path, lambda ending: self._reported(ending, current(lang), title))

    def show(self, lang: str | None = None, *, title: str | None = None) -> None:
        """Show the page: in a frame of a notebook, elsewhere in the browser."""
        from veracity.reports.page.showing import show

        show(self._reported(".html", current(lang), title))

    def to_latex(self, lang: str | None = None) -> str:
        """The whole report as LaTeX."""
        return self._reported(".tex", current(lang))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the statistics of every fold to a file, whole or not at all; `vc.load` reads it."""
        save(self, path)
