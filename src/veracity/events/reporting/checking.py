"""Events against requirements: "any_overlap: false_alarms_per_day <= 1"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from veracity.errors import NotHere, quoted, refuse, spelled
from veracity.events.estimates.forecasting import LargerStudy
from veracity.events.reporting.held_events import HeldEvents
from veracity.gates import EventCondition, Judge, failing_together, judge_event, parsed_event
from veracity.matching import find_rule
from veracity.metrics.event_figures.figures import MACRO, find_figure
from veracity.results.gates.requirement import Requirement
from veracity.results.gates.verdict import Verdict
from veracity.statistics.labels import Label

Part = tuple[HeldEvents, str | None]


def event_conditions(requirements: str | Iterable[str]) -> tuple[EventCondition, ...]:
    """What the requirements say; refused where one cannot be read, or there is none."""
    listed = (requirements,) if isinstance(requirements, str) else _listed(requirements)
    if not listed:
        raise refuse("requirements_missing")
    return tuple(map(parsed_event, listed))


def _listed(requirements: Iterable[str]) -> tuple[str, ...]:
    try:
        return tuple(requirements)
    except TypeError:
        raise refuse("event_requirement_grammar", text=spelled(requirements)) from None


def checked_events(er: HeldEvents, requirements: str | Iterable[str]) -> Verdict:
    """Every requirement judged on its interval; failing is corrected for their number (Holm)."""
    judges: list[Judge] = []
    for asked in event_conditions(requirements):
        rule = _rule(er, asked)
        judges += [partial(_checked, part, of, asked, rule) for part, of in _parts(er, asked)]
    return Verdict(failing_together(judges, er.level))


def _checked(
    part: HeldEvents, of: str | None, asked: EventCondition, rule: str, level: float
) -> Requirement:
    tally = part.some_tally
    name = asked.key.removeprefix(MACRO)
    made = part.tallies[rule], find_rule(rule), find_figure(name), level
    return judge_event(
        asked,
        rule,
        part.at_level(level).by_rule[rule][asked.key],
        subjects=len(set(tally.clusters)),
        hours=tally.seconds("duration") / 3600,
        of=of,
        larger=LargerStudy(*made, macro=name != asked.key),
    )


def _rule(er: HeldEvents, asked: EventCondition) -> str:
    if not asked.rule and len(er.rules) > 1:
        text, rules = spelled(asked.condition.text), quoted(er.rules)
        facts = {"text": text, "rules": rules, "rule": er.rules[0], "key": asked.key}
        raise refuse("event_requirement_which_rule", **facts)
    rule = asked.rule or er.rules[0]
    if rule not in er.rules:
        raise refuse("event_rule_not_here", NotHere, rule=rule, rules=quoted(er.rules))
    return rule


def _parts(er: HeldEvents, asked: EventCondition) -> list[Part]:
    if asked.scope == "all":
        return [(er, None)]
    parts: Mapping[Label, HeldEvents]
    parts = er.by_cluster if asked.scope == "subject" else er.by_recording
    if asked.of is None:
        return [(part, str(name)) for name, part in parts.items()]
    found: list[Part] = [
        (part, str(name))
        for name, part in parts.items()
        if asked.of in (name, str(name), spelled(name))
    ]
    if not found:
        facts = {"scope": asked.scope, "name": spelled(asked.of), "names": quoted(list(parts))}
        raise refuse("event_no_such_part", NotHere, **facts)
    return found[:1]
