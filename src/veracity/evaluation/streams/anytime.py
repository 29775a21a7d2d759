"""Figures with intervals that hold at all looks at once."""

from __future__ import annotations

import math
from dataclasses import replace

from veracity.evaluation.front.checking import with_settings
from veracity.evaluation.single.evaluation import Evaluation
from veracity.gates import exact
from veracity.intervals.formulas.anytime import asymptotic_level, beta_binomial
from veracity.metrics import Metric, find
from veracity.results import Estimate
from veracity.statistics.clusters.random_groups import groups_in
from veracity.words import Text, joined, say

FIRST = 100  # rows of each class, effective ones, from which on the asymptotic sequence is used
FIRST_CLUSTERS = 50  # clusters with each class
ROUNDING = 1.0 - 1e-9  # 100 rows of weight 0.01 are 100 rows, though their sums are rounded
SMOOTH = ("delta", "delong")  # methods that are a standard error times a quantile
EXACT, ASYMPTOTIC = "beta_binomial_sequence", "asymptotic_sequence"


def over_all_rows(ev: Evaluation, key: str, level: float) -> Estimate:
    """Of everything since the beginning: a confidence sequence, valid at every row."""
    metric = find(key)
    if not _usable(level):
        return _without(ev[metric.key], say("anytime_no_level"))
    usual = _at(ev, level, "auto")[metric.key]
    if metric.counted is not None and usual.method == "wilson" and usual.n > 0:
        low, high = beta_binomial(round(usual.value * usual.n), usual.n, level)
        return _within(usual, metric, low, high, EXACT, say("anytime_exact"))
    if not usual.defined:
        return usual
    few = _too_few(ev)
    if few is not None:
        return _without(usual, few)
    clusters, ids = ev.held.clusters, ev.held.some.cluster_ids
    rows = float(ev.held.some.effective_total)
    if ids is not None and groups_in(ids) is None:  # groups stay as many, however long it goes on
        rows = float(len(ids))
    area = metric.area is not None
    stricter = asymptotic_level(rows, level)
    if not _usable(stricter):
        return _without(usual, say("anytime_no_level"))
    strict = _at(ev, stricter, "delong_logit" if area else "delta")
    found = strict[metric.key]
    if not found.method.startswith(SMOOTH) or math.isnan(found.low):
        return _without(usual, say("anytime_not_smooth", key=metric.key))
    first = FIRST if clusters is None else FIRST_CLUSTERS
    note = say("anytime_asymptotic" if clusters is None else "anytime_clusters", n=first)
    bare = replace(found, level=level, bound=0.0)  # the ends are widened already
    return replace(
        _within(bare, metric, found.low, found.high, ASYMPTOTIC, note), bound=found.bound
    )


def at_one_look(ev: Evaluation, key: str, level: float) -> Estimate:
    """Of a window: the interval of one look at its own level, of a share the exact one."""
    metric = find(key)
    if not _usable(level):
        return _without(ev[metric.key], say("anytime_no_level"))
    return exact(_at(ev, level, "auto")[metric.key], metric)


def _usable(level: float) -> bool:
    """Whether an interval can have this level; 1 is left where all the error is spent."""
    return 0.0 < level < 1.0


def _at(ev: Evaluation, level: float, method: str) -> Evaluation:
    return with_settings(ev, replace(ev.settings, confidence_level=level, method=method))


def _too_few(ev: Evaluation) -> Text | None:
    """Why it is too early for the central limit theorem; None where it is not."""
    some = ev.held.some
    if some.class_clusters is not None:
        counts, first, key = some.class_clusters, FIRST_CLUSTERS, "anytime_few_clusters"
    else:
        counts, first = some.effective_class_totals, FIRST
        key = "anytime_few_effective" if some.weighted else "anytime_few_rows"
    fewest = min((float(n) for n in counts if n > 0), default=0.0)
    one_class = sum(bool(n > 0) for n in counts) < 2
    return say(key, n=first) if one_class or fewest < first * ROUNDING else None


def _within(
    estimate: Estimate, metric: Metric, low: float, high: float, method: str, note: Text
) -> Estimate:
    bottom, top = metric.bounds
    return replace(
        estimate,
        low=max(low - estimate.bound, bottom),
        high=min(high + estimate.bound, top),
        method=method,
        note=joined([one for one in (estimate.note, note) if one]),
    )


def _without(estimate: Estimate, why: Text) -> Estimate:
    return replace(estimate, low=math.nan, high=math.nan, method="none", note=why)
