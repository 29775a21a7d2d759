"""Colours and line styles: told apart by colour-blind eyes, in print and on a dark screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from veracity.errors import refuse
from veracity.plots.picture.picture import Tone

if TYPE_CHECKING:
    from matplotlib.typing import ColorType

DASHES = ("solid", (0, (5, 2)), (0, (5, 2, 1, 2)), (0, (1, 1.5)))
MARKS = ("o", "s", "D", "^", "v", "P", "X")


@dataclass(frozen=True, slots=True)
class Theme:
    """One set of colours. Series take them in turn, each with another dash and mark.

    There are seven colours and marks and four dashes, so that 28 lines all differ. The
    colours are those of Okabe M, Ito K (2008) Color Universal Design, without yellow on white.
    """

    name: str
    background: str
    ink: str
    muted: str
    grid: str
    guide: str
    above: str
    series: tuple[str, ...]

    def colour(self, tone: Tone) -> str:
        """The colour of a series or of a role."""
        if isinstance(tone, int):
            return self.series[tone % len(self.series)]
        if tone in ("chance", "muted"):
            return self.muted
        if tone in ("guide", "equal"):
            return self.guide
        return self.above if tone == "above" else self.ink

    def dashes(self, tone: Tone) -> Any:
        """Which dashes a line has."""
        if isinstance(tone, int):
            return DASHES[tone % len(DASHES)]
        return {"chance": DASHES[1], "equal": DASHES[3]}.get(tone, DASHES[0])

    def mark(self, tone: Tone) -> str:
        """Which mark a point has."""
        return MARKS[tone % len(MARKS)] if isinstance(tone, int) else "o"


LIGHT = Theme(
    "light",
    background="#ffffff",
    ink="#1a1a1a",
    muted="#595959",
    grid="#e6e6e6",
    guide="#9a9a9a",
    above="#dcdcdc",
    series=("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b37a00", "#56b4e9", "#000000"),
)
DARK = Theme(
    "dark",
    background="#16181d",
    ink="#eeeeee",
    muted="#b4b4b4",
    grid="#31343b",
    guide="#7c7f86",
    above="#3a3d45",
    series=("#56b4e9", "#e69f00", "#2dc79a", "#e59ac4", "#f0e442", "#ff8a3d", "#f5f5f5"),
)
THEMES = {theme.name: theme for theme in (LIGHT, DARK)}


def theme_of(theme: str | Theme | None, background: ColorType) -> Theme:
    """The theme asked for, else the one that fits a background.

    >>> theme_of(None, "black").name, theme_of("light", "black").name
    ('dark', 'light')
    """
    if isinstance(theme, Theme):
        return theme
    if theme is None:
        return DARK if luminance(background) < 0.5 else LIGHT
    if theme not in THEMES:
        raise refuse("theme_unknown", theme=repr(theme), themes=", ".join(THEMES))
    return THEMES[theme]


def luminance(colour: ColorType) -> float:
    """How light a colour is, from 0 (black) to 1 (white); a transparent one lies on white."""
    from matplotlib.colors import to_rgba

    red, green, blue, cover = to_rgba(colour)
    light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return float(light * cover + 1 - cover)
