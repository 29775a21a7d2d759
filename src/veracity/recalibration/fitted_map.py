"""A fitted map with the classes it is of and the figures before and after it."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.errors import NotHere, refuse
from veracity.evaluation.single.evaluation import Evaluation
from veracity.recalibration.maps import Map
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.labels import Label
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text


def probabilities_of(ev: Evaluation) -> ScoreTable | JointScores:
    """What an evaluation counted of its probabilities: exactly, as maps are fitted."""
    held = ev.held.probabilities
    assert isinstance(held, (ScoreTable, JointScores))
    return held


@dataclass(frozen=True, eq=False, repr=False)
class FittedMap:
    """A map of probabilities and what is known of it.

    `maps` are applied one after the other: the fitted one, then a shift to another prevalence
    if there is one. `shares` are the shares of the classes in the rows it was fitted to.
    `folds` is the number of folds of cross-fitting; None says that the figures after the map
    are those of the rows it was fitted to, and so too good.
    """

    method: str
    maps: tuple[Map, ...]
    labels: tuple[Label, ...]
    pos_label: Label | None
    shares: tuple[float, ...]
    folds: int | None = None
    notes: tuple[Text, ...] = ()
    evaluations: tuple[Evaluation, Evaluation] | None = None

    # the figures

    @property
    def before(self) -> Evaluation:
        """The evaluation of the probabilities as they were given."""
        return self._both[0]

    @property
    def after(self) -> Evaluation:
        """The evaluation after the map: cross-fitted with `cv`, else of the rows it fits."""
        return self._both[1]

    @property
    def _both(self) -> tuple[Evaluation, Evaluation]:
        if self.evaluations is None:
            raise refuse("recalibrate_not_kept", NotHere)
        return self.evaluations
