"""Intervals for shares of events: exact within one recording, between subjects otherwise."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.evaluation import evaluate
from veracity.intervals.influence.uneven_shares import uneven_shares
from veracity.results import Estimate
from veracity.results.comparisons.margins import quantile
from veracity.statistics.events.event_tally import EventTally
from veracity.words import say

NAMES = {"sensitivity": "recall", "precision": "precision", "f1": "f1"}
FEW = 6


def share_estimate(tally: EventTally, key: str, level: float, *, alone: bool) -> Estimate:
    """Sensitivity, precision or F1 of counts: those of a table of events, clusters are subjects.

    `alone` says that there is one recording of one subject, whose events are then taken as
    independent trials.
    """
    rows = _rows(tally)
    truth, called, weight, cluster = (np.concatenate(side) for side in zip(*rows, strict=True))
    if not weight.sum() > 0:
        n = math.nan
        return Estimate(n, n, n, level, "none", 0.0, note=say("event_nothing"))
    kept = weight > 0
    whole = bool(np.all(weight[kept] % 1 == 0))
    ev = evaluate(
        truth[kept],
        called[kept],
        labels=(0, 1),
        sample_weight=weight[kept],
        weight_kind="frequency" if whole else "importance",
        cluster=None if alone else cluster[kept],
        metrics=NAMES[key],
        confidence_level=level,
    )
    return ev[NAMES[key]]


def _rows(tally: EventTally) -> list[tuple[Floats, Floats, Floats, Floats]]:
    place = tally.cluster_places.astype(np.float64)
    one, zero = np.ones(len(place)), np.zeros(len(place))
    return [
        (one, one, tally.column("true_positives"), place),
        (one, zero, tally.column("missed"), place),
        (zero, one, tally.column("false_positives"), place),
    ]


def mean_of_parts(tally: EventTally, sums: str, numbers: str, level: float) -> Estimate:
    """A mean of shares over events, Σ shares / Σ events, with its interval between subjects."""
    total, n = tally.by_cluster(sums), tally.by_cluster(numbers)
    value = float(ratio(total.sum(), n.sum()))
    count = float(n.sum())
    nothing = Estimate(value, math.nan, math.nan, level, "none", count, note=say("event_one_unit"))
    informing = int((n > 0).sum())
    if math.isnan(value):
        return Estimate(value, value, value, level, "none", 0.0, note=say("event_nothing"))
    if informing < 2 or not 0 < value < 1:
        return nothing
    shares = uneven_shares(np.zeros(len(n), np.int64), n)
    df = min(float(shares.freedom[0]), informing - 1.0)
    spread = float((((total - value * n) / n.sum()) ** 2).sum()) * float(shares.factor[0])
    if spread <= 0:
        return nothing
    step = quantile(level, df) * math.sqrt(spread) / (value * (1 - value))
    centre = math.log(value / (1 - value))
    low, high = (1 / (1 + math.exp(-(centre + side * step))) for side in (-1, 1))
    note = say("event_few_subjects", n=informing) if informing < FEW else say("event_by_subject")
    return Estimate(value, low, high, level, "delta", count, note=note)


def mean_of_subjects(tally: EventTally, level: float, found: str, there: str) -> Estimate:
    """The mean over subjects of each one's share, on the logit scale with t(k − 1)."""
    hits, all_ = tally.by_cluster(found), tally.by_cluster(found) + tally.by_cluster(there)
    each = ratio(hits, all_)[all_ > 0]
    k = len(each)
    value = float(each.mean()) if k else math.nan
    left_out = int((all_ == 0).sum())
    note = say("event_mean_of_subjects", n=k, out=left_out)
    if k < 2 or not 0 < value < 1 or each.std() == 0:
        return Estimate(value, math.nan, math.nan, level, "none", float(k), note=note)
    step = quantile(level, k - 1) * float(each.std(ddof=1)) / math.sqrt(k) / (value * (1 - value))
    centre = math.log(value / (1 - value))
    low, high = (1 / (1 + math.exp(-(centre + side * step))) for side in (-1, 1))
    return Estimate(value, low, high, level, "delta", float(k), note=note)
