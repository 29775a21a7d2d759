"""Pass, fail, or not enough data: requirements judged on intervals."""

from veracity.gates.condition import Condition, parsed
from veracity.gates.event_condition import EventCondition, parsed_event
from veracity.gates.event_judging import judge_event
from veracity.gates.exact import exact
from veracity.gates.figures_by_key import judge_figures
from veracity.gates.judging import Measured, against_baseline, judge_requirement
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
    "judge_figures",
    "judge_requirement",
    "parsed",
    "parsed_event",
]
