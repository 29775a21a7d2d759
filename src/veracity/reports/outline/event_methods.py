"""The methods paragraph of events: rules, parameters, matching, intervals, ready for a paper."""

from __future__ import annotations

from collections.abc import Iterator

from veracity.matching import Rule
from veracity.results import percent
from veracity.results.page.events import EventPage
from veracity.words import Text, joined, say

GARWOOD = "Garwood F (1936) Biometrika 28:437–442"
BELL = "Bell RM, McCaffrey DF (2002) Survey Methodology 28:169–181"
OBUCHOWSKI = "Obuchowski NA (1997) Biometrics 53:567–578"
CLOPPER = "Clopper CJ, Pearson ES (1934) Biometrika 26:404–413"
ONE_TO_ONE = ("iou", "collar", "points")


def event_methods(page: EventPage) -> Text:
    """What a paper says of these figures."""
    return joined(_sentences(page))


def event_references(page: EventPage) -> tuple[str, ...]:
    """What the paragraph rests on: of the rules and of the intervals."""
    found = [reference for rule in page.rules for reference in rule.references]
    found += [BELL, OBUCHOWSKI] if page.subjects > 1 else [CLOPPER]
    if any(rule.alarms for rule in page.rules):
        found.append(GARWOOD)
    return tuple(dict.fromkeys(found))


def _sentences(page: EventPage) -> Iterator[Text]:
    facts = {
        "recordings": page.recordings,
        "subjects": page.subjects,
        "hours": f"{page.hours:.4g}",
        "events": page.events,
    }
    yield say("event_methods_data", **facts)
    for rule in page.rules:
        yield _rule(rule)
    if any(rule.key in ONE_TO_ONE for rule in page.rules):
        yield say("event_methods_matching")
    yield _intervals(page)
    if any(rule.alarms for rule in page.rules):
        key = "event_methods_rates" if page.subjects > 1 else "event_methods_rates_one"
        yield say(key)
    if any("delay_median" in page.figures[rule.spelled] for rule in page.rules if rule.alarms):
        yield say("event_methods_delay")
    if page.provenance is not None:
        version = page.provenance.versions.get("veracity", "")
        yield say("event_methods_software", version=version)


def _rule(rule: Rule) -> Text:
    asked = {name: value for name, value in rule.setting.items() if value is not None}
    setting = ", ".join(f"{name} = {value}" for name, value in asked.items())
    setting_text = Text(f" ({setting})", f"（{setting}）") if setting else Text("", "")
    return say(
        "event_methods_rule",
        rule=rule.key,
        setting=setting_text,
        demands=rule.demanded,
        shares=rule.shares,
        counts=rule.counts,
    )


def _intervals(page: EventPage) -> Text:
    level = percent(page.level)
    if page.subjects < 2:
        return say("event_methods_intervals_one", level=level)
    key = "event_methods_intervals_recordings" if page.recordings_as_subjects else None
    return say(key or "event_methods_intervals", level=level, n=page.subjects)
