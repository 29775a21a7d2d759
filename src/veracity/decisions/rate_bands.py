"""Intervals of a metric at very many prevalences at once.

At a given prevalence every metric of two classes is a function of TPR and FPR alone. So their
covariance is found once, whatever the number of clusters, and each metric needs its slopes by
two numbers: five tables for each prevalence, all on two leading axes. Value ± quantile ·
standard error on the scale of the range; for predictive values that is the logit interval of
Mercaldo ND, Lau KF, Zhou XH (2007) Statistics in Medicine 26:2170–2183. Where the sample shows
no spread, percentiles of the posterior of both rates.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.decisions.population import Population
from veracity.intervals import Estimator, percentiles
from veracity.intervals.influence import Influence
from veracity.intervals.linearised import NOTHING, quantile_of
from veracity.intervals.sample import Sample
from veracity.metrics import Metric, find
from veracity.metrics.prevalence_limits import at_the_limit
from veracity.statistics import ConfusionMatrix
from veracity.statistics.cells import DenseCells

STEP = 2.0**-10
WAYS = np.array([[0, 0], [1, 0], [-1, 0], [0, 1], [0, -1]], np.float64)  # of TPR and FPR
AT_ONCE = 1 << 17  # tables that are made together
Ends = tuple[Floats, Floats]


@dataclass(frozen=True, eq=False)
class RateSample:
    """TPR and FPR of a sample, and how its cells or clusters move them."""

    sample: Sample

    @cached_property
    def rates(self) -> Floats:
        """TPR and FPR."""
        read = self.sample.read
        return np.array([float(find(key)(read)) for key in ("recall", "fpr")])

    @cached_property
    def influences(self) -> tuple[Influence, Influence]:
        """What each cell or cluster adds to either rate."""
        directions = self.sample.directions
        return directions.influence(find("recall")), directions.influence(find("fpr"))

    @cached_property
    def covariance(self) -> tuple[float, float, float]:
        """Var TPR, Var FPR, and their covariance (0 without clusters)."""
        one, other = self.influences
        a, b, both = (
            float((np.sqrt(x.squares * y.squares) * x.each * y.each).sum())
            for x, y in ((one, one), (other, other), (one, other))
        )
        return a, b, both

    def ends(
        self, metric: Metric, shares: Floats, level: float, more: tuple[float, float] | None = None
    ) -> Ends:
        """Low and high at every prevalence; nan where the delta method has none.

        `more` is the variance of the prevalence and a step to find the slope by it.
        """
        steps = STEP * self.rates * (1 - self.rates)  # none where a rate is 0 or 1
        tpr, fpr = (self.rates + WAYS * steps).T
        n = float(self.sample.read.total)
        with np.errstate(all="ignore"):
            here, up, down, right, left = at_rates(metric, tpr, fpr, shares, n)
            a, b = _slope(up - down, 2 * steps[0]), _slope(right - left, 2 * steps[1])
            of_tpr, of_fpr, both = self.covariance
            variance = a**2 * of_tpr + b**2 * of_fpr + 2 * a * b * both
            if more is not None:
                higher, lower = (
                    at_rates(metric, tpr[:1], fpr[:1], shares + way * more[1], n)[0]
                    for way in (1, -1)
                )
                variance = variance + ((higher - lower) / (2 * more[1])) ** 2 * more[0]
            error = np.sqrt(np.maximum(variance, 0.0))
            times = quantile_of(level, self.influences[0].freedom)
            low, high = on_scale(here, error, times, metric.bounds)
            found = inside(here, metric.bounds) & (error > _least(here, metric.bounds))
        return np.where(found, low, np.nan), np.where(found, high, np.nan)


def ends_at(
    estimator: Estimator,
    metric: Metric,
    value: Floats,
    shares: Floats,
    counted: Population | None = None,
) -> tuple[Floats, Floats, Floats]:
    """Low and high of a metric whose values at these prevalences are known, and which are drawn.

    By the delta method, half cases added to a class that was called all one way (as for every
    estimate); where the value lies at the end of its range, by the posterior of the rates.
    With a counted prevalence there is one share, and its variance is added.
    """
    sample, settings = estimator.sample, estimator.settings
    plain = settings.method == "delta" or sample.smoothed is None
    base = sample if plain else sample.smoothed
    assert base is not None
    at, more = shares, None
    if counted is not None:
        share, cases = smoothed_share(counted)
        at = np.array([share])
        more = share * (1 - share) / cases, STEP * share * (1 - share)
    low, high = RateSample(base).ends(metric, at, settings.confidence_level, more)
    if counted is None:
        bare = ~inside(value, metric.bounds)
        low, high = (np.where(bare, np.nan, end) for end in (low, high))
    bare = np.isnan(low) & np.isfinite(value)
    if bare.any() and settings.method != "delta":
        low[bare], high[bare] = _posterior(estimator, metric, shares[bare], counted)
    return np.minimum(low, value), np.maximum(high, value), bare.astype(np.float64)


def smoothed_share(counted: Population) -> tuple[float, float]:
    """The share with half a case added to both sides where it is 0 or 1: no count is certain."""
    positives, cases = float(counted.positives or 0), float(counted.of or 0)
    if 0 < positives < cases:
        return positives / cases, cases
    return (positives + 0.5) / (cases + 1), cases + 1


def _posterior(
    estimator: Estimator, metric: Metric, shares: Floats, counted: Population | None
) -> Ends:
    """Percentiles over draws of both rates (and of a counted prevalence, Jeffreys' prior)."""
    sample, settings = estimator.sample, estimator.settings
    drawn = sample.posterior(sample.clusters)
    tpr, fpr = (np.atleast_1d(find(key)(drawn)) for key in ("recall", "fpr"))
    n, level = float(sample.read.total), settings.confidence_level
    if counted is not None:
        random = np.random.default_rng(settings.random_state)
        positives, cases = float(counted.positives or 0), float(counted.of or 0)
        share = random.beta(positives + 0.5, cases - positives + 0.5, len(tpr))
        with np.errstate(all="ignore"):
            columns = metric(_tables(tpr, fpr, share, n))[:, None]
        return _middle(columns, level)
    step = max(AT_ONCE // len(tpr), 1)
    parts = [
        _middle(at_rates(metric, tpr, fpr, shares[start : start + step], n), level)
        for start in range(0, len(shares), step)
    ]
    low, high = (np.concatenate(part) for part in zip(*parts, strict=True))
    return low, high


def _middle(columns: Floats, level: float) -> Ends:
    """The middle part of each column; nan where it has no width."""
    low, high = np.full((2, columns.shape[1]), np.nan)
    for place, column in enumerate(columns.T):
        found = percentiles(column, level)
        if found.found and not found.no_width:
            low[place], high[place] = found.low, found.high
    return low, high


def at_rates(metric: Metric, tpr: Floats, fpr: Floats, shares: Floats, n: float) -> Floats:
    """The metric of n cases with these rates (R,) at these prevalences (S,): (R, S)."""
    between = (shares > 0) & (shares < 1)
    found = np.empty((len(tpr), len(shares)))
    with np.errstate(all="ignore"):
        if between.any():
            found[:, between] = metric(_tables(tpr[:, None], fpr[:, None], shares[between], n))
        for place in np.flatnonzero(~between):
            halves = _tables(tpr, fpr, np.float64(0.5), n)
            found[:, place] = at_the_limit(metric, halves, float(shares[place]))
    return found


def _tables(tpr: Floats, fpr: Floats, share: Any, n: float) -> ConfusionMatrix:
    four = [(1 - share) * (1 - fpr), (1 - share) * fpr, share * (1 - tpr), share * tpr]
    stacked = n * np.stack(np.broadcast_arrays(*four), -1)
    cells = DenseCells(stacked.reshape(*stacked.shape[:-1], 2, 2))
    return ConfusionMatrix.made(cells, (0, 1), 1)


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


def on_scale(value: Floats, error: Floats, times: float, bounds: tuple[Any, Any]) -> Ends:
    """Value ± times · error on the scale of the range, as `Scale` has it, for arrays."""
    low, high = bounds
    with np.errstate(all="ignore"):
        if np.isfinite(low).all() and np.isfinite(high).all():
            place = np.log((value - low) / (high - value))
            half = times * error * (high - low) / ((value - low) * (high - value))
            ends = [low + (high - low) / (1 + np.exp(-(place + way * half))) for way in (-1, 1)]
        elif np.isfinite(low).all():
            grown = np.exp(times * error / (value - low))
            ends = [low + (value - low) / grown, low + (value - low) * grown]
        elif np.isfinite(high).all():
            grown = np.exp(times * error / (high - value))
            ends = [high - (high - value) * grown, high - (high - value) / grown]
        else:
            ends = [value - times * error, value + times * error]
    return ends[0], ends[1]
