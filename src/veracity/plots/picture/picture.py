"""The data of a picture, apart from the picture: everything that is drawn, as frozen values.

A picture is two axes and layers, each a small value with its arrays, its words in both languages
and a tone. Nothing here knows of matplotlib; `drawing.draw` turns it into axes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from veracity.arrays import Floats
from veracity.results.estimate.curve import Window
from veracity.words import Text
from veracity.words.layout import one_line

Tone = int | Literal["ink", "muted", "guide", "equal", "chance", "above"]
Scale = Literal["linear", "log", "logit", "probit"]
NOTHING = Text("", "")
MOST_SIGNS = 28  # of a label that users gave
BEFORE = 7  # signs that are kept before the first that differs


@dataclass(frozen=True, slots=True)
class Axis:
    """What is written at an axis, from where to where it goes, and where it has ticks.

    Limits may fall (rows are read from the top). `ticks` is None where matplotlib may choose;
    tick words that come from users are never read as formulas.
    """

    label: Text
    limits: Window
    scale: Scale = "linear"
    ticks: tuple[tuple[float, Text], ...] | None = None
    upright: bool = False  # tick words upright


@dataclass(frozen=True, slots=True, eq=False)
class Path:
    """A line through points; nan breaks it. A tone that is a number is one of several series."""

    id: str
    x: Floats
    y: Floats
    label: Text = NOTHING
    tone: Tone = 0
    thin: bool = False
    dotted: bool = False  # a mark at each point


@dataclass(frozen=True, slots=True, eq=False)
class Region:
    """What lies between two lines over the same x: a band, or an area."""

    id: str
    x: Floats
    low: Floats
    high: Floats
    label: Text = NOTHING
    tone: Tone = 0
    hatched: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """One point that matters; the spans are its intervals, drawn as bars across it."""

    id: str
    x: float
    y: float
    label: Text = NOTHING
    tone: Tone = "ink"
    filled: bool = True
    x_span: Window | None = None
    y_span: Window | None = None


@dataclass(frozen=True, slots=True)
class ReferenceLine:
    """A straight line through the whole picture at one x ("x") or one y ("y")."""

    id: str
    along: Literal["x", "y"]
    at: float
    label: Text = NOTHING
    tone: Tone = "guide"


@dataclass(frozen=True, slots=True, eq=False)
class Bars:
    """Bars between neighbouring edges, from a base line up or down by `heights`."""

    id: str
    edges: Floats
    heights: Floats
    base: float = 0.0
    label: Text = NOTHING
    tone: Tone = 0


@dataclass(frozen=True, slots=True)
class Words:
    """A few words at a point: in the units of the axes, or as a share of the picture ("part")."""

    id: str
    x: float
    y: float
    text: Text
    across: Literal["left", "center", "right"] = "left"
    up: Literal["bottom", "center", "top"] = "center"
    within: Literal["data", "part", "row"] = "data"  # row: x as a share, y as data
    tone: Tone = "muted"
    small: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class Whiskers:
    """Estimates in rows: a mark at each value with a bar from low to high; nan is left out."""

    id: str
    rows: Floats
    value: Floats
    low: Floats
    high: Floats
    label: Text = NOTHING
    tone: Tone = 0
    filled: tuple[bool, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Heatmap:
    """A matrix of shares from 0 to 1 as colours, with what is written into each cell."""

    id: str
    shares: Floats
    words: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Strips:
    """Stretches from start to stop, each in its row; the shortest are still seen as a line."""

    id: str
    start: Floats
    stop: Floats
    rows: Floats
    height: float = 0.6
    label: Text = NOTHING
    tone: Tone = 0
    style: Literal["filled", "open", "hatched", "pale"] = "filled"


Layer = Path | Region | Mark | ReferenceLine | Bars | Words | Whiskers | Heatmap | Strips


SIZE = (4.8, 5.4)  # of every curve: those of one row of a page are as large


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that is drawn. `note` is why there is nothing to see, where that is so.

    `square` makes one unit as long on both axes; `size` is what a figure of its own gets, in
    inches.
    """

    kind: str
    title: Text
    x: Axis
    y: Axis
    layers: tuple[Layer, ...] = ()
    square: bool = False
    size: tuple[float, float] = SIZE
    note: Text = NOTHING
    grid: Literal["both", "x", "none"] = "both"

    def __getitem__(self, id: str) -> Any:
        for layer in self.layers:
            if layer.id == id:
                return layer
        raise KeyError(id)

    def of(self, layers: Iterable[Layer]) -> Picture:
        """The picture with these layers."""
        return replace(self, layers=tuple(layers))

    def saying(self, why: Text) -> Picture:
        """The empty picture that says why."""
        return replace(self, layers=(), note=why)

    @property
    def ids(self) -> tuple[str, ...]:
        """The layers by their names."""
        return tuple(layer.id for layer in self.layers)

    @property
    def labels(self) -> tuple[Text, ...]:
        """What the legend says, in its order."""
        labelled = (getattr(layer, "label", NOTHING) for layer in self.layers)
        return tuple(label for label in labelled if label)


def user_text(label: object, most: int = MOST_SIGNS) -> Text:
    r"""A label that users gave: one line, no control characters, its middle left out if long.

    >>> print(user_text("a\nvery long name of a class that nobody can read"))
    a very long na…nobody can read
    """
    text = one_line(label)
    if len(text) > most:
        text = f"{text[: most // 2]}…{text[len(text) - most // 2 - 1 :]}"
    return Text(text, text)


def user_texts(labels: Iterable[Any], most: int = MOST_SIGNS) -> list[Text]:
    """Several labels, each short; those that would then look alike show where they differ.

    >>> long = [f"the activity of class {n} in the left hippocampus" for n in (1, 22)]
    >>> [str(text) for text in user_texts([*long, "rest"], 22)]
    ['… class 1 in the left…', '… class 22 in the lef…', 'rest']
    """
    whole = [one_line(one) for one in labels]
    short = [user_text(one, most) for one in whole]
    alike: dict[str, set[str]] = {}
    for one, shortened in zip(whole, short, strict=True):
        alike.setdefault(shortened, set()).add(one)
    return [
        shortened
        if len(alike[shortened]) == 1
        else _part(one, _same_signs(alike[shortened]) - BEFORE, most)
        for one, shortened in zip(whole, short, strict=True)
    ]


def _same_signs(texts: set[str]) -> int:
    """How many signs several texts begin with alike."""
    first, last = min(texts), max(texts)  # what these two share, all share
    differ = (i for i, (a, b) in enumerate(zip(first, last, strict=False)) if a != b)
    return next(differ, len(first))


def _part(text: str, start: int, most: int) -> Text:
    """So many signs from an index on, with dots where something is left out."""
    start = max(start, 0)
    end = start + most - 2
    before, after = "…" if start else "", "…" if end < len(text) else ""
    notes = f"{before}{text[start:end]}{after}"
    return Text(notes, notes)


def stepped(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The corners of a curve in steps that keep the y of a point back to the x before it.

    A first point without a value is only where the first step begins.

    >>> x, y = stepped(np.array([0.0, 0.5, 1.0]), np.array([np.nan, 1.0, 0.4]))
    >>> x.tolist(), y.tolist()
    ([0.0, 0.5, 0.5, 1.0], [1.0, 1.0, 0.4, 0.4])
    """
    before = np.concatenate([x[:1], x[:-1]])
    corners_x = np.column_stack([before, x]).ravel()
    corners_y = np.column_stack([y, y]).ravel()
    return (
        (corners_x[2:], corners_y[2:])
        if len(x) > 1 and np.isnan(y[0])
        else (
            corners_x[1:],
            corners_y[1:],
        )
    )


def held_back(x: Floats, y: Floats, unseen: float = 0.0) -> tuple[Floats, Floats]:
    """The corners of a curve in steps that keep the y of a point on to the x of the next one.

    So it is with thresholds: between two scores the calls are those at the higher one. Steps
    that are no wider than `unseen` have no corners.

    >>> x, y = held_back(np.array([0.9, 0.5]), np.array([0.2, 0.6]))
    >>> x.tolist(), y.tolist()
    ([0.9, 0.5, 0.5], [0.2, 0.2, 0.6])
    """
    after = np.concatenate([x[1:], x[-1:]])
    kept = np.column_stack([np.ones(len(x), bool), np.abs(x - after) > unseen]).ravel()
    corners_x = np.column_stack([x, after]).ravel()
    corners_y = np.column_stack([y, y]).ravel()
    return corners_x[kept], corners_y[kept]
