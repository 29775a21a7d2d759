"""A rule of events in plain words, by its name; loaded only where one is asked for."""

from __future__ import annotations

from veracity.matching import RULES, Rule
from veracity.metrics.catalogue.finding import folded
from veracity.words import Language, say


def rule_named(name: str) -> Rule | None:
    """The rule of this name, however it is set.

    >>> rule_named("iou(0.5)").key, rule_named("range based").key, rule_named("recall")
    ('iou', 'range_based', None)
    """
    asked = folded(name.partition("(")[0])
    for rule in RULES.values():
        if asked in {folded(one) for one in (rule.key, rule.names.en, rule.names.zh)}:
            return rule
    return None


def rule_text(rule: Rule, language: Language) -> str:
    """What it asks, counts and takes, when it misleads, its parameters and sources."""
    sentences = (
        rule.question,
        say("explain_rule", counts=rule.counts, shares=rule.shares, demands=rule.demanded),
        say("explain_misleads", case=rule.misleads_when),
        *(
            say(
                "explain_parameter",
                name=p.name,
                default="—" if p.default is None else p.default,
                meaning=p.meaning,
            )
            for p in rule.parameters
        ),
        say("explain_rule_use", key=rule.key),
        say("explain_references", references="; ".join(rule.references)),
    )
    title = say("explain_rule_title", name=rule.names, key=rule.key)
    return "\n".join(one.within(language) for one in (title, *sentences))
