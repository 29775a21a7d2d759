"""Average precision and recall of a tally, of all its pictures or of pictures resampled.

A picture is resampled with everything in it: its boxes are correlated. So each one has a weight,
how often it was drawn, and every count is a sum of weights.
"""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.detection_figures.interpolation import Interpolation, average_precision
from veracity.statistics.detections.detection_tally import DetectionTally, Outcomes
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import Ints

AT_ONCE = 4_000_000  # numbers in memory at once


def image_weights(images: int, n_resamples: int, seed: int) -> Floats:
    """How often each picture is in each resample."""
    random = np.random.default_rng(seed)
    return random.multinomial(images, np.full(images, 1 / images), n_resamples).astype(np.float64)


def average_precisions(tally: DetectionTally, how: Interpolation, weights: Floats) -> Floats:
    """(resamples, thresholds, classes) of the first range of sizes; nan where nothing is there."""
    found = np.full((len(weights), len(tally.thresholds), len(tally.classes)), np.nan)
    index = image_order(tally.images)[tally.image_of]
    order = np.lexsort((tally.rank, index, -tally.score, tally.class_of))
    ends = np.searchsorted(tally.class_of[order], np.arange(len(tally.classes) + 1))
    there = weights @ tally.references().T
    for k in range(len(tally.classes)):
        rows = order[ends[k] : ends[k + 1]]
        step = max(1, AT_ONCE // max(1, len(rows)))
        for start in range(0, len(weights), step):
            part = slice(start, start + step)
            each = weights[part][:, tally.image_of[rows]]
            found[part, :, k] = _of_class(each, tally.outcome[0][:, rows], there[part, k], how)
    return found


def _of_class(each: Floats, outcome: Outcomes, there: Floats, how: Interpolation) -> Floats:
    """(resamples, thresholds) of one class, its detections by falling score.

    Only right detections raise recall or precision, so that the curve is read at these alone.
    """
    found = np.zeros((len(each), len(outcome)))
    known, seen = np.zeros(0), each
    for t, one in enumerate(outcome):
        kept = one >= 0
        if not np.array_equal(kept, known):  # mostly the same at every threshold
            known, seen = kept, np.cumsum(each * kept, axis=-1)
        positions = np.flatnonzero(one == 1)
        right = np.cumsum(each[:, positions], axis=-1)
        found[:, t] = average_precision(right, seen[:, positions] - right, there, how)
    return found


def recalls(tally: DetectionTally, most: int, weights: Floats) -> Floats:
    """The share of boxes found by the first `most` detections, shaped likewise."""
    shape = len(tally.classes), len(tally.images)
    usable = tally.rank < most
    cell = (tally.class_of * shape[1] + tally.image_of)[usable]
    hits = [
        np.bincount(cell[one[usable] == 1], minlength=shape[0] * shape[1]).reshape(shape)
        for one in tally.outcome[0]
    ]
    found = np.stack([weights @ one.T for one in hits], 1)
    return ratio(found, (weights @ tally.references().T)[:, None, :])


def image_order(images: tuple[Label, ...]) -> Ints:
    """The index of each picture among all by its name: numbers by value, then words.

    >>> image_order((10, 9, "b", "a")).tolist()
    [1, 0, 3, 2]
    """
    numbers = [isinstance(one, (int, float)) for one in images]
    keys = [(0, one, "") if n else (1, 0, str(one)) for one, n in zip(images, numbers, strict=True)]
    index = np.empty(len(images), np.int64)
    index[sorted(range(len(images)), key=keys.__getitem__)] = np.arange(len(images))
    return index
