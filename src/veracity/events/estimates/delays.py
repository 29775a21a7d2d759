"""Delays: by when a share of all events was found, a miss counting as never.

The interval of a quantile holds every time t at which the interval of the share P(delay <= t)
holds that share (Woodruff 1952): exact binomial within one recording, where it is that of order
statistics, and between subjects otherwise. An end may be infinite.
"""

from __future__ import annotations

import math
from bisect import bisect_left

import numpy as np

from veracity.arrays import Floats
from veracity.events.estimates.rates import Ends
from veracity.events.estimates.shares import FEW
from veracity.events.estimates.subjects import share_between
from veracity.intervals.formulas.proportion import clopper_pearson
from veracity.results import Estimate
from veracity.statistics.events.event_tally import SECOND, EventTally
from veracity.words import joined, say

MOST = 400  # times that are tried


def delay_estimate(tally: EventTally, q: float, level: float) -> Estimate:
    """The least time by which the share q of all events was found; inf where it never is."""
    n = len(tally.delays)
    if not n:
        nan = math.nan
        return Estimate(nan, nan, nan, level, "none", 0.0, note=say("event_nothing"))
    ordered = np.sort(tally.delays)
    value = float(ordered[min(math.ceil(round(q * n, 9)) - 1, n - 1)]) / SECOND
    notes = [say("event_delay")]
    if not math.isfinite(value):
        notes = [say("event_delay_never", share=f"{q:g}")]
    clusters = tally.cluster_indices[tally.delay_of]
    subjects = len(set(clusters.tolist()))
    if subjects > 1:
        low, high = _between(tally.delays, clusters, q, level)
        method = "woodruff (clusters)"
        if subjects < FEW:
            notes.append(say("event_few_subjects", n=subjects))
    else:
        low, high = order_statistics(ordered, q, level)
        method = "order_statistics"
        notes.append(say("event_trials"))
    if low == -math.inf and high == math.inf:
        notes = [notes[0], say("event_delay_unbound", n=n)]
        low = high = math.nan
        method = "none"
    elif math.isinf(low) or math.isinf(high):
        notes.append(say("event_delay_open"))
    return Estimate(value, low / SECOND, high / SECOND, level, method, float(n), note=joined(notes))


def order_statistics(ordered: Floats, q: float, level: float) -> Ends:
    """Exact for independent events: from one order statistic to another, or without end.

    >>> order_statistics(np.arange(1.0, 21.0), 0.5, 0.95)
    (6.0, 15.0)
    """
    n = len(ordered)

    def end(found: int, side: int) -> float:
        return float(clopper_pearson(np.array([found + 0.0]), np.array([n + 0.0]), level)[side][0])

    tried = range(n + 1)  # both ends rise with the number found
    first = bisect_left(tried, True, key=lambda found: end(found, 1) >= q)
    last = bisect_left(tried, True, key=lambda found: end(found, 0) > q) - 1
    return _placed(ordered, first, last)


def _between(delays: Floats, clusters: np.ndarray, q: float, level: float) -> Ends:
    """Between subjects, at each of at most so many times."""
    times = np.unique(delays[np.isfinite(delays)])
    thinned = len(times) > MOST
    if thinned:
        times = times[np.unique(np.linspace(0, len(times) - 1, MOST).round().astype(int))]
    size = int(clusters.max()) + 1
    n = np.bincount(clusters, minlength=size).astype(np.float64)
    reached = np.searchsorted(times, delays, "left")  # first of the times that is not before it
    steps = np.zeros((len(times) + 1, size))
    np.add.at(steps, (reached, clusters), 1.0)
    found = np.concatenate([np.zeros((1, size)), np.cumsum(steps[:-1], 0)])
    pairs = [share_between(row, n, level) or (0.0, 1.0) for row in found]
    low, high = (np.array(side) for side in zip(*pairs, strict=True))
    enough, at_most = np.flatnonzero(high >= q), np.flatnonzero(low <= q)
    first = int(enough[0]) if len(enough) else len(times) + 1
    if thinned:  # times between two that were tried may already do
        first = max(first - 1, 0)
    return _placed(times, first, int(at_most[-1]) if len(at_most) else 0)


def _placed(times: Floats, first: int, last: int) -> Ends:
    """From the first share that is possible to the last: by no time, by times[0], and so on."""
    known = np.concatenate(([-math.inf], times, [math.inf]))
    return float(known[first]), float(known[min(last + 1, len(times) + 1)])
