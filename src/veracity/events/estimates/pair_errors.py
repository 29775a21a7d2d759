"""Errors of pairs: how far onsets and offsets are off, and how well pairs cover each other."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats
from veracity.events.estimates.shares import FEW
from veracity.events.estimates.subjects import around, mean_between, share_between, share_ends
from veracity.results import Estimate
from veracity.statistics.events.event_tally import SECOND, EventTally
from veracity.words import joined, say

NAN = math.nan
FIGURES = ("onset_error", "offset_error", "overlap")


def pair_error(tally: EventTally, key: str, level: float) -> Estimate:
    """The mean over pairs: of the absolute error in seconds, or of intersection over union."""
    column, n = FIGURES.index(key), len(tally.errors)
    if not n:
        return Estimate(NAN, NAN, NAN, level, "none", 0.0, note=say("event_no_pairs"))
    values = np.abs(tally.errors[:, column]) / (1.0 if key == "overlap" else SECOND)
    mean = float(values.mean())
    notes = [say("event_pairs", n=n)]
    clusters = tally.cluster_indices[tally.error_of]
    subjects = len(set(clusters.tolist()))
    if subjects > 1:
        size = int(clusters.max()) + 1
        count = np.bincount(clusters, minlength=size).astype(np.float64)
        total = np.bincount(clusters, values, size).astype(np.float64)
        between = share_between if key == "overlap" else mean_between
        ends = between(total, count, level)
        notes.append(say("event_by_subject"))
        if subjects < FEW:
            notes.append(say("event_few_subjects", n=subjects))
    else:
        ends = _within(values, mean, level, share=key == "overlap")
        notes.append(say("event_trials"))
    if ends is None:
        notes = [notes[0], say("event_pairs_agree")]
        return Estimate(mean, NAN, NAN, level, "none", float(n), note=joined(notes))
    return Estimate(mean, *ends, level, "delta", float(n), note=joined(notes))


def _within(
    values: Floats, mean: float, level: float, *, share: bool
) -> tuple[float, float] | None:
    """Pairs of one recording as independent; None where they do not differ."""
    n = len(values)
    error = float(values.std(ddof=1)) / math.sqrt(n) if n > 1 else 0.0
    if error <= 1e-12 * mean or not mean > 0:
        return None
    if share:
        return share_ends(mean, error, n - 1.0, n, level)
    return around(mean, error, n - 1.0, level)
