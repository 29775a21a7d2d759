"""Two or more detectors on the same pictures: differences, paired picture by picture."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations
from numbers import Real
from typing import Any

import numpy as np

from veracity.comparisons.significance.correction import adjusted
from veracity.detections.detection_comparison import DetectionComparison, DetectionContrast
from veracity.detections.detection_evaluation import DetectionEvaluation
from veracity.detections.estimating import image_spread, mean_of_classes, why_none
from veracity.detections.evaluating import IOUS, evaluation_of, images_of, read_both
from veracity.detections.inputs import BoxReading
from veracity.errors import refuse, spelled
from veracity.matching.boxes import BoxRule
from veracity.metrics.detection_figures.figures import (
    DETECTION_FIGURES,
    DetectionFigure,
    find_detection_figure,
)
from veracity.metrics.detection_figures.interpolation import Interpolation
from veracity.results import Estimate
from veracity.results.comparisons.margins import outcome
from veracity.results.estimate.test import Test
from veracity.statistics.labels import Label
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import joined, say

NAN = math.nan
DECIDING = 6  # pictures, below which no exchange of two detectors reaches 0.05


def compare(
    reference: Any,
    detected: Mapping[Label, Any],
    *,
    figures: str | Iterable[str] = ("map", "map_50"),
    margin: float | None = None,
    correction: str = "holm",
    iou: float | Iterable[float] = IOUS,
    ap: Interpolation = "coco",
    matching: BoxRule = "coco",
    max_detections: int = 100,
    image: str | None = None,
    label: str | None = None,
    score: str | None = None,
    box_format: str = "xyxy",
    confidence_level: float = 0.95,
    n_resamples: int = 200,
    random_state: int = 0,
) -> DetectionComparison:
    """Say whether one detector is better than another on the same pictures.

    detected: a mapping from the name of each detector to its boxes. figures: keys such as "map",
    "ap(0.75)" or "ar(10)". Both are resampled by the same pictures, so that what is hard for both
    drops out of the difference. p-values are corrected over pairs and figures. The other
    arguments are those of `evaluate`.

    >>> reference = {n: [(0, 0, 10, 10)] for n in range(8)}
    >>> good = {n: [(0, 0, 10, 10 - n % 3, 0.9)] for n in range(8)}
    >>> poor = {n: [(0, 0, 10, 10 - n % 4 - 2, 0.9)] for n in range(8)}
    >>> compare(reference, {"good": good, "poor": poor})["good", "poor", "map"].verdict
    'better'
    """
    if not isinstance(detected, Mapping) or len(detected) < 2:
        raise refuse("detection_two")
    if margin is not None and not (isinstance(margin, Real) and 0 < margin < 1):
        raise refuse("detection_margin", given=spelled(margin))
    asked = _figures(figures)
    ours, theirs = read_both(reference, detected, BoxReading(image, label, score, box_format))
    images = images_of([ours, *theirs.values()])
    found = {
        name: evaluation_of(
            ours,
            table,
            images=images,
            iou=iou,
            ap=ap,
            matching=matching,
            max_detections=max_detections,
            confidence_level=confidence_level,
            n_resamples=n_resamples,
            random_state=random_state,
        )
        for name, table in theirs.items()
    }
    return DetectionComparison(found, _contrasts(found, asked, margin, correction))


def _figures(given: str | Iterable[str]) -> list[DetectionFigure]:
    """The figures that are compared, each once; at least one."""
    try:
        listed = [given] if isinstance(given, str) else list(given)
    except TypeError:
        listed = []
    if not listed:
        names = ", ".join(DETECTION_FIGURES)
        raise refuse("event_compare_figures", given=spelled(given), figures=names)
    return list({one.spelled: one for one in map(find_detection_figure, listed)}.values())


def _contrasts(
    found: Mapping[Label, DetectionEvaluation],
    asked: list[DetectionFigure],
    margin: float | None,
    correction: str,
) -> tuple[DetectionContrast, ...]:
    """Every pair and figure, with p-values corrected over all of them."""
    plain = [
        _contrast(a, b, found[a], found[b], one, margin)
        for a, b in combinations(found, 2)
        for one in asked
    ]
    p_values = adjusted([one.p_value for one in plain], correction)
    return tuple(
        replace(
            one,
            p_adjusted=float(p),
            verdict=outcome(one.difference, float(p), margin, "higher"),
        )
        for one, p in zip(plain, p_values, strict=True)
    )


def _contrast(
    first: Label,
    second: Label,
    mine: DetectionEvaluation,
    yours: DetectionEvaluation,
    figure: DetectionFigure,
    margin: float | None,
) -> DetectionContrast:
    one, two = mine.sample, yours.sample
    there = one.tally.references().sum(1) > 0
    values = mine[figure.spelled], yours[figure.spelled]
    level, k = mine.level, mine.informing
    gap = np.full(1, NAN)
    if there.any():
        means = [mean_of_classes(side.values(figure)[:, there]) for side in (one, two)]
        gap = means[0] - means[1]
    value, spread = float(gap[0]), image_spread(gap[1:], k)
    if not spread > 0:
        note = why_none(k, mine.n_resamples)
        difference = Estimate(value, NAN, NAN, level, "none", float(k), note=note)
        test = Test(NAN, None, NAN, "none", note)
    else:
        step = quantile_of(level, k - 1) * spread
        ends = max(value - step, -1.0), min(value + step, 1.0)
        note = say("detection_by_image", n=k)
        if k < DECIDING:
            note = joined([note, say("detection_few_decide", n=k, least=f"{2 / 2**k:.3g}")])
        difference = Estimate(value, *ends, level, "bootstrap_t", float(k), note=note)
        p = max(_two_sided(value / spread, k - 1.0), 2 / 2**k)  # exchanging the two within pictures
        test = Test(value / spread, k - 1.0, p, "bootstrap")
    return DetectionContrast(
        first, second, figure.spelled, values, difference, test, NAN, "cannot_tell", margin
    )


def _two_sided(statistic: float, df: float) -> float:
    from scipy.special import stdtr

    return float(2 * stdtr(df, -abs(statistic)))
