"""A picture as SVG for a page, or as PNG: no pyplot, no window, the same bytes every time."""

from __future__ import annotations

import io
import re
import warnings
from typing import TYPE_CHECKING, Any

from veracity.plots.drawing.drawing import drawn_on, figure_size, shape
from veracity.plots.drawing.fonts import Hand, fonts_as_they_are, hand
from veracity.plots.drawing.theme import LIGHT, Theme, theme_of
from veracity.plots.picture.picture import Picture

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SETTINGS: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "veracity",
    "path.simplify": True,
    "axes.titley": 1.0,  # nothing is above the axes that a title would have to avoid
}
PAD = 3.0  # points around everything, as matplotlib's constrained layout has it
USUAL = (40.0, PAD, 17.0, 40.0)  # points to begin with: left, right, above, below


def as_svg(picture: Picture, *, lang: str | None = None, theme: str | Theme | None = LIGHT) -> str:
    """The picture as an SVG element for a page; words stay words, in the reader's fonts.

    What moves or is looked up has an id, `kind-layer` (`roc-point`). Colours are CSS variables
    (`--vc-ink`, `--vc-series-1`, …) with the theme's own as fallback, so that a page can turn
    dark. Labels are escaped by matplotlib.
    """
    chosen = theme_of(theme, "white")
    with warnings.catch_warnings():  # fonts here do not matter to who reads the page
        warnings.filterwarnings("ignore", message="Glyph .* missing")
        made = _written(picture, hand(lang, viewer=True), chosen, "svg").decode()
    made = made[made.index("<svg") :]
    made = re.sub(r'(?<= d=")[^"]*', lambda path: _rounded(path[0]), made)
    names = {colour: name for name, colour in reversed(_variables(chosen))}  # the first counts
    pattern = rf"(fill|stroke): ({'|'.join(map(re.escape, names))})\b"
    return re.sub(pattern, lambda at: f"{at[1]}: var(--vc-{names[at[2]]}, {at[2]})", made)


def as_png(
    picture: Picture,
    *,
    lang: str | None = None,
    theme: str | Theme | None = LIGHT,
    dpi: float = 150,
) -> bytes:
    """The picture as a PNG file."""
    return _written(picture, hand(lang), theme_of(theme, "white"), "png", dpi=dpi)


def as_pdf(
    picture: Picture, *, lang: str | None = None, theme: str | Theme | None = LIGHT
) -> bytes:
    """The picture as a PDF file of one page."""
    return _written(picture, hand(lang), theme_of(theme, "white"), "pdf")


def _rounded(path: str) -> str:
    """Hundredths of a point are enough, and make the page a third smaller."""
    return re.sub(r"(\.\d\d)\d+", r"\1", path)


def _variables(theme: Theme) -> list[tuple[str, str]]:
    roles = ("background", "ink", "muted", "grid", "guide", "above")
    series = [(f"series-{i}", colour) for i, colour in enumerate(theme.series, 1)]
    return [*((role, getattr(theme, role)) for role in roles), *series]


def _written(picture: Picture, written: Hand, theme: Theme, ending: str, **how: Any) -> bytes:
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context(SETTINGS), fonts_as_they_are():
        figure = Figure(figsize=figure_size(picture), dpi=72, facecolor=theme.background)
        canvas: Any = FigureCanvasSVG(figure)
        ax = drawn_on(picture, figure.subplots(), written, theme)
        shape(ax, picture)
        _fitted(ax, figure)
        stream = io.BytesIO()
        if ending == "svg":  # savefig would draw twice, once only to find the layout
            canvas.print_svg(stream, metadata={"Date": None})
        else:
            undated = {"CreationDate": None} if ending == "pdf" else {"Software": None}
            figure.savefig(stream, format=ending, metadata=undated, **how)
    return stream.getvalue()


def _fitted(ax: Axes, figure: Figure) -> None:
    """The axes as large as what is around them allows.

    As matplotlib's constrained layout does it for a single picture. That measures twice, which
    takes as long as drawing; here a second time only if something stands out on the right (a
    wide legend, figures beside a row), because its position follows from the width of the axes.
    """
    _set_margins(ax, figure, USUAL)
    taken = _taken(ax, figure)
    _set_margins(ax, figure, taken)
    if taken[1] > USUAL[1] + 1:
        _set_margins(ax, figure, _taken(ax, figure))


def _taken(ax: Axes, figure: Figure) -> tuple[float, float, float, float]:
    """Points that ticks, labels, title and legend take: left, right, above, below the axes."""
    frame = ax.get_position(original=True).transformed(figure.transFigure)
    around = ax.get_tightbbox(for_layout_only=True)
    assert around is not None, "axes that are seen take some room"
    sides = (frame.x0 - around.x0, around.x1 - frame.x1, around.y1 - frame.y1, frame.y0 - around.y0)
    left, right, above, below = (72 * side / figure.dpi + PAD for side in sides)
    return left, right, above, below


def _set_margins(ax: Axes, figure: Figure, taken: tuple[float, float, float, float]) -> None:
    """The axes where so much room is left around them, and at least a tenth of the figure."""
    wide, tall = (72 * inches for inches in figure.get_size_inches())
    left, right, above, below = taken
    ax.set_position(
        (
            left / wide,
            below / tall,
            max(wide - left - right, 0.1 * wide) / wide,
            max(tall - above - below, 0.1 * tall) / tall,
        )
    )
