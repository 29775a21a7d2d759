"""The difference of two detectors of events under one rule and figure, and all of them together."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from veracity.errors import NotHere, refuse
from veracity.metrics.event_figures.figures import find_figure
from veracity.results.comparisons.comparison import Comparison, Contrast
from veracity.results.estimate.estimate import Estimate
from veracity.words import Text, say


def spelled_key(rule: str, figure: str) -> str:
    """A figure under a rule as one key, as requirements are written.

    >>> spelled_key("iou", "sensitivity")
    'iou: sensitivity'
    """
    return f"{rule}: {figure}"


@dataclass(frozen=True, slots=True)
class EventContrast(Contrast):
    """One pair of detectors in one figure under one rule; `key` holds both.

    `ratio` is how many times as many false alarms the first gives, for rates of them.
    """

    rule: str = ""
    figure: str = ""
    ratio: Estimate | None = None

    @property
    def names(self) -> Text:
        """The name of the figure, and the rule it is under."""
        found = find_figure(self.figure).names
        return Text(f"{found.en} ({self.rule})", f"{found.zh}（{self.rule}）")

    @property
    def better(self) -> str:
        """Which end of the figure is better."""
        return find_figure(self.figure).better

    @property
    def span(self) -> tuple[float, float]:
        """Differences of figures of events are not clipped."""
        return -math.inf, math.inf

    @property
    def more_message(self) -> str:
        """Subjects are what would tell."""
        return "event_compared_more"

    @property
    def test_title(self) -> Text:
        """The name of the test in words; clusters are subjects."""
        title = self.test.title
        return Text(title.en.replace("clusters", "subjects"), title.zh.replace("簇", "受试者"))

    @property
    def plain(self) -> Text:
        """The verdict as a plain sentence."""
        key = "compared_" if self.verdict != "cannot_tell" else "event_compared_"
        return say(
            f"{key}{self.verdict}",
            first=str(self.first),
            second=str(self.second),
            name=self.names,
            **({} if self.verdict == "cannot_tell" else {"margin": f"{self.margin or 0:g}"}),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        ratio = None if self.ratio is None else self.ratio.to_dict()
        more = {"rule": self.rule, "figure": self.figure, "ratio": ratio}
        return Contrast.to_dict(self) | more


@dataclass(frozen=True, repr=False)
class ComparedEvents(Comparison):
    """Every pair of detectors, every rule and figure: `cmp["A", "B", "iou", "sensitivity"]`."""

    def __getitem__(self, asked: tuple[Any, ...]) -> Contrast:
        if not isinstance(asked, tuple) or len(asked) not in (3, 4):
            raise refuse("compared_events_key", NotHere, given=repr(asked))
        first, second = self.named(asked[0]), self.named(asked[1])
        if first == second:
            raise refuse("compared_with_itself", NotHere, name=repr(first))
        key = self.key_of(*asked[2:])
        found = self._found(first, second, key)
        if found is None:
            raise refuse("compared_events_not_asked", NotHere, key=key, keys="; ".join(self.keys))
        return found

    def key_of(self, rule: str, figure: str | None = None) -> str:
        """The key of a rule and a figure, however the rule was spelled."""
        from veracity.matching import find_rule

        if figure is None:  # as requirements are written: "iou: sensitivity"
            rule, _, figure = rule.rpartition(":")
        return spelled_key(find_rule(rule.strip()).spelled, find_figure(figure.strip()).spelled)
