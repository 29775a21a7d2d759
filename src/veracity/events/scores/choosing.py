"""Choosing a threshold: most events found within a rate of false alarms, or the other way round.

The optimism of the choice is found by cross-fitting: whole subjects (or recordings) are held
out, the threshold is chosen without them and judged on them; see `decisions/thresholds`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Real

import numpy as np

from veracity.arrays import Floats
from veracity.errors import refuse, spelled
from veracity.events.scores.event_choice import EventChoice
from veracity.events.scores.sweep import EventSweep, rates
from veracity.matching.spans import Bools
from veracity.results import Estimate
from veracity.results.decisions.choice import NearOptimal, Optimism, without_interval
from veracity.results.estimate.figures import figure
from veracity.words import say

FOLDS = 5
REPEATS = 20
MOST_THRESHOLDS = 2000
NEAR = 0.01


@dataclass(frozen=True, slots=True)
class Aim:
    """What is bounded, and by how much; the other figure is made best."""

    constraint: str
    bound: float

    @property
    def figure(self) -> str:
        """The figure that is made as good as it can be."""
        least_alarms = self.constraint == "min_sensitivity"
        return "false_alarms_per_hour" if least_alarms else "sensitivity"

    def best(self, rate: Floats, found: Floats) -> int:
        """The index of the best threshold; -1 where none keeps the bound. Ties: the highest."""
        kept = found >= self.bound if self.constraint == "min_sensitivity" else rate <= self.bound
        if not kept.any():
            return -1
        worth = -rate if self.constraint == "min_sensitivity" else found
        return int(np.argmax(np.where(kept, worth, -np.inf)))

    def pair(self, rate: float, found: float) -> tuple[float, float]:
        """Value of the aim, value of what is bounded."""
        return (rate, found) if self.constraint == "min_sensitivity" else (found, rate)


def checked_aim(most_alarms: float | None, least_found: float | None) -> Aim:
    """One bound, and only one."""
    given = {"max_false_alarms_per_hour": most_alarms, "min_sensitivity": least_found}
    named = {name: value for name, value in given.items() if value is not None}
    if len(named) != 1:
        raise refuse("event_choice_one")
    ((name, value),) = named.items()
    high = 1.0 if name == "min_sensitivity" else math.inf
    if not (isinstance(value, Real) and 0 <= value <= high):
        raise refuse("event_choice_value", name=name, given=spelled(value))
    return Aim(name, float(value))


def best_threshold(sweep: EventSweep, aim: Aim) -> tuple[int, Floats, Floats]:
    """The index of the threshold in the sweep, and both figures at every threshold."""
    rate, found = (one[0] for one in rates(sweep.counts(sweep.thresholds), sweep.time.sum()))
    if np.isnan(found).all():
        raise refuse("event_choice_nothing")
    index = aim.best(rate, found)
    if index < 0:
        raise refuse("event_choice_never", bound=f"{aim.bound:g}", best=figure(float(found.max())))
    return index, rate, found


def chosen(
    sweep: EventSweep, aim: Aim, estimates: Mapping[str, Estimate], seed: int
) -> EventChoice:
    """The choice, with the estimates at its threshold and its optimism."""
    index, rate, found = best_threshold(sweep, aim)
    value, _ = aim.pair(float(rate[index]), float(found[index]))
    optimism, corrected, elsewhere = _optimism(sweep, aim, value, seed)
    threshold = float(sweep.thresholds[index])
    level = next(iter(estimates.values())).level
    return EventChoice(
        threshold=threshold,
        maximize=aim.figure,
        value=value,
        estimates=estimates,
        optimism=optimism,
        corrected=corrected,
        near_optimal=_near(sweep, aim, index, rate, found),
        threshold_interval=without_interval(threshold, level, say("threshold_of_events")),
        constraints={aim.constraint: aim.bound},
        constraint_corrected={} if math.isnan(elsewhere) else {aim.constraint: elsewhere},
        note=say("event_choice_fixed"),
    )


def _near(sweep: EventSweep, aim: Aim, index: int, rate: Floats, found: Floats) -> NearOptimal:
    """Neighbouring thresholds that keep the bound and are hardly worse."""
    least_alarms = aim.constraint == "min_sensitivity"
    kept = found >= aim.bound if least_alarms else rate <= aim.bound
    value = rate if least_alarms else found
    good = kept & (np.abs(value - value[index]) <= NEAR)
    first = last = index
    while first > 0 and good[first - 1]:
        first -= 1
    while last + 1 < len(good) and good[last + 1]:
        last += 1
    calls = _detections(sweep)
    share = float(calls[last] - calls[first]) / max(float(calls[-1]), 1.0)
    low, high = float(sweep.thresholds[last]), float(sweep.thresholds[first])
    return NearOptimal(low, high, NEAR, last - first + 1, share)


def _detections(sweep: EventSweep) -> Floats:
    """How many counted things stand at each threshold."""
    true, false, _ = sweep.counts(sweep.thresholds)
    return np.asarray((true + false)[0])


def _optimism(
    sweep: EventSweep, aim: Aim, value: float, seed: int
) -> tuple[Optimism, float, float]:
    """Optimism, and what aim and bound are where the threshold was not chosen."""
    nan, k = math.nan, len(sweep.time)
    if k < 2:
        note = say("optimism_not_said", why=say("event_optimism_one"))
        return Optimism(nan, nan, "none", 0, note), nan, nan
    grid = sweep.thinned(MOST_THRESHOLDS)
    counts = sweep.counts(grid, apart=True)
    folds, random = min(FOLDS, k), np.random.default_rng([seed, 1])
    pairs = []
    for _ in range(REPEATS):
        fold = random.permutation(np.arange(k) % folds)
        held = [_held_out(counts, sweep.time, fold == one, aim) for one in range(folds)]
        true, false, missed = np.sum(held, axis=0)
        if true + missed > 0:
            pairs.append(aim.pair(*map(float, rates((true, false, missed), sweep.time.sum()))))
    seen = np.array(pairs)
    mean, elsewhere = (float(one) for one in seen.mean(0))
    excess = mean - value if aim.constraint == "min_sensitivity" else value - mean
    method = f"cross_fitting ({REPEATS} x {folds})"
    note = say("event_optimism_subjects", n=k)
    optimism = Optimism(excess, float(seen[:, 0].std()), method, len(pairs), note)
    return optimism, mean, elsewhere


def _held_out(
    counts: tuple[Floats, Floats, Floats], time: Floats, out: Bools, aim: Aim
) -> tuple[float, float, float]:
    """Counts of some subjects at the threshold that the others choose."""
    rest = [one[~out].sum(0) for one in counts]
    rate, found = rates((rest[0], rest[1], rest[2]), time[~out].sum())
    if np.isnan(found).all():
        index = 0  # no event to choose by: nothing is called positive
    else:
        index = aim.best(rate, found)
    if index < 0:
        index = len(rate) - 1  # not to be had among the others: the lowest threshold
    true, false, missed = (float(one[out, index].sum()) for one in counts)
    return true, false, missed
