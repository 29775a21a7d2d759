"""A statistic and a metric → an Estimate. The one place that chooses an interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from veracity.arrays import ratio
from veracity.errors import refuse
from veracity.intervals.percentile import percentiles, without_bias
from veracity.intervals.proportion import PROPORTION_METHODS, proportion_interval
from veracity.intervals.settings import Settings
from veracity.metrics import Metric
from veracity.resampling import Redraws, posterior
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix
from veracity.statistics.cells import SparseCells
from veracity.words import Text, joined, say

LEAST_REDRAWS = 200
MOST_REDRAWN_CELLS = 2 * 10**7  # thousands of classes get fewer redraws, and the note says so


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends, how they were found, how many trials are behind them, and what to know."""

    low: float
    high: float
    method: str
    n: float
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, eq=False)
class Estimator:
    """Estimates any metric of one matrix; redraws are made once and serve every metric."""

    matrix: ConfusionMatrix
    settings: Settings

    def estimate(self, metric: Metric, *, by_name: bool = False) -> Estimate:
        """The value with its interval; `by_name` makes a method that does not fit an error."""
        with np.errstate(all="ignore"):
            value = float(metric(self.matrix))
        method = self._method(metric, by_name)
        notes = tuple(reason.sentence() for reason in metric.reasons(self.matrix))
        if method != self.settings.method and self.settings.method not in ("auto", "none"):
            notes += (say("method_does_not_fit", method=self.settings.method, key=metric.key),)
        if math.isnan(value):
            return self._without(metric, value, (*notes, *undefined_classes(metric, self.matrix)))
        if method == "none":
            return self._without(metric, value, notes)
        if metric.no_interval is not None:
            return self._without(metric, value, (*notes, metric.no_interval.sentence()))
        found = self._interval(metric, method, value)
        return Estimate(
            value,
            found.low,
            found.high,
            self.settings.confidence_level,
            found.method,
            found.n,
            0.0,
            joined((*notes, *found.notes)),
        )

    def _method(self, metric: Metric, by_name: bool) -> str:
        wanted = self.settings.method
        counted = metric.trials is not None and self.matrix.units is None
        fits = wanted in ("percentile", "none")
        if wanted in PROPORTION_METHODS:  # weighted rows have no exact count, only an effective one
            fits = counted and (wanted == "wilson" or not self.matrix.weighted)
        elif wanted == "bayes":
            fits = self.matrix.units is None and not self._sparse
        if fits:
            return wanted
        if by_name and wanted != "auto":
            raise refuse("method_does_not_fit", method=wanted, key=metric.key)
        return "wilson" if counted else "percentile"

    @property
    def _sparse(self) -> bool:
        return isinstance(self.matrix.cells, SparseCells)

    def _interval(self, metric: Metric, method: str, value: float) -> Interval:
        if method in PROPORTION_METHODS:
            return self._proportion(metric, method, value)
        if method == "bayes":
            return self._bayes(metric)
        return self._resampled(metric, value)

    def _proportion(self, metric: Metric, method: str, value: float) -> Interval:
        assert metric.successes is not None
        assert metric.trials is not None
        trials = self._trials(metric)
        notes: tuple[Text, ...] = ()
        if self.matrix.weighted:
            trials = self._effective_trials(metric, value)
            method, notes = "wilson (effective n)", (say("effective_n", n=trials),)
        successes = value * trials if notes else float(metric.successes(self.matrix))
        low, high = proportion_interval(
            successes, trials, method.partition(" ")[0], self.settings.confidence_level
        )
        return Interval(float(low), float(high), method, trials, notes)

    def _effective_trials(self, metric: Metric, value: float) -> float:
        """p(1 − p)/variance by linearisation; Kish's (Σw)²/Σw² where the variance is 0."""
        if value in (0.0, 1.0):
            return self._trials(metric)
        weight, all_squares = metric.trials(self.matrix), metric.trials(self._squares)  # type: ignore[misc]
        hit_squares = metric.successes(self._squares)  # type: ignore[misc]
        spread = hit_squares * (1 - value) ** 2 + (all_squares - hit_squares) * value**2
        return float(ratio(value * (1 - value) * weight**2, spread))

    def _trials(self, metric: Metric) -> float:
        """Trials of a proportion, rows of anything else; with weights Kish's effective number."""
        if metric.trials is None:
            return float(self.matrix.effective_total)
        trials = float(metric.trials(self.matrix))
        if not self.matrix.weighted or not trials:
            return trials
        return float(ratio(trials**2, metric.trials(self._squares)))

    @cached_property
    def _squares(self) -> ConfusionMatrix:
        return self.matrix.changed(cells=self.matrix.sum_of_squares, squares=None)

    def _resampled(self, metric: Metric, value: float) -> Interval:
        total = self._trials(metric)
        name = {
            "counts": "percentile",
            "weighted": "percentile (two-moment redraw)",
            "clusters": "percentile (whole clusters)",
        }[self._redraws.kind]
        if self.matrix.units is not None and len(self.matrix.units) < 2:
            return Interval(math.nan, math.nan, "none", total, (say("one_cluster"),))
        drawn = self._redraws.values(metric)
        found = percentiles(drawn, self.settings.confidence_level)
        if not found.found:
            why = say("redraws_undefined", share=found.undefined)
            return Interval(math.nan, math.nan, "none", total, (why,))
        if found.no_width and self.matrix.units is not None and metric.trials is not None:
            return self._one_trial_a_cluster(metric, value)
        if found.no_width and (self.matrix.units is not None or self._sparse):
            return Interval(math.nan, math.nan, "none", total, (say("redraws_no_width"),))
        if found.no_width:
            other = self._bayes(metric)
            ends = min(other.low, value), max(other.high, value)
            notes = other.notes or (say("redraws_all_equal"),)
            return Interval(*ends, other.method, total, notes)
        notes = ()
        moved = found
        if self.matrix.units is None:  # few clusters make redraws lumpy, which is not bias
            moved = without_bias(found, drawn, value, metric.bounds)
        if moved is not found:
            found, notes = moved, (say("redraws_biased"),)
        if found.undefined:
            notes += (say("redraws_some_undefined", share=found.undefined),)
        if not found.low <= value <= found.high:
            notes += (say("redraws_beside"),)
        if self.matrix.units is not None:
            notes += (say("clusters_redrawn", n=len(self.matrix.units)),)
        if self._redraws.times < self.settings.n_resamples:
            notes += (say("redraws_fewer", n=self._redraws.times),)
        return Interval(found.low, found.high, name, total, notes)

    def _one_trial_a_cluster(self, metric: Metric, value: float) -> Interval:
        """0 or all of the trials in every cluster: as if each cluster were a single trial."""
        assert metric.trials is not None
        clusters = float((metric.trials(self.matrix.by_unit()) > 0).sum())
        low, high = proportion_interval(
            value * clusters, clusters, "wilson", self.settings.confidence_level
        )
        note = say("one_trial_a_cluster", n=clusters)
        return Interval(float(low), float(high), "wilson (clusters)", self._trials(metric), (note,))

    def _bayes(self, metric: Metric) -> Interval:
        total = self._trials(metric)
        with np.errstate(all="ignore"):
            drawn = metric(self._posterior)
        found = percentiles(drawn, self.settings.confidence_level)
        if not found.found or found.no_width:
            return Interval(math.nan, math.nan, "none", total, (say("no_posterior"),))
        return Interval(found.low, found.high, "bayes", total)

    def _without(self, metric: Metric, value: float, notes: tuple[Text, ...]) -> Estimate:
        level, n = self.settings.confidence_level, self._trials(metric)
        return Estimate(value, math.nan, math.nan, level, "none", n, 0.0, joined(notes))

    @cached_property
    def _redraws(self) -> Redraws:
        cells = len(self.matrix.cells.sparse().weight)
        most = max(LEAST_REDRAWS, MOST_REDRAWN_CELLS // max(cells, 1))
        times = min(self.settings.n_resamples, most)
        return Redraws(self.matrix, times, self.settings.random_state)

    @cached_property
    def _posterior(self) -> ConfusionMatrix:
        return posterior(self.matrix, self.settings.n_resamples, self.settings.random_state)


def undefined_classes(metric: Metric, matrix: ConfusionMatrix) -> tuple[Text, ...]:
    """For an average that is nan: which classes are to blame, and the mean without them."""
    if metric.of is None or metric.average == "micro" or matrix.shape:
        return ()
    counted = matrix.truth > 0
    if metric.average == "macro":
        counted = counted | (matrix.called > 0)
    with np.errstate(all="ignore"):
        each = metric.of(matrix.one_vs_rest())
    blame = counted & np.isnan(each)
    if not blame.any():
        return ()
    share = matrix.truth if metric.average == "weighted" else np.ones_like(matrix.truth)
    rest = counted & ~blame
    with np.errstate(invalid="ignore"):
        total = (each[rest] * share[rest]).sum()
    return (
        say(
            "undefined_for_classes",
            classes=_some(np.array([repr(v) for v in matrix.labels], dtype=object)[blame]),
            without=f"{ratio(total, share[rest].sum()):.4g}",
            as_zero=f"{ratio(total, share[counted].sum()):.4g}",
        ),
    )


def _some(names: Any, most: int = 8) -> str:
    more = f", … (+{len(names) - most})" if len(names) > most else ""
    return ", ".join(names[:most]) + more
