"""The verdict on a detector: one or two plain sentences, each an inference."""

from __future__ import annotations

import math
from collections.abc import Mapping

from veracity.cautions.checks.event_rules import chance_sensitivity, disagreement, surely_above
from veracity.cautions.record.event_facts import EventFacts
from veracity.matching import Rule
from veracity.results import Estimate, percent
from veracity.words import Text, joined, say


def verdict(facts: EventFacts) -> Text:
    """What was found under one rule, beside the same alarms at random times and other rules.

    The first that counts alarms, as the sentence is of these; the first where none does.
    """
    rule = next((one for one in facts.rules if one.alarms), facts.rules[0])
    found = facts.figures[rule.spelled]
    rate = found["false_alarms_per_day"]
    facts_of_rule = {"rule": rule.spelled, "rate": str(rate), "time": _share(found)}
    if math.isnan(found["sensitivity"].value):
        key = "event_verdict_no_events" if rule.alarms else "event_verdict_no_events_time"
        return say(key, **facts_of_rule)
    key = "event_verdict" if rule.alarms else "event_verdict_time"
    sentences = [say(key, sensitivity=str(found["sensitivity"]), **facts_of_rule)]
    return joined([*sentences, *_beside_chance(facts, rule), *_rules(facts)])


def _share(found: Mapping[str, Estimate]) -> str:
    return f"{found['time_in_false_alarm'].value:.2%}"


def _beside_chance(facts: EventFacts, rule: Rule) -> list[Text]:
    chance, found = chance_sensitivity(facts, rule), facts.figures[rule.spelled]["sensitivity"]
    if math.isnan(chance) or math.isnan(found.low) or found.value == 0:
        return []
    above = surely_above(facts, rule, chance)
    key = "event_verdict_above_chance" if above else "event_verdict_chance"
    return [say(key, chance=f"{chance:.0%}", level=percent(facts.level))]


def _rules(facts: EventFacts) -> list[Text]:
    apart = disagreement(facts)
    if apart is None:
        return []
    low, high = apart.values
    return [
        say(
            "event_verdict_rules",
            low=f"{low.value:.2g}",
            high=f"{high.value:.2g}",
            low_rule=apart.low.spelled,
            high_rule=apart.high.spelled,
        )
    ]
