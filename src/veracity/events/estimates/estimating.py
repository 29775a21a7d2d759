"""A tally and a figure → an Estimate."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

from veracity.events.estimates.delays import delay_estimate
from veracity.events.estimates.macro import mean_of_subjects
from veracity.events.estimates.pair_errors import pair_error
from veracity.events.estimates.rates import (
    between_subjects,
    dispersion,
    garwood,
    hull,
    varying,
)
from veracity.events.estimates.shares import (
    FEW,
    exact_share,
    harmonic_mean,
    mean_of_parts,
    mean_of_sums,
    no_surer_than,
    parts_of,
    share_estimate,
    where_all_agree,
)
from veracity.matching import Rule
from veracity.metrics.event_figures.figures import EventFigure
from veracity.results import Estimate
from veracity.results.estimate.estimate import COUNT, NO_NOTE
from veracity.statistics.events.event_tally import SECOND, EventTally
from veracity.words import Text, joined, say

COUNTED = ("true_positives", "false_positives", "missed", "reference_events", "detected_events")
DELAYS = ("delay_median", "delay_quantile", "early_detections")
ERRORS = ("error_rate", "insertions", "deletions", "substitutions")
HOUR = 3600.0
DISPERSED = 0.05
TWO = 2  # subjects: how they differ is known by one number
NAN = math.nan


def estimate(
    tally: EventTally, rule: Rule, figure: EventFigure, level: float, *, macro: bool = False
) -> Estimate:
    """The value of a figure under a rule, with its interval or why there is none."""
    key = figure.key
    if macro:
        return mean_of_subjects(tally, rule, key, level)
    if key in COUNTED:
        return _counted(tally, rule, key, level)
    if key in ("sensitivity", "precision", "f1"):
        return _share(tally, rule, key, level)
    if key.startswith("false_alarms_per_"):
        return _rate(tally, rule, key, level)
    if key in DELAYS and not len(tally.delays) and tally.sum("reference_events") > 0:
        return _plain(NAN, level, 0.0, say("event_no_delays", rule=rule.key))
    if key in ("time_in_alarm", "time_in_false_alarm"):
        return mean_of_parts(tally, key, "duration", level)
    if key in DELAYS[:2]:
        return delay_estimate(tally, 0.5 if figure.value is None else figure.value, level)
    if key == "early_detections":
        return _count(float((tally.delays < 0).sum()), level, float(len(tally.delays)))
    if key in ERRORS:
        return _confused(tally, rule, key, level)
    return pair_error(tally, key, level)


def _share(tally: EventTally, rule: Rule, key: str, level: float) -> Estimate:
    """Of events counted by trials; of samples, segments and epochs between recordings alone."""
    found = _share_alone(tally, rule, key, level)
    if key != "f1" or len(set(tally.clusters)) != TWO or math.isnan(found.low):
        return found
    both = [_share_alone(tally, rule, one, level) for one in ("sensitivity", "precision")]
    return no_surer_than(both, found)


def _share_alone(tally: EventTally, rule: Rule, key: str, level: float) -> Estimate:
    if rule.harmonic is not None:
        if key == "f1":
            both = [_share(tally, rule, one, level).value for one in ("sensitivity", "precision")]
            return harmonic_mean(tally, level, float(rule.harmonic(*both)))
        part = ("recall", "recall_n") if key == "sensitivity" else ("precision", "precision_n")
        return mean_of_parts(tally, *part, level)
    subjects = 1  # those without anything add nothing
    if len(tally.clusters) > 1:
        subjects = int((parts_of(tally, key)[1] > 0).sum())
    if subjects < 2:
        found = exact_share(tally, key, level)
        if found.n and (not rule.alarms or rule.parts):  # cells and parts are no trials
            return replace(found, low=NAN, high=NAN, method="none", note=say("event_one_unit"))
        return found
    found = where_all_agree(share_estimate(tally, key, level), tally, key)
    if key == "f1" and math.isnan(found.low):  # false alarms in one subject only
        return replace(mean_of_sums(*parts_of(tally, key), level), n=found.n)
    worth = say("event_few_subjects", n=subjects) if subjects < FEW else None
    notes = [one for one in (found.note, worth) if one]
    return replace(found, note=joined(notes)) if notes else found


def _rate(tally: EventTally, rule: Rule, key: str, level: float) -> Estimate:
    if not rule.alarms:
        return Estimate(NAN, NAN, NAN, level, "none", 0.0, note=say("event_no_alarms"))
    per = (24 * HOUR if key.endswith("day") else HOUR) * SECOND
    total, count = tally.sum("duration") / per, tally.sum("false_positives")
    if key.endswith("quiet_hour"):
        total -= tally.sum("reference_time") / per
    if not total > 0:
        return Estimate(NAN, NAN, NAN, level, "none", 0.0, note=say("event_no_time"))
    notes, between, subjects = list[Text](), None, len(set(tally.clusters))
    if subjects > 1:
        counts, time = tally.by_cluster("false_positives"), tally.by_cluster("duration") / per
        if key.endswith("quiet_hour"):
            time = time - tally.by_cluster("reference_time") / per
        between = between_subjects(counts, time, level)
        notes.append(say("event_rate_subjects", n=subjects))
        spread = dispersion(counts, time)
        if spread.p_value < DISPERSED:
            notes.append(say("event_rate_dispersed", ratio=f"{spread.ratio:.2g}"))
        if subjects < FEW:
            notes.append(say("event_few_subjects", n=subjects))
        if between is None:
            notes = [say("event_rate_none")]
    else:
        notes.append(say("event_rate_poisson"))
    if rule.parts:  # parts of alarms are no Poisson counts
        ends = (NAN, NAN) if between is None else varying(between[0])
        why = "event_nothing_varies" if subjects > 1 else "event_one_unit"
        note = say(why) if math.isnan(ends[0]) else say("event_by_subject")
        return Estimate(count / total, *ends, level, "delta", count, note=note)
    ends = hull(garwood(count, total, level), None if between is None else between[0])
    method = "garwood" if between is None else "hull (subjects)"
    return Estimate(count / total, *ends, level, method, count, note=joined(notes))


def _confused(tally: EventTally, rule: Rule, key: str, level: float) -> Estimate:
    """Errors as in the alignment of words: each event is a hit, a substitution or a deletion."""
    if rule.harmonic or math.isnan(tally.sum("substitutions")):
        why = say("event_no_substitutions", rule=rule.key)
        return Estimate(NAN, NAN, NAN, level, "none", 0.0, note=why)
    instead = tally.by_cluster("substitutions")
    added = tally.by_cluster("false_positives") - instead
    lost = tally.by_cluster("missed") - instead
    counts = {"insertions": added, "deletions": lost, "substitutions": instead}
    if key in counts:
        return _count(float(counts[key].sum()), level, tally.sum("reference_events"))
    there = tally.by_cluster("true_positives") + tally.by_cluster("missed")
    n = float(there.sum())
    if not n > 0:
        return Estimate(NAN, NAN, NAN, level, "none", 0.0, note=say("event_nothing"))
    wrong = instead + added + lost
    value = float(wrong.sum()) / n
    if len(there) < 2:
        return _plain(value, level, n, say("event_one_unit"))
    between = between_subjects(wrong, there, level)
    if between is None or math.isnan(varying(between[0])[0]):
        return _plain(value, level, n, say("event_nothing_varies"))
    few = len(there) < FEW
    note = say("event_few_subjects", n=len(there)) if few else say("event_by_subject")
    return Estimate(value, *between[0], level, "delta", n, note=note)


def _counted(tally: EventTally, rule: Rule, key: str, level: float) -> Estimate:
    """A number of events, or of what the rule counts; rules that score shares count nothing."""
    of_rule = key in COUNTED[:3]
    if of_rule and rule.harmonic:
        return _plain(NAN, level, 0.0, say("event_no_counts", rule=rule.key))
    note = _counts_of(rule.counts) if of_rule else NO_NOTE
    return _count(tally.sum(key), level, tally.sum("reference_events"), note)


@cache
def _counts_of(what: Text) -> Text:
    return say("event_counts_of", what=what)


def _count(value: float, level: float, n: float, note: Text = NO_NOTE) -> Estimate:
    return Estimate(value, NAN, NAN, level, COUNT, n, note=note)


def _plain(value: float, level: float, n: float, note: Text = NO_NOTE) -> Estimate:
    return Estimate(value, NAN, NAN, level, "none", n, note=note)
