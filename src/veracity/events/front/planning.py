"""`events.plan`: how many subjects, and how many hours of recording."""

from __future__ import annotations

from veracity.errors import refuse
from veracity.events.front.event_evaluation import EventEvaluation
from veracity.planning.events import event_plan
from veracity.results.decisions.event_plan import EventPlan
from veracity.statistics.events.event_tally import EventTally


def plan(
    figure: str,
    *,
    expected: float | None = None,
    width: float,
    events_per_subject: float | None = None,
    hours_per_subject: float | None = None,
    between_subjects: float | None = None,
    pilot: EventEvaluation | EventTally | None = None,
    confidence_level: float = 0.95,
) -> EventPlan:
    """How many subjects and hours give an interval of this width.

    figure: "sensitivity", "false_alarms_per_hour" or "false_alarms_per_day". expected: the value
    hoped for. events_per_subject (of a rate not needed), hours_per_subject: what one subject
    brings on average.
    between_subjects: how much subjects differ, as the standard deviation of their
    sensitivities, or of their rates divided by the mean rate. pilot: an evaluation (its first
    rule) that tells whatever is not given.

    >>> print(
    ...     plan(
    ...         "false_alarms_per_day",
    ...         expected=1,
    ...         width=1,
    ...         hours_per_subject=24,
    ...         between_subjects=0.5,
    ...     ).subjects
    ... )
    24
    """
    tally = pilot
    if isinstance(pilot, EventEvaluation):
        tally = pilot.some_tally
    elif pilot is not None and not isinstance(pilot, EventTally):
        raise refuse("event_plan_pilot_type", type=type(pilot).__name__)
    return event_plan(
        figure,
        expected=expected,
        width=width,
        events_per_subject=events_per_subject,
        hours_per_subject=hours_per_subject,
        between_subjects=between_subjects,
        pilot=tally if isinstance(tally, EventTally) else None,
        confidence_level=confidence_level,
    )
