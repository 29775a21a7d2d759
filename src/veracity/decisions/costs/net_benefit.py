"""Decision curves with bands: is acting on a model worth more than treating all or none.

The threshold probability t is the risk from which on somebody would act; t/(1 − t) is then how
many finds one false alarm costs. The model's own probabilities are thresholded at t.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats
from veracity.curves.kinds.decision import decision_curve
from veracity.decisions.costs.curve_words import about_clusters, about_grid
from veracity.decisions.costs.mean_bands import band_method, by_wilson, ends_at_thresholds
from veracity.decisions.costs.worth_acting import display_worth
from veracity.decisions.expected_loss.population import Population, Prevalence, among, population
from veracity.decisions.expected_loss.threshold_counts import (
    CountsAtThresholds,
    Mean,
    Thresholded,
    counts_at_thresholds,
)
from veracity.decisions.expected_loss.uniform_classes import widened
from veracity.decisions.prevalence.rate_bands import on_scale
from veracity.errors import refuse
from veracity.intervals import Settings, proportion_interval
from veracity.results import Curve, percent
from veracity.statistics.numerics.quantiles import quantiles
from veracity.words import Text, joined, say


def usual_thresholds() -> Floats:
    """From 1 % to 99 %."""
    return np.arange(1, 100) / 100


def decision(
    statistic: Thresholded,
    thresholds: ArrayLike | None = None,
    *,
    prevalence: Prevalence | None = None,
    per: float = 1.0,
    settings: Settings | None = None,
) -> Curve:
    """Net benefit at each threshold probability, with a pointwise band.

    `statistic` is a table of probabilities, or counts whose calls are fixed (a yes-or-no
    test). With a `prevalence` (case–control data) it is π TPR − (1 − π) FPR t/(1 − t) of a
    population with that share, and the band carries the error of the rates alone, and of the
    share where that was counted (`population`); so the probabilities must be those of that
    population. Weights and clusters are allowed for. At a threshold inside a cell of a grid the
    cell counts as called positive; `bound` says how far off that may be, and widens the band.
    `shown_better` is 1 where it is shown to be worth more than treating all and treating none, at
    all thresholds together (`worth_acting`).

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> table = ScoreTable.of_rows([1, 0, 1, 0, 0], [0.9, 0.6, 0.4, 0.3, 0.1])
    >>> curve = decision(table, [0.25, 0.5])
    >>> curve["net_benefit"].round(4).tolist(), curve["treat_all"].round(4).tolist()
    ([0.2667, 0.0], [0.2, -0.2])
    """
    settings = settings or Settings()
    chosen = _checked(usual_thresholds() if thresholds is None else thresholds)
    number = isinstance(per, (int, float)) and not isinstance(per, bool)
    if not (number and 0 < per < math.inf):
        raise refuse("per_cases", per=repr(per))
    _check_probabilities(statistic)
    classes = statistic.labels, statistic.pos_label
    where = None if prevalence is None else among(population(prevalence), *classes)
    counts = counts_at_thresholds(statistic, chosen)
    odds = chosen / (1 - chosen)
    zero = np.zeros_like(odds)
    cells = (1.0 + zero, -odds, zero, zero)
    mean = counts.mean(cells, where)
    share = None if where is None else where.positive_share
    if by_wilson(counts, settings):
        low, high = ends_at_thresholds(counts, cells, where, settings.confidence_level)
    else:
        low, high = _ends(counts, mean, odds, share, settings.confidence_level)
        if share is not None and counts.cluster_count is not None:
            both, level = counts.class_calls(cells, share), settings.confidence_level
            low, high = widened((low, high), mean.value, both, level)
    if settings.method == "none":
        low = high = np.full(len(chosen), np.nan)
    bound = float(np.nanmax(mean.bound, initial=0.0))
    return decision_curve(
        chosen,
        mean.value,
        counts.prevalence if share is None else share,
        per=float(per),
        low=low - mean.bound,
        high=high + mean.bound,
        level=settings.confidence_level,
        method=band_method(counts, settings, where),
        note=joined(_notes(statistic, counts, where, bound * per)),
        bound=bound * per,
        better=display_worth(counts, where, settings.confidence_level, settings.random_state),
    )


def _notes(
    statistic: Thresholded, counts: CountsAtThresholds, where: Population | None, bound: float
) -> list[Text]:
    notes = [say("decision_band" if counts.clusters is None else "decision_band_clusters")]
    if statistic.kind == "confusion_matrix":
        notes.append(say("decision_fixed"))
    if where is not None:
        if statistic.kind != "confusion_matrix":
            notes.append(say("decision_probabilities"))
        notes.append(say("label_shift", share=where.words))
        if where.counted:
            notes.append(say("prevalence_counted", n=round(float(where.of or 0))))
    return [*notes, *about_clusters(counts, where), *about_grid(statistic, bound)]


def decisions(
    models: Mapping[str, Thresholded], thresholds: ArrayLike | None = None, **options: Any
) -> dict[str, Curve]:
    """The decision curve of each model at the same thresholds."""
    if not models:
        raise refuse("curve_without_metrics")
    return {name: decision(one, thresholds, **options) for name, one in models.items()}


def _ends(
    counts: CountsAtThresholds, mean: Mean, odds: Floats, share: float | None, level: float
) -> tuple[Floats, Floats]:
    """On the scale of the range; where nothing at all is called positive, from 0 of n."""
    bounds = (-odds, 1.0) if share is None else (-odds * (1 - share), share)
    value, error = mean.value, mean.error
    low, high = on_scale(value, error, quantiles(level, mean.freedom), bounds)
    rows = counts.effective_total if counts.cluster_count is None else float(counts.cluster_count)
    if share is None:
        most = float(proportion_interval(0.0, rows, "wilson", level)[1])
        none = (-odds * most, most)
    else:
        parts = [float(ratio_of) for ratio_of in _unseen(counts, level)]
        none = (-odds * (1 - share) * parts[1], share * parts[0])
    nothing = ((counts.weight.tp + counts.weight.fp) == 0) & (rows > 1)
    flat = ~(error > 0) & ~nothing
    low = np.where(nothing, none[0], np.where(flat, np.nan, low))
    high = np.where(nothing, none[1], np.where(flat, np.nan, high))
    return low, high


def _unseen(counts: CountsAtThresholds, level: float) -> tuple[Any, Any]:
    """How large TPR and FPR may be where none was called positive."""
    pairs = ((counts.weight.P, counts.squares.P), (counts.weight.N, counts.squares.N))
    ends = []
    for weight, square in pairs:
        rows = weight**2 / square if square > 0 else 0.0
        ends.append(proportion_interval(0.0, rows, "wilson", level)[1])
    return ends[0], ends[1]


def _checked(thresholds: ArrayLike) -> Floats:
    try:
        chosen = np.sort(np.atleast_1d(np.asarray(thresholds, np.float64)))
    except (TypeError, ValueError):
        raise refuse("threshold_probability", given=repr(thresholds)) from None
    if not len(chosen) or chosen.ndim > 1 or not ((chosen >= 0) & (chosen < 1)).all():
        raise refuse("threshold_probability", given=repr(thresholds))
    return chosen


def _check_probabilities(statistic: Thresholded) -> None:
    if statistic.kind == "confusion_matrix" or not len(statistic):
        return
    table = statistic.edges
    low, high = float(table.scores[-1]), float(table.scores[0])
    if low < 0 or high > 1:
        raise refuse("confidence_outside", low=low, high=high)


def net_benefit_words(curve: Curve) -> Text:
    """From where to where the model is shown to beat both treating all and treating none."""
    indices = np.flatnonzero(curve["shown_better"])
    level = percent(0.95 if curve.band is None else curve.band.level)
    if not len(indices):
        return say("decision_never", level=level)
    low, high = f"{curve.x[indices[0]]:g}", f"{curve.x[indices[-1]]:g}"
    if low == high:
        return say("decision_at", at=low, level=level)
    whole = len(indices) == indices[-1] - indices[0] + 1
    return say("decision_between" if whole else "decision_mostly", low=low, high=high, level=level)
