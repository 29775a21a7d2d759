"""How late events were detected: a histogram of delays, and how many never were."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats
from veracity.plots.picture.picture import Axis, Bars, Layer, Picture, ReferenceLine, Words
from veracity.statistics.events.event_tally import SECOND
from veracity.words import Text

TITLE = Text("Detection delay under {rule}", "检测延迟（{rule}）")
X, Y = Text("Delay (s)", "延迟（秒）"), Text("Events", "事件数")
NO_DELAYS = Text("No event has a detection delay here.", "这里没有事件的检测延迟。")
EARLY, LATE = Text("Early: before the event", "提前：早于事件"), Text("After its start", "开始之后")
MOST_BINS = 30


def delays_picture(delays: Floats, rule: str) -> Picture:
    """Delays in nanoseconds, inf where an event was missed; 0 is always the edge of a bar."""
    seconds = np.asarray(delays, np.float64) / SECOND
    found, missed = seconds[np.isfinite(seconds)], int(np.isposinf(seconds).sum())
    title = TITLE.filled(rule=rule)
    if not len(found):
        why = _never(missed, len(seconds)) if missed else NO_DELAYS
        return Picture("event-delays", title, Axis(X, (0.0, 1.0)), Axis(Y, (0.0, 1.0))).saying(why)
    edges = _edges(found)
    counts = np.histogram(found, edges)[0].astype(np.float64)
    top = counts.max() * 1.15
    room = 0.02 * (edges[-1] - edges[0])
    blank = Picture(
        "event-delays", title, Axis(X, (edges[0] - room, edges[-1] + room)), Axis(Y, (0.0, top))
    )
    zero = int(np.searchsorted(edges, 0.0))
    layers: list[Layer] = []
    for id, label, tone, part in (
        ("early", EARLY, 1, slice(0, zero)),
        ("late", LATE, 0, slice(zero, None)),
    ):
        heights = counts[part]
        if heights.sum():
            ends = edges[: zero + 1] if id == "early" else edges[zero:]
            layers.append(Bars(id, ends, heights, 0.0, label, tone))
    layers.append(ReferenceLine("start", "x", 0.0))
    median = float(np.sort(seconds)[math.ceil(len(seconds) / 2) - 1])
    if math.isfinite(median):
        median_label = Text(
            f"Median, misses as ∞: {median:.3g} s", f"中位数（漏检记为 ∞）：{median:.3g} 秒"
        )
        layers.append(ReferenceLine("median", "x", median, median_label, "ink"))
    layers.append(Words("missed", 0.98, 0.97, _never(missed, len(seconds)), "right", "top", "part"))
    return blank.of(layers)


def _never(missed: int, n: int) -> Text:
    return Text(f"never detected: {missed} of {n}", f"从未检测到：{missed} / {n}")


def _edges(found: Floats) -> Floats:
    """Round steps with 0 among them.

    >>> _edges(np.array([-3.0, 12.0])).tolist()
    [-5.0, 0.0, 5.0, 10.0, 15.0]
    """
    low, high = min(float(found.min()), 0.0), max(float(found.max()), 0.0)
    bins = min(MOST_BINS, max(4, math.ceil(2 * len(found) ** (1 / 2))))
    step = _round_step(max(high - low, 1e-3) / bins)
    first, last = math.floor(low / step), math.floor(high / step) + 1
    return np.arange(first, last + 1, dtype=np.float64) * step


def _round_step(least: float) -> float:
    """The next 1, 2 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(least))
    return next(power * one for one in (1, 2, 5, 10) if power * one >= least * (1 - 1e-9))
