"""The interval of a figure at a threshold that was chosen on the same rows.

The interval as for a threshold given beforehand lies too high: of F1 at the threshold that makes
it best it covered 0.87 to 0.91 with 100 to 400 rows. Cross-fitting gives what the figure is on
rows that did not choose; the interval is drawn out by the difference, on the side where the
sample flatters. So it covers 0.95 and more (`simulations/chosen_thresholds`): the difference is
itself uncertain, which is why the other end stays.
"""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from veracity.arrays import Floats
from veracity.metrics import Metric
from veracity.results import Estimate, figure
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import DenseCells
from veracity.words import joined, say

CHOSEN = " (chosen here)"  # behind the method


def at_chosen(
    estimate: Estimate, metric: Metric, counts: ConfusionMatrix, held_out: Floats | None
) -> Estimate:
    """The estimate at a threshold chosen on these counts.

    `held_out` are the cells that cross-fitting found on rows that did not choose, (..., 2, 2).
    """
    if not estimate.defined:
        return estimate
    honest = _mean(metric, counts, held_out)
    if math.isnan(honest) or not math.isfinite(estimate.value):
        return _notes(estimate, "chosen_on_these_rows")
    found = _notes(estimate, "chosen_here", corrected=figure(honest))
    if math.isnan(estimate.low) or math.isnan(estimate.high):
        return found
    flattered, (bottom, top) = estimate.value - honest, metric.bounds
    return replace(
        found,
        low=max(min(estimate.low, estimate.low - flattered), bottom),
        high=min(max(estimate.high, estimate.high - flattered), top),
        method=estimate.method + CHOSEN,
    )


def _mean(metric: Metric, counts: ConfusionMatrix, held_out: Floats | None) -> float:
    """The figure on rows that did not choose; nan where most divisions leave it undefined."""
    if held_out is None:
        return math.nan
    with np.errstate(all="ignore"):
        cells = DenseCells(np.asarray(held_out, np.float64))
        values = np.atleast_1d(metric(counts.changed(cells=cells, squares=None, clusters=None)))
    known = values[np.isfinite(values)]
    return float(known.mean()) if len(known) and 2 * len(known) >= len(values) else math.nan


def _notes(estimate: Estimate, key: str, **facts: str) -> Estimate:
    notes = [note for note in (estimate.note, say(key, **facts)) if note]
    return replace(estimate, note=joined(notes))
