"""Are the probabilities true? The part of an evaluation that answers it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from veracity import curves
from veracity.decisions.calibration_tests import hosmer_lemeshow, spiegelhalter
from veracity.decisions.quadrant import Quadrant, quadrant
from veracity.errors import NotHere, quoted, refuse
from veracity.evaluation.held import OneColumn
from veracity.results import Curve, Test
from veracity.statistics.probability_table import ProbabilityTable
from veracity.statistics.score_grid import ScoreGrid
from veracity.statistics.score_table import ScoreTable

if TYPE_CHECKING:
    from veracity.evaluation.evaluation import Evaluation

QUADRANT = ("auroc", "calibration_slope", "calibration_in_the_large", "brier_skill")


class Calibrated:
    """Reliability diagrams, tests, and one sentence; each class apart for several classes."""

    def reliability(  # type: ignore[misc]
        self: Evaluation,
        kind: Any = "corp",
        *,
        band: Any = None,
        bins: int = 10,
        strategy: Any = "uniform",
    ) -> Curve:
        """The share of positives against the probability that was said.

        `kind` is "corp" (isotonic, no bins to choose), "binned" or "smooth"; `band` is
        "consistency" (where it would lie, were the probabilities true) or "confidence".
        """
        return curves.reliability(
            probable_table(self),
            kind=kind,
            band=band,
            bins=bins,
            strategy=strategy,
            confidence_level=self.settings.confidence_level,
            n_resamples=min(self.settings.n_resamples, 1000),
            random_state=self.settings.random_state,
        )

    def calibration_tests(self: Evaluation, groups: int = 10) -> dict[str, Test]:  # type: ignore[misc]
        """Spiegelhalter's and Hosmer–Lemeshow's tests, by name.

        The probabilities were not fitted on these rows, so df is the number of groups.
        """
        table = probable_table(self)
        if isinstance(table, ScoreGrid):
            raise refuse("key_needs_exact", NotHere, key="calibration_tests")
        exact = ProbabilityTable.like(table)
        return {
            "spiegelhalter": spiegelhalter(exact),
            "hosmer_lemeshow": hosmer_lemeshow(exact, groups),
        }

    @property
    def quadrant(self: Evaluation) -> Quadrant:  # type: ignore[misc]
        """Discriminates or not, calibrated or not: two questions, answered apart."""
        probable_table(self)
        return quadrant(*(self[key] for key in QUADRANT))


def probable_table(ev: Evaluation) -> OneColumn:
    """The probabilities of the positive class, or an error that says what is missing."""
    table = ev.held.probabilities
    if table is None:
        raise refuse("needs_probabilities", NotHere)
    if not isinstance(table, (ScoreTable, ScoreGrid)):
        raise refuse("curve_of_columns", NotHere, labels=quoted(ev.held.labels))
    return table
