"""Intervals of a metric at very many prevalences at once.

At a given prevalence every metric of two classes is a function of TPR and FPR alone. So their
covariance is found once, whatever the number of clusters, and each metric needs its slopes by
two numbers: five tables for each prevalence, all on two leading axes. Value ± quantile ·
standard error on the scale of the range; for predictive values that is the logit interval of
Mercaldo ND, Lau KF, Zhou XH (2007) Statistics in Medicine 26:2170–2183. With clusters the
degrees of freedom are those of each metric at each prevalence: positives may live in fewer
clusters than negatives. Where the sample shows no spread, percentiles of the posterior of both
rates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats, ratio
from veracity.decisions.expected_loss.class_means import class_means, has_class_means, values_of
from veracity.decisions.expected_loss.population import Population, smoothed_share
from veracity.decisions.expected_loss.threshold_counts import ThresholdCounts, counts_at_thresholds
from veracity.decisions.expected_loss.uniform_classes import ClassCalls, widened
from veracity.decisions.prevalence.rate_posterior import posterior_ends
from veracity.decisions.prevalence.rate_tables import at_rates
from veracity.intervals import Estimator
from veracity.intervals.influence.clusters import ClusterSums, shares_of, spread_of
from veracity.intervals.influence.derivatives import derivative
from veracity.intervals.influence.influence import Influence
from veracity.intervals.influence.linearised import NOTHING
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric, find
from veracity.statistics.numerics.quantiles import quantiles

STEP = 2.0**-10
WAYS = np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]], np.float64)  # of TPR and FPR
Ends = tuple[Floats, Floats]


class RateErrors(NamedTuple):
    """Values and standard errors at each prevalence; with clusters the degrees of freedom."""

    here: Floats
    error: Floats
    freedom: Floats | None


class RateIntervals(NamedTuple):
    """Low and high at each prevalence, which of them are drawn, and the degrees of freedom."""

    low: Floats
    high: Floats
    drawn: Floats
    freedom: Floats | None


@dataclass(frozen=True, eq=False)
class RateSample:
    """TPR and FPR of a sample, and how its cells or clusters move them.

    With `steady`, a class that clusters predict all one way is not taken as certain.
    """

    sample: Sample
    steady: bool = True

    @cached_property
    def seen(self) -> Floats:
        """TPR and FPR."""
        read = self.sample.read
        return np.array([float(find(key)(read)) for key in ("recall", "fpr")])

    @cached_property
    def rates(self) -> Floats:
        """The same; where clusters predict a class all one way, two more are added by halves."""
        near = (self.seen * self._held + 1) / (self._held + 2)
        return np.where(self._hidden > 0, near, self.seen)

    def class_calls(self, values: Floats, shares: Floats) -> tuple[ClassCalls, ClassCalls]:
        """Both classes, with what a call changes in a mean of these values by truth and call."""
        read = self.sample.read
        yes = read.labels.index(read.pos_label)
        positive, negative = (values[k, yes] - values[k, 1 - yes] for k in (yes, 1 - yes))
        many = self._held.astype(int)
        tpr, fpr = (np.full(len(shares), rate) for rate in self.seen)
        return (
            ClassCalls(shares, tpr, positive, int(many[0])),
            ClassCalls(1 - shares, fpr, negative, int(many[1])),
        )

    @cached_property
    def _held(self) -> Floats:
        """How many clusters hold positives, and negatives."""
        clusters = self._clusters
        if clusters is None:
            return np.full(2, np.nan)
        return np.array([float((part > 0).sum()) for part in (clusters.P, clusters.N)])

    @cached_property
    def _hidden(self) -> Floats:
        """Variance of a rate that clusters do not show, as all predict the class one way."""
        if not self.steady or self.sample.cluster_count is None:
            return np.zeros(2)
        uniform = (self.seen <= 0) | (self.seen >= 1)
        return np.where(uniform, (self._held + 1) / (self._held + 2) ** 3, 0.0)  # p(1 − p)/(C + 2)

    @cached_property
    def influences(self) -> tuple[Influence, Influence]:
        """What each cell adds to either rate."""
        directions = self.sample.directions
        return directions.influence(find("recall")), directions.influence(find("fpr"))

    @cached_property
    def _clusters(self) -> ThresholdCounts | None:
        """The counts of each cluster."""
        return counts_at_thresholds(self.sample.read, 0.5).clusters

    def variance(self, a: ArrayLike, b: ArrayLike) -> tuple[Floats, Floats | None]:
        """The variance of a·TPR + b·FPR with its degrees of freedom (None without clusters).

        The rates of independent rows do not vary together. Clusters are taken as
        `cluster_spread` takes them: each class has the clusters that hold it.
        """
        a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
        if self.sample.cluster_count is None:
            one, other = self.influences
            return a**2 * one.variance + b**2 * other.variance, None
        clusters = self._clusters
        assert clusters is not None
        held = [clusters.P, clusters.N]
        each = [
            ratio(called_positive - rate * part, part.sum())[:, 0]
            for rate, called_positive, part in zip(
                self.seen, (clusters.tp, clusters.fp), held, strict=True
            )
        ]
        square, fourth = (_expanded(a, b, _moments(each[0], each[1], power)) for power in (2, 4))
        varies = 2 * self.seen * (1 - self.seen)
        own = [times**2 * (one**2).sum() for times, one in zip((a, b), each, strict=True)]
        reach = [np.abs(times) * part for times, part in zip((a, b), varies, strict=True)]
        every = shares_of(held[0] * (varies[0] > 0) + held[1] * (varies[1] > 0))
        moves = ClusterSums(square, fourth, len(each[0]), own, reach)
        found = spread_of(moves, [shares_of(part) for part in held], every)
        if not self._hidden.any():
            return found.variance, found.freedom
        more = a**2 * self._hidden[0] + b**2 * self._hidden[1]
        seen = np.nan_to_num(found.variance)
        least = np.min(self._held[self._hidden > 0]) - 1
        unseen = np.where(more > 0, ratio(more**2, least), 0.0)  # of a single cluster: all of it
        parts = ratio(seen**2, np.maximum(np.nan_to_num(found.freedom), 1)) + unseen
        return seen + more, ratio((seen + more) ** 2, parts)

    def spread(
        self, metric: Metric, shares: Floats, more: tuple[float, float] | None = None
    ) -> RateErrors:
        """Value and error at every prevalence; `more` as in `ends`."""
        steps = STEP * self.rates * (1 - self.rates)  # none where a rate is 0 or 1
        tpr, fpr = (self.rates + WAYS * steps).T
        n = float(self.sample.read.total)
        with np.errstate(all="ignore"):
            here, up, down, right, left = at_rates(metric, tpr, fpr, shares, n)
            a, b = _slope(up - down, 2 * steps[0]), _slope(right - left, 2 * steps[1])
            variance, freedom = self.variance(a, b)
            if more is not None:
                slope = derivative(
                    lambda share: at_rates(metric, tpr[:1], fpr[:1], share, n)[0], shares, more[1]
                )
                added = slope**2 * more[0]
                if freedom is not None:  # the prevalence was counted in cases that stand alone
                    freedom = freedom * ratio((variance + added) ** 2, variance**2)
                variance = variance + added
        return RateErrors(here, np.sqrt(np.maximum(variance, 0.0)), freedom)

    def ends(
        self, metric: Metric, shares: Floats, level: float, more: tuple[float, float] | None = None
    ) -> RateIntervals:
        """Low and high at every prevalence; nan where the delta method has none.

        `more` is the variance of the prevalence and a step to find the slope by it.
        """
        here, error, freedom = self.spread(metric, shares, more)
        with np.errstate(all="ignore"):
            low, high = on_scale(here, error, quantiles(level, freedom), metric.bounds)
            found = inside(here, metric.bounds) & (error > _least(here, metric.bounds))
        low, high = (np.where(found, end, np.nan) for end in (low, high))
        return RateIntervals(low, high, np.zeros(len(shares)), freedom)


def _moments(one: Floats, other: Floats, power: int) -> Floats:
    """Σ one^i other^(power − i) over the clusters, for i from `power` down to 0."""
    return np.array([(one**i * other ** (power - i)).sum() for i in range(power, -1, -1)])


def _expanded(a: Floats, b: Floats, moments: Floats) -> Floats:
    """Σ (a·one + b·other)^power, from the moments of the two."""
    from math import comb

    power = len(moments) - 1
    terms = [comb(power, j) * a ** (power - j) * b**j * moment for j, moment in enumerate(moments)]
    total: Floats = np.sum(terms, axis=0)
    return np.maximum(total, 0.0)


def ends_at(
    estimator: Estimator,
    metric: Metric,
    value: Floats,
    shares: Floats,
    counted: Population | None = None,
) -> RateIntervals:
    """Low and high of a metric whose values at these prevalences are known, and which are drawn.

    By the delta method, half cases added to a class that was predicted all one way (as for every
    estimate); where the value lies at the end of its range, by the posterior of the rates.
    With a counted prevalence there is one share, and its variance is added. A mean over cases
    has the interval of `class_means`.
    """
    sample, settings = estimator.sample, estimator.settings
    if has_class_means(estimator, metric):
        return _of_class_means(sample, metric, value, shares, counted)
    plain = settings.method == "delta" or sample.smoothed is None
    base = sample if plain else sample.smoothed
    assert base is not None
    at, more = shares, None
    if counted is not None:
        share, cases = smoothed_share(counted)
        at = np.array([share])
        more = share * (1 - share) / cases, STEP * share * (1 - share)
    of_clusters = sample.cluster_count is not None and settings.method != "delta"
    rates = RateSample(base, steady=of_clusters and not metric.per_case)
    found = rates.ends(metric, at, settings.confidence_level, more)
    low, high = found.low, found.high
    if counted is None:
        bare = ~inside(value, metric.bounds)
        low, high = (np.where(bare, np.nan, end) for end in (low, high))
    if of_clusters and metric.per_case:
        both = rates.class_calls(values_of(sample.read, metric), shares)
        low, high = widened((low, high), value, both, settings.confidence_level)
    bare = np.isnan(low) & np.isfinite(value)
    if bare.any() and settings.method != "delta":
        low[bare], high[bare] = posterior_ends(estimator, metric, shares[bare], counted)
    ends = np.minimum(low, value), np.maximum(high, value)
    return RateIntervals(*ends, bare.astype(np.float64), found.freedom)


def _of_class_means(
    sample: Sample, metric: Metric, value: Floats, shares: Floats, counted: Population | None
) -> RateIntervals:
    """Of a mean over cases; none where every rate gives the same."""
    matrix = sample.read
    means = class_means(matrix, metric, sample.settings.confidence_level)
    yes = matrix.labels.index(matrix.pos_label)
    both = np.stack([1 - shares, shares], -1)
    low, high = means.ends(both if yes == 1 else both[..., ::-1], counted, yes)
    fixed = ~(high - low > _least(value, metric.bounds))
    low, high = (
        np.where(fixed, np.nan, of(end, value))
        for of, end in ((np.minimum, low), (np.maximum, high))
    )
    return RateIntervals(low, high, np.zeros(len(shares)), None)


def _slope(change: Floats, step: float) -> Floats:
    """A difference quotient; 0 where a rate that is 0 or 1 was not moved."""
    return change / step if step > 0 else np.zeros_like(change)


def _least(value: Floats, bounds: tuple[float, float]) -> Any:
    """Errors at most so large are rounding."""
    span = bounds[1] - bounds[0]
    return NOTHING * (span if np.isfinite(span) else np.maximum(np.abs(value), 1e-300))


def inside(value: Floats, bounds: tuple[float, float]) -> Any:
    """Whether values lie between the ends and not on one of them."""
    return np.isfinite(value) & (value > bounds[0]) & (value < bounds[1])


def on_scale(value: Floats, error: Floats, times: float | Floats, bounds: tuple[Any, Any]) -> Ends:
    """Value ± times · error on the scale of the range, as `Scale` has it, for arrays."""
    low, high = bounds
    with np.errstate(all="ignore"):
        if np.isfinite(low).all() and np.isfinite(high).all():
            index = np.log((value - low) / (high - value))
            half = times * error * (high - low) / ((value - low) * (high - value))
            ends = [low + (high - low) / (1 + np.exp(-(index + way * half))) for way in (-1, 1)]
        elif np.isfinite(low).all():
            grown = np.exp(times * error / (value - low))
            ends = [low + (value - low) / grown, low + (value - low) * grown]
        elif np.isfinite(high).all():
            grown = np.exp(times * error / (high - value))
            ends = [high - (high - value) * grown, high - (high - value) / grown]
        else:
            ends = [value - times * error, value + times * error]
    return ends[0], ends[1]
