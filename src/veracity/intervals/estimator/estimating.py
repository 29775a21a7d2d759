"""A statistic and a metric → an Estimate. The one module that chooses an interval."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from veracity.arrays import quiet, quietly
from veracity.errors import InputError, refuse
from veracity.intervals.closed_form.of_areas import area_interval
from veracity.intervals.closed_form.of_means import mean_interval
from veracity.intervals.closed_form.of_proportions import proportion
from veracity.intervals.estimator.method_choice import fits, fitting, misfit, usual
from veracity.intervals.estimator.undefined import undefined, undefined_classes
from veracity.intervals.formulas.interval import Interval, no_interval
from veracity.intervals.formulas.percentile import percentiles
from veracity.intervals.formulas.proportion import PROPORTION_METHODS
from veracity.intervals.formulas.roc_area import AREA_METHODS
from veracity.intervals.formulas.scales import scale_of
from veracity.intervals.influence.linearised import linearised
from veracity.intervals.resampled.degenerate import without_width
from veracity.intervals.sample.heavy_negatives import lowered
from veracity.intervals.sample.sample import Sample
from veracity.intervals.sample.settings import Settings
from veracity.intervals.sample.single_cluster_classes import (
    between_clusters,
    fewest_clusters,
    in_single_cluster,
)
from veracity.metrics import Metric
from veracity.metrics.counts.among_truth import PREVALENCE
from veracity.metrics.record.interval_facts import OfShare, Smooth
from veracity.results import Estimate
from veracity.unexpected import unless_broken
from veracity.words import Text, joined, say

BY_PERCENTILES = ("percentile", "basic", "poisson")  # of whole clusters too, where asked for


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
        """The statistic with its resamples, derivatives and posterior."""
        return Sample(self.statistic, self.settings)

    def estimate(self, metric: Metric, *, by_name: bool = False) -> Estimate:
        """The value with its interval; `by_name` makes a method that does not fit an error."""
        return unless_broken(
            lambda: quietly(lambda: self._estimated(metric, by_name)),
            lambda why: undefined(why, self.settings.confidence_level),
        )

    def _estimated(self, metric: Metric, by_name: bool) -> Estimate:
        sample, asked = self.sample, self.settings.method
        if metric.through is not None and asked != "none":
            bare = Estimator(self.statistic, replace(self.settings, method="none"))
            other = self.estimate(metric.through.metric, by_name=by_name)
            from veracity.intervals.closed_form.of_share import risen

            return risen(metric, bare.estimate(metric), other, sample.read)
        value, bound = sample.value(metric)
        notes: tuple[Text, ...] = ()
        if sample.may_be_at_case(metric, value):
            notes = tuple(reason.sentence() for reason in sample.reasons(metric))
        if metric.remark is not None and not math.isnan(value):
            notes += metric.remark(sample.read, **metric.values)
        method = self._method(metric, by_name)
        if asked not in ("auto", "none", method) and metric.no_interval is None:
            why = misfit(asked, metric, sample)
            notes += (say("method_misfit", method=asked, key=metric.key, why=why),)
        if math.isnan(value):
            notes += undefined_classes(metric, sample.read)
            if not notes and sample.read is not self.statistic:
                notes = (say("grid_cannot_tell", key=metric.key),)
            found = no_interval(*notes)
        elif asked == "none":
            found = no_interval(*notes)
        elif metric.no_interval is not None:
            found = no_interval(*notes, self._never(metric))
        else:
            found = unless_broken(lambda: self._found(metric, method, value), no_interval)
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
            self._chance(metric),
        )

    def _chance(self, metric: Metric) -> float | None:
        chance = metric.chance
        if chance is None or not chance.beside:
            return None
        return float(chance.value(self.sample.read, **metric.values))

    def freedom(self, metric: Metric) -> float | None:
        """Degrees of freedom that the clusters leave an interval; None without clusters."""
        sample = self.sample
        if sample.cluster_count is None:
            return None
        most = max(sample.cluster_count - 1.0, 1.0)
        if (
            metric.no_interval is not None
            or not sample.resamplable
            or in_single_cluster(sample, metric)
        ):
            return most
        if metric.moving is not None:
            return max(fewest_clusters(sample) - 1.0, 1.0)
        found = between_clusters(sample, metric).freedom
        return most if found is None or not found > 0 else found

    def _method(self, metric: Metric, by_name: bool) -> str:
        method = self.settings.method
        if method != "auto":
            if by_name and metric.no_interval is not None and method != "none":
                raise InputError(self._never(metric))
            if fits(method, metric, self.sample):
                return method
            if by_name:
                raise refuse(
                    "method_misfit_asked",
                    method=method,
                    key=metric.key,
                    why=misfit(method, metric, self.sample),
                    fitting=fitting(metric, self.sample),
                )
        return usual(metric, self.sample)

    def _never(self, metric: Metric) -> Text:
        """Why a metric has no interval; where a method was asked for, that it has none either."""
        assert metric.no_interval is not None
        why, asked = metric.no_interval.sentence(), self.settings.method
        if asked == "auto":
            return why
        return joined((say("method_without_interval", method=asked, key=metric.key), why))

    def _found(self, metric: Metric, method: str, value: float) -> Interval:
        """The interval; unasked, of average precision no higher than heavy negatives allow."""
        found = self._interval(metric, method, value)
        return lowered(found, self.sample, metric) if self.settings.method == "auto" else found

    def _interval(self, metric: Metric, method: str, value: float) -> Interval:
        sample = self.sample
        of_share = metric.fact(OfShare)
        if of_share is not None:
            every_row = Estimator(sample.read.counts_above(0), self.settings)
            from veracity.intervals.closed_form.of_share import image

            return image(of_share, every_row.estimate(PREVALENCE))
        if sample.cluster_count is not None and sample.cluster_count < 2:
            return no_interval(say("one_cluster"))
        smooth = metric.fact(Smooth)
        if smooth is not None and smooth.none_at_end and value in metric.bounds:
            return no_interval(smooth.none_at_end)
        alone = None if sample.cluster_count is None else in_single_cluster(sample, metric)
        if alone is not None:
            return no_interval(alone)
        if method == "wilson" and metric.counted is None:
            return mean_interval(sample, metric)
        if method in PROPORTION_METHODS:
            return proportion(sample, metric, method, value)
        if method in AREA_METHODS or method == "area":
            return area_interval(sample, metric, method, value)
        if method == "none":
            return no_interval(say("columns_not_joint"))
        if method == "bayes":
            return self._bayes(metric, value)
        if method == "inverted":
            from veracity.intervals.closed_form.at_precision import at_precision

            return at_precision(sample, metric, value)
        if method == "rate inverted":
            from veracity.intervals.closed_form.at_rate import at_rate

            return at_rate(sample, metric, value)
        if method == "delta":
            found = no_interval()
            if scale_of(*metric.bounds).inside(value):
                found = self._delta(metric, value)
            elif sample.partly_uniform:
                found = self._smoothed(metric, value)
        elif method == "jackknife":
            from veracity.intervals.resampled.jackknife import jackknife

            found = jackknife(sample, metric, value)
        elif self.settings.method not in BY_PERCENTILES and sample.cluster_count is not None:
            from veracity.intervals.resampled.bootstrap import spread_of_resamples

            found = spread_of_resamples(sample, metric, value)
        elif self.settings.method == "auto" and metric.reads_alike(sample.read):
            return without_width(sample, metric, value)
        else:
            from veracity.intervals.resampled.bootstrap import resampled

            found = resampled(sample, metric, value, method)
        if found.notes and not found.found:
            return found  # resamples were undefined: the note has the reason
        flat = math.isclose(found.low, found.high, rel_tol=1e-12, abs_tol=1e-12)
        return found if found.found and not flat else without_width(sample, metric, value)

    def _delta(self, metric: Metric, value: float) -> Interval:
        sample, level = self.sample, self.settings.confidence_level
        if self.settings.method != "delta" and sample.smoothed is not None:  # without clusters
            found = self._smoothed(metric, value)
            if found.found:
                return found
        influence = between_clusters(sample, metric)
        if influence.clusters == 1:
            return no_interval(say("informed_by_one_cluster"))
        if self.settings.method == "delta":  # by name: the closed form, nothing added
            return linearised(value, influence, metric.bounds, level, plain=True)
        counts = self.statistic.kind == "confusion_matrix"
        if counts:
            from veracity.intervals.sample.uneven_weights import steadied

            influence = steadied(influence, sample.directions)
        # a ranking hangs on few scores: its variance is itself uncertain, which t allows for
        freedom = None if counts else influence.degrees
        share = metric.counted is not None  # unbiased: the curve of the scale is no bias
        return linearised(value, influence, metric.bounds, level, freedom, plain=share)

    def _smoothed(self, metric: Metric, value: float) -> Interval:
        """About the value with half cases in classes all right or wrong; none without such."""
        if self.sample.smoothed is None:
            return no_interval()
        middle = float(metric(self.sample.smoothed.read))
        directions = self.sample.smoothed.directions
        from veracity.intervals.sample.uneven_weights import steadied

        influence = steadied(directions.influence(metric), directions)
        found = linearised(middle, influence, metric.bounds, self.settings.confidence_level)
        if not found.found:
            return found
        low, high = min(found.low, value), max(found.high, value)
        notes = (*found.notes, say("delta_smoothed"))
        if not found.low <= value <= found.high:
            notes += (say("drawn_to_value"),)
        return Interval(low, high, "delta", notes)

    def _bayes(self, metric: Metric, value: float) -> Interval:
        """The middle of the posterior, extended to a value at the end of its range.

        Elsewhere a value outside is one that the prior moves more than the data allow (the
        tails of a line through few scores): then there is none.
        """
        with quiet():
            drawn = metric.of_resamples(self.sample.posterior(at_threshold=metric.at_threshold))
        found = percentiles(drawn, self.settings.confidence_level)
        if not found.found or found.no_width:
            return no_interval(say("no_posterior"))
        if not found.low <= value <= found.high and scale_of(*metric.bounds).inside(value):
            return no_interval(say("prior_moves_it"))
        return Interval(min(found.low, value), max(found.high, value), "bayes")


def _widened(
    found: Interval, bound: float, bounds: tuple[float, float], notes: tuple[Text, ...]
) -> Interval:
    """The ends moved apart by the bound of a grid, inside the range, and the note."""
    low, high = (  # a nan stays one
        min(max(end, bounds[0]), bounds[1]) for end in (found.low - bound, found.high + bound)
    )
    return Interval(low, high, found.method, (*notes, *found.notes), found.n)
