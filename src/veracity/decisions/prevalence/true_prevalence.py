"""The true prevalence behind what an imperfect test flags."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import ratio
from veracity.decisions.expected_loss.population import counted_share
from veracity.intervals import Estimator, Settings
from veracity.intervals.sample.sample import Sample
from veracity.intervals.sample.single_cluster_classes import in_single_cluster
from veracity.metrics import find
from veracity.results import Estimate, figure
from veracity.statistics import ConfusionMatrix
from veracity.statistics.numerics.quantiles import normal_quantile, quantile_of
from veracity.words import Text, joined, say


def true_prevalence(
    matrix: ConfusionMatrix, *, flagged: float, of: float, settings: Settings | None = None
) -> Estimate:
    """The prevalence among `of` cases of which `flagged` were called positive.

    Rogan–Gladen: π = (q − FPR)/(TPR − FPR), q being the share flagged; TPR and FPR are those
    of the matrix, taken to hold among these cases too (label shift). Rogan WJ, Gladen B (1978)
    American Journal of Epidemiology 107:71–76. The interval is that of Lang Z, Reiczigel J
    (2014) Preventive Veterinary Medicine 113:13–22, which carries the error of all three
    shares. Both are truncated to 0 … 1, and the note says so. Undefined where TPR ≤ FPR: then
    flags say nothing about the prevalence. With weights the rows of a class are effective rows;
    with clusters as many as would give the same variance, times (z/t)² for the degrees of
    freedom with which it is known (Korn EL, Graubard BI (1998) Survey Methodology 24:193–201).

    >>> c = ConfusionMatrix([[96, 13], [43, 84]], labels=(0, 1))
    >>> print(true_prevalence(c, flagged=259, of=509))
    0.719 [0.585, 0.866]
    """
    settings = settings or Settings()
    found, cases = counted_share(flagged, of)
    sample = Estimator(matrix, settings).sample
    level = settings.confidence_level
    hit, false = (float(find(key)(matrix)) for key in ("recall", "fpr"))
    if not hit > false:
        why = _undefined(matrix, hit, false)
        return Estimate(math.nan, math.nan, math.nan, level, "none", cases, 0.0, why)
    raw = (found / cases - false) / (hit - false)
    value = min(max(raw, 0.0), 1.0)
    notes = [say("true_prevalence_assumes")]
    if raw != value:
        notes.append(say("true_prevalence_truncated", raw=figure(raw), value=f"{value:g}"))
    if settings.method == "none":
        return Estimate(value, math.nan, math.nan, level, "none", cases, 0.0, joined(notes))
    alone = _alone(sample)
    if alone is not None:
        notes.append(alone)
        return Estimate(value, math.nan, math.nan, level, "none", cases, 0.0, joined(notes))
    positives, negatives = (_rows(sample, key, level) for key in ("recall", "fpr"))
    low, high = lang_reiczigel(
        (found, cases), (hit * positives, positives), ((1 - false) * negatives, negatives), level
    )
    if math.isnan(low):
        notes.append(say("true_prevalence_no_interval"))
        return Estimate(value, math.nan, math.nan, level, "none", cases, 0.0, joined(notes))
    if low < 0 or high > 1:
        notes.append(say("true_prevalence_cut", low=figure(low), high=figure(high)))
    low, high = (min(max(end, 0.0), 1.0) for end in (low, high))
    return Estimate(
        value, min(low, value), max(high, value), level, "lang_reiczigel", cases, 0.0, joined(notes)
    )


def lang_reiczigel(
    flagged: tuple[float, float],
    sensitive: tuple[float, float],
    specific: tuple[float, float],
    level: float,
) -> tuple[float, float]:
    """Both ends, not truncated, from three counts (so many, of so many).

    Each share is moved towards one half (by z²/2 for the flagged, by 1 for the others), the
    prevalence and its variance follow from the moved shares, and the middle is shifted by the
    asymmetry 2z²(π Se(1 − Se)/n − (1 − π) Sp(1 − Sp)/m). nan where the moved shares leave no
    information (Se + Sp ≤ 1).

    >>> ends = lang_reiczigel((259, 509), (84, 127), (96, 109), 0.95)  # their fourth example
    >>> [round(end, 2) for end in ends]
    [0.58, 0.87]
    """
    z = normal_quantile((1 + level) / 2)
    cases = flagged[1] + z**2
    share = (flagged[0] + z**2 / 2) / cases
    sick, well = sensitive[1] + 2, specific[1] + 2
    hit, quiet = (sensitive[0] + 1) / sick, (specific[0] + 1) / well
    youden = hit + quiet - 1
    if not youden > 0:
        return math.nan, math.nan
    middle = (share + quiet - 1) / youden
    of_sick, of_well = hit * (1 - hit) / sick, quiet * (1 - quiet) / well
    variance = share * (1 - share) / cases + middle**2 * of_sick + (1 - middle) ** 2 * of_well
    shift = 2 * z**2 * (middle * of_sick - (1 - middle) * of_well)
    half = z * math.sqrt(variance) / youden
    return middle + shift - half, middle + shift + half


def _alone(sample: Sample) -> Text | None:
    """Why clusters say nothing about how a rate varies, where that is so."""
    if sample.cluster_count is None:
        return None
    if sample.cluster_count < 2:
        return say("one_cluster")
    found = (in_single_cluster(sample, find(key)) for key in ("recall", "fpr"))
    return next((text for text in found if text is not None), None)


def _rows(sample: Sample, key: str, level: float) -> float:
    """How many independent rows a rate is worth."""
    metric = find(key)
    rows = sample.trials(metric)
    if sample.cluster_count is None:
        return rows
    rate = float(metric(sample.read))
    influence = sample.directions.influence(metric)
    worth = float(ratio(rate * (1 - rate), influence.variance))
    held = np.array([])
    if metric.counted is not None:
        held = np.asarray(metric.counted.trials(sample.read.by_cluster())) > 0
    if not math.isfinite(worth):
        return float(held.sum())
    shrunk = (quantile_of(level, None) / quantile_of(level, influence.freedom)) ** 2
    return min(worth, rows) * shrunk


def _undefined(matrix: ConfusionMatrix, hit: float, false: float) -> Text:
    """Why there is no true prevalence."""
    if math.isnan(hit) or math.isnan(false):
        cases = [*find("recall").reasons(matrix), *find("fpr").reasons(matrix)]
        return joined([case.sentence() for case in cases])
    return say("true_prevalence_undefined", hit=figure(hit), false=figure(false))
