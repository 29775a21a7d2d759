"""Leaving the unsure to somebody else: the risk–coverage curve with a band."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from veracity.arrays import ratio
from veracity.curves.kinds.risk_coverage import risk_coverage
from veracity.decisions.costs.curve_words import about_clusters
from veracity.decisions.expected_loss.threshold_counts import counts_at_thresholds
from veracity.decisions.prevalence.rate_bands import on_scale
from veracity.intervals import Settings, proportion_interval
from veracity.intervals.influence.clusters import cluster_spread
from veracity.results import Band, Curve
from veracity.results.estimate.estimate import NO_NOTE
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.numerics.quantiles import quantiles
from veracity.words import joined


def abstention(
    label: TopLabel,
    *,
    cost_wrong: float | None = None,
    cost_abstain: float | None = None,
    settings: Settings | None = None,
) -> Curve:
    """The risk–coverage curve; its band is pointwise, for the confidence that is the threshold.

    The error rate at a fixed confidence is a proportion of the answered: Wilson's interval,
    effective rows with weights; with clusters the linearised ratio and t, the clusters that
    are answered at all counting.

    >>> label = TopLabel.of_rows_right([1, 1, 0, 1], [0.9, 0.8, 0.7, 0.6])
    >>> abstention(label).band.high.round(3).tolist()
    [0.793, 0.658, 0.792, 0.699]
    """
    settings = settings or Settings()
    counts = counts_at_thresholds(label, label.scores)
    level = settings.confidence_level
    kept, squares = counts.weight.tp + counts.weight.fp, counts.squares.tp + counts.squares.fp
    rows = ratio(kept**2, squares)
    risk = ratio(counts.weight.fp, kept)
    low, high = proportion_interval(risk * rows, rows, "wilson", level)
    if counts.clusters is not None:
        answered = counts.clusters.tp + counts.clusters.fp
        each = ratio(counts.clusters.fp - risk * answered, kept)
        spread = cluster_spread([each], [answered], [kept > 0])
        error = np.sqrt(spread.variance)
        ends = on_scale(risk, error, quantiles(level, spread.freedom), (0.0, 1.0))
        varies = (risk > 0) & (risk < 1) & (error > 0)
        held = np.where(spread.clusters > 1, spread.clusters, np.nan)
        alone = proportion_interval(risk * held, held, "wilson", level)
        low, high = (np.where(varies, a, b) for a, b in zip(ends, alone, strict=True))
    if settings.method == "none":
        low = high = np.full(len(risk), np.nan)
    band = Band(np.asarray(low), np.asarray(high), level, "wilson")
    curve = risk_coverage(label, cost_wrong=cost_wrong, cost_abstain=cost_abstain, band=band)
    notes = [note for note in (curve.note, *about_clusters(counts, None)) if note]
    return replace(curve, note=joined(notes) if notes else NO_NOTE)
