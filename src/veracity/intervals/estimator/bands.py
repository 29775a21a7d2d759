"""Bands around the ROC and the precision-recall curve: at each point, or for the whole curve.

They are vertical: where true positive rate (precision) may lie at a given false positive rate
(recall). `pointwise` and `simultaneous` come from resamples of the table (whole clusters where
there are clusters); the simultaneous one is the curve ± c standard deviations, with c so large
that the whole of so many resamples lies inside, and holds the pointwise one. Where resamples
do not go beyond the curve on one side, as near a rate of 1, that end is Wilson's: the rate is a
proportion of the positives, precision one of those called positive.

For ROC by name: `kolmogorov` shifts the curve by the Kolmogorov distances of both distributions
(Campbell G (1994) Statistics in Medicine 13:499–508), and `working_hotelling` is the binormal
one of Ma G, Hall WJ (1993) Medical Decision Making 13:191–197, which assumes scores that are
normal in each class.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.intervals.closed_form.of_areas import roc_area
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.intervals.sample.sample import Sample
from veracity.intervals.sample.settings import Settings
from veracity.results.estimate.curve import Band, Curve
from veracity.statistics.scores.areas import area_under_roc
from veracity.statistics.scores.score_table import ScoreTable

BANDS = ("pointwise", "simultaneous", "kolmogorov", "working_hotelling")
KINDS = ("roc", "pr")
MOST_POINTS = 512
FIRST_POSITIVES = 5  # before so many are found precision may be anything, and the band says so


def with_band(curve: Curve, table: ScoreTable, band: str, settings: Settings) -> Curve:
    """The curve of a table with a band of one of the four kinds.

    >>> from veracity.curves import roc
    >>> table = ScoreTable.of_rows([0, 0, 1, 1] * 25, [1, 2, 2, 3] * 25)
    >>> found = with_band(roc(table), table, "pointwise", Settings(n_resamples=200)).band
    >>> found.method, bool((found.low <= found.high).all())
    ('pointwise', True)
    """
    if band not in BANDS:
        raise refuse("band_unknown", band=repr(band), bands=", ".join(BANDS))
    if curve.kind not in KINDS or (curve.kind == "pr" and band not in BANDS[:2]):
        raise refuse("band_does_not_fit", band=band, kind=curve.kind)
    if not (table.positives > 0 and table.negatives > 0):
        return curve
    level = settings.confidence_level
    if band in ("pointwise", "simultaneous"):
        low, high = _resampled(curve, table, settings, whole=band == "simultaneous")
    else:
        if table.clusters is not None or table.weighted:
            raise refuse("band_needs_rows", band=band)
        of = _kolmogorov if band == "kolmogorov" else _working_hotelling
        low, high = of(curve.x, table, level)
    known = ~np.isnan(curve.y)
    low, high = (np.where(known, np.clip(end, 0.0, 1.0), np.nan) for end in (low, high))
    return replace(
        curve,
        band=Band(np.fmin(low, curve.y), np.fmax(high, curve.y), level, band),
    )


def _resampled(
    curve: Curve, table: ScoreTable, settings: Settings, *, whole: bool
) -> tuple[Floats, Floats]:
    """Both ends at the x of the curve, from resamples read at up to 512 points."""
    sample = Sample(table, settings)
    cases, points = _positive_cases(sample), np.unique(curve.x[~np.isnan(curve.y)])
    start = 0.0 if curve.kind == "roc" else min(FIRST_POSITIVES / cases, 1.0)
    points = points[points >= start]
    if len(points) > MOST_POINTS:
        points = np.linspace(points[0], 1.0, MOST_POINTS)
    read = roc_at if curve.kind == "roc" else precision_at
    resamples, own = sample.resamples, read(table.tp, table.fp, points)
    drawn = np.concatenate(
        [
            [read(tp, fp, points) for tp, fp in zip(batch.tp, batch.fp, strict=True)]
            for batch in resamples.statistics()
        ]
    )
    drawn = drawn[~np.isnan(drawn[:, -1])]
    tail = (1 - settings.confidence_level) / 2
    low, high = np.quantile(drawn, (tail, 1 - tail), axis=0)
    # of the positives so many are found; of those called positive so many are positives
    trials = np.full(len(points), cases) if curve.kind == "roc" else ratio(points * cases, own)
    alone = proportion_interval(own * trials, trials, "wilson", settings.confidence_level)
    low = np.where(own - low < 1e-9, np.minimum(low, alone[0]), low)
    high = np.where(high - own < 1e-9, np.maximum(high, alone[1]), high)
    if whole:
        near = (own * cases + 1) / (cases + 2)
        spread = np.maximum(np.std(drawn, 0), np.sqrt(near * (1 - near) / (cases + 2)))
        farthest = np.max(np.abs(drawn - own) / spread, axis=1)
        times = float(np.quantile(farthest, settings.confidence_level))
        low = np.minimum(low, own - times * spread)
        high = np.maximum(high, own + times * spread)
    low, high = np.interp(curve.x, points, low), np.interp(curve.x, points, high)
    return np.where(curve.x < start, 0.0, low), np.where(curve.x < start, 1.0, high)


def _positive_cases(sample: Sample) -> float:
    """Positives that the rate is a proportion of: effective ones, or clusters that hold some."""
    found = roc_area(sample, 0.5)
    return max(found.positives, 1.0)


def roc_at(tp: Floats, fp: Floats, x: Floats) -> Floats:
    """True positive rate at false positive rates, straight between the points of one sweep.

    >>> sweep = np.array([0.0, 1.0, 2.0]), np.array([0.0, 0.0, 4.0])
    >>> roc_at(*sweep, np.array([0.0, 0.5, 1.0])).tolist()
    [0.5, 0.75, 1.0]
    """
    tpr, fpr = ratio(tp, tp[-1]), ratio(fp, fp[-1])
    return _read(fpr, tpr, x)


def precision_at(tp: Floats, fp: Floats, x: Floats) -> Floats:
    """Precision at recalls; counts, not precision, run straight between the points."""
    hits = x * tp[-1]
    false = _read(tp, fp, hits, last=False)
    return np.where(hits > 0, ratio(hits, hits + false), np.nan)


def _read(x: Floats, y: Floats, at: Floats, *, last: bool = True) -> Floats:
    """Y where the rising x reaches `at`; where x stands still, its last or first point."""
    found = np.searchsorted(x, at, "right" if last else "left")
    after = np.clip(found, 1, len(x) - 1)
    before = after - 1
    part = np.clip(ratio(at - x[before], x[after] - x[before]), 0.0, 1.0)
    part = np.where(np.isnan(part), 1.0, part)
    return np.asarray(y[before] + part * (y[after] - y[before]))


def _kolmogorov(x: Floats, table: ScoreTable, level: float) -> tuple[Floats, Floats]:
    """The curve moved left and up, right and down, by both Kolmogorov distances.

    Each distribution lies within its distance with probability √level, both with the level.
    """
    from scipy.stats import kstwo

    each = float(np.sqrt(level))
    up, across = (
        float(kstwo.ppf(each, round(float(n)))) for n in (table.positives, table.negatives)
    )
    reached = roc_at(table.tp, table.fp, np.minimum(x + across, 1.0))
    left = x - across
    below = np.where(left >= 0, roc_at(table.tp, table.fp, np.maximum(left, 0.0)), 0.0)
    return below - up, reached + up


def _working_hotelling(x: Floats, table: ScoreTable, level: float) -> tuple[Floats, Floats]:
    """Φ(a + bz ± √χ² · sd) with z = Φ⁻¹(FPR), a and b from the means and deviations of scores."""
    from scipy.special import chdtri, ndtr, ndtri

    if not np.isfinite(table.scores[[0, -1]]).all():
        raise refuse("band_needs_finite_scores")
    (m, mean1, sd1), (n, mean0, sd0) = (
        _moments(table.scores, weight) for weight in (table.positive, table.negative)
    )
    if not (sd1 > 0 and sd0 > 0):
        raise refuse("band_needs_finite_scores")
    if float(area_under_roc(table)) in (0.0, 1.0):
        raise refuse("band_needs_overlap")
    a, b = (mean1 - mean0) / sd1, sd0 / sd1
    var_a, var_b = 1 / m + b**2 / n + a**2 / (2 * m), b**2 * (1 / (2 * m) + 1 / (2 * n))
    z = ndtri(np.clip(x, 0.0, 1.0))
    inside = np.isfinite(z)
    z = np.where(inside, z, 0.0)
    spread = np.sqrt(var_a + 2 * z * (a * b / (2 * m)) + z**2 * var_b)
    half = np.sqrt(chdtri(2, 1 - level)) * spread
    ends = [ndtr(a + b * z + sign * half) for sign in (-1, 1)]
    low, high = (np.where(inside, end, np.where(x > 0.5, 1.0, 0.0)) for end in ends)
    return low, high


def _moments(scores: Floats, weight: Floats) -> tuple[float, float, float]:
    n = weight.sum()
    mean = (weight * scores).sum() / n
    return float(n), float(mean), float(np.sqrt((weight * (scores - mean) ** 2).sum() / n))
