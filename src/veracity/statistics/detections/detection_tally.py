"""The tally of boxes: what became of each detection. Tallies of other pictures add."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.errors import CannotMerge, quoted, refuse
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import Ints

Outcomes = NDArray[np.int8]
Counted = NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class DetectionTally:
    """Detections with their outcomes and reference boxes, by class and picture.

    `outcome` is (sizes, thresholds, detections): 1 right, 0 false, −1 neither. `rank` counts the
    detections of one class in one picture by falling score. `counted` is (sizes, references):
    which reference boxes are to be found in each range of sizes. `rule` is how boxes were
    matched, `most` how many detections of a class a picture may have.
    """

    classes: tuple[Label, ...]
    images: tuple[Label, ...]
    thresholds: tuple[float, ...]
    sizes: tuple[str, ...]
    rule: str
    most: int
    score: Floats
    rank: Ints
    image_of: Ints
    class_of: Ints
    outcome: Outcomes
    reference_image: Ints
    reference_class: Ints
    counted: Counted

    def of_class(self, name: Label) -> DetectionTally:
        """One class alone, in all the pictures."""
        k = self.classes.index(name)
        d, g = self.class_of == k, self.reference_class == k
        return replace(
            self,
            classes=(name,),
            score=self.score[d],
            rank=self.rank[d],
            image_of=self.image_of[d],
            class_of=np.zeros(int(d.sum()), np.int64),
            outcome=self.outcome[:, :, d],
            reference_image=self.reference_image[g],
            reference_class=np.zeros(int(g.sum()), np.int64),
            counted=self.counted[:, g],
        )

    def of_size(self, name: str) -> DetectionTally:
        """One range of sizes alone."""
        a = self.sizes.index(name)
        return replace(
            self,
            sizes=(name,),
            outcome=self.outcome[a : a + 1],
            counted=self.counted[a : a + 1],
        )

    def references(self) -> Ints:
        """Boxes to be found of each class in each picture, of the first range of sizes."""
        shape = len(self.classes), len(self.images)
        cell = self.reference_class * shape[1] + self.reference_image
        return np.bincount(cell[self.counted[0]], minlength=shape[0] * shape[1]).reshape(shape)

    def __add__(self, other: DetectionTally) -> DetectionTally:
        if not isinstance(other, DetectionTally):
            return NotImplemented
        for name in ("thresholds", "sizes", "rule", "most"):
            mine, yours = getattr(self, name), getattr(other, name)
            if mine != yours:
                raise refuse("merge_settings", CannotMerge, name=name, mine=mine, yours=yours)
        both = set(self.images) & set(other.images)
        if both:
            raise refuse("merge_same_images", CannotMerge, names=quoted(sorted(both, key=str)))
        classes = tuple(dict.fromkeys((*self.classes, *other.classes)))
        new = np.array([classes.index(one) for one in other.classes], np.int64)
        n = len(self.images)
        return replace(
            self,
            classes=classes,
            images=self.images + other.images,
            score=np.concatenate([self.score, other.score]),
            rank=np.concatenate([self.rank, other.rank]),
            image_of=np.concatenate([self.image_of, other.image_of + n]),
            class_of=np.concatenate([self.class_of, new[other.class_of]]),
            outcome=np.concatenate([self.outcome, other.outcome], -1),
            reference_image=np.concatenate([self.reference_image, other.reference_image + n]),
            reference_class=np.concatenate([self.reference_class, new[other.reference_class]]),
            counted=np.concatenate([self.counted, other.counted], -1),
        )
