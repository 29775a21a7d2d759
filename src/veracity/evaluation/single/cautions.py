"""What could make the figures of an evaluation lie: its facts, handed to the checks."""

from __future__ import annotations

from dataclasses import replace

from veracity.cautions import Facts, cautions_of
from veracity.evaluation.single.figures import Figures
from veracity.evaluation.state.keys import headline
from veracity.metrics.catalogue.projecting import Share
from veracity.results.estimate.caution import Caution


def cautions(ev: Figures) -> tuple[Caution, ...]:
    """Every caution that these statistics give reason for, gravest first.

    They are about the rows; at another prevalence they say how far it is from that of the rows.
    Where no intervals were wanted the checks that need one make their own.
    """
    share = None if ev.population is None else ev.population.share
    return cautions_of(_facts(_tested(ev), share))


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


def _facts(ev: Figures, share: Share | None, headlines: tuple[str, ...] | None = None) -> Facts:
    """What the checks read; groups hold what the whole does, so that its `headlines` are theirs."""
    held = ev.held
    first = headline(held) if headlines is None else headlines
    return Facts(
        ev.rows,
        ev.__getitem__,
        ev.__contains__,
        held.confusion,
        held.scores,
        held.probabilities,
        {value: _facts(part, None, first) for value, part in ev.by_group.items()},
        ev.asked,
        ev.asked or first,
        ev.threshold,
        ev.chosen_here,
        share,
    )
