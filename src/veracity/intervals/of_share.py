"""The interval of what is a function of the share of positives alone: the base rate's score."""

from __future__ import annotations

from veracity.intervals.interval import Interval
from veracity.metrics import Metric
from veracity.results import Estimate

HALF = 0.5


def image(metric: Metric, share: Estimate) -> Interval:
    """What the function of a record makes of the interval of the share of positives.

    It rises up to one half and falls from there, so that its least value lies at an end of the
    interval, and its greatest at the end nearer to one half, or at one half itself. The value
    is largest at one half, where its derivative is 0 and the delta method fails; the interval of
    the share, being that of a proportion, has no such place.
    """
    assert metric.of_share is not None
    ends = [float(metric.of_share(end)) for end in (share.low, share.high)]
    high = float(metric.of_share(HALF)) if share.low <= HALF <= share.high else max(ends)
    notes = (share.note,) if share.note else ()
    return Interval(min(ends), high, share.method, notes, share.n)
