"""The raster: every recording in a row, its events above and its detections below."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from veracity.arrays import Floats
from veracity.matching import Match, Recording
from veracity.matching.spans import SECOND
from veracity.plots.events.spans import EventKind, both_sides, clock, strip_layer
from veracity.plots.picture.picture import Layer, Picture, Strips, Words, user_texts
from veracity.plots.picture.rows import down, height
from veracity.statistics.labels import Label
from veracity.words import Text

MOST_ROWS = 100
TITLE = Text("All recordings under {rule}", "所有记录（{rule}）")
WATCHED = Text("Recorded", "记录时段")
NO_RECORDING = Text("There is no recording.", "没有记录。")


def raster_picture(
    scenes: Mapping[Label, Recording], matches: Mapping[Label, Match], rule: str
) -> Picture:
    """Where in every recording events were found and missed, and alarms were right and false."""
    names = list(scenes)[:MOST_ROWS]
    title = TITLE.filled(rule=rule)
    longest = max([scenes[name].duration for name in names], default=SECOND) / SECOND
    at = clock(longest)
    rows = down(user_texts(short(names), 22))
    size = (5.8, height(len(names), 0.24 if len(names) < 40 else 0.13))
    blank = Picture("event-raster", title, at.axis(), rows, size=size, grid="x")
    if not names:
        return blank.saying(NO_RECORDING)
    parts: dict[EventKind, list[tuple[Floats, Floats, Floats]]] = {}
    numbers: dict[EventKind, int] = {}
    for row, name in enumerate(names):
        sides = both_sides(scenes[name], matches[name])
        for side, shift in zip(sides, (-0.2, 0.2), strict=True):
            for kind, spans in side:
                start, stop = at.within(spans)
                made = start, stop, np.full(len(start), row + shift)
                parts.setdefault(kind, []).append(made)
                numbers[kind] = numbers.get(kind, 0) + len(spans)
    whole = np.array([scenes[name].duration / SECOND / at.unit for name in names])
    layers: list[Layer] = [
        Strips(
            "watched",
            np.zeros(len(names)),
            whole,
            np.arange(len(names), dtype=np.float64),
            0.8,
            WATCHED,
            "above",
            "pale",
        )
    ]
    for kind, made_of in parts.items():
        start, stop, at_row = (np.concatenate(one) for one in zip(*made_of, strict=True))
        if len(start):
            layers.append(strip_layer(kind, start, stop, at_row, height=0.36, n=numbers[kind]))
    return blank.of([*layers, *_left_out(len(scenes) - len(names))])


def short(names: Sequence[Label]) -> list[Label]:
    """Names of recordings without their folders and the ending that all share.

    >>> short(["sub-01/eeg/sub-01_task-rest_run-00", "sub-02/eeg/sub-02_task-rest_run-00"])
    ['sub-01', 'sub-02']
    >>> short(["a/eeg", "b/eeg"]), short([1, 2])
    (['a/eeg', 'b/eeg'], [1, 2])
    """
    last = [str(name).rpartition("/")[2] for name in names]
    if len(names) < 2 or len(set(last)) < len(names) or all(map(str.isalnum, map(str, names))):
        return list(names)
    parts = [one.split("_") for one in last]
    while all(len(one) > 1 for one in parts) and len({one[-1] for one in parts}) == 1:
        parts = [one[:-1] for one in parts]
    return ["_".join(one) for one in parts]


def _left_out(n: int) -> list[Layer]:
    if n <= 0:
        return []
    words = Text(f"{n} more recordings are not shown", f"另有 {n} 段记录未显示")
    return [Words("more", 0.99, 0.02, words, "right", "bottom", "part")]
