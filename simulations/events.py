"""Events of subjects that differ: how often the intervals hold the truth.

    python -m simulations.events --times 1000 --write

Writes `docs/event_coverage.md`. Subjects are drawn as random effects: sensitivities from a beta
distribution, false alarm rates from a gamma distribution, delays with a shift of their own, and
recordings whose samples are correlated as those of a chain of events are.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from veracity.events.estimates.estimating import estimate
from veracity.matching import Recording, find_rule
from veracity.matching.spans import SECOND, Spans
from veracity.metrics.event_figures.figures import find_figure
from veracity.statistics.events.event_tally import EventTally

PAGE = Path(__file__).resolve().parents[1] / "docs" / "event_coverage.md"
SUBJECTS = (3, 6, 12, 40)
LEVEL = 0.95
Random = np.random.Generator
Rows = list[tuple[str, str, dict[str, object]]]


@dataclass(frozen=True)
class Design:
    """One row of the page: what is drawn, what is asked, and what is true."""

    what: str
    key: str
    rule: str
    truth: float
    draw: Callable[[Random], Rows]


def counted(k: int, sensitivity: float, icc: float, events: float) -> Callable[[Random], Rows]:
    """Found and missed events of k subjects; two events of one subject have correlation `icc`."""

    def draw(random: Random) -> Rows:
        size = 1 / icc - 1 if icc else 0.0
        each = random.beta(sensitivity * size, (1 - sensitivity) * size, k) if icc else sensitivity
        n = 1 + random.negative_binomial(1, 1 / events, k)  # geometric: very uneven subjects
        hits = random.binomial(n, each)
        return [
            (f"r{i}", f"s{i}", {"true_positives": h, "missed": m - h, "duration": 1e9})
            for i, (h, m) in enumerate(zip(hits.tolist(), n.tolist(), strict=True))
        ]

    return draw


def alarmed(k: int, rate: float, cv: float) -> Callable[[Random], Rows]:
    """False alarms of k subjects, `rate` in an hour; hours differ as log-normal numbers do."""

    def draw(random: Random) -> Rows:
        hours = 24 * np.exp(random.normal(-0.125, 0.5, k))
        each = rate * (random.gamma(1 / cv**2, cv**2, k) if cv else np.ones(k))
        counts = random.poisson(each * hours)
        return [
            (f"r{i}", f"s{i}", {"false_positives": c, "duration": h * 3600e9})
            for i, (c, h) in enumerate(zip(counts.tolist(), hours.tolist(), strict=True))
        ]

    return draw


def delayed(k: int) -> Callable[[Random], Rows]:
    """Delays of events: log-normal, subjects shifted, one of five events missed."""

    def draw(random: Random) -> Rows:
        rows: Rows = []
        for i in range(k):
            n = 1 + random.poisson(7)
            late = np.exp(np.log(10) + random.normal(0, 0.4) + random.normal(0, 0.6, n))
            late[random.random(n) < 0.2] = np.inf
            rows.append((f"r{i}", f"s{i}", {"delays": late * SECOND, "duration": 1e9}))
        return rows

    return draw


def autocorrelated(k: int) -> Callable[[Random], Rows]:
    """Two hours of samples at 4 Hz, events of half a minute, a detector late by what is its own."""
    rule = find_rule("samples")

    def draw(random: Random) -> Rows:
        rows: Rows = []
        for i in range(k):
            duration = 7200 * SECOND
            gaps, lengths = random.exponential(400, 40), random.exponential(30, 40) + 2
            start = np.cumsum(gaps + lengths) - lengths
            inside = start + lengths < 7200
            start, stop = start[inside], (start + lengths)[inside]
            late = random.gamma(2, 3) + random.exponential(4, len(start))
            found = (random.random(len(start)) < random.beta(8, 2)) & (start + late < stop)
            times = [(t * SECOND).astype(np.int64) for t in (start, stop, start + late)]
            reference = Spans(times[0], times[1])
            detected = Spans(times[2][found], times[1][found])
            match = rule(Recording(reference, detected, duration, 4.0))
            counts: dict[str, object] = {
                name: getattr(match, name)
                for name in ("true_positives", "false_positives", "missed")
            }
            rows.append((f"r{i}", f"s{i}", {**counts, "duration": duration}))
        return rows

    return draw


def ratio_of(rows: Rows) -> float:
    """The share found of everything, for a truth that has no formula."""
    hits, missed = (
        sum(float(row[2][name]) for row in rows)  # type: ignore[arg-type]
        for name in ("true_positives", "missed")
    )
    return hits / (hits + missed)


def designs(random: Random) -> Iterator[Design]:
    """All rows of the page."""
    yield Design("one subject", "sensitivity", "iou", 0.8, counted(1, 0.8, 0.0, 10))
    yield Design("one subject", "false_alarms_per_hour", "iou", 0.2, alarmed(1, 0.2, 0.0))
    for k in SUBJECTS:
        for share, icc in ((0.8, 0.0), (0.8, 0.2), (0.8, 0.4), (0.95, 0.2)):
            what = f"{k} subjects, icc {icc:g}, {share:g}"
            yield Design(what, "sensitivity", "iou", share, counted(k, share, icc, 8))
            if icc == 0.2:
                yield Design(what, "macro_sensitivity", "iou", share, counted(k, share, icc, 8))
    for k in SUBJECTS:
        for rate, cv in ((0.1, 0.0), (0.1, 0.5), (0.1, 1.0), (2.0, 0.5), (2.0, 1.0)):
            what = f"{k} subjects, {rate:g} per hour, CV {cv:g}"
            yield Design(what, "false_alarms_per_hour", "iou", rate, alarmed(k, rate, cv))
    truth = ratio_of(autocorrelated(20_000)(random))
    for k in SUBJECTS:
        what = f"{k} recordings, autocorrelated samples"
        yield Design(what, "sensitivity", "samples", truth, autocorrelated(k))
    # the least t with 0.8 · P(log-normal <= t) = 0.5
    from scipy.stats import norm

    median = float(np.exp(np.log(10) + norm.ppf(0.5 / 0.8) * np.sqrt(0.4**2 + 0.6**2)))
    for k in SUBJECTS:
        yield Design(f"{k} subjects, one in five missed", "delay_median", "iou", median, delayed(k))


def measured(design: Design, random: Random, times: int) -> tuple[float, ...]:
    """Coverage, the shares too high and too low, the share without, the median width."""
    macro = design.key.startswith("macro_")
    figure, rule = find_figure(design.key.removeprefix("macro_")), find_rule(design.rule)
    ends = []
    for _ in range(times):
        tally = EventTally.of_recordings(design.rule, design.draw(random))
        found = estimate(tally, rule, figure, LEVEL, macro=macro)
        ends.append((found.low, found.high))
    low, high = np.array(ends).T
    there = ~np.isnan(low)
    too_high, too_low = (low > design.truth)[there].mean(), (high < design.truth)[there].mean()
    width = float(np.median((high - low)[there]))
    return 1 - too_high - too_low, too_high, too_low, 1 - there.mean(), width


def main() -> None:
    """Simulate and print a table, or write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help="write the page")
    chosen = parser.parse_args()
    random = np.random.default_rng(chosen.seed)
    lines = [
        "| sample | figure | covered | too high | too low | none | median width |",
        "|:--|:--|--:|--:|--:|--:|--:|",
    ]
    for design in designs(random):
        covered, above, below, none, width = measured(design, random, chosen.times)
        line = (
            f"| {design.what} | `{design.key}` | {covered:.3f} | {above:.3f} | {below:.3f} "
            f"| {none:.3f} | {width:.3g} |"
        )
        print(line, flush=True)
        lines.append(line)
    if chosen.write:
        head = PAGE.read_text(encoding="utf-8").partition("\n| sample")[0]
        PAGE.write_text(head + "\n" + "\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
