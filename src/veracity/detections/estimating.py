"""A tally of boxes and a figure → an Estimate, with pictures as clusters.

The standard error is that of the figure over resamples of pictures, times √(k/(k − 1)); the
interval is that of t with k − 1 degrees of freedom on the logit scale, k being the pictures that
have something to find. Percentiles of the resamples are too short where pictures are few.
"""

from __future__ import annotations

import math
import warnings
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from veracity.arrays import Floats
from veracity.detections.resampling import average_precisions, image_weights, recalls
from veracity.errors import NotHere, refuse
from veracity.metrics.detection_figures.figures import DetectionFigure
from veracity.metrics.detection_figures.interpolation import Interpolation
from veracity.results import Estimate
from veracity.statistics.detections.detection_tally import DetectionTally
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import Text, joined, say

NAN = math.nan
FEW, LEAST = 10, 3
CLOSE = 1e-9


@dataclass(frozen=True, eq=False)
class ImageSample:
    """A tally with its resamples of pictures; figures of it are computed once."""

    tally: DetectionTally
    how: Interpolation
    level: float
    n_resamples: int
    seed: int
    whole: ImageSample | None = None  # of which this is one class, already computed

    @cached_property
    def weights(self) -> Floats:
        """One row of ones, all pictures as they are, then the resamples."""
        n = len(self.tally.images)
        drawn = image_weights(n, self.n_resamples, self.seed) if n > 1 else np.zeros((0, n))
        return np.concatenate([np.ones((1, n)), drawn])

    @cached_property
    def precisions(self) -> Floats:
        """Average precision: (1 + resamples, thresholds, classes)."""
        if self.whole is not None:
            index = self.whole.tally.classes.index(self.tally.classes[0])
            return self.whole.precisions[:, :, index : index + 1]
        return average_precisions(self.tally, self.how, self.weights)

    def values(self, figure: DetectionFigure) -> Floats:
        """The figure of each class in each resample: (1 + resamples, classes)."""
        if figure.most is not None:
            if figure.most > self.tally.most:
                raise refuse("detection_most", NotHere, key=figure.spelled, most=self.tally.most)
            found = recalls(self.tally, figure.most, self.weights)
            return np.asarray(found.mean(1), np.float64)
        if figure.iou is None:
            return np.asarray(self.precisions.mean(1), np.float64)
        near = np.flatnonzero(np.abs(np.array(self.tally.thresholds) - figure.iou) < CLOSE)
        if not len(near):
            here = ", ".join(f"{one:g}" for one in self.tally.thresholds)
            raise refuse("detection_iou_not_here", NotHere, key=figure.spelled, here=here)
        return self.precisions[:, near[0]]

    def figure(self, figure: DetectionFigure) -> Estimate:
        """The mean over classes that have something to find, with its interval."""
        each = self.values(figure)
        there = self.tally.references().sum(1) > 0
        k = informing(self.tally)
        if not there.any():
            note = say("detection_nothing")
            return Estimate(NAN, NAN, NAN, self.level, "none", 0.0, note=note)
        means = mean_of_classes(each[:, there])
        notes = [] if there.all() else [_left_out(self.tally, there)]
        value, spread = float(means[0]), image_spread(means[1:], k)
        if k < LEAST or not spread > 0 or not 0 < value < 1:
            note = joined([*notes, why_none(k, self.n_resamples)])
            return Estimate(value, NAN, NAN, self.level, "none", float(k), note=note)
        step = quantile_of(self.level, k - 1) * spread / (value * (1 - value))
        centre = math.log(value / (1 - value))
        low, high = (1 / (1 + math.exp(-(centre + side * step))) for side in (-1, 1))
        if k < FEW:
            notes.append(say("detection_few_images", n=k))
        note = joined([*notes, say("detection_by_image", n=k)])
        return Estimate(value, low, high, self.level, "bootstrap_t", float(k), note=note)


def informing(tally: DetectionTally) -> int:
    """How many pictures have something to find."""
    return int((tally.references().sum(0) > 0).sum())


def why_none(k: int, n_resamples: int) -> Text:
    """Why there is no interval: too few pictures, no resamples, or none that differ."""
    if k < LEAST:
        return say("detection_too_few_images")
    return say("detection_nothing_varies" if n_resamples else "detection_no_resamples")


def image_spread(draws: Floats, k: int) -> float:
    """The standard error over resamples of k pictures; nan where there are too few."""
    known = draws[~np.isnan(draws)]
    if len(known) < 2 or k < LEAST:
        return NAN
    return float(known.std(ddof=1)) * math.sqrt(k / (k - 1))


def mean_of_classes(each: Floats) -> Floats:
    """The mean over classes, in a resample those that it has."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a resample without anything
        return np.asarray(np.nanmean(each, -1), np.float64)


def _left_out(tally: DetectionTally, there: Floats) -> Text:
    names = [str(one) for one, here in zip(tally.classes, there, strict=True) if not here]
    return say("detection_left_out", n=len(names), names=", ".join(names[:5]))
