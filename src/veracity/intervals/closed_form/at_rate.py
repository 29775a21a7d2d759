"""The interval of a metric read at a false positive rate or a recall that few cases decide.

The rate f of N negatives is fN cases, and with a recall of r at most (1 − r)P of P positives are
missed. With two or more of them resamples of the table cover (0.93 to 0.97); with fewer they
cannot tell how far the threshold of the sample is from that of the population: at fN = 1 their
percentiles covered 0.71 to 0.90, at 0.5 0.74; at a recall 0.68 to 0.93, and for many samples there
was none. Instead the rate is tested at every threshold. What is read below the deepest threshold
whose rate is significantly less, or above the first whose rate is significantly more, cannot be
the value of the population; where no threshold is, it may be anything on that side. Both are put
together with the chance in the value itself, which comes from other rows and is independent of it
(Zou GY, Donner A (2008) Statistics in Medicine 27:1693–1702). At a false positive rate such
intervals are honest and wide: they covered 0.98 to 1.00. At a recall the precision may also rise
again further down: its highest from either threshold on bounds it. These covered 0.965 to 0.985,
and are narrower than those of the resamples were.
"""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.intervals.closed_form.at_precision import NAME, weight_of_a_row
from veracity.intervals.formulas.interval import Interval
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.statistics import ScoreTable
from veracity.words import Text, say

FEW = 2.0  # negatives that the rate leaves above the threshold, or positives missed


def few_decide(sample: Sample, metric: Metric) -> bool:
    """Whether fewer than two cases decide where the threshold lies at which it is read."""
    if metric.moving is None or sample.cluster_count is not None:
        return False
    if metric.moving.at == "false_positive_rate":
        return _target(metric) * cases(sample)[1] < FEW
    return metric.moving.at == "recall" and (1 - _target(metric)) * cases(sample)[0] < FEW


def at_rate(sample: Sample, metric: Metric, value: float) -> Interval:
    """From the binomial test of the rate at each threshold, with mid-p tails.

    With weights the numbers of cases are effective ones, (Σw)²/Σw².
    """
    moving, read = metric.moving, sample.read
    assert moving is not None
    tail = (1 - sample.settings.confidence_level) / 2
    if moving.at == "false_positive_rate":
        return _at_false_rate(sample, read, _target(metric), value, tail)
    return _at_recall(
        sample, read if moving.seen is None else moving.seen(read), _target(metric), value, tail
    )


def _at_false_rate(
    sample: Sample, table: ScoreTable, f: float, value: float, tail: float
) -> Interval:
    """Of the recall, tested by the false positive rate."""
    positives, negatives = cases(sample)
    recall, false = ratio(table.tp, table.positives), ratio(table.fp, table.negatives)
    below = at_most(false * negatives, negatives, f)
    least = float(recall[below <= tail].max(initial=0.0))
    most = float(recall[1 - below <= tail].min(initial=1.0))
    note = say("false_rate_inverted", f=f, n=f * negatives)
    return _with_its_own_chance(sample, value, (least, most), positives, note)


def _at_recall(sample: Sample, table: ScoreTable, r: float, value: float, tail: float) -> Interval:
    """Of the precision, tested by the recall."""
    positives = cases(sample)[0]
    tp, called_positive = table.tp[1:], (table.tp + table.fp)[1:]
    precision, recall = ratio(tp, called_positive), ratio(tp, table.positives)
    known, each = np.unique(recall, return_inverse=True)  # as many as there are positives
    below = at_most(known * positives, positives, r)[each.reshape(-1)]
    first = int(np.argmax(below > tail))
    last = int(np.flatnonzero(1 - below > tail).max(initial=0))
    most, least = float(precision[first:].max()), float(precision[last:].max())
    index = int(np.argmin(np.where(recall >= r, np.abs(precision - value), math.inf)))
    trials = float(called_positive[index]) / weight_of_a_row(table, value)
    note = say("recall_inverted", r=r, n=(1 - r) * positives)
    return _with_its_own_chance(sample, value, (least, most), trials, note)


def _with_its_own_chance(
    sample: Sample, value: float, by_threshold: tuple[float, float], trials: float, note: Text
) -> Interval:
    """What chance does to the threshold, and to the value among so many trials, put together."""
    least, most = by_threshold
    level = sample.settings.confidence_level
    low, high = proportion_interval(value * trials, trials, "wilson", level)
    down = math.hypot(max(value - least, 0.0), value - float(low))
    up = math.hypot(max(most - value, 0.0), float(high) - value)
    return Interval(max(value - down, 0.0), min(value + up, 1.0), NAME, (note,))


def _target(metric: Metric) -> float:
    assert metric.moving is not None
    assert metric.moving.target is not None
    return float(metric.moving.target(**metric.values))


def cases(sample: Sample) -> tuple[float, float]:
    """Positives and negatives, effective ones with weights."""
    table: ScoreTable = sample.read
    up, across = table.class_squares if table.positive_first else table.class_squares[::-1]
    positives, negatives = table.positives, table.negatives
    return float(ratio(positives**2, up)), float(ratio(negatives**2, across))


def at_most(x: Floats, n: float, f: float) -> Floats:
    """P(X < x) + P(X = x)/2 of a binomial number, also between whole numbers.

    >>> at_most(np.array([0.0, 1.0, 2.0]), 2.0, 0.5).tolist()
    [0.125, 0.5, 0.875]
    """
    from scipy.special import betainc

    inside = np.minimum(x, n * (1 - 1e-12))
    up_to = 1 - betainc(inside + 1, n - inside, f)
    less = np.where(x > 0, 1 - betainc(np.maximum(x, 1e-300), n - x + 1, f), 0.0)
    return np.where(x >= n * (1 - 1e-12), 1 - f**n / 2, (up_to + less) / 2)
