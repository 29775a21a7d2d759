"""Every pair of detectors, every rule and figure: contrasts, corrected for their number."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Any

from veracity.comparisons.contrasts.contrasting import (
    Wishes,
    no_superiority,
    normal_superiority,
    with_verdicts,
)
from veracity.comparisons.differences.of_events import (
    FEW,
    SideBySide,
    event_difference,
    rate_ratio,
)
from veracity.intervals.estimator.undefined import undefined
from veracity.matching import Rule
from veracity.metrics.event_figures.figures import EventFigure
from veracity.results import Estimate, Test
from veracity.results.comparisons.event_comparison import EventContrast, spelled_key
from veracity.results.comparisons.margins import margin_tests, one_sided, standard_errors
from veracity.statistics.events.event_tally import EventTally
from veracity.statistics.labels import Label
from veracity.unexpected import unless_broken
from veracity.words import Text

Tallies = Mapping[Label, EventTally]
Measure = Callable[[Label, Rule, EventFigure], Estimate]


@dataclass(frozen=True, slots=True)
class EventWishes:
    """What was asked: level, test, a margin for each figure, correction, seed of exchanges."""

    level: float = 0.95
    test: str = "auto"
    margins: Mapping[str, float] | None = None
    correction: str = "holm"
    seed: int = 0

    def margin(self, figure: EventFigure) -> float | None:
        """The margin of a figure, if there is one."""
        return None if self.margins is None else self.margins.get(figure.spelled)


def event_contrasts(
    tallies: Mapping[str, Tallies],
    rules: Sequence[Rule],
    figures: Sequence[EventFigure],
    measure: Measure,
    wishes: EventWishes,
) -> tuple[EventContrast, ...]:
    """All pairs in the order of the detectors, for each rule and figure in turn.

    `tallies` are those of each rule by detector; `measure` gives the estimate of one detector.
    """
    made = [
        unless_broken(
            partial(_contrast, rule, figure, pair, tallies[rule.spelled], measure, wishes),
            partial(_unknown, rule, figure, pair, wishes),
        )
        for rule in rules
        for figure in figures
        for pair in combinations(tallies[rule.spelled], 2)
    ]
    return with_verdicts(made, Wishes(test=wishes.test, correction=wishes.correction))


def _contrast(
    rule: Rule,
    figure: EventFigure,
    names: tuple[Label, Label],
    tallies: Tallies,
    measure: Measure,
    wishes: EventWishes,
) -> EventContrast:
    """One pair, rule and figure, before the correction."""
    first, second = (measure(name, rule, figure) for name in names)
    pair = tallies[names[0]], tallies[names[1]]
    sides = SideBySide.of(*pair, harmonic=(rule.harmonic, rule.harmonic))
    undefined = math.isnan(first.value) or math.isnan(second.value)
    gap = event_difference(sides, figure.key, (first, second), wishes.level, seed=wishes.seed)
    found, margin = gap.difference, wishes.margin(figure)
    against: dict[str, Any] = {"margin": margin}
    if margin is not None and not math.isnan(found.low):
        against |= margin_tests(found, margin, figure.better, gap.df)
    enough = found.n >= FEW  # with fewer the exact test cannot reject anything
    timed = wishes.test == "t" or (wishes.test == "auto" and enough)
    test = by_t(found, gap.df) if timed else gap.test
    return EventContrast(
        *names,
        spelled_key(rule.spelled, figure.spelled),
        (first, second),
        found,
        test,
        normal_superiority(found, margin or 0.0, figure.better, gap.df),
        **against,
        rule=rule.spelled,
        figure=figure.spelled,
        ratio=None if undefined else rate_ratio(sides, figure.key, wishes.level),
    )


def by_t(found: Estimate, df: float | None) -> Test:
    """The t test that the interval stands for."""
    if df is None or math.isnan(found.low):
        return Test(math.nan, None, math.nan, "none", found.note)
    away = standard_errors(found, 0.0, df)
    p = 2 * one_sided(abs(away), df)
    return Test(away, df, p, "mover" if found.method == "mover" else "delta")


def _unknown(
    rule: Rule, figure: EventFigure, names: tuple[Label, Label], wishes: EventWishes, why: Text
) -> EventContrast:
    nothing = undefined(why, wishes.level)
    margin = wishes.margin(figure)
    return EventContrast(
        *names,
        spelled_key(rule.spelled, figure.spelled),
        (nothing, nothing),
        nothing,
        Test(math.nan, None, math.nan, "none", why),
        no_superiority(margin or 0.0, nothing),
        margin=margin,
        rule=rule.spelled,
        figure=figure.spelled,
    )
