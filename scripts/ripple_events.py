"""Ripples of eight animals, a day each, and what two detectors found: `ripple_events.csv`.

Every animal is recorded for 24 hours. Ripples of 40 to 150 ms come in bouts while it rests, more
of them in some animals than in others; each has a strength. What misleads a detector comes too:
muscle bursts, in bouts as well, and far more in two of the animals.

The detector `threshold` follows a smoothed envelope: it starts late, ends later, and takes ripples
that follow closely for one. The detector `windows` looks at windows of 0.2 s on a fixed grid and
says which of them hold a ripple. Both give a score between 0 and 1 that grows with the strength;
below 0.25 they say nothing.
"""

from __future__ import annotations

import numpy as np
import pandas as pd

FORMATS = {"onset": "%.3f", "duration": "%.3f", "score": "%.3f"}

SEED = 4
DAY = 86_400
RIPPLES = (34, 41, 52, 58, 63, 77, 96, 0)  # in each animal; the last was given a drug
MUSCLE = (10, 12, 14, 9, 60, 18, 11, 45)
LEAST = 0.25  # score below which a detector is silent
WINDOW = 0.2  # s


def table() -> pd.DataFrame:
    """One row for each event: of the reference first, then of each detector, in order of time."""
    parts = []
    for number, (ripples, muscle) in enumerate(zip(RIPPLES, MUSCLE, strict=True), 1):
        rng = np.random.default_rng([SEED, number])
        start = bouts(rng, ripples)
        length = rng.uniform(0.04, 0.15, len(start))
        strength = rng.normal(0.9, 1.0, len(start)) + rng.normal(0, 0.3)
        burst, how_strong = bouts(rng, muscle), rng.normal(-0.3, 0.9, muscle)
        seen = np.concatenate([start, burst])
        lasts = np.concatenate([length, rng.uniform(0.1, 0.4, muscle)])
        power = np.concatenate([strength, how_strong])
        animal = f"rat-{number}"
        parts.append(rows(animal, "reference", start, length, np.ones(len(start))))
        parts.append(rows(animal, "threshold", *by_threshold(rng, seen, lasts, power)))
        parts.append(rows(animal, "windows", *by_windows(rng, seen, lasts, power)))
    return pd.concat(parts, ignore_index=True)


def rows(animal: str, source: str, onset: object, duration: object, score: object) -> pd.DataFrame:
    """The events of one source in one animal."""
    found = pd.DataFrame({"onset": onset, "duration": duration, "score": score})
    found = found.round(3).sort_values("onset", kind="stable")
    found.insert(0, "source", source)
    found.insert(0, "recording", animal)
    return found


def bouts(rng: np.random.Generator, count: int) -> np.ndarray:
    """Times that come in bouts of some minutes, at least half a second apart."""
    if not count:
        return np.zeros(0)
    middles = rng.uniform(1800, DAY - 1800, max(count // 6, 2))
    while True:
        times = np.sort(rng.choice(middles, count) + rng.normal(0, 120, count))
        if count < 2 or np.diff(times).min() > 0.5:
            return times


def score_of(rng: np.random.Generator, power: np.ndarray, slope: float) -> np.ndarray:
    """Between 0 and 1, growing with the strength."""
    noisy = slope * (power + rng.normal(0, 0.4, len(power)))
    return 1 / (1 + np.exp(-noisy))


def by_threshold(rng, seen, lasts, power) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Late by some tens of milliseconds, longer than the event, close ones taken for one."""
    score = score_of(rng, power, 1.6)
    start = seen + rng.uniform(0.01, 0.06, len(seen))
    stop = start + lasts * rng.uniform(1.2, 3.2, len(seen))
    order = np.argsort(start, kind="stable")
    kept: list[list[float]] = []
    for a, b, s in zip(start[order], stop[order], score[order], strict=True):
        if s < LEAST:
            continue
        if kept and a - kept[-1][1] < 0.8:
            kept[-1] = [kept[-1][0], max(b, kept[-1][1]), max(s, kept[-1][2])]
        else:
            kept.append([a, b, s])
    a, b, s = np.array(kept).T
    return a, b - a, s


def by_windows(rng, seen, lasts, power) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Windows of 0.2 s on a grid that the middle of an event falls into."""
    score = score_of(rng, power, 2.2)
    window = np.floor((seen + lasts / 2) / WINDOW)
    found = pd.DataFrame({"window": window, "score": score})
    found = found[found["score"] >= LEAST].groupby("window")["score"].max()
    onset = found.index.to_numpy() * WINDOW
    return onset, np.full(len(onset), WINDOW), found.to_numpy()
