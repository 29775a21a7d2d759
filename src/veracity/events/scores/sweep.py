"""All recordings over thresholds: what is found and how many false alarms there are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import NotHere, refuse
from veracity.matching import Recording, Rule
from veracity.matching.sweeping import RecordingSweep, swept
from veracity.statistics.labels import Label

MOST_EXACT = 20_000  # thresholds of one-to-one rules, which one pass gives
MOST_RESCORED = 256  # thresholds of other rules, scored anew at each
HOUR = 3600e9
HIGHEST = np.finfo(np.float64).max
Scenes = Mapping[Label, Recording]


@dataclass(frozen=True, eq=False, slots=True)
class EventSweep:
    """Counts of recordings at falling thresholds; the first threshold, +inf, calls nothing.

    `steps` has those of each recording (and type), `cluster` whose it is among `time`, the
    nanoseconds of each cluster. `left_out` counts scores that are no threshold of their own.
    """

    rule: Rule
    thresholds: Floats
    steps: Sequence[RecordingSweep]
    cluster: Sequence[int]
    time: Floats
    left_out: int = 0

    def counts(self, grid: Floats, *, apart: bool = False) -> tuple[Floats, Floats, Floats]:
        """True positives, false positives and missed at each threshold; by cluster if apart."""
        shape = (len(self.time) if apart else 1, len(grid))
        sums = [np.zeros(shape) for _ in range(3)]
        for one, row in zip(self.steps, self.cluster, strict=True):
            indices = one.index_of(grid)
            for total, column in zip(
                sums, (one.true_positives, one.false_positives, one.missed), strict=True
            ):
                total[row if apart else 0] += column[indices]
        return sums[0], sums[1], sums[2]

    def thinned(self, most: int) -> Floats:
        """At most so many of the thresholds, evenly taken, with both ends."""
        indices = np.unique(np.linspace(0, len(self.thresholds) - 1, most).astype(np.int64))
        return self.thresholds[indices]


def sweep_of(rule: Rule, parts: Sequence[Scenes], clusters: Mapping[Label, Label]) -> EventSweep:
    """The sweep of the recordings of each part (a part for each type of events)."""
    if not rule.alarms:
        raise refuse("event_no_froc", NotHere, rule=rule.spelled)
    scored = [(n, _scored(scene)) for part in parts for n, scene in part.items()]
    scores = [scene.score for _, scene in scored if scene.score is not None]
    distinct = np.unique(np.concatenate([*scores, np.zeros(0)]))[::-1]
    most = MOST_RESCORED if rule.allowed is None else MOST_EXACT
    grid = distinct
    if len(distinct) > most:
        grid = distinct[np.unique(np.linspace(0, len(distinct) - 1, most).astype(np.int64))]
    order = {one: index for index, one in enumerate(dict.fromkeys(clusters.values()))}
    time = np.zeros(len(order))
    for name, scene in parts[0].items():
        time[order[clusters[name]]] += scene.duration
    return EventSweep(
        rule,
        np.concatenate([[np.inf], grid]),
        [swept(scene, rule, grid) for _, scene in scored],
        [order[clusters[name]] for name, _ in scored],
        time,
        len(distinct) - len(grid),
    )


def _scored(scene: Recording) -> Recording:
    """Scores as thresholds: endless ones are below the first of these, which calls nothing.

    A recording without detections has no scores, and needs none.
    """
    if scene.score is None and len(scene.detected):
        raise refuse("event_no_scores", NotHere)
    score = np.zeros(0) if scene.score is None else np.minimum(scene.score, HIGHEST)
    return replace(scene, score=score)


def rates(found: tuple[Floats, Floats, Floats], time: Floats) -> tuple[Floats, Floats]:
    """False alarms per hour and sensitivity from counts and nanoseconds, with any leading axes.

    The hours of all, divided once: a rate is the number that `false_alarms_per_hour` is.
    """
    true, false, missed = found
    return ratio(false, time / HOUR), ratio(true, true + missed)
