"""Are the probabilities calibrated? The part of an evaluation that answers it."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal

from veracity import curves
from veracity.errors import NotHere, quoted, refuse
from veracity.evaluation.single.thresholds import Thresholds, on_grid
from veracity.statistics.held import OneColumn
from veracity.words import Text, joined, say

if TYPE_CHECKING:
    from veracity.decisions.calibration.quadrant import Quadrant
    from veracity.results import Curve, Test

QUADRANT = ("auroc", "calibration_slope", "calibration_in_the_large", "brier_skill")


class Calibration(Thresholds):
    """Reliability diagrams, tests, and one sentence; each class apart for several classes."""

    def reliability(
        self,
        kind: Literal["corp", "binned", "smooth"] = "corp",
        *,
        band: Literal["consistency", "confidence"] | None = None,
        bins: int = 10,
        strategy: Literal["uniform", "quantile"] = "uniform",
    ) -> Curve:
        """The share of positives against the predicted probability.

        `kind` is "corp" (isotonic, no bins to choose), "binned" or "smooth"; `band` is
        "consistency" (where it would lie, were the probabilities true) or "confidence".
        """
        from veracity.curves.reliability.reliability import reliability

        return reliability(
            probable_table(self),
            kind=kind,
            band=band,
            bins=bins,
            strategy=strategy,
            confidence_level=self.settings.confidence_level,
            n_resamples=min(self.settings.n_resamples, 1000),
            random_state=self.settings.random_state,
        )

    def murphy_diagram(self) -> Curve:
        """The mean elementary score at every threshold θ: what acting above θ costs.

        A forecast that is lower everywhere is better under every proper score; twice the area
        is the Brier score. It has no band.
        """
        from veracity.curves.kinds.murphy import murphy

        table = probable_table(self)
        return on_grid(table, murphy(table.edges))

    def calibration_tests(self, groups: int = 10) -> dict[str, Test]:
        """Tests by name: intercept_slope, spiegelhalter, hosmer_lemeshow, likelihood_ratio.

        The first asks whether the calibration line has intercept 0 and slope 1, together. The
        probabilities were not fitted on these rows, so df of the last is the number of groups.
        Of a grid the middle of each cell is taken, and the note says how wide the cells are.
        Probabilities of more than two classes have one test of all of them: multinomial.
        """
        columns = self.held.probabilities
        if columns is not None and columns.several_columns and columns.by_row:
            from veracity.decisions.calibration.multinomial import multinomial_calibration

            return {"multinomial": multinomial_calibration(columns)}
        from veracity import curves
        from veracity.decisions.calibration.calibration_tests import hosmer_lemeshow
        from veracity.decisions.calibration.likelihood_ratio import likelihood_ratio

        table, bound = curves.probabilities_of(probable_table(self))
        found = {
            "intercept_slope": self._intercept_slope,
            "spiegelhalter": self._spiegelhalter,
            "hosmer_lemeshow": hosmer_lemeshow(table, groups),
            "likelihood_ratio": likelihood_ratio(table),
        }
        if not bound:
            return found
        note = say("calibration_test_grid", bound=f"{bound:.2g}")
        return {
            name: replace(test, note=joined([note, test.note] if test.note else [note]))
            for name, test in found.items()
        }

    @cached_property
    def _spiegelhalter(self) -> Test:
        """A page asks for it three times."""
        from veracity import curves
        from veracity.decisions.calibration.calibration_tests import spiegelhalter

        return spiegelhalter(curves.probabilities_of(probable_table(self))[0])

    @cached_property
    def _intercept_slope(self) -> Test:
        """The same for the sentence and the table of tests."""
        from veracity import curves
        from veracity.decisions.calibration.calibration_tests import intercept_slope

        return intercept_slope(curves.probabilities_of(probable_table(self))[0])

    @cached_property
    def quadrant(self) -> Quadrant:
        """Discriminates or not, calibrated or not: two questions, answered apart.

        One test of calibration intercept 0 and slope 1 answers the second.
        """
        from veracity.decisions.calibration.quadrant import quadrant

        area, slope, large, skill = (self[key] for key in QUADRANT)
        return quadrant(
            area,
            slope,
            large,
            skill,
            self._intercept_slope,
            ratio=self["observed_expected"],
            exact=probable_table(self).exact,
        )

    def of_hundred(
        self, at: float = 0.8, *, band: Literal["consistency", "confidence"] | None = "confidence"
    ) -> Text:
        """Of 100 cases given a probability, how many were positive: one sentence.

        Read off the isotonic reliability curve; `band` as there, or None.
        """
        return curves.of_hundred(self.reliability(band=band), at)


def probable_table(ev: Thresholds) -> OneColumn:
    """The probabilities of the positive class, or an error that says what is missing."""
    table = ev.held.probabilities
    if table is None:
        raise refuse("needs_probabilities", NotHere)
    if table.several_columns:
        raise refuse("curve_of_columns", NotHere, labels=quoted(ev.held.labels))
    return table
