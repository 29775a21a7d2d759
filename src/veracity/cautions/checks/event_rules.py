"""Rules that disagree, and what alarms at random times would find: the arithmetic of two checks.

Two rules on the same recordings are compared by subject, as two detectors are. Where one subject
alone is there, their intervals must not touch.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from veracity.cautions.record.event_facts import EventFacts
from veracity.comparisons.differences.of_events import SideBySide, event_difference
from veracity.matching import Recording, Rule
from veracity.matching.any_overlap import prepared, windows
from veracity.matching.spans import union
from veracity.results import Estimate
from veracity.words import Text

APART = 0.1  # of sensitivity: less than that decides no verdict


@dataclass(frozen=True, slots=True)
class Disagreement:
    """The two rules that lie furthest apart beyond what the intervals allow."""

    low: Rule
    high: Rule
    values: tuple[Estimate, Estimate]

    @property
    def why(self) -> Text:
        """What the two count and ask for, in words."""
        parts = [_description(rule) for rule in (self.high, self.low)]
        return Text("; ".join(p.en for p in parts), "；".join(p.zh for p in parts))


def _description(rule: Rule) -> Text:
    asks = rule.demanded
    return Text(
        f"{rule.spelled} {asks.en} ({rule.shares.en})",
        f"{rule.spelled} {asks.zh}（{rule.shares.zh}）",
    )


def disagreement(facts: EventFacts, key: str = "sensitivity") -> Disagreement | None:
    """The pair of rules with the largest difference that is no chance; None where there is none.

    The level of each difference is that for all pairs together (Bonferroni).
    """
    known = [rule for rule in facts.rules if math.isfinite(facts.figures[rule.spelled][key].value)]
    pairs = list(combinations(known, 2))
    found: list[tuple[float, Rule, Rule]] = []
    for first, second in pairs:
        one, other = (facts.figures[rule.spelled][key] for rule in (first, second))
        gap = one.value - other.value
        if abs(gap) >= APART and _beyond(facts, (first, second), (one, other), len(pairs), key):
            found.append((gap, first, second))
    if not found:
        return None
    gap, first, second = max(found, key=lambda one: abs(one[0]))
    low, high = (second, first) if gap > 0 else (first, second)
    values = facts.figures[low.spelled][key], facts.figures[high.spelled][key]
    return Disagreement(low, high, values)


def _beyond(
    facts: EventFacts,
    rules: tuple[Rule, Rule],
    values: tuple[Estimate, Estimate],
    pairs: int,
    key: str,
) -> bool:
    if facts.subjects < 2:
        return _apart(*values)
    first, second = (facts.tallies[rule.spelled] for rule in rules)
    sides_of = SideBySide.of(first, second, (rules[0].harmonic, rules[1].harmonic))
    level = 1 - (1 - facts.level) / pairs
    found = event_difference(sides_of, key, values, level, tested=False).difference
    return not (math.isnan(found.low) or found.low <= 0 <= found.high)


def _apart(one: Estimate, other: Estimate) -> bool:
    """Whether two intervals do not touch; a value without one (samples of one recording) may."""
    return one.high < other.low or other.high < one.low  # nan is neither


def found_at_random(recording: Recording, rule: Rule) -> tuple[float, float]:
    """What share of its events `any_overlap` would find if all alarms were shifted by chance.

    Sum over events, and their number. Shifted round the recording, an event with a window of
    length w is found by that share of all shifts which lies within w before an alarm ends.
    """
    values = rule.setting
    ours = prepared(recording.reference, values)
    window = windows(ours, recording.duration, values)
    alarms = union(prepared(recording.detected, values))
    if not len(ours):
        return 0.0, 0.0
    if not len(alarms):
        return 0.0, float(len(ours))
    turn = np.append(alarms.start[1:], alarms.start[0] + recording.duration)
    gaps = np.sort(np.maximum(turn - alarms.end, 0)).astype(np.float64)
    before = np.concatenate(([0.0], np.cumsum(gaps)))
    wide = (window.end - window.start).astype(np.float64)
    index = np.searchsorted(gaps, wide)
    reached = float((alarms.end - alarms.start).sum())
    reached_by = reached + before[index] + (len(gaps) - index) * wide
    return float(np.minimum(reached_by / recording.duration, 1.0).sum()), float(len(ours))


def surely_above(facts: EventFacts, rule: Rule, chance: float) -> bool:
    """Whether more events were found than alarms at random times would find, beyond doubt.

    The interval must lie above it, and so many must be rare among independent events, one-sided
    at half of 1 − level: with two or three events the interval alone promises too much.
    """
    from scipy.special import bdtrc

    found, tally = facts.figures[rule.spelled]["sensitivity"], facts.tallies[rule.spelled]
    hits, missed = (tally.sum(name) for name in ("true_positives", "missed"))
    tail = float(bdtrc(hits - 1, int(hits + missed), chance)) if hits else 1.0
    return found.low > chance and tail < (1 - facts.level) / 2


def chance_sensitivity(facts: EventFacts, rule: Rule) -> float:
    """The share of all events that the same alarms would find at random times."""
    if facts.scenes is None or rule.key != "any_overlap" or rule.setting["min_overlap"] > 0:
        return math.nan
    found = [found_at_random(scene, rule) for scene in facts.scenes.values()]
    events = sum(n for _, n in found)
    return sum(share for share, _ in found) / events if events else math.nan
