"""The interval of a mean over rows of a value that each cell has: an expected cost, a benefit.

Wilson's interval of a share holds every share p₀ that the score test does not reject, the
variance being that of p₀ itself and not that of the sample (Wilson EB (1927) JASA 22:209–212). The
same test of a mean θ₀ takes the variance from the shares of the cells that are most likely of all
that have this mean (Rao CR (1948) Mathematical Proceedings of the Cambridge Philosophical Society
44:50–57). They are p_i ∝ n_i/(1 − κ v_i) for some κ (Owen AB (1988) Biometrika 75:237–249), so
that walking along κ passes every θ₀ once; behind its end the rest lies on a value that no row had.
With two values it is Wilson's interval. Where a cost hangs on few dear errors (1,000 rows, 2 %
positives, one in five missed at 25 times the price of a false alarm) it covers 0.95 to 0.96, the
delta method 0.89 to 0.91.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Bools, Floats, Ints, ratio
from veracity.intervals.formulas.interval import Interval
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.metrics.record.interval_facts import MeanPerCase
from veracity.resampling.parts import parts_of
from veracity.statistics.numerics.quantiles import normal_quantile
from veracity.words import say

MOST_CELLS = 1024
HALVINGS = 60


def mean_fits(metric: Metric, sample: Sample) -> bool:
    """Whether there is such an interval: a mean over independent rows, of few cells."""
    if metric.fact(MeanPerCase) is None or sample.cluster_count is not None:
        return False
    low, high = metric.bounds
    if not (sample.statistic.kind == "confusion_matrix" and np.isfinite([low, high]).all()):
        return False
    return bool(low < high and len(sample.directions.parts) <= MOST_CELLS)


def mean_interval(sample: Sample, metric: Metric) -> Interval:
    """Wilson's, of the values of the cells; weights enter as the effective number of rows."""
    parts = parts_of(sample.statistic)
    low, high = metric.bounds
    with np.errstate(all="ignore"):
        values = metric(parts.put(np.eye(len(parts)), None))  # of one case in each cell
    scaled = np.clip((values - low) / (high - low), 0.0, 1.0)
    rows = float(effective_rows(parts.weight, parts.sum_of_squares, scaled, parts.truth))
    if not (scaled.min() == 0 and scaled.max() == 1):
        assert parts.truth is not None
        rows = min(rows, float(heaviest_rows(parts.weight, parts.sum_of_squares, parts.truth)))
    shares = parts.weight / parts.weight.sum()
    ends = mean_ends(shares, scaled, rows, sample.settings.confidence_level)
    first, last = (low + (high - low) * float(end) for end in ends)
    if not sample.weighted:
        return Interval(first, last, "wilson (mean)")
    return Interval(first, last, "wilson (effective n)", (say("effective_n"),), rows)


def effective_rows(
    weight: ArrayLike, squares: ArrayLike, values: ArrayLike, truth: Ints | None = None
) -> Floats:
    """How many unweighted rows would make the mean vary as much, (..., cells) → (...).

    Never more than Kish's (Σw)²/Σw² or, with the true class of each cell, than rows of the weight
    that is usual in their class, whichever is more (`of_proportions` says why); without weights it
    is the number of rows.
    """
    weight, squares, values = (np.asarray(part, np.float64) for part in (weight, squares, values))
    total = weight.sum(-1)
    away = (values - ratio((weight * values).sum(-1), total)[..., None]) ** 2
    spread = total * (weight * away).sum(-1)
    most = ratio(total**2, squares.sum(-1))
    if truth is not None:
        usual = rows_by_class(weight, squares, truth)[..., truth]
        most = np.fmax(most, ratio(spread, (weight * usual * away).sum(-1)))
    found: Floats = np.fmin(ratio(spread, (squares * away).sum(-1)), most)
    return found


def rows_by_class(weight: Floats, squares: Floats, truth: Ints) -> Floats:
    """What a row of each true class weighs, Σw²/Σw, (..., cells) → (..., classes)."""
    of_class = np.equal.outer(np.arange(int(np.max(truth)) + 1), truth)  # (classes, cells)
    by_class = [(part[..., None, :] * of_class).sum(-1) for part in (squares, weight)]
    with np.errstate(all="ignore"):
        found: Floats = np.nan_to_num(ratio(*by_class))
    return found


def heaviest_rows(weight: Floats, squares: Floats, truth: Ints, may: Bools | bool = True) -> Floats:
    """As many rows as there were, had each the weight that rows of the heaviest class have.

    Where the lowest or highest value was not seen, it may yet come with such a weight, in the cells
    where it `may`. Without weights it is the number of rows. (..., cells), the true class of each
    cell → (...).
    """
    each = rows_by_class(weight, squares, truth)[..., truth]
    found: Floats = ratio(weight.sum(-1), np.where(may, each, 0.0).max(-1))
    return found


def mean_ends(
    shares: ArrayLike, values: ArrayLike, rows: ArrayLike, level: float
) -> tuple[Floats, Floats]:
    """Both ends of the mean of values from 0 to 1, (..., cells) → (...) and (...).

    >>> low, high = mean_ends([0.8, 0.2], [0.0, 1.0], 10, 0.95)  # Wilson's, of 2 in 10
    >>> round(float(low), 6), round(float(high), 6)
    (0.056682, 0.509838)
    """
    shares, values = (np.asarray(part, np.float64) for part in (shares, values))
    if ((values == 0) | (values == 1)).all():  # the same, in closed form
        rows = np.asarray(rows, np.float64)
        hits = np.where(values == 1, shares, 0.0).sum(-1) * rows
        return proportion_interval(np.minimum(hits, rows), rows, "wilson", level)
    limit = normal_quantile((1 + level) / 2) ** 2 / np.asarray(rows, np.float64)
    shares, values = np.broadcast_arrays(shares, values)
    away, most = _upper(shares, np.stack([1 - values, values]), limit)  # both ends at once
    return 1 - away, most


def _upper(shares: Floats, values: Floats, limit: Floats) -> Floats:
    """The highest mean that is not rejected: (θ₀ − θ)²/variance = limit, by halving."""
    with np.errstate(all="ignore"):
        mean = (shares * values).sum(-1)
        seen = (shares * (values >= 1)).sum(-1) > 0
        low, high = np.zeros(mean.shape), np.where(seen, 1.0, 2.0)
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            there, variance = _tilted(shares, values, middle)
            kept = (there - mean) ** 2 <= limit * variance
            low, high = np.where(kept, middle, low), np.where(kept, high, middle)
        found: Floats = np.where(mean >= 1, 1.0, _tilted(shares, values, low)[0])
    return np.where(np.isnan(mean + limit), np.nan, np.maximum(found, mean))


def _tilted(shares: Floats, values: Floats, way: Floats) -> tuple[Floats, Floats]:
    """Mean and variance of the likeliest shares so far on: κ up to 1, then ever more at 1."""
    kappa, unseen = np.minimum(way, 1.0)[..., None], np.maximum(way - 1, 0.0)
    held = np.where(shares > 0, shares / (1 - kappa * values), 0.0)
    held = held / held.sum(-1, keepdims=True)
    mean = (1 - unseen) * (held * values).sum(-1) + unseen
    spread = (held * (values - mean[..., None]) ** 2).sum(-1)
    return mean, (1 - unseen) * spread + unseen * (1 - mean) ** 2
