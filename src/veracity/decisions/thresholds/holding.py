"""How likely a constraint that is met in the sample holds in the population as well."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from veracity.arrays import ratio
from veracity.decisions.prevalence.rate_tables import tables_of
from veracity.decisions.thresholds.constraints import TOLERANCE, Constraint
from veracity.decisions.thresholds.optimism import Correction
from veracity.decisions.thresholds.order_statistics import (
    chance_at_least,
    chance_at_most,
    least_count,
)
from veracity.intervals import Estimator, Settings
from veracity.metrics import Metric, find
from veracity.resampling.resamples import Resamples
from veracity.results.decisions.constraint_words import BOUNDED
from veracity.statistics import ConfusionMatrix

DRAWS = 4000


def chance_to_hold(
    constraint: Constraint,
    counts: ConfusionMatrix,
    first: ConfusionMatrix,
    honest: Correction,
    settings: Settings,
    single: bool = False,
) -> float:
    """The probability that the rate keeps its bound in the population, at this threshold.

    Recall, FPR and the share of alarms move one way with the threshold, and order statistics
    give the probability without assumptions (a lower bound where scores are tied or the
    threshold lies between two cases of the class). With `single` the threshold is the score of
    one row, so that of k alarms the share above is Beta(k, n − k + 1) and not that of k + 1.
    Precision does not, and has no probability (nan). A posterior around its corrected value
    is right on average over populations, but useless for the single case: over samples of one
    population its rank correlation with the true precision is about −0.4
    (`simulations/kept_precision`). The precision found is always just above its bound; what
    differs is how far down the threshold could go, and a lucky run of rows takes it where the
    true precision is lower. In another population alarms are judged by the posterior of both
    rates. Weights and clusters count as the effective number of cases. A threshold above
    everything lets nothing through, for certain.

    `first` are the counts at the highest threshold that is as good: from there the choice went
    on to the last positive that costs nothing. Where it stopped was decided by that positive,
    so it is not counted among those found, unless it is the first. Counted, it would promise
    too much: 0.34 for a recall of 0.95 on 20 positives that holds in 0.27 of simulated runs.
    Where the recall found is more than the bound asks for, another aim chose the threshold, and
    chose it where recall looked good: then no more are counted than cross-fitting expects.
    """
    if constraint.name == "min_precision":
        return math.nan
    metric, bound = constraint.metric, constraint.bound
    value, corrected = float(metric(counts)), honest.corrected[metric.key]
    expected = value - honest.chosen_on * (value - corrected)
    if not constraint.kind.at_least and float(counts.tp + counts.fp) == 0:
        return 1.0
    if constraint.where is not None and constraint.trials is None:
        return chance_elsewhere(constraint, counts, expected, settings)
    trials = effective_trials(metric, counts, value, settings)
    if math.isnan(value) or math.isnan(trials):
        return math.nan
    if not constraint.kind.at_least:
        successes = value * trials - (single and constraint.name == "max_alarms")
        return float(chance_at_most(successes, trials, bound))
    asked, at_first = _asked(constraint, trials), float(metric(first)) * trials
    found = max(at_first, value * trials - 1)
    if at_first - asked >= 1 and not math.isnan(corrected):
        # Beta(k, n − k + 1) has mean k/(n + 1); what was asked for is there in any case
        found = max(min(found, corrected * (trials + 1)), asked)
    return float(chance_at_least(min(found, value * trials), trials, bound))


def _asked(constraint: Constraint, trials: float) -> float:
    """How many of the trials the bound asks for, or what assures it."""
    if constraint.assurance is None:
        return math.ceil(constraint.bound * trials - TOLERANCE * trials)
    return float(least_count(trials, constraint.bound, constraint.assurance))


def effective_trials(
    metric: Metric, counts: ConfusionMatrix, value: float, settings: Settings
) -> float:
    """Cases behind the rate; with weights or clusters, as many as would vary as much."""
    assert metric.counted is not None
    if counts.clusters is None:
        return Estimator(counts, settings).estimate(metric).n
    if len(counts.clusters) < 2:
        return math.nan
    clusters = float((metric.counted.trials(counts.by_cluster()) > 0).sum())
    drawn = Resamples(counts, settings.n_resamples, settings.random_state).values(metric)
    known = drawn[np.isfinite(drawn)]
    spread = float(known.var()) if len(known) > 1 else 0.0
    if spread <= 1e-18 or not 0 < value < 1:
        return clusters
    return float(min(ratio(value * (1 - value), spread), metric.counted.trials(counts)))


def chance_elsewhere(
    constraint: Constraint, counts: ConfusionMatrix, corrected: float, settings: Settings
) -> float:
    """The probability that alarms keep their bound at another prevalence.

    TPR and FPR are drawn after Jeffreys' prior (and the prevalence, where it was counted); what
    follows is moved by what the choice flatters it.
    """
    where = constraint.where
    assert where is not None
    random = np.random.default_rng(settings.random_state)
    rates = []
    for key in ("recall", "fpr"):
        rate = float(find(key)(counts))
        trials = effective_trials(find(key), counts, rate, settings)
        if math.isnan(trials):
            return math.nan
        rates.append(random.beta(rate * trials + 0.5, (1 - rate) * trials + 0.5, DRAWS))
    share: Any = where.positive_share
    if where.counted:
        positives, cases = float(where.positives or 0), float(where.of or 0)
        share = random.beta(positives + 0.5, cases - positives + 0.5, DRAWS)
    metric = find(BOUNDED[constraint.name])
    value = float(constraint.metric(counts))
    if math.isnan(value) or math.isnan(corrected):
        return math.nan
    drawn = np.asarray(metric(tables_of(rates[0], rates[1], share, float(counts.total))))
    drawn = drawn + (corrected - value)
    bound = constraint.bound
    return float(np.mean(drawn <= bound))
