"""Intervals for shares of events: exact within one recording, between subjects otherwise."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import cast

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.evaluation import evaluate
from veracity.events.estimates.subjects import agreeing, share_between, share_ends
from veracity.intervals.formulas.proportion import clopper_pearson
from veracity.intervals.influence.clusters import uneven_shares
from veracity.matching import find_rule
from veracity.results import Estimate
from veracity.statistics.events.event_tally import EventTally
from veracity.words import Text, joined, say

NAMES = {"sensitivity": "recall", "precision": "precision", "f1": "f1"}
FEW = 6
ONE_TRIAL_EACH = "wilson (subjects)"  # the method where subjects agree
NAN = math.nan


def share_estimate(tally: EventTally, key: str, level: float) -> Estimate:
    """Sensitivity, precision or F1 of counts: those of a table of events, clusters are subjects."""
    rows = _rows(tally)
    truth, predicted, weight, cluster = (np.concatenate(side) for side in zip(*rows, strict=True))
    if not weight.sum() > 0:
        n = math.nan
        return Estimate(n, n, n, level, "none", 0.0, note=say("event_nothing"))
    kept = weight > 0
    whole = bool(np.all(weight[kept] % 1 == 0))
    ev = evaluate(
        truth[kept],
        predicted[kept],
        labels=(0, 1),
        sample_weight=weight[kept],
        weight_kind="frequency" if whole else "importance",
        cluster=cluster[kept],
        metrics=NAMES[key],
        confidence_level=level,
    )
    found = ev[NAMES[key]]
    return replace(found, note=of_events(found.note, find_rule(tally.rule).counts))


def of_events(note: Text, counted: Text) -> Text:
    """Notes on rows and clusters, reworded for what a rule counts and for subjects.

    >>> note = Text("between 8 clusters; 3 rows", "8 个簇之间；3 行，行数很少")
    >>> print(of_events(note, Text("samples", "样本")).en)
    between 8 subjects; 3 samples
    >>> print(of_events(note, Text("events", "事件")).zh)
    8 名受试者之间；3 个事件，事件数很少
    """
    en, zh = note.en.replace("cluster", "subject"), note.zh
    for word, ours in (("rows", counted.en), ("row", counted.en.removesuffix("s"))):
        en = en.replace(word, ours)
    for word, ours in (
        *(("个簇", "名受试者"), ("簇", "受试者")),
        *((" 行", f" 个{counted.zh}"), ("行数", f"{counted.zh}数")),
    ):
        zh = zh.replace(word, ours)
    return Text(en, zh)


def _rows(tally: EventTally) -> list[tuple[Floats, Floats, Floats, Floats]]:
    cluster = tally.cluster_indices.astype(np.float64)
    one, zero = np.ones(len(cluster)), np.zeros(len(cluster))
    return [
        (one, one, tally.column("true_positives"), cluster),
        (one, zero, tally.column("missed"), cluster),
        (zero, one, tally.column("false_positives"), cluster),
    ]


def parts_of(tally: EventTally, key: str) -> tuple[Floats, Floats]:
    """What each subject adds above and below the line of sensitivity, precision or F1."""
    hits = tally.by_cluster("true_positives")
    if key == "f1":
        both = tally.by_cluster("missed") + tally.by_cluster("false_positives")
        return 2 * hits, 2 * hits + both
    return hits, hits + tally.by_cluster("missed" if key == "sensitivity" else "false_positives")


def where_all_agree(found: Estimate, tally: EventTally, key: str) -> Estimate:
    """Subjects that agree are one trial each, however many events or samples each has."""
    totals, n = parts_of(tally, key)
    if math.isnan(found.value) or not agreeing(totals, n):
        return found
    subjects = int((n > 0).sum())
    low, high = share_ends(found.value, 0.0, 1.0, subjects, found.level)
    note = say("event_all_agree")
    return replace(found, low=low, high=high, method=ONE_TRIAL_EACH, note=note)


def exact_share(tally: EventTally, key: str, level: float) -> Estimate:
    """A share within one subject: events as independent trials, exactly.

    F1 = 2s / (1 + s) rises with the share s = TP / (TP + FP + FN) (F*: Hand, Christen and Kirielle
    2021 Machine Learning 110:451), so that its interval is that of s, carried over.
    """
    n = hits = tally.sum("true_positives")
    if key != "precision":
        n += tally.sum("missed")
    if key != "sensitivity":
        n += tally.sum("false_positives")
    if not n > 0:
        return Estimate(NAN, NAN, NAN, level, "none", 0.0, note=say("event_nothing"))
    ends = clopper_pearson(cast(Floats, hits), cast(Floats, n), level)  # plain numbers: quicker
    value, low, high = hits / n, float(ends[0]), float(ends[1])
    if key == "f1":
        value, low, high = (2 * one / (1 + one) for one in (value, low, high))
    return Estimate(value, low, high, level, "clopper_pearson", n, note=say("event_trials"))


def mean_of_parts(tally: EventTally, sums: str, numbers: str, level: float) -> Estimate:
    """A share Σ part / Σ whole (of events, or of time), with its interval between subjects."""
    return mean_of_sums(tally.by_cluster(sums), tally.by_cluster(numbers), level)


def mean_of_sums(total: Floats, n: Floats, level: float) -> Estimate:
    """Σ total / Σ n over subjects, a share, with its interval between them."""
    value, count = float(ratio(total.sum(), n.sum())), float(n.sum())
    if math.isnan(value):
        return Estimate(value, value, value, level, "none", 0.0, note=say("event_nothing"))
    ends = share_between(total, n, level)
    if ends is None:
        return Estimate(value, NAN, NAN, level, "none", count, note=say("event_one_unit"))
    subjects = int((n > 0).sum())
    if agreeing(total, n):
        few = [say("event_few_subjects", n=subjects)] if subjects < FEW else []
        note = joined([say("event_all_agree"), *few])
        return Estimate(value, *ends, level, ONE_TRIAL_EACH, count, note=note)
    return Estimate(value, *ends, level, "delta (clusters)", count, note=between_note(subjects))


def harmonic_mean(tally: EventTally, level: float, value: float) -> Estimate:
    """F1 of two shares that are means over events: linearised, both of the same subjects."""
    parts = [
        (tally.by_cluster(name), tally.by_cluster(f"{name}_n")) for name in ("recall", "precision")
    ]
    (recall, events), (precision, alarms) = parts
    subjects = int(((events > 0) | (alarms > 0)).sum())
    if math.isnan(value) or subjects < 2 or not (events.sum() > 0 and alarms.sum() > 0):
        note = say("event_nothing" if math.isnan(value) else "event_one_unit")
        return Estimate(value, NAN, NAN, level, "none", float(subjects), note=note)
    r, p = float(recall.sum() / events.sum()), float(precision.sum() / alarms.sum())
    slope = 2 / (r + p) ** 2 if r + p > 0 else 0.0
    moved = slope * (
        p**2 * (recall - r * events) / events.sum() + r**2 * (precision - p * alarms) / alarms.sum()
    )
    shares = uneven_shares(np.zeros(len(events), np.int64), events + alarms)
    error = math.sqrt(float((moved**2).sum()) * float(shares.factor[0]))
    df = min(float(shares.freedom[0]), subjects - 1.0)
    ends = share_ends(value, error, max(df, 1.0), subjects, level)
    note = joined([say("event_harmonic"), between_note(subjects)])
    return Estimate(value, *ends, level, "delta (clusters)", float(subjects), note=note)


def no_surer_than(parts: Sequence[Estimate], found: Estimate) -> Estimate:
    """F1 of two subjects: as wide as sensitivity and precision allow, whose errors may cancel.

    F1 rises with either, so that it lies between F1 of both lower and of both upper ends.
    """
    if any(math.isnan(one.low) for one in parts):
        return found
    (low, high), (other_low, other_high) = ((one.low, one.high) for one in parts)
    least = float(ratio(2 * low * other_low, low + other_low)) if low + other_low else 0.0
    most = float(ratio(2 * high * other_high, high + other_high)) if high + other_high else 0.0
    low, high = min(found.low, least), max(found.high, most)
    note = joined([say("event_f1_of_parts"), between_note(2)])
    return replace(found, low=low, high=high, method="hull (subjects)", note=note)


def between_note(subjects: int) -> Text:
    """Where the interval comes from, and that few subjects are worth little."""
    few = subjects < FEW
    return say("event_few_subjects", n=subjects) if few else say("event_by_subject")
