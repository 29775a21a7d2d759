"""Decision curves with bands: is acting on a model worth more than treating all or none.

The threshold probability t is the risk from which on somebody would act; t/(1 − t) is then how
many finds one false alarm costs. The model's own probabilities are cut at t.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.curves.decision import decision_curve
from veracity.decisions.cut_counts import CutCounts, cut_counts
from veracity.decisions.rate_bands import on_scale
from veracity.errors import refuse
from veracity.intervals import Settings, proportion_interval
from veracity.intervals.linearised import quantile_of
from veracity.metrics.projecting import checked_share
from veracity.results import Curve
from veracity.statistics import ConfusionMatrix
from veracity.statistics.score_table import ScoreTable
from veracity.words import Text, joined, say

Statistic = ScoreTable | ConfusionMatrix


def usual_thresholds() -> Floats:
    """From 1 % to 99 %."""
    return np.arange(1, 100) / 100


def decision(
    statistic: Statistic,
    thresholds: Any = None,
    *,
    prevalence: float | None = None,
    per: float = 1.0,
    settings: Settings | None = None,
) -> Curve:
    """Net benefit at each threshold probability, with a pointwise band.

    `statistic` is a table of probabilities, or counts whose calls are fixed (a yes-or-no
    test). With a `prevalence` (case–control data) it is π TPR − (1 − π) FPR t/(1 − t) of a
    population with that share, and the band carries the error of the rates alone; so the
    probabilities must be those of that population. Weights and clusters are allowed for.

    >>> table = ScoreTable.of_rows([1, 0, 1, 0, 0], [0.9, 0.6, 0.4, 0.3, 0.1])
    >>> curve = decision(table, [0.25, 0.5])
    >>> curve["net_benefit"].round(4).tolist(), curve["treat_all"].round(4).tolist()
    ([0.2667, 0.0], [0.2, -0.2])
    """
    settings = settings or Settings()
    wanted = _checked(usual_thresholds() if thresholds is None else thresholds)
    if not (isinstance(per, (int, float)) and 0 < per < math.inf):
        raise refuse("per_cases", per=repr(per))
    _check_probabilities(statistic)
    share = None if prevalence is None else checked_share(prevalence)
    assert not isinstance(share, Mapping)
    counts = cut_counts(statistic, wanted)
    odds = wanted / (1 - wanted)
    zero = np.zeros_like(odds)
    value, error = counts.linear((1.0 + zero, -odds, zero, zero), share)
    low, high = _ends(counts, value, error, odds, share, settings.confidence_level)
    notes = [say("decision_band")]
    if share is not None:
        notes.append(say("label_shift", share=f"{share:g}"))
    if settings.method == "none":
        low = high = np.full(len(wanted), np.nan)
    return decision_curve(
        wanted,
        value,
        counts.prevalence if share is None else share,
        per=float(per),
        low=low,
        high=high,
        level=settings.confidence_level,
        note=joined(notes),
    )


def decisions(
    models: Mapping[str, Statistic], thresholds: Any = None, **options: Any
) -> dict[str, Curve]:
    """The decision curve of each model at the same thresholds."""
    if not models:
        raise refuse("curve_without_metrics")
    return {name: decision(one, thresholds, **options) for name, one in models.items()}


def _ends(
    counts: CutCounts,
    value: Floats,
    error: Floats,
    odds: Floats,
    share: float | None,
    level: float,
) -> tuple[Floats, Floats]:
    """On the scale of the range; where nothing at all is called, from 0 of n."""
    bounds = (-odds, 1.0) if share is None else (-odds * (1 - share), share)
    low, high = on_scale(value, error, quantile_of(level, counts.freedom), bounds)
    rows = counts.effective_total if counts.units is None else len(counts.units.tp)
    if share is None:
        most = float(proportion_interval(0.0, rows, "wilson", level)[1])
        none = (-odds * most, most)
    else:
        parts = [float(ratio_of) for ratio_of in _unseen(counts, level)]
        none = (-odds * (1 - share) * parts[1], share * parts[0])
    nothing = (counts.weight.tp + counts.weight.fp) == 0
    flat = ~(error > 0) & ~nothing
    low = np.where(nothing, none[0], np.where(flat, np.nan, low))
    high = np.where(nothing, none[1], np.where(flat, np.nan, high))
    return low, high


def _unseen(counts: CutCounts, level: float) -> tuple[Any, Any]:
    """How large TPR and FPR may be where none was called."""
    pairs = ((counts.weight.P, counts.squares.P), (counts.weight.N, counts.squares.N))
    ends = []
    for weight, square in pairs:
        rows = weight**2 / square if square > 0 else 0.0
        ends.append(proportion_interval(0.0, rows, "wilson", level)[1])
    return ends[0], ends[1]


def _checked(thresholds: Any) -> Floats:
    wanted = np.sort(np.atleast_1d(np.asarray(thresholds, np.float64)))
    if not len(wanted) or not ((wanted >= 0) & (wanted < 1)).all():
        raise refuse("threshold_probability", given=repr(thresholds))
    return wanted


def _check_probabilities(statistic: Statistic) -> None:
    if isinstance(statistic, ConfusionMatrix) or not len(statistic):
        return
    low, high = float(statistic.scores[-1]), float(statistic.scores[0])
    if low < 0 or high > 1:
        raise refuse("confidence_outside", low=low, high=high)


def net_benefit_words(curve: Curve) -> Text:
    """From where to where the model beats both treating all and treating none."""
    better = curve["net_benefit"] > np.maximum(curve["treat_all"], 0.0)
    if not better.any():
        return say("decision_never")
    places = np.flatnonzero(better)
    ends = {"low": f"{curve.x[places[0]]:g}", "high": f"{curve.x[places[-1]]:g}"}
    whole = bool(better[places[0] : places[-1] + 1].all())
    return say("decision_between" if whole else "decision_mostly", **ends)
