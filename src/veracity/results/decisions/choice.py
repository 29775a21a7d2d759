"""A chosen threshold, with all that is to be known before it is used."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from veracity.arrays import Floats
from veracity.metrics.catalogue.finding import find
from veracity.results.decisions.constraint_words import bounded_rate, constraint_words
from veracity.results.estimate.estimate import NO_NOTE, Estimate
from veracity.results.estimate.figures import figure, percent, threshold_figure
from veracity.results.estimate.readable import ReadableResult
from veracity.words import Text, joined, say


@dataclass(frozen=True, slots=True)
class Optimism:
    """How much better the choice looks in its own sample, and how that was found.

    Positive where the sample flatters, for costs too. `spread` is the standard deviation over
    the random divisions (or resamples): it is no confidence interval. Where `value` is nan the
    note begins with the reason.
    """

    value: float
    spread: float
    method: str
    repeats: int
    note: Text = NO_NOTE

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return figure(self.value)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {**asdict(self), "note": str(self.note)}


@dataclass(frozen=True, slots=True)
class NearOptimal:
    """How flat the optimum is: thresholds around the best that are within a distance of it.

    All scores from `low` to `high` were looked at, meet the constraints and have a value at
    most `within` worse than the best; `thresholds` of them, and `rows` is the share of rows
    whose call depends on which one is taken.
    """

    low: float
    high: float
    within: float
    thresholds: int
    rows: float


@dataclass(frozen=True, slots=True)
class Choice(ReadableResult):
    """A threshold: score >= threshold is positive; +inf calls nothing positive.

    `estimates` are those at the threshold; their intervals allow for its being chosen on the same
    rows, by `held_out`: the cells of each division of the rows, where every row is classified at a
    threshold that it did not choose. `corrected` is
    the value of the aim without the `optimism` of having chosen. `holds_with` says for each
    constraint how likely it holds in the population, and not only in this sample;
    `constraint_corrected` what its rate is expected to be on new rows, found as `corrected` is.
    `threshold_interval` is where the threshold of the population lies; where that is unknown
    its ends are nan, and its note has the reason.
    """

    threshold: float
    maximize: str
    value: float
    estimates: Mapping[str, Estimate]
    optimism: Optimism
    corrected: float
    near_optimal: NearOptimal
    threshold_interval: Estimate = field(compare=False)  # nan is unequal to itself
    holds_with: Mapping[str, float] = field(default_factory=dict)
    constraints: Mapping[str, float] = field(default_factory=dict)
    constraint_corrected: Mapping[str, float] = field(default_factory=dict)
    assurance: float | None = None
    note: Text = NO_NOTE
    held_out: Floats | None = field(default=None, repr=False, compare=False)

    def __float__(self) -> float:
        return self.threshold

    def _lines(self) -> list[Text]:
        aim = find(self.maximize)
        best = "choice_lowest" if aim.better == "lower" else "choice_highest"
        lines = [
            say("choice_threshold", threshold=threshold_figure(self.threshold)),
            say(best, name=aim.names, value=self.estimates[self.maximize]),
            self._flattery(),
            _flatness(self.near_optimal),
            self._lies(),
            *(self._promise(name) for name in self.constraints),
        ]
        lines += [
            _row(find(key).names, estimate)
            for key, estimate in self.estimates.items()
            if key != self.maximize
        ]
        return [line for line in (*lines, self.note) if line]

    def _lies(self) -> Text:
        """Where the threshold lies in the population, if that is known."""
        found = self.threshold_interval
        if math.isnan(found.low):
            return NO_NOTE
        low, high = threshold_figure(found.low), threshold_figure(found.high)
        return say("choice_interval", low=low, high=high, level=percent(found.level))

    def _flattery(self) -> Text:
        """How much better or worse it looks than on other rows, or why that is not known."""
        if math.isnan(self.corrected):
            return self.optimism.note
        corrected, size = figure(self.corrected), figure(abs(self.optimism.value))
        if corrected == figure(self.value):
            return say("choice_optimism_none", corrected=corrected)
        if self.optimism.value > 0:
            return say("choice_optimism", optimism=size, corrected=corrected)
        key = "choice_optimism_bound" if self.constraints else "choice_optimism_worse"
        return say(key, optimism=size, corrected=corrected)

    def _promise(self, name: str) -> Text:
        """What is to be expected of a constraint elsewhere; the note says why, where nothing."""
        words = constraint_words(name, self.constraints[name])
        chance = self.holds_with.get(name, math.nan)
        corrected = self.constraint_corrected.get(name, math.nan)
        notes = []
        if not math.isnan(chance):
            notes.append(say("choice_holds", words=words, chance=f"{chance:.3f}"))
        if not math.isnan(corrected):
            rate = bounded_rate(name)
            notes.append(say("choice_rate_elsewhere", name=rate, corrected=figure(corrected)))
        return joined(notes)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "threshold": self.threshold,
            "maximize": self.maximize,
            "value": self.value,
            "estimates": {key: e.to_dict() for key, e in self.estimates.items()},
            "optimism": self.optimism.to_dict(),
            "corrected": self.corrected,
            "near_optimal": asdict(self.near_optimal),
            "threshold_interval": self.threshold_interval.to_dict(),
            "holds_with": dict(self.holds_with),
            "constraints": dict(self.constraints),
            "constraint_corrected": dict(self.constraint_corrected),
            "assurance": self.assurance,
            "note": str(self.note),
        }


def without_interval(threshold: float, level: float, why: Text) -> Estimate:
    """A threshold without an interval for that of the population."""
    return Estimate(threshold, math.nan, math.nan, level, "none", 0.0, note=why)


def _flatness(near: NearOptimal) -> Text:
    alone, equal = near.thresholds == 1, near.within == 0
    if alone:
        return say("choice_peak" if equal else "choice_sharp", within=f"{near.within:.3g}")
    return say(
        "choice_level" if equal else "choice_near",
        n=near.thresholds,
        low=threshold_figure(near.low),
        high=threshold_figure(near.high),
        within=f"{near.within:.3g}",
    )


def _row(name: Text, estimate: Estimate) -> Text:
    return Text(f"{name.en}: {estimate}", f"{name.zh}：{estimate}")
