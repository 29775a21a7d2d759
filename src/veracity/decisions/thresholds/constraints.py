"""What a threshold must keep to: a rate with a bound, in the sample or with an assurance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from veracity.arrays import Floats, is_number, ratio
from veracity.decisions.expected_loss.population import Population, share_of
from veracity.decisions.thresholds.order_statistics import least_count, least_trials, most_count
from veracity.errors import refuse
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.projecting import carried
from veracity.results import figure
from veracity.results.decisions.constraint_words import BOUNDED, constraint_words
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text

TOLERANCE = 1e-12  # rates that differ by less are equal: sums of weights round


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the constraints there are: its metric, which way, and what its trials are."""

    name: str
    at_least: bool
    trials: Callable[[Any], Any] | None  # of a table; None where no order statistics apply
    of: Text


KINDS = (
    Kind("min_recall", True, lambda t: t.positives, Text("positives", "正例")),
    Kind("min_precision", True, None, Text("", "")),
    Kind("max_fpr", False, lambda t: t.negatives, Text("negatives", "负例")),
    Kind("max_alarms", False, lambda t: t.total, Text("rows", "行")),
)


@dataclass(frozen=True, slots=True)
class Constraint:
    """A bound on a rate; with an assurance it is to hold in the population so surely.

    `where` is the population it is meant for, if its class shares are not those of the rows.
    """

    kind: Kind
    bound: float
    assurance: float | None = None
    where: Population | None = None

    @property
    def name(self) -> str:
        """How it was asked for."""
        return self.kind.name

    @property
    def metric(self) -> Metric:
        """The rate it bounds."""
        return carried(find(BOUNDED[self.name]), share_of(self.where))

    @property
    def trials(self) -> Callable[[Any], Any] | None:
        """What its trials are; None where no order statistics apply.

        Alarms of another population are no share of these rows.
        """
        moves = self.where is not None and find(BOUNDED[self.name]).moves_with_prevalence
        return None if moves else self.kind.trials

    @property
    def words(self) -> Text:
        """The constraint as people read it."""
        return constraint_words(self.name, self.bound)

    def needed(self, table: ScoreTable) -> Any:
        """The rate that the sample must show, (..., 1): the bound, or what assures the bound."""
        if self.assurance is None or self.trials is None:
            return self.bound
        trials = np.asarray(self.trials(table), np.float64)[..., None]
        count = least_count if self.kind.at_least else most_count
        return ratio(count(trials, self.bound, self.assurance), trials)

    def needed_in_part(self, table: ScoreTable, part: ScoreTable, random: Floats) -> Any:
        """The rate that a part of the table must show to choose as the whole does, (..., 1).

        A bound of 0.95 asks 19 of 20 positives, but all of 16: the part would choose otherwise
        only because 16 is no multiple of 20. So the rank k among n becomes the rank
        k (n' + 1)/(n + 1) among n', rounded up or down at random by numbers from 0 to 1.
        """
        needed = self.needed(table)
        if self.trials is None:
            return needed
        total = float(self.trials(table))
        squares = replace(table, weight=table.sum_of_squares, squares=None, clusters=None)
        whole = total**2 / float(self.trials(squares))  # rows, or as many as weights are worth
        trials = np.asarray(self.trials(part), np.float64)[..., None] * (whole / total)
        if self.kind.at_least:
            rank = np.ceil(needed * whole - TOLERANCE * whole)
            return ratio(rank * (trials + 1) / (whole + 1) - random[..., None], trials)
        rank = np.floor(needed * whole + TOLERANCE * whole) + 1
        return ratio(rank * (trials + 1) / (whole + 1) - 1 + random[..., None], trials)

    def shortfall(self, values: Floats, needed: float | Floats) -> Floats:
        """By how much each threshold misses it: 0 where it is met, infinite where undefined."""
        gap = needed - values if self.kind.at_least else values - needed
        gap = np.where(np.isnan(gap), np.inf, gap)
        return np.where(gap <= TOLERANCE, 0.0, gap)

    def is_assurable(self, table: ScoreTable) -> bool:
        """Whether so many cases can assure it at all, with the best threshold there could be."""
        return self.trials is not None and 0 <= float(self.needed(table)[0]) <= 1

    @property
    def least_trials(self) -> int | None:
        """How many cases can assure it when all are right; None: no number can."""
        share = self.bound if self.kind.at_least else 1 - self.bound
        return least_trials(share, self.assurance or 0.0)

    def check_assurable(self, table: ScoreTable) -> None:
        """Refuse an assurance that no threshold of so few cases can give."""
        if self.assurance is None:
            return
        if self.trials is None:
            moved = self.kind.trials is not None
            raise refuse("assurance_elsewhere" if moved else "assurance_not_for", name=self.name)
        if self.is_assurable(table):
            return
        enough = self.least_trials
        if enough is None:
            raise refuse("assurance_never", words=self.words)
        trials = float(self.trials(table))
        share = self.bound if self.kind.at_least else 1 - self.bound
        reachable = (1 - self.assurance) ** (1 / trials)
        raise refuse(
            "assurance_too_few",
            words=self.words,
            assurance=f"{self.assurance:g}",
            of=self.kind.of,
            needed=enough,
            found=int(trials),
            most=f"{1 - share**trials:.3f}",
            nearest=figure(reachable if self.kind.at_least else 1 - reachable),
        )


def constraints_of(
    given: dict[str, float | None], assurance: float | None, where: Population | None = None
) -> list[Constraint]:
    """The constraints that were asked for, checked."""
    limits = {name: value for name, value in given.items() if value is not None}
    for name, value in limits.items():
        _check_number(name, value)
        if not 0 <= value <= 1:
            raise refuse("bound_outside", name=name, value=repr(value))
    if assurance is not None:
        _check_number("assurance", assurance)
        if not 0 < assurance < 1:
            raise refuse("assurance_outside", value=repr(assurance))
        if not limits:
            raise refuse("assurance_of_nothing")
    return [
        Constraint(kind, float(limits[kind.name]), assurance, where)
        for kind in KINDS
        if kind.name in limits
    ]


def _check_number(name: str, value: object) -> None:
    if not is_number(value):
        raise refuse("bound_not_number", name=name, value=repr(value))
