"""The burden of alarms against the threshold, with a band."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats, ratio
from veracity.decisions.costs.alarms import traffic
from veracity.decisions.costs.curve_words import about_clusters, about_grid
from veracity.decisions.costs.mean_bands import band_method, by_wilson, ends_at_thresholds
from veracity.decisions.expected_loss.population import Population, Prevalence, among, population
from veracity.decisions.expected_loss.threshold_counts import (
    CountsAtThresholds,
    Mean,
    counts_at_thresholds,
)
from veracity.decisions.expected_loss.uniform_classes import widened
from veracity.decisions.prevalence.rate_bands import on_scale
from veracity.errors import refuse
from veracity.intervals import Settings, proportion_interval
from veracity.results import Band, Curve
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.numerics.quantiles import quantiles
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.scores.thresholds import checked_thresholds
from veracity.words import Text, joined, say

MOST_POINTS = 2000
CALLED_POSITIVE = (1, 1, 0, 0)  # of TP, FP, FN, TN


def alarms_against_threshold(
    table: ScoreTable | ScoreGrid,
    thresholds: ArrayLike | None = None,
    *,
    per_hour: float | None = None,
    per_day: float | None = None,
    minutes_each: float | None = None,
    prevalence: Prevalence | None = None,
    settings: Settings | None = None,
) -> Curve:
    """The same numbers at every threshold (all scores by default), with a band for the alarms.

    `prevalence` is that of use: a share, {label: share} or a Population. At a threshold inside
    a cell of a grid the cell counts as called positive, and `bound` says how far off that may
    be; the band is widened by it.

    >>> table = ScoreTable.of_rows([1, 0, 1, 0, 0], [0.9, 0.6, 0.4, 0.3, 0.1])
    >>> curve = alarms_against_threshold(table, [0.5, 0.2], per_day=100, minutes_each=3)
    >>> curve["alarms"].tolist(), curve["missed"].tolist(), curve["review_hours"].tolist()
    ([80.0, 40.0], [0.0, 20.0], [4.0, 2.0])
    """
    settings = settings or Settings()
    flow = traffic(per_hour, per_day, minutes_each)
    chosen = _thresholds(table, thresholds)
    where = None if prevalence is None else among(population(prevalence), *_classes(table))
    counts = counts_at_thresholds(table, chosen)
    cells = (CALLED_POSITIVE, (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0))
    called_positive, true, false, missed = (counts.mean(one, where) for one in cells)
    low, high = _ends(counts, called_positive, where, settings)
    columns = {
        "threshold": chosen,
        "alarms": called_positive.value * flow.cases,
        "true_alarms": true.value * flow.cases,
        "false_alarms": false.value * flow.cases,
        "missed": np.maximum(missed.value, 0.0) * flow.cases,
        "false_per_true": ratio(false.value, true.value),
    }
    if flow.minutes_each is not None:
        columns["review_hours"] = called_positive.value * flow.cases * flow.minutes_each / 60
    bound = float(np.nanmax(called_positive.bound, initial=0.0)) * flow.cases
    notes = [_at(counts, where), say("alarms_assume")]
    notes += [*about_clusters(counts, where), *about_grid(table, bound)]
    return Curve(
        "alarms",
        columns,
        chosen.copy(),
        {key: say(f"alarm_curve_{key}") for key in columns},
        {"threshold": _window(chosen), "alarms": (0.0, flow.cases)},
        band=Band(
            low * flow.cases,
            high * flow.cases,
            settings.confidence_level,
            band_method(counts, settings, where),
        ),
        note=joined(notes),
        bound=bound,
    )


def _thresholds(table: ScoreTable | ScoreGrid, thresholds: ArrayLike | None) -> Floats:
    if thresholds is None:
        chosen = np.sort(table.low)
    else:
        chosen = np.sort(np.atleast_1d(checked_thresholds(thresholds)))
        if not len(chosen) or chosen.ndim > 1:
            raise refuse("alarms_thresholds", given=repr(thresholds))
    if len(chosen) > MOST_POINTS:
        chosen = chosen[np.linspace(0, len(chosen) - 1, MOST_POINTS).astype(np.int64)]
    return np.array(chosen)


def _classes(table: ScoreTable | ScoreGrid) -> tuple[Any, Any]:
    return table.labels, table.pos_label


def _at(counts: CountsAtThresholds, where: Population | None) -> Text:
    if where is not None:
        return say("label_shift", share=where.words)
    return say("alarms_at_test", share=f"{counts.prevalence:.3g}")


def _window(values: Floats) -> tuple[float, float]:
    seen = values[np.isfinite(values)]
    return (float(seen.min()), float(seen.max())) if len(seen) else (0.0, 1.0)


def _ends(
    counts: CountsAtThresholds, called_positive: Mean, where: Population | None, settings: Settings
) -> tuple[Floats, Floats]:
    """Ends of the share called positive: Wilson's, or linearised with clusters."""
    value, level = called_positive.value, settings.confidence_level
    if settings.method == "none":
        return np.full(len(value), np.nan), np.full(len(value), np.nan)
    rows = counts.effective_total if counts.cluster_count is None else float(counts.cluster_count)
    if by_wilson(counts, settings):
        low, high = ends_at_thresholds(counts, CALLED_POSITIVE, where, level)
    else:
        times = quantiles(level, called_positive.freedom)
        low, high = on_scale(value, called_positive.error, times, (0.0, 1.0))
        edge = float(proportion_interval(0.0, rows, "wilson", level)[1])
        edge = edge if rows > 1 else np.nan
        low = np.where(value <= 0, 0.0 * edge, np.where(value >= 1, 1 - edge, low))
        high = np.where(value <= 0, edge, np.where(value >= 1, 1.0 + 0.0 * edge, high))
        if where is not None and counts.cluster_count is not None:
            both = counts.class_calls(CALLED_POSITIVE, where.positive_share)
            low, high = widened((low, high), value, both, level)
    return np.maximum(low - called_positive.bound, 0.0), np.minimum(
        high + called_positive.bound, 1.0
    )
