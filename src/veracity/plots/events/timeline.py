"""The timeline of one recording: reference events, detections, and which belong together."""

from __future__ import annotations

import numpy as np

from veracity.matching import Match, Recording
from veracity.matching.spans import SECOND
from veracity.plots.events.spans import Clock, both_sides, clock, strips
from veracity.plots.picture.picture import Layer, Path, Picture, user_text
from veracity.plots.picture.rows import down
from veracity.results.estimate.curve import Window
from veracity.statistics.labels import Label
from veracity.words import Text

REFERENCE, DETECTED = Text("Reference", "参考"), Text("Detections", "检测")
NOTHING_HERE = Text("Neither events nor detections here.", "这里既没有事件，也没有检测。")
TOGETHER = Text("Belong together", "配对")
HEIGHT = 0.5
MOST_PAIRS = 500


def timeline_picture(
    name: Label, scene: Recording, match: Match, rule: str, window: Window | None = None
) -> Picture:
    """Events above, detections below; lines join those that a one-to-one rule took together.

    `window` is the part of the recording that is drawn, in seconds.
    """
    at = clock(scene.duration / SECOND, window)
    display_name = user_text(name)
    title = Text(f"{display_name.en} under {rule}", f"{display_name.zh}（{rule}）")
    blank = Picture(
        "event-timeline", title, at.axis(), down([REFERENCE, DETECTED]), size=(7.2, 2.6), grid="x"
    )
    layers: list[Layer] = []
    for row, side in enumerate(both_sides(scene, match)):
        for kind, spans in side:
            made = strips(kind, spans, at, row, height=HEIGHT)
            layers += [] if made is None else [made]
    if not layers:
        return blank.saying(NOTHING_HERE)
    return blank.of([*_pairs(match, at), *layers])


def _pairs(match: Match, at: Clock) -> list[Layer]:
    """A line from each event to the detection that found it."""
    if match.pairs is None or match.reference is None or match.detected is None:
        return []
    ours, theirs = match.reference.chosen(match.pairs[0]), match.detected.chosen(match.pairs[1])
    middle = [(side.start + side.stop) / 2 / SECOND for side in (ours, theirs)]
    low, high = at.window
    seen = ((middle[0] >= low) & (middle[0] <= high)) | ((middle[1] >= low) & (middle[1] <= high))
    if not 0 < seen.sum() <= MOST_PAIRS:
        return []
    gap = np.full(int(seen.sum()), np.nan)
    x = np.stack([*(one[seen] / at.unit for one in middle), gap], -1).ravel()
    y = np.tile([HEIGHT / 2, 1 - HEIGHT / 2, np.nan], int(seen.sum()))
    return [Path("pairs", x, y, TOGETHER, "guide", thin=True)]
