"""How far groups are apart in a metric: the largest difference and ratio, with their intervals."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from veracity.comparisons.contrasts.contrasting import Wishes
from veracity.comparisons.contrasts.unpaired import unpaired_contrast
from veracity.comparisons.differences.mover import square_and_add
from veracity.errors import NotHere, refuse
from veracity.evaluation.state.keys import check
from veracity.intervals import Estimator
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.reading import read_by
from veracity.results import Estimate
from veracity.results.estimate.figures import figure, percent
from veracity.statistics.labels import Label
from veracity.words import Text, current, say
from veracity.words.layout import one_line

MOST_GROUPS = 100
Ends = tuple[float, float]


@dataclass(frozen=True, slots=True)
class GroupGap:
    """The highest group minus the lowest, and the lowest over the highest.

    Both intervals hold for the largest gap there is in truth, whichever two groups it is
    between: they come from intervals of all pairs that hold at once (Bonferroni).
    """

    key: str
    highest: Label
    lowest: Label
    difference: Estimate
    ratio: Estimate
    groups: Mapping[Label, Estimate]
    skipped: tuple[Label, ...] = ()

    @property
    def shown(self) -> bool:
        """Whether some two groups differ, beyond chance."""
        return self.difference.low > 0

    @property
    def sentence(self) -> Text:
        """The gap as a sentence; whether it is beyond chance is part of it."""
        words = "gap_shown" if self.shown else "gap_not_shown"
        low, high = (figure(end) for end in (self.difference.low, self.difference.high))
        return say(
            words,
            name=find(self.key).display_name,
            highest=one_line(self.highest),
            lowest=one_line(self.lowest),
            gap=figure(self.difference.value),
            low=low,
            high=high,
            level=percent(self.difference.level),
            n=len(self.groups),
        )

    def text(self, lang: str | None = None) -> str:
        """The same in a language."""
        return self.sentence.within(current(lang))

    def __str__(self) -> str:
        return self.text()

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "metric": self.key,
            "highest": self.highest,
            "lowest": self.lowest,
            "difference": self.difference.to_dict(),
            "ratio": self.ratio.to_dict(),
            "groups": {one_line(name): one.to_dict() for name, one in self.groups.items()},
        }


def group_gap(parts: Mapping[Label, Any], key: str) -> GroupGap:
    """The largest gap between the groups in one metric; groups where it is undefined are left out.

    Groups are independent samples: clusters that lie in several of them make the interval too
    wide or too narrow, and the note says that.
    """
    metric = find(key)
    if len(parts) > MOST_GROUPS:
        raise refuse("gap_too_many", NotHere, n=len(parts), most=MOST_GROUPS)
    found: dict[Label, tuple[Estimate, Any, float | None]] = {}
    skipped = []
    pairs = max(len(parts) * (len(parts) - 1) // 2, 1)
    for name, part in parts.items():
        check(metric, part.held)
        level = 1 - (1 - part.settings.confidence_level) / pairs
        settings = replace(part.settings, confidence_level=level)
        estimator = Estimator(read_by(metric, part.held, part.threshold), settings)
        one = estimator.estimate(metric)
        if not math.isfinite(one.value) or math.isnan(one.low):
            skipped.append(name)
        else:
            found[name] = one, estimator.statistic, estimator.freedom(metric)
    if len(found) < 2:
        raise refuse("gap_needs_groups", NotHere, key=metric.key, n=len(found))
    clustered = any(part.held.clusters is not None for part in parts.values())
    return _largest(metric, parts, found, tuple(skipped), clustered)


def _largest(
    metric: Metric,
    parts: Mapping[Label, Any],
    found: Mapping[Label, tuple[Estimate, Any, float | None]],
    skipped: tuple[Label, ...],
    clustered: bool,
) -> GroupGap:
    level = next(iter(parts.values())).settings.confidence_level
    least = most = 0.0
    ratio_low, ratio_high = 0.0, 1.0
    ratios = True
    for a, b in combinations(found, 2):
        sides = tuple(found[name] for name in (a, b))
        values, read, free = zip(*sides, strict=True)
        gap = unpaired_contrast((a, b), metric, values, read, Wishes(), free).difference
        low, high = (gap.low, gap.high) if gap.value >= 0 else (-gap.high, -gap.low)
        least, most = max(least, low), max(most, high)
        ends = _ratio_ends(*(values if gap.value <= 0 else values[::-1]))
        ratios = ratios and ends is not None
        if ends is not None:
            ratio_high = min(ratio_high, ends[1])
            ratio_low = ends[0] if ratio_low == 0 else min(ratio_low, ends[0])
    highest = max(found, key=lambda name: found[name][0].value)
    lowest = min(found, key=lambda name: found[name][0].value)
    top, bottom = found[highest][0].value, found[lowest][0].value
    n = min(one.n for one, _, _ in found.values())
    note = say("gap_clusters") if clustered else say("gap_at_once", n=len(found))
    difference = Estimate(top - bottom, max(least, 0.0), most, level, "bonferroni", n, 0.0, note)
    if ratios and bottom > 0:
        ratio = Estimate(bottom / top, ratio_low, ratio_high, level, "bonferroni", n, 0.0, note)
    else:
        nothing = (math.nan,) * 3
        ratio = Estimate(*nothing, level, "none", n, 0.0, say("gap_no_ratio"))
    estimates = {name: parts[name][metric.key] for name in found}
    return GroupGap(metric.key, highest, lowest, difference, ratio, estimates, skipped)


def _ratio_ends(lower: Estimate, upper: Estimate) -> Ends | None:
    """The interval of lower/upper by square-and-add of logarithms; None where one reaches 0."""
    numbers = [end for one in (lower, upper) for end in (one.value, one.low, one.high)]
    if not all(math.isfinite(number) and number > 0 for number in numbers):
        return None
    mine, yours = (
        replace(one, value=math.log(one.value), low=math.log(one.low), high=math.log(one.high))
        for one in (lower, upper)
    )
    low, high = square_and_add(mine, yours)
    return math.exp(low), math.exp(high)
