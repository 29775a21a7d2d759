"""The front door of boxes in pictures: reference and detections in, figures with intervals out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from numbers import Integral
from typing import Any, get_args

import numpy as np

from veracity.detections.box_table import DETECTED, REFERENCE, BoxTable
from veracity.detections.detection_evaluation import DetectionEvaluation
from veracity.detections.inputs import (
    BoxReading,
    NamedOrGiven,
    NamedOrTwo,
    read_boxes,
    refuse_unused,
)
from veracity.detections.resampling import image_order
from veracity.detections.tallying import tallied
from veracity.errors import quoted, refuse, spelled
from veracity.intervals.sample.settings import Settings
from veracity.matching.boxes import BoxRule
from veracity.metrics.detection_figures.interpolation import INTERPOLATIONS, Interpolation
from veracity.statistics.detections.detection_tally import DetectionTally
from veracity.statistics.labels import Label
from veracity.words import Text, say

LEAST_DRAWN = 100
# 0.5, 0.55, …, 0.95 as pycocotools has them
IOUS = tuple(float(one) for one in np.linspace(0.5, 0.95, 10))


def evaluate(
    reference: Any,
    detected: Any,
    *,
    iou: float | Iterable[float] = IOUS,
    ap: Interpolation = "coco",
    matching: BoxRule = "coco",
    max_detections: int = 100,
    image: NamedOrTwo = None,
    label: NamedOrTwo = None,
    score: NamedOrGiven = None,
    box_format: str = "xyxy",
    confidence_level: float = 0.95,
    n_resamples: int = 200,
    random_state: int = 0,
) -> DetectionEvaluation:
    """Say how well scored boxes find the boxes of a reference, picture by picture.

    reference, detected: COCO's JSON (a path, or what it holds: `bbox` is x, y, width, height,
    and `iscrowd`, `area` count); a table with x0, y0, x1, y1 (or x, y, width, height), class,
    image and score, and perhaps `crowd`, `difficult`, `area`; a mapping from picture to rows
    (x0, y0, x1, y1, class) and (x0, y0, x1, y1, class, score), or rows alone with the picture
    after the class; records with `box`; or torchvision's dicts of boxes, labels and scores.
    image, label, score: names of columns where they are others; of rows of corners the columns
    themselves (image=(of the reference, of the detections), score=[…]).
    box_format: "xyxy", or "xywh" for boxes with width and height.

    iou: overlaps asked for, one or several. ap: how precision is interpolated, "coco" (101
    points), "voc_all_points" or "voc_11_points". matching: "coco", a detection takes the best
    box that is still free, or "voc", it looks at its best one alone. max_detections: so many of
    one class in one picture count, those with the highest scores.

    Pictures are the clusters of all intervals, and are resampled n_resamples times (0: no
    intervals). Detections in pictures that the reference does not have are false alarms.

    >>> found = evaluate([(0, 0, 10, 10)], [(0, 0, 10, 8, 0.9), (20, 20, 30, 30, 0.4)])
    >>> found["map_50"].value, found["ap(0.8)"].value, found["ap(0.85)"].value
    (1.0, 1.0, 0.0)
    """
    ours, theirs = read_both(reference, {"": detected}, BoxReading(image, label, score, box_format))
    return evaluation_of(
        ours,
        theirs[""],
        images=images_of([ours, theirs[""]]),
        iou=iou,
        ap=ap,
        matching=matching,
        max_detections=max_detections,
        confidence_level=confidence_level,
        n_resamples=n_resamples,
        random_state=random_state,
    )


def read_both(
    reference: Any, detected: Mapping[Label, Any], how: BoxReading
) -> tuple[BoxTable, dict[Label, BoxTable]]:
    """The boxes of the reference and of each detector; categories have the reference's names."""
    refuse_unused([reference, *detected.values()], how)
    ours, names = read_boxes(reference, REFERENCE, how)
    how = replace(how, names=names)
    read = {one: read_boxes(boxes, DETECTED, how)[0] for one, boxes in detected.items()}
    theirs = {one: _named_alike(boxes, ours) for one, boxes in read.items()}
    for table in theirs.values():
        if len(table) and len(ours) and table.whole != ours.whole:
            side = DETECTED if table.whole else REFERENCE
            raise refuse("detection_class_one_side", side=side)
    return ours, theirs


def _named_alike(theirs: BoxTable, ours: BoxTable) -> BoxTable:
    """Names of pictures and classes that meet those of the reference as text alone ("1" and 1)."""
    mine = (*ours.images, *ours.image)
    image = _as_theirs((*theirs.images, *theirs.image), mine)
    label = _as_theirs(theirs.label, ours.label)
    return replace(
        theirs,
        images=tuple(image.get(one, one) for one in theirs.images),
        image=tuple(image.get(one, one) for one in theirs.image),
        label=tuple(label.get(one, one) for one in theirs.label),
    )


def _as_theirs(given: Iterable[Label], known: Iterable[Label]) -> dict[Label, Label]:
    """What names become: those that are known under the same text, if none is known itself."""
    names, by_text = set(given), {str(one): one for one in known}
    if names & set(by_text.values()):
        return {}
    return {one: by_text[str(one)] for one in names if str(one) in by_text}


def images_of(tables: list[BoxTable]) -> tuple[Label, ...]:
    """Every picture of either side, by name."""
    found = tuple(dict.fromkeys(one for table in tables for one in (*table.images, *table.image)))
    return tuple(found[i] for i in np.argsort(image_order(found)))


def evaluation_of(
    ours: BoxTable,
    theirs: BoxTable,
    *,
    images: tuple[Label, ...],
    iou: float | Iterable[float],
    ap: Interpolation,
    matching: BoxRule,
    max_detections: int,
    confidence_level: float,
    n_resamples: int,
    random_state: int,
) -> DetectionEvaluation:
    """The evaluation of boxes that were read, in these pictures."""
    if not isinstance(ap, str) or ap not in INTERPOLATIONS:
        raise refuse("detection_ap", given=spelled(ap), names=", ".join(INTERPOLATIONS))
    if not isinstance(matching, str) or matching not in get_args(BoxRule):
        raise refuse("detection_matching", given=spelled(matching))
    if not isinstance(max_detections, Integral) or max_detections < 1:
        raise refuse("detection_max", given=spelled(max_detections))
    none = (
        isinstance(n_resamples, Integral) and not isinstance(n_resamples, bool) and n_resamples == 0
    )
    drawn = LEAST_DRAWN if none else n_resamples  # none at all: no intervals
    checked = Settings(confidence_level, n_resamples=drawn, random_state=random_state)
    thresholds = _thresholds(iou)
    if not len(ours) and not len(theirs):
        raise refuse("detection_no_boxes")
    classes = tuple(sorted(dict.fromkeys(ours.label), key=lambda one: (isinstance(one, str), one)))
    tally = tallied(
        ours, theirs, classes, images, thresholds=thresholds, rule=matching, most=max_detections
    )
    notes = (*_strangers(ours, theirs, classes), *_flat(ours), *_ties(tally))
    settings = checked.confidence_level, notes, 0 if none else checked.n_resamples
    return DetectionEvaluation(tally, ap, *settings, checked.random_state)


def _thresholds(given: float | Iterable[float]) -> tuple[float, ...]:
    try:
        listed = list(given) if isinstance(given, Iterable) else [given]
        found = tuple(float(one) for one in listed)
    except (TypeError, ValueError):
        found = ()
    if not found or not all(0 < one <= 1 for one in found) or len(set(found)) < len(found):
        raise refuse("detection_iou", given=spelled(given))
    return tuple(sorted(found))


def _strangers(ours: BoxTable, theirs: BoxTable, classes: tuple[Label, ...]) -> list[Text]:
    """Detections in pictures or of classes that the reference does not have."""
    notes = []
    known = {*ours.images, *ours.image}
    extra = [one for one in theirs.image if one not in known]
    if extra and len(extra) == len(theirs) and known:
        raise refuse(
            "detection_no_common_image", ours=spelled(next(iter(known))), theirs=spelled(extra[0])
        )
    if extra:
        names = list(dict.fromkeys(extra))
        facts = {"n": len(extra), "images": len(names), "names": quoted(names[:5])}
        notes.append(say("detection_other_images", **facts))
    kinds = [one for one in theirs.label if one not in set(classes)]
    if kinds:
        few = quoted(list(dict.fromkeys(kinds))[:5])
        notes.append(say("detection_other_classes", n=len(kinds), names=few))
    return notes


def _ties(tally: DetectionTally) -> list[Text]:
    """Right and false detections of one class with the same score: pictures order them."""
    first = tally.outcome[0, 0]
    keys = np.stack([tally.class_of.astype(np.float64), tally.score], -1)[first >= 0]
    _, group = np.unique(keys, axis=0, return_inverse=True)
    right = np.bincount(group.ravel(), first[first >= 0])
    mixed = (right > 0) & (right < np.bincount(group.ravel()))
    n = int(np.bincount(group.ravel())[mixed].sum())
    return [say("detection_ties", n=n)] if n else []


def _flat(ours: BoxTable) -> list[Text]:
    flat = int((ours.boxes.inside == 0).sum())
    return [say("detection_flat", n=flat)] if flat else []
