"""What two evaluations of events must have in common before their tallies are added."""

from __future__ import annotations

from veracity.errors import CannotMerge, quoted, refuse
from veracity.events.reporting.held_events import HeldEvents
from veracity.matching import find_rule


def refuse_other_settings(one: HeldEvents, other: HeldEvents) -> None:
    """Refuse other rules, another level, and samples of other lengths where these are counted."""
    settings: dict[str, tuple[object, object]] = {}
    if set(one.rules) != set(other.rules):
        settings["rules"] = quoted(one.rules), quoted(other.rules)
    if one.level != other.level:
        settings["confidence_level"] = f"{one.level:g}", f"{other.level:g}"
    if any(find_rule(name).needs_fs for name in one.rules):
        rates = _rates(one), _rates(other)
        if all(rates) and rates[0] != rates[1]:
            settings["fs"] = quoted(rates[0]), quoted(rates[1])
    for name, (mine, yours) in settings.items():
        raise refuse("merge_settings", CannotMerge, name=name, mine=mine, yours=yours)


def _rates(held: HeldEvents) -> list[float]:
    """The sampling rates of all recordings; none where only tallies were kept."""
    return sorted({one.fs for one in (held.scenes or {}).values() if one.fs is not None})
