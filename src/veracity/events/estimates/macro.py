"""Means of subjects: every subject counts once, however much was watched or happened there."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.events.estimates.shares import FEW, ONE_TRIAL_EACH
from veracity.events.estimates.subjects import agreeing, mean_of_each
from veracity.matching import Rule
from veracity.results import Estimate
from veracity.statistics.events.event_tally import SECOND, EventTally
from veracity.words import joined, say

MACRO = (
    "sensitivity",
    "precision",
    "f1",
    "false_alarms_per_hour",
    "false_alarms_per_day",
    "false_alarms_per_quiet_hour",
    "time_in_alarm",
    "time_in_false_alarm",
)
NAN = math.nan


def mean_of_subjects(tally: EventTally, rule: Rule, key: str, level: float) -> Estimate:
    """The mean over subjects of each one's figure; those in which it is undefined are left out."""
    rate = key.startswith("false_alarms_per_")
    if rate and not rule.alarms:
        return Estimate(NAN, NAN, NAN, level, "none", 0.0, note=say("event_no_alarms"))
    each = of_each(tally, rule, key)
    there = each[~np.isnan(each)]
    k = len(there)
    out = len(each) - k
    note = say("event_subjects_left_out" if out else "event_mean_of_subjects", n=k, out=out)
    if not k:
        return Estimate(NAN, NAN, NAN, level, "none", 0.0, note=note)
    value = float(there.mean())
    ends = mean_of_each(there, level, share=not rate)
    if ends is None:
        note = joined([note, say("event_one_unit" if k < 2 else "event_pairs_agree")])
        return Estimate(value, NAN, NAN, level, "none", float(k), note=note)
    method = "delta (clusters)"
    if not rate and agreeing(there, np.ones(k)):
        method, note = ONE_TRIAL_EACH, joined([note, say("event_all_agree")])
    if k < FEW:
        note = joined([note, say("event_few_subjects", n=k)])
    return Estimate(value, *ends, level, method, float(k), note=note)


def of_each(tally: EventTally, rule: Rule, key: str) -> Floats:
    """The figure of each subject; nan where it is undefined."""
    sums = {
        name: tally.by_cluster(name)
        for name in ("true_positives", "false_positives", "missed", "duration", "reference_time")
    }
    hits, false, missed = sums["true_positives"], sums["false_positives"], sums["missed"]
    if key.startswith("false_alarms_per_"):
        quiet = sums["reference_time"] if key.endswith("quiet_hour") else 0.0
        hours = (sums["duration"] - quiet) / ((86400 if key.endswith("day") else 3600) * SECOND)
        return ratio(false, np.where(hours > 0, hours, NAN))
    if key.startswith("time_in_"):
        return ratio(tally.by_cluster(key), sums["duration"])
    if rule.harmonic is not None:
        recall, precision = (
            ratio(tally.by_cluster(name), tally.by_cluster(f"{name}_n"))
            for name in ("recall", "precision")
        )
        both = rule.harmonic(recall, precision)
        return {"sensitivity": recall, "precision": precision, "f1": both}[key]
    return {
        "sensitivity": ratio(hits, hits + missed),
        "precision": ratio(hits, hits + false),
        "f1": ratio(2 * hits, 2 * hits + false + missed),
    }[key]
