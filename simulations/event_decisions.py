"""How often decisions on events are wrong where the truth is known: docs/event_decisions.md.

Equal detectors that are called different; plans whose studies are simulated; cautions on honest
detectors, and how often alarms at random times are called better than chance.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import veracity as vc
from simulations.event_designs import SPREAD, VARIATION, recordings, tallies
from veracity.comparisons.contrasts.event_contrasts import by_t
from veracity.comparisons.differences.of_events import SideBySide, event_difference
from veracity.events.estimates.estimating import estimate
from veracity.matching import find_rule
from veracity.metrics.event_figures.figures import find_figure
from veracity.results import Estimate
from veracity.statistics.events.event_tally import EventTally

KEYS = ("sensitivity", "false_alarms_per_day", "f1")
SUBJECTS = (6, 12, 40)
RULE = find_rule("iou")
FACTS = {"one_subject_has_most"}  # counted, not inferred: true of the recordings drawn
PAGE = Path(__file__).parents[1] / "docs" / "event_decisions.md"


def compared(random: np.random.Generator, subjects: int, key: str, **design: Any) -> list[bool]:
    """Whether the exchange, the t test, the interval, and verdicts by both see a difference."""
    pair = tallies(random, subjects, **design)
    sides = SideBySide.of(*pair)
    ends = tuple(_estimate(one, key) for one in pair)
    gap = event_difference(sides, key, (ends[0], ends[1]), 0.95, seed=int(random.integers(2**31)))
    apart = not (np.isnan(gap.difference.low) or gap.difference.low <= 0 <= gap.difference.high)
    exchange, t = gap.test.p_value < 0.05, by_t(gap.difference, gap.df).p_value < 0.05
    return [exchange, t, apart, exchange and apart, t and apart]


def _estimate(tally: EventTally, key: str) -> Estimate:
    return estimate(tally, RULE, find_figure(key), 0.95)


def sizes(times: int, seed: int) -> Iterator[str]:
    """Equal detectors: rows of the table."""
    for uneven in (False, True):
        for subjects in SUBJECTS:
            for key in KEYS:
                random = np.random.default_rng([seed, subjects, KEYS.index(key), uneven])
                rows = [compared(random, subjects, key, uneven=uneven) for _ in range(times)]
                shares = " | ".join(f"{share:.3f}" for share in np.mean(rows, 0))
                yield f"| {subjects} | {'uneven' if uneven else 'even'} | `{key}` | {shares} |"


def powers(times: int, seed: int) -> Iterator[str]:
    """Sensitivity 0.85 against 0.6, and half of the false alarms."""
    for subjects in SUBJECTS:
        for key in KEYS:
            random = np.random.default_rng([seed, subjects, KEYS.index(key), 7])
            design = {"sensitivity": (0.85, 0.6), "rate": (0.1, 0.2)}
            rows = [compared(random, subjects, key, **design) for _ in range(times)]
            shares = " | ".join(f"{share:.2f}" for share in np.mean(rows, 0)[[0, 1, 3, 4]])
            yield f"| {subjects} | `{key}` | {shares} |"


PLANS = (
    ("sensitivity", 0.8, 0.2, 0.0),
    ("sensitivity", 0.8, 0.2, 0.15),
    ("sensitivity", 0.9, 0.15, 0.1),
    ("sensitivity", 0.6, 0.3, 0.2),
    ("false_alarms_per_day", 4.0, 3.0, 0.0),
    ("false_alarms_per_day", 4.0, 3.0, 0.8),
    ("false_alarms_per_day", 1.0, 1.0, 0.5),
)


def plans(times: int, seed: int) -> Iterator[str]:
    """Studies of the planned size: the width that was asked for, and the widths that came."""
    for i, (key, expected, width, between) in enumerate(PLANS):
        plan = vc.events.plan(
            key,
            expected=expected,
            width=width,
            events_per_subject=5,
            hours_per_subject=24,
            between_subjects=between,
        )
        random = np.random.default_rng([seed, i, 11])
        widths = []
        for _ in range(times):
            found = _estimate(_study(random, plan.subjects, key, expected, between), key)
            widths.append(found.high - found.low)
        mean, median = np.nanmean(widths), np.nanmedian(widths)
        within = np.mean(np.array(widths) <= width)
        yield (
            f"| `{key}` | {expected:g} | {between:g} | {width:g} | {plan.subjects} | "
            f"{plan.hours:g} | {mean:.3g} | {median:.3g} | {within:.2f} |"
        )


def _study(
    random: np.random.Generator, subjects: int, key: str, expected: float, between: float
) -> EventTally:
    """Five events and a day of each subject; sensitivities are beta, rates gamma numbers."""
    p, rate = np.full(subjects, 0.8), np.full(subjects, 1.0)
    if key == "sensitivity":
        p = np.full(subjects, expected)
        if between:
            total = expected * (1 - expected) / between**2 - 1
            p = random.beta(expected * total, (1 - expected) * total, subjects)
    elif between:
        rate = random.gamma(1 / between**2, expected * between**2, subjects)
    else:
        rate = np.full(subjects, expected)
    hits, false = random.binomial(5, p), random.poisson(rate)
    rows = [
        (
            i,
            i,
            {
                "true_positives": int(hits[i]),
                "missed": 5 - int(hits[i]),
                "false_positives": int(false[i]),
                "reference_events": 5,
                "duration": 86400e9,
            },
        )
        for i in range(subjects)
    ]
    return EventTally.of_recordings("iou", rows)


def cautions(times: int, seed: int) -> tuple[Counter[str], float, float]:
    """What honest detectors are warned of, and how often chance alarms pass for better."""
    random = np.random.default_rng([seed, 23])
    said: Counter[str] = Counter()
    needless = passed = 0
    for i in range(times):
        subjects = (6, 12, 24)[i % 3]
        reference, detected, day = recordings(random, subjects)
        honest = vc.events.evaluate(reference, detected, duration=day)
        keys = {one.key for one in honest.cautions if one.rank}
        said.update(keys)
        needless += bool(keys - FACTS)
        reference, detected, day = recordings(random, subjects, chance=True, per_hour=1.0)
        er = vc.events.evaluate(reference, detected, duration=day, rules="any_overlap")
        passed += "more than the same alarms" in er.verdict.en
    return said, needless / times, passed / times


PAGE_TEXT = """\
# Measured error rates of decisions on events

What comparisons, plans and cautions of events promise, and how often it was kept where the truth
is known. The page was written by

    python -m simulations.event_decisions --times {times} --seed {seed}

## Equal detectors called different

Two detectors of the same quality on the same subjects, at 5%: each share should be at most 0.06.
Sensitivity is 0.75 on average, with a standard deviation of {spread} between subjects on the logit
scale; 0.2 false alarms an hour differ by {variation} of their mean. *Even*: five events and 24
hours each; *uneven*: numbers of events are geometric, hours log-normal. **exchange** is the test
of exchanging the two within subjects (the default below six), **t** that of the interval (the
default from six subjects on), **interval** says that it excludes 0, and a **verdict** needs the
test and the interval.

| subjects | sizes | figure | exchange | t | interval | verdict (exchange) | verdict (t) |
|--:|:--|:--|--:|--:|--:|--:|--:|
{sizes}

## Different detectors found different

Sensitivity 0.85 against 0.60 and 0.1 against 0.2 false alarms an hour, uneven subjects.

| subjects | figure | exchange | t | verdict (exchange) | verdict (t) |
|--:|:--|--:|--:|--:|--:|
{powers}

## Plans

Studies of the planned size: the mean and the median width of their intervals, and the share that
is no wider than asked. Five events and a day of each subject.

| figure | expected | between subjects | asked | subjects | hours | mean width | median | within |
|:--|--:|--:|--:|--:|--:|--:|--:|--:|
{plans}

## Cautions on honest detectors

{n} evaluations of 6, 12 and 24 subjects for a day each, a third of them without an event; the
detector finds 85% of the events, up to 8 s late, with 0.1 false alarms an hour. Something above
a note was inferred of {needless:.1%} (at most 5% wanted). Said were: {said}. That one subject has
most of the events is counted, not inferred, and was so.

Alarms at random times (one an hour) were called better than chance in {passed:.1%} (at most 2.5%
wanted).
"""


def written(times: int, seed: int) -> str:
    """The page."""
    n = max(times // 5, 1)
    said, needless, passed = cautions(n, seed)
    return PAGE_TEXT.format(
        times=times,
        seed=seed,
        spread=SPREAD,
        variation=VARIATION,
        sizes="\n".join(sizes(times, seed)),
        powers="\n".join(powers(times, seed)),
        plans="\n".join(plans(times, seed)),
        n=n,
        needless=needless,
        said=", ".join(f"`{key}` {count}" for key, count in sorted(said.items())) or "none",
        passed=passed,
    )


def main(arguments: list[str] | None = None) -> None:
    """Measure and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    PAGE.write_text(written(chosen.times, chosen.seed), encoding="utf-8")
    print(f"wrote {PAGE.name}", file=sys.stderr)


if __name__ == "__main__":
    main()
