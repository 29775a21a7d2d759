"""Detected boxes against reference boxes of one picture and class, one to one by score order.

The rules of two published programs. `coco`: detections in order of their score each take the
free reference box of the largest overlap, those that count before those that do not (the last
one of equals); a crowd may be taken again and again, and a detection overlaps it by the share of
its own area inside. `voc`: each detection looks at its best reference box alone, and is false if
another has taken that one. What lands on a box that does not count is neither right nor false.

Lin TY, Maire M, Belongie S et al. (2014) ECCV, LNCS 8693:740–755 (COCO); Everingham M, Van Gool
L, Williams CKI et al. (2010) International Journal of Computer Vision 88:303–338 (VOC).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from veracity.arrays import Floats
from veracity.matching.spans import Bools, Ints

BoxRule = Literal["coco", "voc"]
TRUE, FALSE, IGNORED = 1, 0, -1
NEARLY_ALL = 1 - 1e-10  # an overlap asked for is never more: floats of equal boxes may miss 1


@dataclass(frozen=True, eq=False, slots=True)
class Boxes:
    """Corners, and the area inside them: width times height as these were given."""

    x0: Floats
    y0: Floats
    x1: Floats
    y1: Floats
    inside: Floats

    def __len__(self) -> int:
        """Number of boxes."""
        return len(self.x0)

    def chosen(self, which: Bools | Ints | slice) -> Boxes:
        """Some of the boxes."""
        parts = (self.x0, self.y0, self.x1, self.y1, self.inside)
        return Boxes(*(part[which] for part in parts))


def boxes_of(corners: Floats) -> Boxes:
    """Boxes (x0, y0, x1, y1), one in each row.

    >>> boxes_of(np.array([[0, 0, 4, 2.0]])).inside.tolist()
    [8.0]
    """
    x0, y0, x1, y1 = np.asarray(corners, np.float64).reshape(-1, 4).T
    return Boxes(x0, y0, x1, y1, (x1 - x0) * (y1 - y0))


def overlaps(detected: Boxes, reference: Boxes, crowd: Bools) -> Floats:
    """Intersection over union, a row for each detection; over its own area where it is a crowd.

    >>> one, two = boxes_of(np.array([[0, 0, 2, 2.0]])), boxes_of(np.array([[1, 0, 3, 2.0]]))
    >>> overlaps(one, two, np.array([False])).round(4).tolist()
    [[0.3333]]
    >>> overlaps(one, two, np.array([True])).tolist()
    [[0.5]]
    """
    d, g = detected, reference
    wide = np.minimum(d.x1[:, None], g.x1) - np.maximum(d.x0[:, None], g.x0)
    tall = np.minimum(d.y1[:, None], g.y1) - np.maximum(d.y0[:, None], g.y0)
    both = wide * tall
    either = np.where(crowd, d.inside[:, None], d.inside[:, None] + g.inside - both)
    meeting = (wide > 0) & (tall > 0)
    found: Floats = np.zeros_like(both)
    np.divide(both, either, out=found, where=meeting)
    return found


def outcomes(
    overlap: Floats, thresholds: Floats, out: Bools, crowd: Bools, rule: BoxRule = "coco"
) -> Ints:
    """What becomes of each detection: TRUE, FALSE (no box is its own) or IGNORED.

    overlap: (detections, references), the detections by falling score. out: (sizes, references),
    the reference boxes that do not count in each range of sizes. Gives (sizes, thresholds,
    detections).

    >>> overlap = np.array([[0.9, 0.6], [0.8, 0.0], [0.3, 0.7]])
    >>> nothing = np.zeros((1, 2), bool)
    >>> outcomes(overlap, np.array([0.5]), nothing, nothing[0])[0, 0].tolist()
    [1, 0, 1]
    """
    sizes, found = out.shape[0], np.full((out.shape[0], len(thresholds), len(overlap)), FALSE)
    if not overlap.size:
        return found
    least = np.minimum(thresholds, NEARLY_ALL)
    free = np.ones((sizes, len(least), overlap.shape[1]), np.bool_)
    match = _coco if rule == "coco" else _voc
    for d in np.flatnonzero(overlap.max(1) >= least.min()):
        enough = overlap[d] >= least[:, None]
        found[:, :, d] = match(overlap[d], enough, out, crowd, free)
    return found


def _coco(overlap: Floats, enough: Bools, out: Bools, crowd: Bools, free: Bools) -> Ints:
    """The best free box that counts, else the best that does not; taken boxes are not free."""
    able = enough & (free | crowd)
    counting = able & ~out[:, None, :]
    some: Bools = np.asarray(counting.any(-1))
    able = np.where(some[..., None], counting, able)
    worth = np.where(able, overlap, -1.0)
    best = worth.shape[-1] - 1 - worth[..., ::-1].argmax(-1)  # the last of equals
    hit = able.any(-1)
    size, level = np.nonzero(hit)
    free[size, level, best[hit]] = False
    return np.where(hit, np.where(some, TRUE, IGNORED), FALSE)


def _voc(overlap: Floats, enough: Bools, out: Bools, crowd: Bools, free: Bools) -> Ints:
    """The best box of all: right if it was free, false if it was taken."""
    best = int(overlap.argmax())
    hit = np.broadcast_to(enough[:, best], free.shape[:2])
    ignored = (out[:, best] | crowd[best])[:, None]
    was_free = free[:, :, best].copy()
    free[:, :, best] &= ~hit
    right = np.where(was_free, TRUE, FALSE)
    return np.where(hit, np.where(ignored, IGNORED, right), FALSE)
