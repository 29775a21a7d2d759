"""Boxes of both sides → a tally: picture by picture and class by class."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from veracity.arrays import Floats
from veracity.detections.box_table import BoxTable
from veracity.matching.boxes import FALSE, IGNORED, BoxRule, outcomes, overlaps
from veracity.matching.spans import Bools, Ints
from veracity.statistics.detections.detection_tally import DetectionTally
from veracity.statistics.labels import Label

Sizes = Mapping[str, tuple[float, float]]
ALL = "all"
# areas in square pixels, both ends included, as pycocotools has them
SIZES: Sizes = {
    ALL: (0.0, 1e10),
    "small": (0.0, 32.0**2),
    "medium": (32.0**2, 96.0**2),
    "large": (96.0**2, 1e10),
}


def tallied(
    reference: BoxTable,
    detected: BoxTable,
    classes: tuple[Label, ...],
    images: tuple[Label, ...],
    *,
    thresholds: tuple[float, ...],
    rule: BoxRule,
    most: int,
) -> DetectionTally:
    """Match the boxes of every class in every picture; other classes are left out."""
    ours, theirs = _cells(reference, classes, images), _cells(detected, classes, images)
    order = np.lexsort((-detected.score, theirs))
    order = order[theirs[order] >= 0]
    rank = _rank(theirs[order])
    order, rank = order[rank < most], rank[rank < most]
    cell, score = theirs[order], detected.score[order]
    boxes, area = detected.boxes.chosen(order), detected.area[order]
    there = np.argsort(ours, kind="stable")
    there = there[ours[there] >= 0]
    limits = np.array(list(SIZES.values()))
    out = _outside(reference.area[there], limits)
    out |= reference.crowd[there] | reference.ignored[there]
    limits_of_overlap = np.array(thresholds, np.float64)
    outcome = np.full((len(limits), len(limits_of_overlap), len(order)), FALSE, np.int8)
    first, crowd = reference.boxes.chosen(there), reference.crowd[there]
    for mine, yours in _both(ours[there], cell):
        crowds = crowd[mine] if rule == "coco" else np.zeros(mine.stop - mine.start, np.bool_)
        overlap = overlaps(boxes.chosen(yours), first.chosen(mine), crowds)
        outcome[:, :, yours] = outcomes(overlap, limits_of_overlap, out[:, mine], crowds, rule)
    beyond = _outside(area, limits)
    outcome[(outcome == FALSE) & beyond[:, None, :]] = IGNORED
    class_of, image_of = np.divmod(cell, max(len(images), 1))
    reference_class, reference_image = np.divmod(ours[there], max(len(images), 1))
    return DetectionTally(
        classes,
        images,
        thresholds,
        tuple(SIZES),
        rule,
        most,
        score,
        rank,
        image_of,
        class_of,
        outcome,
        reference_image,
        reference_class,
        ~out,
    )


def _outside(area: Floats, limits: Floats) -> Bools:
    """Which areas are in no range, a row for each range."""
    return (area < limits[:, :1]) | (area > limits[:, 1:])


def _cells(table: BoxTable, classes: tuple[Label, ...], images: tuple[Label, ...]) -> Ints:
    """The number of the class and picture of each box; −1 where the class is none of these."""
    class_at = {one: i for i, one in enumerate(classes)}
    image_at = {one: i for i, one in enumerate(images)}
    kind = np.array([class_at.get(one, -1) for one in table.label], np.int64)
    index = np.array([image_at[one] for one in table.image], np.int64)
    return np.where(kind < 0, -1, kind * len(images) + index)


def _rank(cell: Ints) -> Ints:
    """How many of the same cell come before, of cells in order."""
    start = np.flatnonzero(np.diff(cell, prepend=-2))
    return np.arange(len(cell)) - np.repeat(start, np.diff(np.append(start, len(cell))))


def _both(ours: Ints, theirs: Ints) -> list[tuple[slice, slice]]:
    """Where the cells begin and end that have boxes on both sides; both are in order."""
    cells = np.intersect1d(ours, theirs)
    ends = [
        np.searchsorted(side, cells, end) for side in (ours, theirs) for end in ("left", "right")
    ]
    return [
        (slice(a, b), slice(c, d)) for a, b, c, d in zip(*(e.tolist() for e in ends), strict=True)
    ]
