"""Each kind of layer on matplotlib axes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.plots.drawing.fonts import Hand
from veracity.plots.drawing.theme import Theme, luminance
from veracity.plots.picture.picture import (
    Bars,
    Heatmap,
    Mark,
    Path,
    Picture,
    ReferenceLine,
    Region,
    Strips,
    Tone,
    Whiskers,
    Words,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.colors import Colormap

WIDTH, THIN = 1.8, 1.0
NORMAL, SMALL = 9.0, 7.5
MOST_EDGE = 400  # points of the edge of a shaded region
MOST_WORDS = 2500  # in the cells of a matrix


@dataclass(frozen=True, slots=True)
class Pen:
    """Where to draw, in which colours, in which hand."""

    ax: Axes
    theme: Theme
    hand: Hand
    picture: Picture

    def named(self, artist: Any, id: str) -> Any:
        """The artist with a name by which a page finds it in the SVG."""
        artist.set_gid(f"{self.picture.kind}-{id}")
        return artist

    def font(self, size: float = NORMAL, tone: Tone = "ink") -> dict[str, Any]:
        """How words look; what users wrote is never read as a formula."""
        return {
            "fontsize": size,
            "fontfamily": list(self.hand.families),
            "color": self.theme.colour(tone),
            "parse_math": False,
        }


@singledispatch
def drawn(layer: object, pen: Pen) -> Any:  # noqa: ARG001
    """Draw a layer; what comes back stands for it in the legend."""
    raise TypeError(type(layer).__name__)


@drawn.register
def _(layer: Path, pen: Pen) -> Any:
    (line,) = pen.ax.plot(
        layer.x,
        layer.y,
        color=pen.theme.colour(layer.tone),
        linestyle=pen.theme.dashes(layer.tone),
        linewidth=THIN if layer.thin or not isinstance(layer.tone, int) else WIDTH,
        solid_joinstyle="round",
        zorder=3 if isinstance(layer.tone, int) else 2,
    )
    if layer.dotted or np.isfinite(layer.y).sum() == 1:  # a single point is no line
        line.set(marker=pen.theme.mark(layer.tone), markersize=5)
    return pen.named(line, layer.id)


@drawn.register
def _(layer: Region, pen: Pen) -> Any:
    colour = pen.theme.colour(layer.tone)
    some = _some(len(layer.x))
    area = pen.ax.fill_between(
        layer.x[some],
        layer.low[some],
        layer.high[some],
        facecolor=colour,
        alpha=0.35 if layer.hatched else 0.18,
        hatch="////" if layer.hatched else None,
        edgecolor=pen.theme.guide if layer.hatched else "none",
        linewidth=0.0,
        zorder=1 if layer.hatched else 1.5,
    )
    return pen.named(area, layer.id)


def _some(size: int) -> Any:
    """At most so many points as the edge of a shade needs, both ends among them."""
    return slice(None) if size <= MOST_EDGE else np.linspace(0, size - 1, MOST_EDGE).astype(int)


@drawn.register
def _(layer: Mark, pen: Pen) -> Any:
    colour = pen.theme.colour(layer.tone)
    spans: dict[str, Any] = {
        name: np.abs(np.subtract([[span[0]], [span[1]]], middle))
        for name, span, middle in (
            ("xerr", layer.x_span, layer.x),
            ("yerr", layer.y_span, layer.y),
        )
        if span is not None and np.isfinite(span).all()
    }
    mark = pen.ax.errorbar(
        [layer.x],
        [layer.y],
        **spans,
        fmt=pen.theme.mark(layer.tone),
        markersize=7,
        markeredgewidth=1.4,
        color=colour,
        markerfacecolor=colour if layer.filled else pen.theme.background,
        elinewidth=1.2,
        capsize=2.5 if spans else 0,
        zorder=5,
    )
    pen.named(mark[0], layer.id)
    return mark[0]


@drawn.register
def _(layer: ReferenceLine, pen: Pen) -> Any:
    rule = pen.ax.axvline if layer.along == "x" else pen.ax.axhline
    line = rule(
        layer.at,
        color=pen.theme.colour(layer.tone),
        linestyle=(0, (1, 1.5)) if layer.tone == "guide" else pen.theme.dashes(layer.tone),
        linewidth=1.2,
        zorder=2,
    )
    return pen.named(line, layer.id)


@drawn.register
def _(layer: Bars, pen: Pen) -> Any:
    bars = pen.ax.stairs(
        layer.base + layer.heights,
        layer.edges,
        baseline=np.full(len(layer.heights), layer.base),
        fill=True,
        color=pen.theme.colour(layer.tone),
        alpha=0.75,
        linewidth=0.0,
        zorder=2,
    )
    return pen.named(bars, layer.id)


@drawn.register
def _(layer: Words, pen: Pen) -> Any:
    transforms = {
        "data": pen.ax.transData,
        "part": pen.ax.transAxes,
        "row": pen.ax.get_yaxis_transform(),
    }
    paper = {"facecolor": pen.ax.get_facecolor(), "edgecolor": "none", "pad": 0.8, "alpha": 0.75}
    return pen.named(
        pen.ax.text(
            layer.x,
            layer.y,
            pen.hand.write(layer.text),
            ha=layer.across,
            va=layer.up,
            transform=transforms[layer.within],
            clip_on=layer.within == "data",
            bbox=None if layer.within == "row" else paper,
            zorder=2.5,
            **pen.font(SMALL if layer.small else NORMAL, layer.tone),
        ),
        layer.id,
    )


@drawn.register
def _(layer: Whiskers, pen: Pen) -> Any:
    colour, ax = pen.theme.colour(layer.tone), pen.ax
    filled = np.array(layer.filled or (True,) * len(layer.rows), bool)
    low, high = (np.where(np.isfinite(end), end, layer.value) for end in (layer.low, layer.high))
    bars = ax.hlines(layer.rows, low, high, color=colour, linewidth=1.5, zorder=3)
    pen.named(bars, f"{layer.id}-bars")
    handle = None
    for full in (False, True):
        which = filled == full
        if not which.any():
            continue
        (marks,) = ax.plot(
            layer.value[which],
            layer.rows[which],
            linestyle="none",
            marker=pen.theme.mark(layer.tone),
            markersize=5.5,
            markeredgewidth=1.3,
            color=colour,
            markerfacecolor=colour if full else pen.theme.background,
            zorder=4,
        )
        handle = pen.named(marks, layer.id if full else f"{layer.id}-open")
    return handle


@drawn.register
def _(layer: Strips, pen: Pen) -> Any:
    from matplotlib.collections import PolyCollection

    colour, half = pen.theme.colour(layer.tone), layer.height / 2
    low, high = layer.rows - half, layer.rows + half
    corners = [(layer.start, low), (layer.start, high), (layer.stop, high), (layer.stop, low)]
    boxes = np.stack([np.stack(corner, -1) for corner in corners], 1)
    pale = layer.style == "pale"
    strips = PolyCollection(
        list(boxes),
        facecolor=pen.theme.background if layer.style in ("open", "hatched") else colour,
        edgecolor="none" if pale else colour,
        hatch="//////" if layer.style == "hatched" else None,
        linewidth=0.0 if pale else 1.1,
        alpha=0.35 if pale else None,
        zorder=1 if pale else 3,
    )
    pen.ax.add_collection(strips)
    return pen.named(strips, layer.id)


@drawn.register
def _(layer: Heatmap, pen: Pen) -> Any:
    from matplotlib.colors import LinearSegmentedColormap

    theme, size = pen.theme, len(layer.shares)
    colours = LinearSegmentedColormap.from_list("share", [theme.background, theme.series[0]])
    scale = colours.with_extremes(bad=theme.above)
    image = pen.ax.imshow(
        layer.shares, cmap=scale, vmin=0, vmax=1, interpolation="nearest", zorder=0.5
    )
    pen.named(image, layer.id)
    if 1 < size <= 60:
        edges = np.arange(1, size) - 0.5
        lines: dict[str, Any] = {
            "color": theme.grid,
            "linewidth": 0.8 if size <= 12 else 0.3,
            "zorder": 1,
        }
        pen.ax.hlines(edges, -0.5, size - 0.5, **lines)
        pen.ax.vlines(edges, -0.5, size - 0.5, **lines)
    _cell_words(layer, pen, scale)
    return None


def _cell_words(layer: Heatmap, pen: Pen, scale: Colormap) -> None:
    size = len(layer.shares)
    if size * size > MOST_WORDS:
        return
    fitting = _fitting([text for words in layer.words for text in words], size, pen.ax)
    shade = scale(np.nan_to_num(layer.shares))
    for row, words in enumerate(layer.words):
        for column, text in enumerate(words):
            if not text:
                continue
            dark = luminance(shade[row, column]) < 0.5
            font = pen.font(fitting) | {"color": "#ffffff" if dark else "#1a1a1a"}
            pen.ax.text(column, row, text, ha="center", va="center", zorder=2, **font)


def _fitting(texts: list[str], size: int, ax: Axes) -> float:
    """The size of letters that keeps the longest text inside its cell, in points.

    A letter is about 0.62 of its size wide; the labels of the axes will still take some room.
    """
    extent = ax.get_window_extent()
    cell = 0.85 * min(extent.width, extent.height) / ax.figure.dpi * 72 / size
    longest = max((len(line) for text in texts for line in text.split("\n")), default=1)
    lines = max((text.count("\n") + 1 for text in texts), default=1)
    return float(
        np.clip(min(cell / (0.62 * max(longest, 2)), 0.75 * cell / lines), 2.0, NORMAL + 1)
    )
