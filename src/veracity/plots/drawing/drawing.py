"""A picture on matplotlib axes: the one place that draws, for notebooks, papers and pages."""

from __future__ import annotations

import textwrap
import warnings
from typing import TYPE_CHECKING, Any

from veracity.errors import refuse
from veracity.plots.drawing.fonts import CHINESE, Hand, hand
from veracity.plots.drawing.layers import NORMAL, SMALL, Pen, drawn
from veracity.plots.drawing.theme import Theme, theme_of
from veracity.plots.picture.picture import (
    NOTHING,
    Axis,
    Layer,
    Mark,
    Path,
    Picture,
    Region,
    Whiskers,
)
from veracity.words import Text
from veracity.words.layout import width

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis as MplAxis
    from matplotlib.figure import Figure, SubFigure
    from matplotlib.legend import Legend
    from matplotlib.transforms import Transform

Entry = tuple[int, Any, Text]

TITLE = 10.5
BELOW = 34.0  # points from the axes down to the legend: ticks and the label of the axis
MOST_ENTRIES = 28
TOO_MANY = Text("{n} lines: too many to name", "共 {n} 条线，无法逐一标注")
ROOM = 0.01  # of the figure, between a legend and what is below it
SLACK = 1e-3
ROW = 0.19  # inches of one line of the legend
AROUND = (0.65, 1.05)  # inches that ticks, labels and title take, across and up


def draw(
    picture: Picture,
    ax: Axes | None = None,
    *,
    lang: str | None = None,
    theme: str | Theme | None = None,
) -> Axes:
    """Draw a picture; the axes come back.

    On the `ax` given and nowhere else; without one, on a figure of its own that pyplot shows.
    `theme` is "light", "dark" or a Theme; without one it follows the background. Chinese words
    need a font that has them: where there is none, a warning says so and they are English.
    """
    return drawn_on(picture, ax if ax is None else _axes(ax), hand(lang), theme)


def drawn_on(picture: Picture, ax: Axes | None, written: Hand, theme: str | Theme | None) -> Axes:
    """Draw in a hand that is already chosen."""
    own = ax is None
    if ax is None:
        from matplotlib import pyplot

        _, ax = pyplot.subplots(figsize=figure_size(picture), layout="constrained")
    background = ax.get_facecolor()
    chosen = theme_of(theme, background)
    if theme is not None:
        ax.set_facecolor(chosen.background)
        if own:
            ax.figure.set_facecolor(chosen.background)
    pen = Pen(ax, chosen, written, picture)
    _frame(pen)
    entries: list[Entry] = []
    for layer in picture.layers:
        handle = drawn(layer, pen)
        label = getattr(layer, "label", NOTHING)
        if label and handle is not None:
            entries.append((_rank(layer), handle, label))
    _limits(pen)
    if own:
        shape(ax, picture)
    if picture.note:
        _say_why(pen)
    legend = _legend(pen, entries)
    if not own and legend is not None:
        with warnings.catch_warnings():  # of signs that a font lacks matplotlib warns on drawing
            warnings.simplefilter("ignore")
            _inside(ax, legend)
    written.warn()
    return ax


def _axes(ax: object) -> Axes:
    from matplotlib.axes import Axes

    if not isinstance(ax, Axes):
        raise refuse("plot_ax", given=type(ax).__name__)
    return ax


def _frame(pen: Pen) -> None:
    """Everything around the layers; scales come first, since they reset limits."""
    ax, theme, picture = pen.ax, pen.theme, pen.picture
    ax.set_xscale(**_scale(picture.x.scale))
    ax.set_yscale(**_scale(picture.y.scale))
    if picture.grid == "none":
        ax.grid(visible=False)
    else:
        ax.grid(visible=True, axis=picture.grid, color=theme.grid, linewidth=0.7)
    ax.set_axisbelow(True)
    for side, spine in ax.spines.items():
        spine.set_visible(side in ("left", "bottom") or picture.grid == "none")
        spine.set_color(theme.guide)
    ax.tick_params(colors=theme.muted, labelsize=SMALL + 0.5, length=3, which="both")
    ax.set_xlabel(pen.hand.write(picture.x.label), **pen.font())
    ax.set_ylabel(pen.hand.write(picture.y.label), **pen.font())
    bold = "bold" if pen.hand.language == "en" else "normal"  # few Chinese fonts have it
    plain = [name for name in pen.hand.families if name not in CHINESE]
    title = {**pen.font(TITLE), "fontweight": bold}
    if pen.hand.language == "en":
        title["fontfamily"] = plain
    ax.set_title(pen.hand.write(picture.title), loc="left", **title)


def _scale(name: str) -> dict[str, Any]:
    if name != "probit":
        return {"value": name}
    from scipy.special import ndtr, ndtri

    return {"value": "function", "functions": (ndtri, ndtr)}


def _limits(pen: Pen) -> None:
    """Limits and ticks come last: drawing would widen them."""
    ax, picture = pen.ax, pen.picture
    if picture.square:
        ax.set_aspect("equal", adjustable="box", anchor="N")  # room for the legend is below
    elif ax.get_aspect() != "auto":
        ax.set_aspect("auto")
    _ticks(pen, ax.xaxis, picture.x)
    _ticks(pen, ax.yaxis, picture.y)
    ax.set_xlim(picture.x.limits)
    ax.set_ylim(picture.y.limits)


def shape(ax: Axes, picture: Picture) -> None:
    """On a figure of its own every curve has the box of a square one."""
    if picture.grid == "both" and not picture.square:
        ax.set_box_aspect(1)
        ax.set_anchor("N")  # room for the legend is below


def _ticks(pen: Pen, axis: MplAxis, described: Axis) -> None:
    if described.ticks is None:
        return
    from matplotlib.ticker import NullLocator

    axis.set_minor_locator(NullLocator())
    positions = [anchor for anchor, _ in described.ticks]
    fitting = min(SMALL + 0.5, max(3.5, 320 / max(len(positions), 1)))
    font = pen.font(fitting, "ink" if pen.picture.grid != "both" else "muted")
    if described.upright:
        font["rotation"] = 90
    axis.set_ticks(
        positions, labels=[pen.hand.write(words) for _, words in described.ticks], **font
    )


def figure_size(picture: Picture) -> tuple[float, float]:
    """What a figure of its own gets, in inches: a long legend makes it taller, not smaller.

    A curve is as tall as its box, which follows from the width, and what is around it: so the
    boxes of curves beside each other are alike.
    """
    wide, tall = picture.size
    words = [label.en for label in picture.labels]
    rows = 0 if not words or len(words) > MOST_ENTRIES else -(-len(words) // _columns(words))
    if picture.grid != "both":
        return wide, tall + ROW * max(rows - 3, 0)
    box = wide - AROUND[0]
    if picture.square:
        (left, right), (low, high) = picture.x.limits, picture.y.limits
        box *= abs((high - low) / (right - left))
    return wide, box + AROUND[1] + ROW * rows


def _rank(layer: Layer) -> int:
    """The order of the legend: what is drawn first, then where it works, then the rest."""
    if isinstance(layer, (Path, Whiskers)) and isinstance(layer.tone, int):
        return 0
    return 1 if isinstance(layer, Mark) else 2 if isinstance(layer, Region) else 3


def _inside(ax: Axes, legend: Legend) -> None:
    """Make room below axes that were given, where nothing else lays the figure out.

    The legend then ends above the edge of the figure and above the axes of the next row. Axes
    that would lose more than half of their height keep it.
    """
    figure = ax.get_figure()
    if figure is None or figure.get_layout_engine() is not None:
        return
    whole = ax.get_position(original=True)
    boxes = [one.get_position() for one in figure.axes if one is not ax]
    under = [one for one in boxes if one.x0 < whole.x1 and one.x1 > whole.x0]
    tops = [one.y1 for one in under if one.y1 <= whole.y0 + SLACK]
    floor = max(tops, default=-ROOM) + ROOM
    for _ in range(3):  # a box of fixed shape shrinks to the side as well
        ax.apply_aspect()
        low = figure.transFigure.inverted().transform(legend.get_window_extent())[0][1]
        now = ax.get_position(original=True)
        bottom = now.y0 + floor - low
        if low >= floor - SLACK or whole.y1 - bottom < whole.height / 2:
            break
        ax.set_position((now.x0, bottom, now.width, now.y1 - bottom))
    ax.apply_aspect()
    beyond = legend.get_window_extent().x1 - figure.bbox.x1
    if beyond > 0:  # a long name: further to the left
        anchor = (-beyond / ax.bbox.width, 0.0)
        legend.set_bbox_to_anchor(anchor, ax.transAxes + _down(figure))


def _legend(pen: Pen, entries: list[Entry]) -> Legend | None:
    """Below the axes, so that it never lies on the data."""
    if not entries:
        return None
    down = _down(pen.ax.figure)
    if len(entries) > MOST_ENTRIES:
        notes = pen.hand.write(TOO_MANY.filled(n=len(entries)))
        anchor = {"transform": pen.ax.transAxes + down, "va": "top", **pen.font(SMALL, "muted")}
        pen.named(pen.ax.text(0.0, 0.0, notes, **anchor), "legend")
        return None
    entries = sorted(entries, key=lambda entry: entry[0])
    words = [pen.hand.write(label) for *_, label in entries]
    # named by numbers first: matplotlib leaves out entries whose words begin with "_"
    legend: Legend = pen.ax.legend(
        [handle for _, handle, _ in entries],
        [str(number) for number in range(len(entries))],
        loc="upper left",
        bbox_to_anchor=(0.0, 0.0),
        bbox_transform=pen.ax.transAxes + down,
        borderaxespad=0.0,
        frameon=False,
        ncols=_columns(words),
        fontsize=SMALL,
        handlelength=2.4,
        columnspacing=1.4,
    )
    for text, notes in zip(legend.get_texts(), words, strict=True):
        text.set(text=notes, **{k: v for k, v in pen.font(SMALL).items() if k != "fontsize"})
    pen.named(legend, "legend")
    return legend


def _down(figure: Figure | SubFigure) -> Transform:
    """From the axes to where the legend begins."""
    from matplotlib.transforms import ScaledTranslation

    return ScaledTranslation(0, -BELOW / 72, figure.dpi_scale_trans)


def _columns(words: list[str]) -> int:
    longest = max(width(text) for text in words)
    return 1 if longest > 29 else 2 if longest > 18 else 3


def _say_why(pen: Pen) -> None:
    """Instead of what cannot be drawn."""
    words = pen.hand.write(pen.picture.note)
    wide = 24 if pen.hand.language == "zh" else 48
    pen.named(
        pen.ax.text(
            0.5,
            0.5,
            textwrap.fill(words, wide),
            transform=pen.ax.transAxes,
            ha="center",
            va="center",
            zorder=6,
            **pen.font(NORMAL),
        ),
        "note",
    )
