"""The list of the checks of events in time, and the function that asks them all."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.cautions.catalogue.finding import asked
from veracity.cautions.checks import of_events
from veracity.cautions.record.caution_record import CautionRecord
from veracity.cautions.record.event_facts import EventFacts
from veracity.results.estimate.caution import Caution

EVENT_CHECKS: tuple[CautionRecord[EventFacts], ...] = (
    of_events.PERFECT_FAILS,
    of_events.SHIFTED_ALARMS,
    of_events.COVERING,
    of_events.DECIDES,
    of_events.TOLERANCE,
    of_events.QUIET_LEFT_OUT,
    of_events.ONE_SUBJECT,
    of_events.OVERLAPPING,
    of_events.SUBJECTS_FEW,
)


def cautions_of_events(facts: EventFacts, ignore: Sequence[str] = ()) -> tuple[Caution, ...]:
    """The cautions of events in time under several rules, the gravest first."""
    return asked(EVENT_CHECKS, facts, ignore)
