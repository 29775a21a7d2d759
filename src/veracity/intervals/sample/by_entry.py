"""The influence of each row on a metric of K columns, where its record has it in closed form."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.intervals.formulas.scales import Scale
from veracity.intervals.influence.between_clusters import ByClass
from veracity.intervals.influence.influence import Influence
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.metrics.record.interval_facts import Smooth
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.matrix.cells import tallied

STEP = 1e-4  # of the distance to the nearer end of the range


def influence_of_entries(sample: Sample, metric: Metric) -> Influence:
    """What every entry, or every cluster, moves; the bias is that of the scale alone.

    The variance is that of `Directions`, without their random sums of entries.
    """
    smooth, joint = metric.fact(Smooth), sample.statistic
    assert smooth is not None
    assert smooth.by_entry is not None
    with np.errstate(all="ignore"):
        each = joint.weight * smooth.by_entry(joint, **metric.values)
    each -= float(ratio(each.sum(), joint.weight.sum())) * joint.weight
    if joint.cluster is None:
        squares = ratio(joint.sum_of_squares, joint.weight**2)
        rows = ratio(joint.weight**2, joint.sum_of_squares)
        found = Influence(each, squares, 0.0, None, rows)
    else:
        found = _of_clusters(joint, each)
    bend = _bend(Scale(*metric.bounds), sample.value(metric)[0])
    return replace(found, bias=bend * found.variance / 2)


def _of_clusters(joint: JointScores, each: Floats) -> Influence:
    assert joint.cluster is not None
    clusters = len(joint.cluster_labels)
    moved, held = (tallied(joint.cluster, part, clusters) for part in (each, joint.weight))
    all_of_them, whole = np.arange(clusters), np.ones(clusters)
    one_class = np.zeros(clusters, np.int64)  # that of an entry in K columns is no matter here
    by_class = ByClass(all_of_them, one_class, all_of_them, all_of_them, whole, clusters, held)
    between = by_class.between(moved)
    square = float((moved**2).sum())
    squares = np.full(clusters, float(ratio(between.variance, square)) if square else 1.0)
    plain = Influence(moved, squares, 0.0, between.freedom, whole, between.clusters)
    return replace(plain, freedom=min(between.freedom, plain.degrees))


def _bend(scale: Scale, value: float) -> float:
    """The second derivative of the scale: how much a spread about the value shifts its mean."""
    if not scale.inside(value):
        return 0.0
    ends = [abs(value - end) for end in (scale.low, scale.high) if math.isfinite(end)]
    step = STEP * min(ends, default=1.0)
    less, here, more = (scale.to(value + way * step) for way in (-1, 0, 1))
    return (more + less - 2 * here) / step**2
