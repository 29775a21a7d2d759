"""Estimates in rows, one under the other: what all forest plots share."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from veracity.arrays import Floats
from veracity.plots.picture.picture import NOTHING, Axis, Layer, Tone, Whiskers, Words
from veracity.results import Estimate
from veracity.results.estimate.curve import Window
from veracity.words import Text

BESIDE = 1.02  # where figures stand, to the right of the axes


def whiskers(
    id: str,
    estimates: Sequence[Estimate],
    limits: Window,
    *,
    shift: float = 0.0,
    label: Text = NOTHING,
    tone: Tone = 0,
    filled: tuple[bool, ...] = (),
) -> Whiskers:
    """The estimates in rows 0, 1, …; bars end at the limits, values beyond them are left out."""
    values, low, high = (_parts(estimates, name) for name in ("value", "low", "high"))
    outside = (values < limits[0]) | (values > limits[1])
    inside = np.where(outside, np.nan, values)
    return Whiskers(
        id,
        np.arange(len(estimates), dtype=np.float64) + shift,
        inside,
        np.clip(np.where(outside, np.nan, low), *limits),
        np.clip(np.where(outside, np.nan, high), *limits),
        label,
        tone,
        filled,
    )


def _parts(estimates: Sequence[Estimate], name: str) -> Floats:
    return np.array([getattr(one, name) for one in estimates], np.float64)


def figures(
    estimates: Sequence[Estimate], given_texts: Sequence[Text] | None = None
) -> list[Layer]:
    """Each estimate in figures, to the right of its row."""
    texts = given_texts or [one.words for one in estimates]
    return [
        Words(f"figure-{row + 1}", BESIDE, float(row), text, within="row", tone="ink")
        for row, text in enumerate(texts)
    ]


def down(names: Sequence[Text], label: Text = NOTHING) -> Axis:
    """The axis of the rows, the first on top."""
    ticks = tuple((float(row), name) for row, name in enumerate(names))
    return Axis(label, (len(names) - 0.5, -0.5), ticks=ticks)


def reach(
    estimates: Sequence[Estimate], least: Window = (0.0, 1.0), most: Window = (-1.0, 1.0)
) -> Window:
    """From where to where values and ends lie: at least and at most so far, with some room."""
    ends = [x for one in estimates for x in (one.value, one.low, one.high) if math.isfinite(x)]
    low = max(min([*ends, least[0]]), most[0])
    high = min(max([*ends, least[1]]), most[1])
    room = 0.02 * (high - low)
    return low - room, high + room


def height(rows: int, each: float = 0.27) -> float:
    """How tall a figure of so many rows is, in inches."""
    return float(np.clip(1.3 + each * rows, 2.2, 30.0))
