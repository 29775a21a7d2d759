"""The interval of the recall at a false positive rate of which few negatives are left.

The rate f of N negatives is fN cases. With two or more of them redraws of the table cover (0.93
to 0.97); with fewer they cannot tell how far the cut of the sample is from that of the
population: at fN = 1 their percentiles covered 0.71 to 0.90, at 0.5 0.74. Instead the rate f is
tested at every cut. Below the deepest cut whose rate is significantly less than f the recall
cannot lie, nor above that of the first cut whose rate is significantly more; where no cut is, it
may be anything on that side. Both are put together with the chance in the recall itself, which
comes from other rows and is independent of it (Zou GY, Donner A (2008) Statistics in Medicine
27:1693–1702). Such intervals are honest and wide: they covered 0.98 to 1.00.
"""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.intervals.closed_form.at_precision import NAME
from veracity.intervals.formulas.interval import Interval
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.statistics import ScoreTable
from veracity.words import say

FEW = 2.0  # negatives that the rate leaves above the cut


def few_above(sample: Sample, metric: Metric) -> bool:
    """Whether the rate at which the metric is read is less than two negatives."""
    if metric.at_fpr is None or sample.clusters is not None:
        return False
    return _rate(metric) * cases(sample)[1] < FEW


def at_false_rate(sample: Sample, metric: Metric, value: float) -> Interval:
    """From the binomial test of the rate at each cut, with mid-p tails.

    With weights the numbers of positives and negatives are effective ones, (Σw)²/Σw².
    """
    table: ScoreTable = sample.read
    f, level = _rate(metric), sample.settings.confidence_level
    positives, negatives = cases(sample)
    recall, false = ratio(table.tp, table.positives), ratio(table.fp, table.negatives)
    below = at_most(false * negatives, negatives, f)
    tail = (1 - level) / 2
    surely, surely_not = below <= tail, 1 - below <= tail
    least = float(recall[surely].max(initial=0.0))
    most = float(recall[surely_not].min(initial=1.0))
    low, high = proportion_interval(value * positives, positives, "wilson", level)
    down = math.hypot(max(value - least, 0.0), value - float(low))
    up = math.hypot(max(most - value, 0.0), float(high) - value)
    note = say("false_rate_inverted", f=f, n=f * negatives)
    return Interval(max(value - down, 0.0), min(value + up, 1.0), NAME, (note,))


def _rate(metric: Metric) -> float:
    assert metric.at_fpr is not None
    return float(metric.at_fpr(**metric.values))


def cases(sample: Sample) -> tuple[float, float]:
    """Positives and negatives, effective ones with weights."""
    table: ScoreTable = sample.read
    squares = table.sum_of_squares.sum(-1)
    up, across = squares if table.positive_first else squares[::-1]
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
