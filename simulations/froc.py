"""Coverage of FROC bands and areas, and what is left of the optimism of a chosen threshold.

    python -m simulations.froc

Subjects differ: in how many events they have (Poisson, mean 8), how many of these are detected
(logit-normal around 0.8), how much higher their scores are (normal), and how many false alarms
come in their 24 hours (log-normal around 2 an hour). The truth is what 20,000 subjects give. An
interval covers if it holds the truth; a threshold is chosen for at most one false alarm an hour,
and its sensitivity as seen, as corrected and in truth are averaged.
"""

from __future__ import annotations

import numpy as np

from veracity.events.scores.choosing import Aim, chosen
from veracity.events.scores.froc import (
    ResampledCurves,
    area_below,
    at_rates,
    limits_at,
    logit_interval,
)
from veracity.events.scores.sweep import EventSweep, rates
from veracity.matching import find_rule
from veracity.matching.sweeping import RecordingSweep

SAMPLES = 1000
RATE, HOURS = 1.0, 24.0
LEVEL = 0.95


def subject(random: np.random.Generator, between: float) -> RecordingSweep:
    """One subject; `between` says how much subjects differ."""
    n = random.poisson(8)
    detected = 1 / (1 + np.exp(-(1.4 + 1.2 * between * random.normal())))
    hits = random.normal(1.5 + between * random.normal(), 1, random.binomial(n, detected))
    alarms = random.poisson(2 * HOURS * np.exp(between * random.normal() - between**2 / 2))
    score = np.r_[hits, random.normal(0, 1, alarms)]
    order = np.argsort(-score)
    right = np.cumsum(order < len(hits))
    found, raised = np.r_[0.0, right], np.arange(len(score) + 1.0)
    return RecordingSweep(score[order], found, raised - found, n - found)


def sweep(parts: list[RecordingSweep]) -> EventSweep:
    """Some subjects together, at 400 thresholds of theirs."""
    scores = np.unique(np.concatenate([one.thresholds for one in parts]))[::-1]
    grid = scores[np.unique(np.linspace(0, len(scores) - 1, 400).astype(int))]
    hours = np.full(len(parts), HOURS)
    rule = find_rule("points")
    return EventSweep(rule, np.r_[np.inf, grid], parts, range(len(parts)), hours)


def figures(found: EventSweep, grid: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """False alarms per hour and sensitivity of all subjects together."""
    rate, share = rates(found.counts(grid), found.hours.sum())
    return rate[0], share[0]


def population(between: float) -> EventSweep:
    """What everybody is like."""
    random = np.random.default_rng(99)
    return sweep([subject(random, between) for _ in range(20_000)])


def measured(between: float, subjects: int, everybody: EventSweep, samples: int) -> list[float]:
    """Coverage at a rate and of the area; sensitivity seen, corrected and true."""
    grid = everybody.thresholds
    rate, share = figures(everybody, grid)
    truth = float(at_rates(rate, share, np.array([RATE]))[0]), area_below(rate, share, 2 * RATE)
    covered, values = np.zeros(2), np.zeros(3)
    random = np.random.default_rng([subjects, round(10 * between)])
    for seed in range(samples):
        here = sweep([subject(random, between) for _ in range(subjects)])
        x, y = figures(here, here.thresholds)
        drawn = ResampledCurves.of(here, here.thresholds, seed)
        at = np.array([RATE])
        low, high = limits_at(drawn, at_rates(x, y, at), at, LEVEL)[0]
        covered[0] += low <= truth[0] <= high
        areas = [area_below(a, b, 2 * RATE) for a, b in zip(drawn.rate, drawn.found, strict=True)]
        ends = logit_interval(
            area_below(x, y, 2 * RATE), float(np.std(areas)), drawn.subjects, LEVEL
        )
        covered[1] += ends[0] <= truth[1] <= ends[1]
        choice = chosen(here, Aim("max_false_alarms_per_hour", RATE), {}, seed)
        index = np.searchsorted(-grid, -choice.threshold, "right") - 1
        values += choice.value, choice.corrected, share[index]
    return [*(covered / samples), *(values / samples)]


def main() -> None:
    """Print the table of the guide."""
    print("| subjects | differ by | at 1/h | area to 2/h | seen | corrected | true |")
    print("|--:|--:|--:|--:|--:|--:|--:|")
    for between in (0.3, 0.8):
        everybody = population(between)
        for subjects in (3, 6, 12, 40):
            row = measured(between, subjects, everybody, SAMPLES)
            shown = " | ".join(f"{one:.3f}" for one in row)
            print(f"| {subjects} | {between} | {shown} |", flush=True)


if __name__ == "__main__":
    main()
