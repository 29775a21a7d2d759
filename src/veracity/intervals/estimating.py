"""A statistic and a metric → an Estimate. The one place that chooses an interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from veracity.errors import refuse
from veracity.intervals.bootstrap import resampled, spread_of_redraws
from veracity.intervals.degenerate import without_width
from veracity.intervals.fitting import fits, usual
from veracity.intervals.interval import Interval, no_interval
from veracity.intervals.linearised import linearised
from veracity.intervals.of_areas import area_interval
from veracity.intervals.of_proportions import proportion
from veracity.intervals.percentile import percentiles
from veracity.intervals.proportion import PROPORTION_METHODS
from veracity.intervals.roc_area import AREA_METHODS
from veracity.intervals.sample import Sample
from veracity.intervals.scales import Scale
from veracity.intervals.settings import Settings
from veracity.intervals.undefined import undefined_classes
from veracity.metrics import Metric
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix
from veracity.words import Text, joined, say


@dataclass(frozen=True, eq=False)
class Estimator:
    """Estimates any metric of one statistic; what its spread comes from is made once for all.

    The statistic is a confusion matrix, a table or grid of scores, joint scores, columns of
    scores or ranks of the truth, without leading axes.
    """

    statistic: Any
    settings: Settings

    @cached_property
    def sample(self) -> Sample:
        """The statistic with its redraws, derivatives and posterior."""
        return Sample(self.statistic, self.settings)

    def estimate(self, metric: Metric, *, by_name: bool = False) -> Estimate:
        """The value with its interval; `by_name` makes a method that does not fit an error."""
        sample, asked = self.sample, self.settings.method
        value, bound = sample.value(metric)
        notes: tuple[Text, ...] = ()
        if not math.isfinite(value) or metric.limit is not None:  # a plain value has no reason
            notes: tuple[Text, ...] = ()
        if metric.limit is not None or not math.isfinite(value):  # else no case can hold
            notes = tuple(reason.sentence() for reason in metric.reasons(sample.read))
        method = self._method(metric, by_name)
        if asked not in ("auto", "none", method):
            notes += (say("method_does_not_fit", method=asked, key=metric.key),)
        if math.isnan(value):
            notes += undefined_classes(metric, sample.read)
            if not notes and sample.read is not self.statistic:
                notes = (say("grid_cannot_tell", key=metric.key),)
            found = no_interval(*notes)
        elif asked == "none":
            found = no_interval(*notes)
        elif metric.no_interval is not None:
            found = no_interval(*notes, metric.no_interval.sentence())
        else:
            found = self._interval(metric, method, value)
            found = _widened(found, bound, metric.bounds, notes)
        n = sample.trials(metric) if found.n is None else found.n
        return Estimate(
            value,
            found.low,
            found.high,
            self.settings.confidence_level,
            found.method,
            n,
            bound,
            joined(found.notes),
        )

    def _method(self, metric: Metric, by_name: bool) -> str:
        wanted = self.settings.method
        if wanted != "auto":
            if fits(wanted, metric, self.sample):
                return wanted
            if by_name:
                raise refuse("method_does_not_fit", method=wanted, key=metric.key)
        return usual(metric, self.sample)

    def _interval(self, metric: Metric, method: str, value: float) -> Interval:
        sample = self.sample
        if sample.clusters is not None and sample.clusters < 2:
            return no_interval(say("one_cluster"))
        if method in PROPORTION_METHODS:
            return proportion(sample, metric, method, value)
        if method in AREA_METHODS or method == "area":
            return area_interval(sample, metric, method, value)
        if method == "none":
            return no_interval(say("columns_not_joint"))
        if method == "bayes":
            return self._bayes(metric)
        if method == "delta":
            found = no_interval()
            if Scale(*metric.bounds).inside(value):
                found = self._delta(metric, value)
        elif self.settings.method != "percentile" and sample.clusters is not None:
            found = spread_of_redraws(sample, metric, value)
        else:
            found = resampled(sample, metric, value, method)
        if found.notes and not found.found:
            return found  # redraws were undefined: the reason is said
        flat = math.isclose(found.low, found.high, rel_tol=1e-12, abs_tol=1e-12)
        return found if found.found and not flat else without_width(sample, metric, value)

    def _delta(self, metric: Metric, value: float) -> Interval:
        sample, level = self.sample, self.settings.confidence_level
        influence = sample.directions.influence(metric)
        # a ranking hangs on few scores: its variance is itself uncertain, which t allows for
        freedom = None if isinstance(self.statistic, ConfusionMatrix) else influence.degrees
        plain = linearised(value, influence, metric.bounds, level, freedom)
        if self.settings.method == "delta" or sample.smoothed is None:
            return plain
        middle = float(metric(sample.smoothed.read))
        influence = sample.smoothed.directions.influence(metric)
        found = linearised(middle, influence, metric.bounds, level)
        if not found.found:
            return plain
        low, high = min(found.low, value), max(found.high, value)
        return Interval(low, high, "delta", (*found.notes, say("delta_smoothed")))

    def _bayes(self, metric: Metric) -> Interval:
        with np.errstate(all="ignore"):
            drawn = (metric.ties_shared or metric)(self.sample.posterior())
        found = percentiles(drawn, self.settings.confidence_level)
        if not found.found or found.no_width:
            return no_interval(say("no_posterior"))
        return Interval(found.low, found.high, "bayes")


def _widened(
    found: Interval, bound: float, bounds: tuple[float, float], notes: tuple[Text, ...]
) -> Interval:
    """The ends moved apart by the bound of a grid, and what else is to be said."""
    low, high = found.low, found.high
    if bound:
        low, high = max(low - bound, bounds[0]), min(high + bound, bounds[1])
    return Interval(low, high, found.method, (*notes, *found.notes), found.n)
