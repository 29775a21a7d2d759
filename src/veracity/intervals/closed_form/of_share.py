"""Intervals of functions of a share: of that of positives (the base rate's score), of accuracy."""

from __future__ import annotations

from dataclasses import replace

from veracity.intervals.formulas.interval import Interval
from veracity.metrics import Metric
from veracity.metrics.record.interval_facts import OfShare
from veracity.results import Estimate
from veracity.statistics.statistic import Statistic
from veracity.words import joined, say

HALF = 0.5


def image(of_share: OfShare, share: Estimate) -> Interval:
    """What the function of a record makes of the interval of the share of positives.

    It rises up to one half and falls from there, so that its least value lies at an end of the
    interval, and its greatest at the end nearer to one half, or at one half itself. The value
    is largest at one half, where its derivative is 0 and the delta method fails; the interval of
    the share, being that of a proportion, has no such point.
    """
    ends = [float(of_share.function(end)) for end in (share.low, share.high)]
    high = float(of_share.function(HALF)) if share.low <= HALF <= share.high else max(ends)
    notes = (share.note,) if share.note else ()
    return Interval(min(ends), high, share.method, notes, share.n)


def risen(metric: Metric, plain: Estimate, other: Estimate, statistic: Statistic) -> Estimate:
    """The estimate with what its function makes of the interval of another metric.

    The function can only rise (or fall) with the other metric, so that each end is the image of
    an end, and the interval holds the value as often as that of the other holds its own. Where
    the function is flat (Wolpaw's rate up to chance accuracy) it holds it no less often. An
    interval around its pole becomes two pieces, which the note gives, and not as one.
    """
    assert metric.through is not None
    named, function, pole = metric.through.metric, metric.through.function, metric.through.pole
    if other.low != other.low or plain.value != plain.value:  # there is none
        notes = [note for note in (plain.note, other.note) if note]
        return replace(plain, note=joined(dict.fromkeys(notes)))
    low, high = sorted(
        float(function(end, statistic, **metric.values)) for end in (other.low, other.high)
    )
    if pole is not None and other.low <= pole <= other.high:
        remark = say("interval_two_pieces", name=named.names, value=other, low=low, high=high)
        notes = [note for note in (plain.note, other.note, remark) if note]
        return replace(plain, note=joined(dict.fromkeys(notes)))
    remark = say("interval_through", name=named.names, value=other)
    notes = [note for note in (plain.note, other.note, remark) if note]
    found = replace(plain, low=min(low, plain.value), high=max(high, plain.value))
    return replace(found, method=other.method, n=other.n, note=joined(dict.fromkeys(notes)))
