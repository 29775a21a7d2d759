"""A statistic and a metric → an Estimate. The one place that chooses an interval."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.intervals.proportion import PROPORTION_METHODS, proportion_interval
from veracity.intervals.settings import Settings
from veracity.metrics import Metric
from veracity.resampling import Redraws, posterior
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix
from veracity.statistics.cells import SparseCells
from veracity.words import Text, joined, say


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
        notes = tuple(_sentence(reason) for reason in metric.reasons(self.matrix))
        if method != self.settings.method and self.settings.method not in ("auto", "none"):
            notes += (say("method_does_not_fit", method=self.settings.method, key=metric.key),)
        if math.isnan(value):
            return self._without(metric, value, (*notes, *undefined_classes(metric, self.matrix)))
        if method == "none":
            return self._without(metric, value, notes)
        if metric.no_interval is not None:
            return self._without(metric, value, (*notes, _sentence(metric.no_interval)))
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
        if wanted == "auto":
            return "wilson" if counted else "percentile"
        if wanted in PROPORTION_METHODS and not (counted and _exact(self.matrix, wanted)):
            if by_name:
                raise refuse("method_does_not_fit", method=wanted, key=metric.key)
            return "wilson" if counted else "percentile"
        return wanted

    def _interval(self, metric: Metric, method: str, value: float) -> Interval:
        if method in PROPORTION_METHODS:
            return self._proportion(metric, method, value)
        if method == "bayes":
            return self._bayes(metric)
        return self._resampled(metric, value)

    def _proportion(self, metric: Metric, method: str, value: float) -> Interval:
        assert metric.successes is not None
        assert metric.trials is not None
        trials = float(metric.trials(self.matrix))
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
        squares = self.matrix.changed(cells=self.matrix.sum_of_squares, squares=None)
        weight, all_squares = metric.trials(self.matrix), metric.trials(squares)  # type: ignore[misc]
        hit_squares = metric.successes(squares)  # type: ignore[misc]
        spread = hit_squares * (1 - value) ** 2 + (all_squares - hit_squares) * value**2
        kish = ratio(weight**2, all_squares)
        return float(ratio(value * (1 - value) * weight**2, spread) if spread > 0 else kish)

    def _resampled(self, metric: Metric, value: float) -> Interval:
        total = float(self.matrix.effective_total)
        name = {
            "counts": "percentile",
            "weighted": "percentile (two-moment redraw)",
            "clusters": "percentile (whole clusters)",
        }[self._redraws.kind]
        if self.matrix.units is not None and len(self.matrix.units) < 2:
            return Interval(math.nan, math.nan, "none", total, (say("one_cluster"),))
        drawn = self._redraws.values(metric)
        undefined = float(np.isnan(drawn).mean())
        if undefined > (1 - self.settings.confidence_level) / 2:
            return Interval(
                math.nan, math.nan, "none", total, (say("redraws_undefined", share=undefined),)
            )
        low, high = self._ends(drawn[~np.isnan(drawn)])
        if low == high and not isinstance(self.matrix.cells, SparseCells):
            found = self._bayes(metric)
            ends = min(found.low, value), max(found.high, value)
            return Interval(*ends, found.method, total, (say("redraws_all_equal"), *found.notes))
        notes: tuple[Text, ...] = ()
        if undefined:
            notes += (say("redraws_some_undefined", share=undefined),)
        if self.matrix.units is not None:
            notes += (say("clusters_redrawn", n=len(self.matrix.units)),)
        return Interval(low, high, name, total, notes)

    def _bayes(self, metric: Metric) -> Interval:
        total = float(self.matrix.effective_total)
        with np.errstate(all="ignore"):
            drawn = metric(self._posterior)
        drawn = drawn[~np.isnan(drawn)]
        if not len(drawn) or self.matrix.units is not None:
            return Interval(math.nan, math.nan, "none", total, (say("no_posterior"),))
        return Interval(*self._ends(drawn), "bayes", total)

    def _ends(self, drawn: Floats) -> tuple[float, float]:
        tail = (1 - self.settings.confidence_level) / 2
        low = np.quantile(drawn, tail, method="lower")
        return float(low), float(np.quantile(drawn, 1 - tail, method="higher"))

    def _without(self, metric: Metric, value: float, notes: tuple[Text, ...]) -> Estimate:
        if metric.trials is not None:
            n = float(metric.trials(self.matrix))
        else:
            n = float(self.matrix.effective_total)
        level = self.settings.confidence_level
        return Estimate(value, math.nan, math.nan, level, "none", n, 0.0, joined(notes))

    @cached_property
    def _redraws(self) -> Redraws:
        return Redraws(self.matrix, self.settings.n_resamples, self.settings.random_state)

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
        each = metric.of.compute(matrix.one_vs_rest(), **metric.values)
    blame = counted & np.isnan(each)
    if not blame.any():
        return ()
    share = matrix.truth if metric.average == "weighted" else np.ones_like(matrix.truth)
    rest = counted & ~blame
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


def _exact(matrix: ConfusionMatrix, method: str) -> bool:
    """Weighted rows have no exact count: only Wilson's method has an effective one."""
    return not matrix.weighted or method == "wilson"


def _sentence(words: Text) -> Text:
    return Text(f"{words.en[:1].upper()}{words.en[1:]}.", f"{words.zh}。")
