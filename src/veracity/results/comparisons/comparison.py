"""Two models and one metric: the difference, how sure it is, and what that amounts to."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from veracity.errors import NotHere, quoted, refuse
from veracity.metrics.catalogue.finding import find
from veracity.results.comparisons.margins import Outcome, Sides, margin_tests, outcome
from veracity.results.comparisons.sentences import paper_sentence, plain_sentence
from veracity.results.estimate.estimate import NO_NOTE, Estimate
from veracity.results.estimate.figures import figure
from veracity.results.estimate.test import Test
from veracity.statistics import RowAccount
from veracity.statistics.labels import Label
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import Text, joined, say
from veracity.words.layout import one_line

POWER = 0.8416212335729143  # the normal quantile of 80 %
WITHIN = 1.2815515655446004  # that of 90 %: 80 % for both sides of a margin together
LEAST_DISTANCE = 0.6  # standard errors of a difference from 0, below which nothing is projected
MIRRORED: dict[str, Outcome] = {"better": "worse", "worse": "better"}


@dataclass(frozen=True, slots=True)
class Superiority:
    """In what share of resamples the first is better by more than `margin`, within it, or worse.

    `method` "redraws": shares of so many `draws` of the same rows. "normal": what these shares
    would be by the normal approximation (t with clusters) that the interval stands for, without
    a draw; so it is for unpaired evaluations and for very many rows. "none": they are nan, and
    the note says why. They say how far the difference is from 0 beside its noise, as a p-value
    does; they are not how likely it is that one model is better, which no rows alone can tell.
    """

    better: float
    within: float
    worse: float
    margin: float
    draws: int
    method: Literal["redraws", "normal", "none"] = "redraws"
    note: Text = NO_NOTE

    @property
    def mirrored(self) -> Superiority:
        """The same for the second against the first."""
        return replace(self, better=self.worse, worse=self.better)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        return {**plain, "note": str(self.note)}


@dataclass(frozen=True, slots=True)
class Contrast:
    """One pair of models and one metric; `difference` is the first minus the second.

    `verdict` is about the first: better, worse, equivalent (the whole interval is within the
    margin), non_inferior (not worse by more than the margin), or cannot_tell. Better is in the
    sense of the metric: for a cost or an error that is a negative difference. `p_margins` are
    the adjusted one-sided p-values against −margin and margin, which equivalent and
    non_inferior rest on.
    """

    first: Label
    second: Label
    key: str
    values: tuple[Estimate, Estimate]
    difference: Estimate
    test: Test
    superiority: Superiority
    p_adjusted: float = math.nan
    verdict: Outcome = "cannot_tell"
    margin: float | None = None
    non_inferiority: Test | None = None
    equivalence: Test | None = None
    p_margins: Sides = (math.nan, math.nan)
    adjusted_limits: Sides = (math.nan, math.nan)

    @property
    def low_adjusted(self) -> float:
        """The lower limit that holds at once with those of all other differences."""
        return self.adjusted_limits[0]

    @property
    def high_adjusted(self) -> float:
        """The upper limit that holds at once with those of all other differences."""
        return self.adjusted_limits[1]

    @property
    def span(self) -> Sides:
        """Between which numbers differences of the metric can lie."""
        low, high = find(self.key).bounds
        return low - high, high - low

    @property
    def p_value(self) -> float:
        """The p-value of the test, before any correction for several of them."""
        return self.test.p_value

    @property
    def p_non_inferiority(self) -> float:
        """The adjusted p-value of non-inferiority, one-sided; nan without a margin."""
        return self.p_margins[1 if self.better == "lower" else 0]

    @property
    def p_equivalence(self) -> float:
        """The adjusted p-value of equivalence: the larger of both sides; nan without a margin."""
        return max(self.p_margins)

    @property
    def names(self) -> Text:
        """The name of the metric."""
        return find(self.key).display_name

    @property
    def better(self) -> str:
        """Which end of the metric is better: higher, lower, or neither."""
        return find(self.key).better

    def mirrored(self) -> Contrast:
        """The second against the first; what was non-inferior may not be so the other way round."""
        e = self.difference
        other_way = replace(
            self,
            first=self.second,
            second=self.first,
            values=self.values[::-1],
            difference=replace(e, value=-e.value + 0.0, low=-e.high + 0.0, high=-e.low + 0.0),
            test=_reversed_test(self.test),
            superiority=self.superiority.mirrored,
            p_margins=self.p_margins[::-1],
            adjusted_limits=(-self.high_adjusted + 0.0, -self.low_adjusted + 0.0),
            verdict=MIRRORED.get(self.verdict, self.verdict),
        )
        if self.non_inferiority is None or self.equivalence is None:
            return other_way
        return replace(other_way, **_margin_from_the_other_side(other_way))

    @property
    def times_the_rows(self) -> float:
        """How many times as many rows would tell, had the true difference the size of the seen.

        With these rows times k the interval is √k times shorter: k is where a two-sided test at
        the level finds such a difference four times in five. A difference seen within the margin
        asks for equivalence instead: k is where it would be found so often, were there no
        difference at all. nan where the verdict tells, without an interval, where the interval
        leaves out 0 already, and where the difference seen is so near 0 beside its noise (below
        0.6 standard errors) that it says nothing about the true one.
        """
        found = self.difference
        if self.verdict != "cannot_tell" or self.better == "neither":
            return math.nan
        if math.isnan(found.low) or found.high <= found.low:
            return math.nan
        if not found.low <= 0 <= found.high:  # the test or the correction decides, not the rows
            return math.nan
        z = quantile_of(found.level, None)
        error = (found.high - found.low) / (2 * z)
        if self._within_margin:
            times = ((z + WITHIN) * error / (self.margin or math.nan)) ** 2
            return times if times >= 1 else math.nan
        distance = abs(found.value) / error
        if distance < LEAST_DISTANCE:
            return math.nan
        return max(((z + POWER) / distance) ** 2, 1.0)

    @property
    def more_rows(self) -> Text:
        """How many times as many rows would tell, as a sentence; empty where that is unknown."""
        times = self.times_the_rows
        if math.isnan(times):
            return NO_NOTE
        times_text = f"{times:.1f}" if times < 3 else f"{times:.0f}"
        if self._within_margin:
            return say(
                f"{self.more_message}_equivalent", times=times_text, margin=f"{self.margin:g}"
            )
        return say(
            self.more_message, times=times_text, difference=figure(abs(self.difference.value))
        )

    @property
    def _within_margin(self) -> bool:
        """Whether there is a margin, and the difference seen is no larger."""
        return self.margin is not None and 0 < abs(self.margin) >= abs(self.difference.value)

    @property
    def more_message(self) -> str:
        """Which message says how much more would tell."""
        return "compared_more_rows"

    @property
    def test_title(self) -> Text:
        """The name of the test in words."""
        return self.test.title

    @property
    def plain(self) -> Text:
        """The verdict as a plain sentence."""
        return plain_sentence(self)

    @property
    def sentence(self) -> Text:
        """The sentence a paper would print."""
        return paper_sentence(self)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        tests = {"non_inferiority": self.non_inferiority, "equivalence": self.equivalence}
        return {
            "first": self.first,
            "second": self.second,
            "key": self.key,
            "values": [one.to_dict() for one in self.values],
            "difference": self.difference.to_dict(),
            "test": self.test.to_dict(),
            "p_value": self.p_value,
            "p_adjusted": self.p_adjusted,
            "low_adjusted": self.low_adjusted,
            "high_adjusted": self.high_adjusted,
            "verdict": self.verdict,
            "times_the_rows": self.times_the_rows,
            "margin": self.margin,
            "superiority": self.superiority.to_dict(),
            **{name: test and test.to_dict() for name, test in tests.items()},
            "p_non_inferiority": self.p_non_inferiority,
            "p_equivalence": self.p_equivalence,
        }


def _reversed_test(test: Test) -> Test:
    """The test of second minus first: statistics with a sign change it."""
    if test.name in ("delong", "delong_unpaired", "delta", "mover", "permutation", "exchange"):
        return replace(test, statistic=-test.statistic + 0.0)
    return replace(test, statistic=1 - test.statistic) if test.name == "bootstrap" else test


def _margin_from_the_other_side(other_way: Contrast) -> dict[str, Any]:
    """The one-sided test of a contrast that was reversed, and the verdict that follows."""
    assert other_way.margin is not None
    better = other_way.better
    tests = margin_tests(other_way.difference, other_way.margin, better, other_way.test.df)
    sides = None if math.isnan(other_way.p_margins[0]) else other_way.p_margins
    verdict = outcome(other_way.difference, other_way.p_adjusted, other_way.margin, better, sides)
    return {**tests, "verdict": verdict}


@dataclass(frozen=True)
class Comparison:
    """Every pair of models and every metric asked for.

    `omnibus` tests for each metric whether all models are alike. `pairing` is "paired" (the
    same rows) or "unpaired" (two evaluations). `settings` say how it was made, `costs` at which
    ratio of costs the cheaper model changes, `identical` which pairs never differ, `ignore`
    which cautions were muted.
    """

    names: tuple[Label, ...]
    keys: tuple[str, ...]
    contrasts: tuple[Contrast, ...]
    omnibus: Mapping[str, Test]
    pairing: Literal["paired", "unpaired"]
    rows: RowAccount | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    costs: tuple[Text, ...] = ()
    identical: tuple[tuple[Label, Label], ...] = ()
    note: Text = NO_NOTE
    ignore: tuple[str, ...] = ()

    def rows_of(self, name: Label) -> float:
        """How many rows one model was judged on: all that were used, where they are the same."""
        if self.rows is None or name not in self.names:
            return math.nan
        return float(self.rows.used)

    @property
    def cautions(self) -> tuple[Any, ...]:
        """What could mislead; whoever holds the statistics looks for it."""
        return ()

    def __getitem__(self, asked: tuple[Any, Any, str]) -> Contrast:
        if not isinstance(asked, tuple) or len(asked) != 3:
            raise refuse("compared_key", NotHere, given=repr(asked))
        first, second = self.named(asked[0]), self.named(asked[1])
        if first == second:
            raise refuse("compared_with_itself", NotHere, name=repr(first))
        found = self._found(first, second, find(asked[2]).key)
        if found is None:
            raise refuse("compared_not_asked", NotHere, key=asked[2], keys=", ".join(self.keys))
        return found

    def _found(self, first: Label, second: Label, key: str) -> Contrast | None:
        for one in self.contrasts:
            if (one.first, one.second, one.key) == (first, second, key):
                return one
            if (one.second, one.first, one.key) == (first, second, key):
                return one.mirrored()
        return None

    def named(self, name: object) -> Label:
        """The name of a model, if there is one so called."""
        if name not in self.names:
            raise refuse("model_unknown", NotHere, name=repr(name), names=quoted(self.names))
        return self.names[self.names.index(name)]

    def sentence(self, first: object, second: object, key: str) -> Text:
        """The sentence a paper would print of one pair and metric."""
        return self[first, second, key].sentence

    @property
    def verdict(self) -> Text:
        """The verdicts of all pairs and metrics in plain words."""
        return joined(self.verdicts)

    @property
    def verdicts(self) -> tuple[Text, ...]:
        """The same one by one: models that never differ, then each pair and metric."""
        plain = (one.plain for one in self.contrasts)
        same = (
            say("compared_identical", first=one_line(a), second=one_line(b))
            for a, b in self.identical
        )
        return (*same, *plain)

    def __iter__(self) -> Any:
        return iter(self.contrasts)

    def __len__(self) -> int:
        return len(self.contrasts)
