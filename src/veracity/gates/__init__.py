"""Pass, fail, or not enough data: requirements judged on intervals."""

from veracity.gates.condition import Condition, parsed
from veracity.gates.event_condition import EventCondition, parsed_event
from veracity.gates.event_judging import judge_event
from veracity.gates.exact import exact
from veracity.gates.judging import Measured, against_baseline, judged
from veracity.gates.several import Judge, failing_together

__all__ = [
    "Condition",
    "EventCondition",
    "Judge",
    "Measured",
    "against_baseline",
    "exact",
    "failing_together",
    "judge_event",
    "judged",
    "parsed",
    "parsed_event",
]
