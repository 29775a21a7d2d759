"""Reliability curves: of the cases given a probability, how many came true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import numpy as np

from veracity.arrays import Floats
from veracity.curves.making.coordinates import one
from veracity.curves.reliability.bands import (
    BUCKETS,
    Fit,
    clustering,
    confidence_band,
    consistency_band,
    widened,
)
from veracity.curves.reliability.binned import bin_bars, bin_fit, bin_table
from veracity.curves.reliability.corp import corp_bars, corp_fit, corp_points
from veracity.curves.reliability.smooth import smooth_bars, smooth_fit, smooth_points
from veracity.errors import refuse
from veracity.metrics.calibration.bins import bins_of
from veracity.results.estimate.curve import Band, Curve
from veracity.results.estimate.estimate import NO_NOTE
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text, joined, say

Kind = Literal["corp", "binned", "smooth"]
Strategy = Literal["uniform", "quantile"]
BandKind = Literal["consistency", "confidence"]
KINDS = ("corp", "binned", "smooth")
STRATEGIES = ("uniform", "quantile")
BANDS = ("consistency", "confidence")
NAMES = {
    "predicted": Text("Predicted probability", "预测概率"),
    "observed": Text("Share of positives", "正例比例"),
    "weight": Text("Rows", "样本数"),
}


def reliability(
    table: ScoreTable | ScoreGrid,
    *,
    kind: Kind = "corp",
    bins: int = 10,
    strategy: Strategy = "uniform",
    band: BandKind | None = None,
    confidence_level: float = 0.95,
    n_resamples: int = 1000,
    random_state: int = 0,
) -> Curve:
    """The share of positives (`observed`) against the predicted probability (`predicted`).

    Probabilities are calibrated where the curve lies on the diagonal. `weight` is how much lies
    behind a point: its bin, its block, or its neighbourhood. Points come from the highest
    probability down, as in all curves. In a certified grid the middle of a cell stands for its
    probabilities; `bound` is how far they may be from it.

    corp: isotonic regression, without bins to choose (Dimitriadis T, Gneiting T, Jordan AI
    (2021) PNAS 118(8):e2016191118). binned: the mean probability and the share of positives
    in `bins` bins, of equal width (an edge belongs to the bin above it) or between quantiles;
    empty bins are left out and counted in the note. smooth: lowess as in rms `val.prob`.

    band="consistency": where the curve would lie, were the probabilities true (resampled);
    outside it they are not. band="confidence": where it may lie, given these rows. In bins it
    is Wilson's interval (of clusters also percentiles of resamples, the wider of both). For corp
    it is percentiles of resamples of rows or whole clusters, nowhere narrower than what follows
    from the rows just below and just above if shares never fall (see `corp_bars`): percentiles
    alone have no width where no positive was seen, and blocks are chosen by the outcomes. For
    smooth it is percentiles, nowhere narrower than Wilson's interval of the window, which do
    not know of the bias of smoothing; the note says so. In simulations (n = 50, 300 and 1,000;
    true p from beta(1, 3), beta(0.3, 3), beta(5, 5); at the 10, 50 and 90 % quantiles of p) the
    95 % band held the truth in 99 to 100 % for corp and in 89 to 100 % for smooth.

    Bands are for each point on its own, not for all at once; resamples are made of at most 512
    buckets of probability. Binned curves always have bars.

    >>> table = ProbabilityTable.of_rows([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8])
    >>> curve = reliability(table)
    >>> curve["predicted"].tolist(), curve["observed"].tolist()
    ([0.8, 0.6, 0.3, 0.1], [1.0, 0.5, 0.5, 0.0])
    """
    held, bound = probabilities_of(table)
    one(held)
    _check(kind, bins, strategy, band)
    if not 0 < confidence_level < 1:
        raise refuse("level_outside", level=repr(confidence_level))
    if n_resamples < 100:
        raise refuse("resamples_too_few", n=repr(n_resamples))
    if not held.total > 0:
        raise refuse("reliability_no_rows")
    settings = {"level": confidence_level, "times": n_resamples, "seed": random_state}
    notes = list(_of_table(held, band))
    found_band: Band | None
    if kind == "binned":
        points, found_band = _binned(held, int(bins), strategy, band, settings, notes)
    elif kind == "smooth":
        points = smooth_points(held)
        found_band = _band(band, held, smooth_fit, points[0], settings)
        if band == "confidence" and found_band is not None:
            bars = smooth_bars(held.coarsened(BUCKETS), points[0], points[1], confidence_level)
            found_band = widened(found_band, bars)
            notes.append(say("reliability_smooth_bias"))
    else:
        points = corp_points(held, banded=band is not None)
        found_band = _band(band, held, corp_fit, points[0], settings)
        if band == "confidence" and found_band is not None:
            found_band = widened(found_band, corp_bars(held, points[0], confidence_level))
    down = slice(None, None, -1)
    columns = dict(zip(NAMES, (part[down].copy() for part in points), strict=True))
    if found_band is not None:
        found_band = Band(
            found_band.low[down], found_band.high[down], found_band.level, found_band.method
        )
    return Curve(
        "reliability",
        columns,
        columns["predicted"].copy(),
        NAMES,
        {"predicted": (0.0, 1.0), "observed": (0.0, 1.0)},
        band=found_band,
        note=joined(notes) if notes else NO_NOTE,
        bound=bound,
    )


def probabilities_of(table: ScoreTable | ScoreGrid) -> tuple[ProbabilityTable, float]:
    """A table of probabilities, and how far one may be from where it stands.

    In a cell of a grid the middle stands for all, which lie within half its width.
    """
    if table.kind == "score_table":
        return ProbabilityTable.like(table), 0.0
    low, high = table.table.scores, table.high
    middle = ProbabilityTable.like(replace(table.table, scores=(low + high) / 2))
    return middle, float(((high - low) / 2).max(initial=0.0))


def _band(
    band: BandKind | None,
    table: ProbabilityTable,
    fit_of: Callable[[ProbabilityTable, Floats], Fit],
    x: Floats,
    settings: Any,
) -> Band | None:
    """The band of a kind of curve, from resamples of a coarse table."""
    if band is None:
        return None
    coarse = table.coarsened(BUCKETS)
    made = consistency_band if band == "consistency" else confidence_band
    return made(coarse, fit_of(coarse, x), **settings)


def _binned(
    table: ProbabilityTable,
    bins: int,
    strategy: Strategy,
    band: BandKind | None,
    settings: Any,
    notes: list[Text],
) -> tuple[tuple[Floats, Floats, Floats], Band]:
    found = bins_of(table, bins, strategy)
    occupied = found.weight > 0
    empty = int(bins - occupied.sum())
    distinct = int((table.weight.sum(-2) > 0).sum())
    if distinct < bins:
        notes.append(say("reliability_few_values", n=distinct, bins=bins))
    if empty:
        notes.append(say("reliability_empty_bins", n=empty, bins=bins))
    points = (found.mean[occupied], found.share[occupied], found.weight[occupied])
    bars = bin_bars(table, found, settings["level"])
    if band == "consistency":
        return points, consistency_band(bin_table(table, found), bin_fit, **settings)
    if table.clusters is None:
        return points, bars
    resampled = confidence_band(bin_table(table, found), bin_fit, **settings)
    return points, widened(resampled, bars)


def _of_table(table: ProbabilityTable, band: BandKind | None) -> tuple[Text, ...]:
    """What to know before reading the curve."""
    notes = []
    if len(table) == 1 or not table.apart:  # else a row stands behind every score
        occupied = (table.positive > 0) | (table.negative > 0)
        if np.count_nonzero(occupied) == 1:
            notes.append(say("reliability_constant", p=f"{table.scores[occupied.argmax()]:g}"))
    if (table.truth <= 0).any():
        notes.append(say("reliability_one_class"))
    if band == "consistency" and table.clusters is not None:
        notes.append(say("reliability_clusters", effect=f"{clustering(table):.3g}"))
    return tuple(notes)


def _check(kind: object, bins: Any, strategy: object, band: object) -> None:
    known = ((kind, KINDS, "kind"), (strategy, STRATEGIES, "strategy"), (band, BANDS, "band"))
    for value, words, name in known:
        if value not in words and not (name == "band" and value is None):
            raise refuse("reliability_word", name=name, value=repr(value), words=", ".join(words))
    if not isinstance(bins, (int, np.integer)) or isinstance(bins, bool) or bins < 1:
        raise refuse("reliability_bins", bins=repr(bins))
