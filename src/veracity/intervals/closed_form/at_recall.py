"""The interval of the precision at a recall that leaves few positives to be missed.

With a recall of r at most (1 − r)P of P positives are missed. Where that is fewer than two, the
cut lies at one of the last positives, and redraws of so few are too alike: their percentiles
covered 0.68 to 0.93, and for many samples there was none. Instead the recall r is tested at every
cut. The cut of the population lies no higher than the first whose recall is not significantly
below r, and no deeper than the last whose recall is not significantly above it; with few
positives that is the end of the list, where precision is the share of positives. The highest
precision from either cut on bounds it, put together with the chance in the precision of those
called (Zou GY, Donner A (2008) Statistics in Medicine 27:1693–1702). It covered 0.965 to 0.985,
and is narrower than the redraws were.
"""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import ratio
from veracity.intervals.closed_form.at_false_rate import FEW, at_most, cases
from veracity.intervals.closed_form.at_precision import NAME, weight_of_a_row
from veracity.intervals.formulas.interval import Interval
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.statistics import ScoreTable
from veracity.words import say


def few_missed(sample: Sample, metric: Metric) -> bool:
    """Whether fewer than two positives may be missed at the recall at which it is read."""
    if metric.at_tpr is None or sample.clusters is not None:
        return False
    return (1 - _recall(metric)) * cases(sample)[0] < FEW


def at_recall(sample: Sample, metric: Metric, value: float) -> Interval:
    """From the binomial test of the recall at each cut, with mid-p tails.

    With weights the numbers of positives and of those called are effective ones.
    """
    table: ScoreTable = sample.read if metric.seen is None else metric.seen(sample.read)
    r, level = _recall(metric), sample.settings.confidence_level
    positives, tail = cases(sample)[0], (1 - level) / 2
    tp, called = table.tp[1:], (table.tp + table.fp)[1:]
    precision, recall = ratio(tp, called), ratio(tp, table.positives)
    known, each = np.unique(recall, return_inverse=True)  # as many as there are positives
    below = at_most(known * positives, positives, r)[each.reshape(-1)]
    first = int(np.argmax(below > tail))
    last = int(np.flatnonzero(1 - below > tail).max(initial=0))
    most, least = float(precision[first:].max()), float(precision[last:].max())
    place = int(np.argmin(np.where(recall >= r, np.abs(precision - value), math.inf)))
    trials = float(called[place]) / weight_of_a_row(table, value)
    low, high = proportion_interval(value * trials, trials, "wilson", level)
    down = math.hypot(max(value - least, 0.0), value - float(low))
    up = math.hypot(max(most - value, 0.0), float(high) - value)
    note = say("recall_inverted", r=r, n=(1 - r) * positives)
    return Interval(max(value - down, 0.0), min(value + up, 1.0), NAME, (note,))


def _recall(metric: Metric) -> float:
    assert metric.at_tpr is not None
    return float(metric.at_tpr(**metric.values))
