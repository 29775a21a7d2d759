"""A requirement of events and an estimate → a judged requirement.

What would decide is more subjects, or with one of them more hours: an interval between subjects
shrinks with their number, one within a recording with its length.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from veracity.gates.event_condition import EventCondition
from veracity.gates.judging import sentence, state_of
from veracity.gates.more_rows import Span, growth, growth_by, more
from veracity.metrics.event_figures.figures import MACRO, find_figure
from veracity.results import Estimate
from veracity.results.gates.requirement import Requirement
from veracity.words import Text, say

SHARES = ("sensitivity", "precision", "f1", "time_in_alarm", "time_in_false_alarm", "overlap")
Ends = tuple[float, float]
Larger = Callable[[float], Ends | None]
FROM_ZERO: Span = (0.0, float("inf"))


def judge_event(
    asked: EventCondition,
    rule: str,
    estimate: Estimate,
    *,
    subjects: int,
    hours: float,
    of: str | None = None,
    larger: Larger | None = None,
) -> Requirement:
    """The condition judged on the interval of what was found under the rule.

    `larger` has the ends of the interval that a study so many times as large would have.
    """
    condition = asked.condition
    assert condition.sign is not None
    figure = find_figure(condition.key.removeprefix(MACRO))
    span = (0.0, 1.0) if figure.key in SHARES else FROM_ZERO
    state = state_of(condition.sign, condition.bound, estimate.low, estimate.high)
    factor = _growth(estimate, condition.bound, span, larger)
    enough = more(float(subjects), factor) if subjects > 1 else None
    name = Text(f"{figure.names.en} ({rule})", f"{figure.names.zh}（{rule}）")
    if condition.key.startswith(MACRO):
        name = say("event_macro_name", name=name)
    text = condition.text
    if asked.scope != "all" and asked.of is None:  # meant for every one: say which this is
        rest = text.partition(":")[2] or text.partition("：")[2]
        text = f"{asked.scope} {of}: {rest.strip()}"
    advice = _advice(estimate, condition.sign, condition.bound, factor, subjects, hours)
    return Requirement(
        text=Text(text, text),
        scope=asked.scope,
        of=of,
        key=f"{rule}: {condition.key}",
        sign=condition.sign,
        bound=condition.bound,
        estimate=estimate,
        state=state,
        sentence=sentence(name, estimate, condition.sign, condition.bound, advice),
        more_clusters=enough if state == "not_enough_data" else None,
    )


def _growth(estimate: Estimate, bound: float, span: Span, larger: Larger | None) -> float:
    """How many times as large the study must be: by a forecast, else as intervals shrink."""
    if larger is None or larger(1.0) is None or estimate.value == bound:
        return growth(estimate, bound, span)

    def ends(times: float) -> Ends:
        return larger(times) or (math.nan, math.nan)

    return growth_by(ends, estimate.value > bound, bound)


def _advice(
    estimate: Estimate, sign: str, bound: float, factor: float, subjects: int, hours: float
) -> Text:
    if estimate.value == bound:
        return say("gate_at_bound")
    good = estimate.value > bound if sign in (">=", ">") else estimate.value < bound
    if subjects > 1 and estimate.method != "garwood":  # that knows of no subjects
        enough = more(float(subjects), factor)
        if enough is None:
            return say("event_gate_cannot_tell")
        return say(f"gate_more_subjects_to_{'pass' if good else 'fail'}", n=enough)
    if not factor > 1:
        return say("event_gate_cannot_tell")
    key = f"gate_more_hours_to_{'pass' if good else 'fail'}"
    return say(key, hours=f"{hours * (factor - 1):,.3g}")
