"""What could make the figures of an evaluation lie: its facts, handed to the checks."""

from __future__ import annotations

from dataclasses import replace

from veracity.cautions.catalogue.finding import cautions_of
from veracity.cautions.record.facts import Facts
from veracity.evaluation.single.figures import Figures
from veracity.evaluation.state.reported_keys import headline
from veracity.metrics.catalogue.projecting import Share
from veracity.results import Estimate
from veracity.results.estimate.caution import Caution, Check
from veracity.statistics import RowAccount
from veracity.statistics.held import Held


def cautions(ev: Figures) -> tuple[Caution, ...]:
    """Every caution that these statistics give reason for, gravest first.

    They are about the rows; at another prevalence they say how far it is from that of the rows.
    Where no intervals were asked for, the checks that need one make their own.
    """
    share = None if ev.population is None else ev.population.share
    return cautions_of(_facts(_tested(ev), share), ev.ignore)


def checks(ev: Figures) -> tuple[Check, ...]:
    """What became of every check of an evaluation: passed, fired, not applicable or muted."""
    from veracity.cautions.catalogue.catalogue import CHECKS
    from veracity.cautions.catalogue.checking import checked

    share = None if ev.population is None else ev.population.share
    return checked(CHECKS, _facts(_tested(ev), share), ev.ignore)


def _tested(ev: Figures) -> Figures:
    """The evaluation of the rows themselves, with intervals to test by."""
    if ev.population is None and ev.settings.method != "none":
        return ev
    method = "auto" if ev.settings.method == "none" else ev.settings.method
    return ev.part(
        ev.held,
        ev.rows,
        groups=ev.groups,
        asked=ev.asked,
        population=None,
        settings=replace(ev.settings, method=method),
    )


def _facts(ev: Figures, share: Share | None) -> Facts:
    """What the checks read."""
    held = ev.held
    first = headline(held)
    return Facts(
        ev.rows,
        ev.__getitem__,
        ev.__contains__,
        held.confusion,
        held.scores,
        held.probabilities,
        {value: _facts_of_group(ev, part, first) for value, part in ev.groups.items()},
        ev.asked,
        ev.asked or first,
        ev.threshold,
        ev.chosen_here,
        share,
    )


def _facts_of_group(ev: Figures, held: Held, first: tuple[str, ...]) -> Facts:
    """The same of a group, which holds what the whole does, so that its headlines are `first`."""
    part = _Part(ev, held)
    return Facts(
        part.rows,
        part.estimate,
        part.has,
        held.confusion,
        held.scores,
        held.probabilities,
        displayed=first,
        threshold=ev.threshold,
        chosen_here=ev.chosen_here,
    )


class _Part:
    """The evaluation of a group, made when a figure is asked for: there may be very many."""

    __slots__ = ("_ev", "_held", "_made", "rows")

    def __init__(self, ev: Figures, held: Held) -> None:
        self.rows = RowAccount(held.rows, held.rows)
        self._ev, self._held = ev, held
        self._made: Figures | None = None

    def estimate(self, key: str) -> Estimate:
        return self._figures()[key]

    def has(self, key: str) -> bool:
        return key in self._figures()

    def _figures(self) -> Figures:
        if self._made is None:
            self._made = self._ev.part(self._held, self.rows)
        return self._made
