"""What could make the figures of an evaluation lie: its facts, handed to the checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from veracity.cautions import Facts, cautions_of
from veracity.evaluation.keys import headline
from veracity.results.caution import Caution

if TYPE_CHECKING:
    from veracity.evaluation.evaluation import Evaluation


def cautions(ev: Evaluation) -> tuple[Caution, ...]:
    """Every caution that these statistics give reason for, gravest first.

    They are about the rows; at another prevalence they say how far it is from that of the rows.
    """
    rows = ev if ev.population is None else ev.part(ev.held, ev.rows, population=None)
    share = None if ev.population is None else ev.population.share
    return cautions_of(_facts(rows, share if isinstance(share, float) else None))


def _facts(ev: Evaluation, share: float | None) -> Facts:
    held = ev.held
    return Facts(
        ev.rows,
        ev.__getitem__,
        ev.__contains__,
        held.confusion,
        held.scores,
        held.probabilities,
        {value: _facts(part, None) for value, part in ev.by_group.items()},
        ev.asked,
        ev.asked or headline(held),
        ev.threshold,
        ev.chosen_here,
        share,
    )
