"""A picture as SVG for a page, or as PNG: no pyplot, no window, the same bytes every time."""

from __future__ import annotations

import io
import re
import warnings
from typing import Any

from veracity.plots.drawing import drawn_on, figure_size
from veracity.plots.fonts import hand
from veracity.plots.picture import Picture
from veracity.plots.theme import LIGHT, Theme, theme_of

SETTINGS: Any = {"svg.fonttype": "none", "svg.hashsalt": "veracity", "path.simplify": True}


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
    for name, colour in _variables(chosen):
        pattern = rf"(fill|stroke): {re.escape(colour)}\b"
        made = re.sub(pattern, rf"\1: var(--vc-{name}, {colour})", made)
    return made


def as_png(
    picture: Picture,
    *,
    lang: str | None = None,
    theme: str | Theme | None = LIGHT,
    dpi: float = 150,
) -> bytes:
    """The picture as a PNG file."""
    return _written(picture, hand(lang), theme_of(theme, "white"), "png", dpi=dpi)


def _rounded(path: str) -> str:
    """Hundredths of a point are enough, and make the page a third smaller."""
    return re.sub(r"(\.\d\d)\d+", r"\1", path)


def _variables(theme: Theme) -> list[tuple[str, str]]:
    roles = ("background", "ink", "muted", "grid", "guide", "above")
    series = [(f"series-{i}", colour) for i, colour in enumerate(theme.series, 1)]
    return [*((role, getattr(theme, role)) for role in roles), *series]


def _written(picture: Picture, written: Any, theme: Theme, ending: str, **how: Any) -> bytes:
    import matplotlib
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure

    with matplotlib.rc_context(SETTINGS):
        figure = Figure(
            figsize=figure_size(picture), layout="constrained", facecolor=theme.background
        )
        drawn_on(picture, figure.subplots(), written, theme)
        stream = io.BytesIO()
        if ending == "svg":  # savefig would draw twice, once only to find the layout
            canvas: Any = FigureCanvasSVG(figure)
            canvas.print_svg(stream, metadata={"Date": None})
        else:
            figure.savefig(stream, format=ending, metadata={"Software": None}, **how)
    return stream.getvalue()
