"""Figures of rows with several labels: averages over labels or rows, with their intervals."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from veracity.arrays import Floats
from veracity.errors import NotHere, quoted, refuse
from veracity.intervals import Settings, proportion_interval
from veracity.intervals.formulas.scales import Scale
from veracity.metrics import Metric, find
from veracity.metrics.label_sets.records import BY_KEY, RowFigure, fbeta_of_sets
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix
from veracity.statistics.label_sets.label_sets import RANKED, LabelSets
from veracity.statistics.labels import Label
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import Text, joined, say

Average = Literal["macro", "micro", "weighted"]
AVERAGES: tuple[Average, ...] = ("macro", "micro", "weighted")
STEP = 1e-4


@dataclass(frozen=True, eq=False)
class LabelFigures:
    """Every figure of one `LabelSets`, by key."""

    sets: LabelSets
    settings: Settings

    def row_figure(self, figure: RowFigure) -> Estimate:
        """A mean over rows."""
        if figure.of_sets is None:
            return self._ranked(figure)
        both, predicted, true = self.sets.sets[:, 1:].T.astype(float)
        with np.errstate(invalid="ignore"):
            values = figure.of_sets(both, predicted, true, len(self.sets.labels))
        return self._mean(values, figure)

    def samples_fbeta(self, beta: float) -> Estimate:
        """F of the sets of each row, for any beta."""
        return self.row_figure(replace(BY_KEY["samples_f1"], of_sets=fbeta_of_sets(beta)))

    def averaged(self, average: Average, metric: Metric) -> Estimate:
        """The average over labels of a two-class metric, from the cells of all labels."""
        values = _values(metric, self.sets.counts)
        value, gradient = average_of(average, metric, self.sets.counts)
        undefined = [one for one, v in zip(self.sets.labels, values, strict=True) if math.isnan(v)]
        if math.isnan(value) and undefined:
            return self._without_interval(value, _undefined(undefined, values))
        if math.isnan(value):
            return self._without_interval(value, say("mean_undefined"))
        freedom = self.sets.cells.freedom
        return self._around(value, self.variance(gradient), metric.bounds, freedom=freedom)

    # means over rows

    def _mean(self, values: Floats, figure: RowFigure) -> Estimate:
        """Σ w v / Σ w over rows for which v is defined; those left out are reported."""
        s, known = self.sets, ~np.isnan(values)
        weight = np.where(known, s.set_weight, 0.0)
        total = weight.sum()
        if not total > 0:
            return self._without_interval(math.nan, say("label_rows_undefined"))
        filled = np.where(known, values, 0.0)
        value = float((weight * filled).sum() / total)
        left = float(s.set_weight[~known].sum())
        notes: tuple[Text, ...] = ()
        if left:
            every = total + left
            zero = f"{value * total / every:.3f}"
            if s.weighted:
                notes = (say("label_weight_left_out", share=f"{left / every:.1%}", zero=zero),)
            else:
                notes = (say("label_rows_left_out", n=round(left), zero=zero),)
        plain = figure.key == "subset_accuracy" and not s.weighted and s.clusters is None
        if plain and self.settings.method != "none":
            level = self.settings.confidence_level
            hits = float((weight * filled).sum())
            low, high = proportion_interval(hits, total, "wilson", level)
            return Estimate(value, float(low), float(high), level, "wilson", float(s.rows))
        influence = np.where(known, filled - value, 0.0) / total
        if s.clusters is None:
            variance = float((s.set_squares * influence**2).sum()) * _sample_factor(s.rows)
        else:
            each = np.bincount(s.sets[:, 0], s.set_weight * influence, s.clusters)
            variance = float((each**2).sum()) * _sample_factor(s.clusters)
        return self._around(value, variance, figure.bounds, notes)

    def _ranked(self, figure: RowFigure) -> Estimate:
        ranked = self.sets.ranked
        if ranked is None:
            raise refuse("label_figure_needs_scores", NotHere, key=figure.key)
        index, total = RANKED.index(figure.key), ranked.sums[-1]
        value = float(ranked.sums[index] / total)
        gradient = np.zeros(len(ranked.sums))
        gradient[index], gradient[-1] = 1 / total, -value / total
        high = figure.bounds[1] if math.isfinite(figure.bounds[1]) else float(len(self.sets.labels))
        return self._around(value, ranked.variance(gradient), (figure.bounds[0], high))

    # intervals

    def variance(self, gradient: Floats) -> float:
        """From the gradient by (tp, fp, fn) of each label, (labels, 3)."""
        cells = self.sets.cells
        flat = gradient.T.ravel()
        # every metric is a ratio: its gradient times the sums is 0, which gives that of the total
        rest = -float(flat @ cells.sums[:-1]) / cells.sums[-1]
        return cells.variance(np.r_[flat, rest])

    def _around(
        self,
        value: float,
        variance: float,
        bounds: tuple[float, float],
        notes: tuple[Text, ...] = (),
        freedom: float | None = None,
    ) -> Estimate:
        level, scale = self.settings.confidence_level, Scale(*bounds)
        note = notes[0] if notes else Text("", "")
        if self.settings.method == "none":
            return self._without_interval(value, note)
        if math.isnan(variance):
            return self._without_interval(value, joined([say("label_moments_missing"), *notes]))
        if not scale.inside(value) or not variance > 1e-24:
            return self._without_interval(value, joined([say("label_no_spread"), *notes]))
        clusters = self.sets.clusters
        if clusters is not None:
            freedom = min(float(clusters - 1), math.inf if freedom is None else freedom)
        low, high = scale.interval(value, math.sqrt(variance), quantile_of(level, freedom))
        method = "delta" if clusters is None else "delta (clusters)"
        return Estimate(value, low, high, level, method, float(self.sets.rows), 0.0, note)

    def _without_interval(self, value: float, why: Text) -> Estimate:
        level, n = self.settings.confidence_level, float(self.sets.rows)
        return Estimate(value, math.nan, math.nan, level, "none", n, 0.0, why)


def average_of(average: Average, metric: Metric, counts: Floats) -> tuple[float, Floats]:
    """The average of a metric over labels, and its gradient by (tp, fp, fn) of each label."""
    if average == "micro":
        return _micro(metric, counts)
    values = _values(metric, counts)
    if average == "macro":
        return float(values.mean()), _gradient(metric, counts) / len(values)
    return _weighted(metric, counts, values)


def two_class(key: str) -> Metric:
    """A metric of two classes that averages over labels."""
    metric = find(key)
    if metric.reads is not ConfusionMatrix:
        raise refuse("label_average_of_counts", NotHere, key=key)
    return metric


def _sample_factor(independent: int) -> float:
    return independent / (independent - 1) if independent > 1 else math.nan


def _undefined(names: list[Label], values: Floats) -> Text:
    known = values[~np.isnan(values)]
    without = f"{known.mean():.3f}" if len(known) else "nan"
    zero = f"{np.nan_to_num(values).mean():.3f}"
    return say("labels_undefined", labels=quoted(names[:5]), without=without, zero=zero)


def _matrices(counts: Floats) -> ConfusionMatrix:
    return ConfusionMatrix(counts, labels=(0, 1), pos_label=1)


def _values(metric: Metric, counts: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(metric(_matrices(counts)), np.float64)


def _micro(metric: Metric, counts: Floats) -> tuple[float, Floats]:
    """The metric of the summed cells; every label moves it alike."""
    pooled = counts.sum(0)
    value = float(_values(metric, pooled[None])[0])
    return value, np.repeat(_gradient(metric, pooled[None]), len(counts), 0)


def _weighted(metric: Metric, counts: Floats, values: Floats) -> tuple[float, Floats]:
    """The mean weighted by how many rows have a label; labels that none has weigh nothing."""
    support = counts[:, 1].sum(1)
    total = support.sum()
    if not total > 0:
        return math.nan, np.zeros((len(counts), 3))
    used = support > 0
    value = float((support[used] * values[used]).sum() / total)
    gradient = np.nan_to_num(_gradient(metric, counts)) * (support / total)[:, None]
    by_support = np.where(used, (np.nan_to_num(values) - value) / total, 0.0)
    gradient[:, (0, 2)] += by_support[:, None]  # what a label weighs is tp + fn
    return value, gradient


def _gradient(metric: Metric, counts: Floats) -> Floats:
    """∂ metric / ∂ (tp, fp, fn) of each label at the cost of tn, (labels, 3).

    Forward differences of second order: cells stay positive.
    """
    total = counts.sum((-1, -2), keepdims=True)
    shares = counts / total
    here = _values(metric, shares)
    by_cell = np.zeros(counts.shape)
    for cell in np.ndindex(2, 2):
        step = np.zeros((2, 2))
        step[cell] = STEP
        one, two = _values(metric, shares + step), _values(metric, shares + 2 * step)
        by_cell[:, cell[0], cell[1]] = (4 * one - two - 3 * here) / (2 * STEP)
    tn, fp, fn, tp = by_cell.reshape(-1, 4).T
    moves = np.stack([tp - tn, fp - tn, fn - tn], 1)
    return np.asarray(moves / total[:, :, 0], np.float64)
