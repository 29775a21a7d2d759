"""A metric at the prevalence of use, with its interval.

The interval carries the sampling error of the rates within each class and, where the
prevalence was counted in a sample of its own, that of the prevalence: by the delta method,
Var f = Var(f | π) + (∂f/∂π)² π(1 − π)/m, on the scale of the metric's range.
Assumed throughout: P(prediction | class) is what it was in the test (label shift).
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from veracity.arrays import ratio
from veracity.decisions.expected_loss.class_means import (
    MOST_CLASSES,
    NAME,
    OTHERS,
    class_means,
    has_class_means,
    values_of,
)
from veracity.decisions.expected_loss.population import Population, several, smoothed_share
from veracity.decisions.expected_loss.uniform_classes import hidden
from veracity.decisions.prevalence.rate_bands import STEP, ends_at
from veracity.intervals import Estimator, proportion_interval
from veracity.intervals.closed_form.of_share import risen
from veracity.intervals.influence.derivatives import derivative
from veracity.intervals.influence.influence import Influence
from veracity.intervals.influence.linearised import linearised
from veracity.intervals.sample.heavy_negatives import lowered, no_figure
from veracity.intervals.sample.single_cluster_classes import in_single_cluster
from veracity.metrics import Metric
from veracity.metrics.catalogue.projecting import projected
from veracity.results import Estimate
from veracity.words import Text, joined, say

OF_SHARES = ("no_information_rate", "entropy_bits")  # they read the class shares alone
BY_RESAMPLES = ("jackknife", "percentile", "basic", "poisson", "bca", "studentised", "bayes")


def estimate_at(estimator: Estimator, metric: Metric, where: Population) -> Estimate:
    """The metric in another population, with an interval; its note states the assumption.

    A mean over cases (accuracy, a cost) gets the intervals of its classes put together
    (`class_means`), any other metric of counts the delta method on TPR and FPR (`rate_bands`),
    unless resamples or a posterior were asked for; one of scores, or of more than two classes, the
    interval that any other metric of these has.

    >>> from veracity.decisions.expected_loss.population import population
    >>> from veracity.statistics import ConfusionMatrix
    >>> from veracity.intervals import Settings
    >>> from veracity.metrics import find
    >>> c = ConfusionMatrix([[950, 50], [20, 180]], labels=(0, 1))
    >>> print(estimate_at(Estimator(c, Settings()), find("precision"), population(0.01)))
    0.154 [0.121, 0.193]
    """
    if metric.base_key == "prevalence" and not several(where):
        return _as_given(estimator, where)
    if metric.base_key in OF_SHARES and not where.counted:
        return _of_shares(estimator, metric, where)
    if not metric.moves_with_prevalence:
        return _noted(estimator.estimate(metric), say("same_at_every_prevalence"))
    if metric.through is not None:
        bare = Estimator(estimator.statistic, replace(estimator.settings, method="none"))
        other = estimate_at(estimator, metric.through.metric, where)
        plain = bare.estimate(projected(metric, where.share))
        return risen(metric, plain, other, estimator.sample.read)
    if several(where) and has_class_means(estimator, metric):
        found = _by_classes(estimator, metric, where)
    elif several(where) and _mean_of_clusters(estimator, metric):
        found = _with_hidden(estimator, metric, where)
    elif by_rates(estimator, where):
        found = _by_rates(estimator, metric, where)
    elif (why := _no_figure(estimator, metric, where)) is not None:
        found = _nothing(estimator, why)
    elif where.counted:
        found = _counted(estimator, metric, where)
    else:
        found = estimator.estimate(projected(metric, where.share))
    remarks = [say("label_shift", share=where.words)]
    if where.share in (0.0, 1.0):
        remarks.append(say("prevalence_limit", share=where.words))
    return _noted(found, *remarks)


def by_rates(estimator: Estimator, where: Population | None = None) -> bool:
    """Whether TPR and FPR are all that matters: counts of two classes, one share."""
    matrix = estimator.statistic
    if matrix.kind != "confusion_matrix" or matrix.classes != 2:
        return False
    if where is not None and several(where):
        return False
    return estimator.settings.method not in BY_RESAMPLES


def _no_figure(estimator: Estimator, metric: Metric, where: Population) -> Text | None:
    """Why these scores tell nothing about the metric there; None where they do."""
    if several(where) or where.share in (0.0, 1.0):
        return None
    return no_figure(estimator.sample, projected(metric, where.share))


def _nothing(estimator: Estimator, why: Text) -> Estimate:
    """No value, and the reason."""
    level, n = estimator.settings.confidence_level, float(estimator.statistic.effective_total)
    return Estimate(math.nan, math.nan, math.nan, level, "none", n, 0.0, why)


def _by_rates(estimator: Estimator, metric: Metric, where: Population) -> Estimate:
    sample, settings = estimator.sample, estimator.settings
    moved = projected(metric, where.share)
    value, n = float(moved(sample.read)), float(sample.read.effective_total)
    plain = Estimate(value, math.nan, math.nan, settings.confidence_level, "none", n)
    if not math.isfinite(value) or moved.limit is not None:
        plain = _noted(plain, *(case.sentence() for case in moved.reasons(sample.read)))
    if settings.method == "none" or math.isnan(value):
        return plain
    if metric.no_interval is not None:
        return _noted(plain, metric.no_interval.sentence())
    if sample.cluster_count is not None and sample.cluster_count < 2:
        return _noted(plain, say("one_cluster"))
    alone = None if sample.cluster_count is None else in_single_cluster(sample, moved)
    if alone is not None:
        return _noted(plain, alone)
    share = np.array([where.positive_share])
    counted = where if where.counted else None
    ends = ends_at(estimator, metric, np.array([value]), share, counted)
    low, high = float(ends.low[0]), float(ends.high[0])
    if math.isnan(low):
        certain = not where.counted and where.share in (0.0, 1.0)
        return _noted(plain, say("limit_is_certain" if certain else "no_posterior"))
    if has_class_means(estimator, metric):
        found = replace(plain, low=low, high=high, method=NAME)
        return found if counted is None else _noted(found, _of_cases(where))
    found = replace(plain, low=low, high=high, method="bayes" if ends.drawn[0] else "delta")
    if ends.drawn[0]:
        found = _noted(found, say("nothing_varies"))
    elif sample.smoothed is not None and settings.method != "delta":
        found = _noted(found, say("delta_smoothed"))
    elif ends.freedom is not None:
        df = f"{ends.freedom[0]:.3g}"
        found = _noted(found, say("clusters_linearised", n=sample.cluster_count, df=df))
    return found if counted is None else _noted(found, _of_cases(where))


def _by_classes(estimator: Estimator, metric: Metric, where: Population) -> Estimate:
    """A mean over cases of several classes, each of which has a share and an interval."""
    bare = Estimator(estimator.statistic, replace(estimator.settings, method="none"))
    plain = bare.estimate(projected(metric, where.share))
    if math.isnan(plain.value):
        return plain
    matrix = estimator.sample.read
    means = class_means(matrix, metric, estimator.settings.confidence_level)
    shares = where.class_shares(matrix.labels)
    low, high = (float(end) for end in means.ends(shares))
    return replace(plain, low=min(low, plain.value), high=max(high, plain.value), method=NAME)


def _mean_of_clusters(estimator: Estimator, metric: Metric) -> bool:
    """Whether it is a mean over cases in clusters, by the method taken unasked."""
    matrix = estimator.statistic
    if not (metric.per_case and matrix.kind == "confusion_matrix"):
        return False
    few = matrix.clusters is not None and matrix.classes <= MOST_CLASSES
    return few and estimator.settings.method not in OTHERS


def _with_hidden(estimator: Estimator, metric: Metric, where: Population) -> Estimate:
    """Linearised, and what classes that clusters predict all one way may hide."""
    found = estimator.estimate(projected(metric, where.share))
    if math.isnan(found.low) or not found.method.startswith("delta"):
        return found  # where nothing at all varies it is the posterior
    matrix = estimator.sample.read
    shares = where.class_shares(matrix.labels)
    held = (matrix.by_cluster().truth > 0).sum(0).astype(np.float64)
    level, values = estimator.settings.confidence_level, values_of(matrix, metric)
    down, up = hidden(matrix.cells.array(), values, shares, held, level)
    low = found.value - math.hypot(found.value - found.low, float(down))
    high = found.value + math.hypot(found.high - found.value, float(up))
    return replace(found, low=low, high=high)


def _of_cases(where: Population) -> Text:
    return say("prevalence_counted", n=round(float(where.of or 0)))


def _noted(estimate: Estimate, *remarks: Text) -> Estimate:
    notes = [note for note in (estimate.note, *remarks) if note]
    return replace(estimate, note=joined(notes)) if notes else estimate


def _as_given(estimator: Estimator, where: Population) -> Estimate:
    """The prevalence itself: what was given, or the proportion that was counted."""
    share, level = where.positive_share, estimator.settings.confidence_level
    if not where.counted:
        n = float(estimator.statistic.effective_total)
        return Estimate(share, math.nan, math.nan, level, "none", n, 0.0, say("as_given"))
    positives, cases = where.cases
    low, high = proportion_interval(positives, cases, "wilson", level)
    return Estimate(share, float(low), float(high), level, "wilson", float(cases))


def _of_shares(estimator: Estimator, metric: Metric, where: Population) -> Estimate:
    """What follows from shares that were given: known, as they are."""
    sample = estimator.sample
    value = float(projected(metric, where.share)(sample.read))
    level, n = estimator.settings.confidence_level, float(sample.read.effective_total)
    plain = Estimate(value, math.nan, math.nan, level, "none", n)
    return _noted(plain, say("follows_from_shares", share=where.words))


def _counted(estimator: Estimator, metric: Metric, where: Population) -> Estimate:
    """For scores: the variance of the prevalence added to that of the sample."""
    settings = estimator.settings
    plain = estimator.estimate(projected(metric, where.share))
    if settings.method == "none" or metric.no_interval is not None or math.isnan(plain.value):
        return plain
    if settings.method not in ("auto", "delta"):
        plain = _noted(plain, say("method_does_not_fit", method=settings.method, key=metric.key))
    sample = estimator.sample
    share, cases = smoothed_share(where)
    moved = projected(metric, share)
    middle, bound = sample.value(moved)
    influence = sample.directions.influence(moved)
    spread = with_prevalence(influence, slope_by(sample.read, metric, share), share, cases)
    freedom = None if estimator.statistic.kind == "confusion_matrix" else spread.degrees
    found = linearised(middle, spread, metric.bounds, settings.confidence_level, freedom)
    if not found.found:
        return plain
    found = lowered(found, sample, moved)
    low = max(min(found.low, plain.value) - bound, metric.bounds[0])
    high = min(max(found.high, plain.value) + bound, metric.bounds[1])
    return _noted(replace(plain, low=low, high=high, method="delta"), _of_cases(where))


def slope_by(read: object, metric: Metric, share: float) -> float:
    """The derivative of the metric by the prevalence."""
    step = STEP * share * (1 - share)
    return float(derivative(lambda at: projected(metric, at)(read), share, step))


def with_prevalence(influence: Influence, slope: float, share: float, cases: float) -> Influence:
    """The influence of the sample, and of the positives and negatives of a second sample.

    The two groups of the second sample move the share by ±π(1 − π) as they grow; their squares
    1/(mπ) and 1/(m(1 − π)) make this (∂f/∂π)² π(1 − π)/m.
    """
    moved = slope * share * (1 - share)
    groups = np.array([cases * share, cases * (1 - share)])
    return Influence(
        np.append(influence.each, [moved, -moved]),
        np.append(influence.squares, ratio(1.0, groups)),
        influence.bias,
        influence.freedom,
        None if influence.rows is None else np.append(influence.rows, groups),
        influence.clusters,
    )
