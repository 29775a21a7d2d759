"""Subjects with events, and detectors of known quality: tallies and recordings, drawn.

A subject has a number of events and hours; its sensitivity is normal round the mean on the logit
scale, its false alarms come at a rate that is a gamma number. Two detectors share half of the
variance between subjects, and an event that is hard for one is harder for the other.
"""

from __future__ import annotations

import numpy as np

from veracity.statistics.events.event_tally import COLUMNS, EventTally

Random = np.random.Generator
HOUR = 3600e9
SPREAD = 0.8  # of sensitivities between subjects, on the logit scale
VARIATION = 0.8  # of the rates of subjects, divided by the mean


def tallies(
    random: Random,
    subjects: int,
    *,
    sensitivity: tuple[float, float] = (0.75, 0.75),
    rate: tuple[float, float] = (0.2, 0.2),
    uneven: bool = True,
) -> tuple[EventTally, EventTally]:
    """Two detectors on the same subjects; rates are false alarms in an hour."""
    events = random.geometric(0.2, subjects) if uneven else np.full(subjects, 5)
    hours = random.lognormal(3.0, 0.6, subjects) if uneven else np.full(subjects, 24.0)
    common = random.normal(0, SPREAD * np.sqrt(0.5), subjects)
    hard = [random.normal(size=int(n)) for n in events]
    shape = 1 / VARIATION**2
    shared = random.gamma(2 * shape, 1 / (2 * shape), subjects)
    made = []
    for mean, per_hour in zip(sensitivity, rate, strict=True):
        centre = np.log(mean / (1 - mean)) + common
        centre = centre + random.normal(0, SPREAD * np.sqrt(0.5), subjects)
        hits = [
            int((random.normal(size=len(h)) + h < _probit(c)).sum())
            for h, c in zip(hard, centre, strict=True)
        ]
        own = random.gamma(2 * shape, 1 / (2 * shape), subjects)
        false = random.poisson(per_hour * hours * shared * own)
        made.append(_tally(events, np.array(hits), false, hours))
    return made[0], made[1]


def _probit(logit: float) -> float:
    """Where the sum of two normal numbers lies below with the probability of a logit."""
    from scipy.special import expit, ndtri

    return float(ndtri(np.clip(expit(logit), 1e-6, 1 - 1e-6)) * np.sqrt(2))


def _tally(
    events: np.ndarray, hits: np.ndarray, false: np.ndarray, hours: np.ndarray
) -> EventTally:
    counts = np.zeros((len(events), len(COLUMNS)))
    for name, column in {
        "true_positives": hits,
        "missed": events - hits,
        "false_positives": false,
        "reference_events": events,
        "detected_events": hits + false,
        "duration": hours * HOUR,
    }.items():
        counts[:, COLUMNS.index(name)] = column
    none, ints = np.zeros(0), np.zeros(0, np.int64)
    names = tuple(range(len(events)))
    return EventTally("iou", names, names, counts, none, ints, np.zeros((0, 3)), ints)


def recordings(
    random: Random,
    subjects: int,
    *,
    found: float = 0.85,
    per_hour: float = 0.1,
    chance: bool = False,
) -> tuple[dict[str, list[tuple[float, float]]], dict[str, list[tuple[float, float]]], float]:
    """Day-long recordings with seizures of half a minute to two, and an honest detector.

    Its alarms begin up to 8 s late and end within a sixth of the length of the event; with
    `chance` all of its alarms come at random times. A third of the subjects have no event.
    """
    day = 86400.0
    reference: dict[str, list[tuple[float, float]]] = {}
    detected: dict[str, list[tuple[float, float]]] = {}
    for i in range(subjects):
        n = 0 if random.random() < 1 / 3 else int(random.geometric(0.25))
        starts = np.sort(random.choice(np.arange(600, 85000, 600), n, replace=False))
        lengths = random.uniform(30, 120, n)
        events = [(float(a), float(a + b)) for a, b in zip(starts, lengths, strict=True)]
        alarms = [
            (a + random.uniform(0, 8), b + random.uniform(-1, 1) * (b - a) / 6)
            for a, b in events
            if random.random() < found
        ]
        false = random.uniform(600, 85000, random.poisson(24 * per_hour))
        alarms += [(float(a), float(a + random.uniform(20, 90))) for a in false]
        if chance:
            alarms = [
                (t, min(t + stop - start, day))
                for start, stop in alarms
                for t in [float(random.uniform(0, day - 200))]
            ]
        reference[f"s{i}"], detected[f"s{i}"] = events, sorted(alarms)
    return reference, detected, day
