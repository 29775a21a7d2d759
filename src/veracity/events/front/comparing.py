"""`events.compare`: two or more detectors on the same recordings, paired by subject."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import Any

import numpy as np

from veracity.cautions.catalogue.checking import notes_of_muted
from veracity.comparisons.contrasts.contrasting import positive_margin
from veracity.comparisons.contrasts.event_contrasts import EventWishes, event_contrasts
from veracity.comparisons.significance.correction import checked_correction
from veracity.errors import quoted, refuse, spelled
from veracity.evaluation.state.keys import ignored
from veracity.events.front.evaluating import evaluate
from veracity.events.front.event_evaluation import EventEvaluation
from veracity.events.reporting.event_comparison import EventComparison
from veracity.events.reporting.page import watched
from veracity.matching import Rule, find_rule
from veracity.metrics.event_figures.figures import EventFigure, find_figure
from veracity.metrics.event_figures.from_sums import FROM_SUMS
from veracity.results import Estimate
from veracity.results.comparisons.event_comparison import spelled_key
from veracity.statistics.events.event_tally import EventTally
from veracity.statistics.labels import Label
from veracity.words import Text, joined, say

FIGURES = ("sensitivity", "false_alarms_per_day", "f1")
TESTS = ("auto", "exchange", "t")


def compare(
    reference: Any,
    detectors: Mapping[Label, Any],
    *,
    rules: str | Iterable[str] | None = None,
    figures: str | Iterable[str] = FIGURES,
    margin: float | Mapping[str, float] | None = None,
    test: str = "auto",
    correction: str = "holm",
    confidence_level: float = 0.95,
    random_state: int = 0,
    ignore: str | Iterable[str] = (),
    **settings: Any,
) -> EventComparison:
    """Say which of several detectors is better on the same recordings, and how sure that is.

    detectors: a mapping from name to detections (or to an EventEvaluation of the same
    recordings; `reference` is None then). figures: among sensitivity, precision, f1,
    false_alarms_per_hour, false_alarms_per_day, false_alarms_per_quiet_hour, time_in_alarm and
    time_in_false_alarm. margin: how much is too little to matter, one positive number or one
    for each figure. test: "t" (as the interval; the default from six subjects on) or "exchange"
    (the default with fewer: the two are exchanged within subjects, exact, and with k subjects
    never below 2 / 2^k). correction: over all pairs, rules and figures. All other arguments are
    those of `events.evaluate`.

    >>> reference = {f"s{i}": [(100 * i + 50, 100 * i + 80)] for i in range(1, 9)}
    >>> nothing = {name: [] for name in reference}
    >>> cmp = compare(
    ...     reference,
    ...     {"A": reference, "B": nothing},
    ...     duration=3600,
    ...     rules="iou",
    ...     figures="sensitivity",
    ... )
    >>> row = cmp["A", "B", "iou", "sensitivity"]
    >>> row.difference.value, round(row.p_value, 4), row.verdict
    (1.0, 0.0013, 'better')
    """
    if not isinstance(detectors, Mapping) or len(detectors) < 2:
        n = len(detectors) if isinstance(detectors, Mapping) else 0
        raise refuse("event_compare_two", n=n)
    if not isinstance(test, str) or test not in TESTS:
        raise refuse("event_compare_test", test=spelled(test), tests=", ".join(TESTS))
    checked_correction(correction)
    chosen = _figures(figures)
    margins = _margins(margin, chosen)
    muted = ignored(ignore)
    settings |= {"rules": rules, "confidence_level": confidence_level, "ignore": muted}
    held = {
        name: one if isinstance(one, EventEvaluation) else evaluate(reference, one, **settings)
        for name, one in detectors.items()
    }
    names, first = list(held), next(iter(held.values()))
    named = [find_rule(rule) for rule in _rules(held)]
    tallies: dict[str, dict[Label, EventTally]] = {
        rule.spelled: {
            name: _aligned(er.tallies[rule.spelled], first.some_tally, name)
            for name, er in held.items()
        }
        for rule in named
    }
    wishes = EventWishes(confidence_level, test, margins, correction, random_state)

    def measure(name: Label, rule: Rule, figure: EventFigure) -> Estimate:
        found: Estimate = held[name].at_level(confidence_level)[rule.spelled][figure.spelled]
        return found

    made = event_contrasts(tallies, named, chosen, measure, wishes)
    keys = tuple(spelled_key(r.spelled, f.spelled) for r in named for f in chosen)
    return EventComparison(
        tuple(names),
        keys,
        made,
        {one.key: one.test for one in made} if len(names) == 2 else {},
        "paired",
        settings={
            "confidence_level": confidence_level,
            "test": test,
            "correction": correction,
            "random_state": random_state,
            "rules": ", ".join(rule.spelled for rule in named),
            "recordings": len(first.some_tally.recordings),
            "clusters": len(set(first.some_tally.clusters)),
        },
        identical=tuple(
            (a, b) for a, b in combinations(names, 2) if _identical(tallies.values(), a, b)
        ),
        note=joined(
            [watched(first.some_tally), *_corrected(made, correction), *notes_of_muted(muted)]
        ),
        ignore=muted,
        evaluations=held,
    )


def _rules(held: Mapping[Label, EventEvaluation]) -> tuple[str, ...]:
    first, *rest = held.values()
    for other in rest:
        if set(other.rules) != set(first.rules):
            mine, yours = quoted(first.rules), quoted(other.rules)
            raise refuse("merge_settings", name="rules", mine=mine, yours=yours)
    return first.rules


def _aligned(tally: EventTally, first: EventTally, name: Label) -> EventTally:
    """The recordings in the order of the first detector; others or other subjects are refused."""
    index_of = {one: i for i, one in enumerate(tally.recordings)}
    whose = dict(zip(tally.recordings, tally.clusters, strict=True))
    theirs = dict(zip(first.recordings, first.clusters, strict=True))
    if whose != theirs:
        odd = [one for one in {**whose, **theirs} if whose.get(one) != theirs.get(one)]
        raise refuse("event_compare_recordings", name=spelled(name), n=len(odd), names=quoted(odd))
    return tally.among([index_of[one] for one in first.recordings])


def _identical(by_rule: Iterable[Mapping[Label, EventTally]], a: Label, b: Label) -> bool:
    return all(np.array_equal(one[a].counts, one[b].counts) for one in by_rule)


def _corrected(made: tuple[Any, ...], correction: str) -> list[Text]:
    tests = sum(one.p_value == one.p_value for one in made)
    if tests < 2:
        return []
    key = "corrected_none" if correction == "none" else "event_corrected_over"
    return [say(key, n=tests, correction=correction.capitalize())]


def _figures(given: str | Iterable[str]) -> list[EventFigure]:
    try:
        listed = [given] if isinstance(given, str) else list(given)
    except TypeError:
        listed = []
    found = {one.spelled: one for one in map(find_figure, listed)}
    unfit = [key for key in found if key not in FROM_SUMS]
    if unfit or not found:
        raise refuse(
            "event_compare_figures",
            given=quoted(unfit) or spelled(given),
            figures=", ".join(FROM_SUMS),
        )
    return list(found.values())


def _margins(
    margin: float | Mapping[str, float] | None, figures: list[EventFigure]
) -> dict[str, float] | None:
    if margin is None:
        return None
    if isinstance(margin, Mapping):
        given = {find_figure(key).spelled: value for key, value in margin.items()}
    else:
        given = {figure.spelled: margin for figure in figures}
    return {key: positive_margin(value) for key, value in given.items()}
