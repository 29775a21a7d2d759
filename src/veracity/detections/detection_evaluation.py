"""What `detections.evaluate` gives: figures over all classes, of each class, by size."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from veracity.detections.display import (
    BY_PART,
    MOST_CLASSES,
    headline,
    part_rows,
)
from veracity.detections.estimating import ImageSample, informing
from veracity.errors import NotHere, quoted, refuse, spelled
from veracity.memo import remember
from veracity.metrics.detection_figures.figures import DetectionFigure, find_detection_figure
from veracity.metrics.detection_figures.interpolation import Interpolation
from veracity.reports.formats.result_table import ResultTable
from veracity.reports.tables.document import Cell, label, table
from veracity.reports.tables.frames import RowsAsFrames
from veracity.results import Estimate
from veracity.statistics.detections.detection_tally import DetectionTally
from veracity.statistics.labels import Label
from veracity.words import Text, current, say

USUAL_RECALLS = (1, 10, 100)


class BoxParts(dict[Any, "DetectionEvaluation"]):
    """Evaluations of classes or sizes, by name; `unknown` is what to say of any other name."""

    def __init__(self, unknown: str, parts: Iterable[tuple[Label, DetectionEvaluation]]) -> None:
        super().__init__(parts)
        self.unknown = unknown

    def __missing__(self, name: object) -> DetectionEvaluation:
        raise refuse(self.unknown, NotHere, name=spelled(name), names=quoted(tuple(self)) or "—")


@dataclass(frozen=True, eq=False, repr=False)
class DetectionEvaluation(Mapping[str, Estimate], RowsAsFrames):
    """Figures of boxes by key: `map`, `map_50`, `ap(iou)`, `ar(n)`.

    >>> from veracity.detections import evaluate
    >>> reference = {"a": [(0, 0, 10, 10, "cat")], "b": [(5, 5, 9, 9, "cat")]}
    >>> detected = {"a": [(0, 0, 10, 9, "cat", 0.9)], "b": [(0, 0, 4, 4, "cat", 0.8)]}
    >>> found = evaluate(reference, detected)
    >>> found["ap(0.5)"].value.__round__(4), found["ar(1)"].value
    (0.505, 0.45)
    """

    tally: DetectionTally
    ap: Interpolation = "coco"
    level: float = 0.95
    notes: tuple[Text, ...] = ()
    n_resamples: int = 200
    random_state: int = 0
    whole: ImageSample | None = None

    @cached_property
    def sample(self) -> ImageSample:
        """The tally with its resamples of pictures, of which every figure is made."""
        part = self.tally if len(self.tally.sizes) == 1 else self.tally.of_size("all")
        settings = self.ap, self.level, self.n_resamples, self.random_state
        return ImageSample(part, *settings, self.whole)

    def __getitem__(self, key: str) -> Estimate:
        figure = find_detection_figure(key)
        return remember(self, figure.spelled, lambda: self.sample.figure(figure))

    def __iter__(self) -> Iterator[str]:
        tally, half = self.tally, any(abs(one - 0.5) < 1e-9 for one in self.tally.thresholds)
        yield from ("map", "map_50") if half else ("map",)
        yield from (find_detection_figure(f"ap({one:g})").spelled for one in tally.thresholds)
        yield from (f"ar({n})" for n in USUAL_RECALLS if n <= tally.most)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def figures(self) -> tuple[DetectionFigure, ...]:
        """The records of the figures, in order."""
        return tuple(find_detection_figure(key) for key in self)

    @property
    def classes(self) -> tuple[Label, ...]:
        """The classes of the reference."""
        return self.tally.classes

    @property
    def images(self) -> tuple[Label, ...]:
        """The pictures."""
        return self.tally.images

    @cached_property
    def by_class(self) -> dict[Label, DetectionEvaluation]:
        """The same of each class alone."""
        parts = (
            (one, replace(self, tally=self.tally.of_class(one), notes=(), whole=self.sample))
            for one in self.classes
        )
        return BoxParts("no_such_class", parts)

    @cached_property
    def by_size(self) -> dict[str, DetectionEvaluation]:
        """The same of small, medium and large boxes (areas of 32² and 96² divide them)."""
        if len(self.tally.sizes) == 1:
            raise refuse("detection_no_sizes", NotHere, sizes=quoted(self.tally.sizes))
        names = [one for one in self.tally.sizes if one != "all"]
        parts = (
            (one, replace(self, tally=self.tally.of_size(one), notes=(), whole=None))
            for one in names
        )
        return BoxParts("detection_no_such_size", parts)

    def __add__(self, other: DetectionEvaluation) -> DetectionEvaluation:
        if not isinstance(other, DetectionEvaluation):
            return NotImplemented
        notes = tuple(dict.fromkeys((*self.notes, *other.notes)))
        return replace(self, tally=self.tally + other.tally, notes=notes, whole=None)

    def rows(self) -> list[dict[str, Any]]:
        """One row for each figure of all, of each size and of each class."""
        parts: list[tuple[str, str, DetectionEvaluation]] = [("all", "all", self)]
        if len(self.tally.sizes) > 1:
            parts += [("all", size, one) for size, one in self.by_size.items()]
        if len(self.classes) > 1:
            parts += [(str(name), "all", one) for name, one in self.by_class.items()]
        return [
            {"class": name, "size": size, "figure": key, **found.to_dict()}
            for name, size, part in parts
            for key, found in part.items()
        ]

    def table(self) -> ResultTable:
        """One line for all boxes, each size and each class; frames hold every figure."""
        sized = {} if len(self.tally.sizes) == 1 else self.by_size
        parts: list[tuple[Cell, DetectionEvaluation]] = [(Cell(say("box_size_all")), self)]
        parts += [(Cell(say(f"box_size_{name}")), one) for name, one in sized.items()]
        if len(self.classes) > 1:
            parts += [(label(name), one) for name, one in self.by_class.items()]
        keys = [key for key in BY_PART if key in set(self)]
        head = ["", *(find_detection_figure(key).display_name for key in keys)]
        rows = [[name, *(str(one[key]) for key in keys)] for name, one in parts]
        return ResultTable(tuple(self.rows()), table(self.facts, head, rows), self.facts)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "figures": self.rows(),
            "ap": self.ap,
            "iou": list(self.tally.thresholds),
            "matching": self.tally.rule,
            "max_detections": self.tally.most,
            "notes": [str(one) for one in self.notes],
        }

    def text(self, lang: str | None = None) -> str:
        """Facts, notes and the usual figures as plain text."""
        language = current(lang)
        first = "".join(f"\n· {note.within(language)}" for note in self.notes)
        blocks = [self.facts.within(language) + first, headline(self, language)]
        if len(self.classes) > 1:
            named = [(str(name), one) for name, one in self.by_class.items()]
            blocks.append(part_rows(say("column_box_class"), named[:MOST_CLASSES], language))
            if len(named) > MOST_CLASSES:
                rest = say("detection_more_classes", n=len(named) - MOST_CLASSES)
                blocks[-1] += "\n" + rest.within(language)
        sized = {} if len(self.tally.sizes) == 1 else self.by_size
        seen = [
            (say(f"box_size_{name}").within(language), one)
            for name, one in sized.items()
            if one.informing
        ]
        if len(seen) > 1:
            blocks.append(part_rows(say("column_box_size"), seen, language))
        return "\n\n".join(blocks)

    def __repr__(self) -> str:
        return self.text()

    @property
    def informing(self) -> int:
        """How many pictures have something to find."""
        return informing(self.sample.tally)

    @property
    def facts(self) -> Text:
        """How much was looked at, and under which rules."""
        tally, ious = self.tally, self.tally.thresholds
        span = f"{ious[0]:g}" if len(ious) == 1 else f"{ious[0]:g}–{ious[-1]:g} ({len(ious)})"
        return say(
            "detection_facts",
            images=len(tally.images),
            reference=int(tally.counted[0].sum()),
            detected=len(tally.score),
            classes=len(tally.classes),
            iou=span,
            how=say(f"box_interpolation_{self.ap}"),
        )
