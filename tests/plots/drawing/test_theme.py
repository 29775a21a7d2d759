"""Colours that can be told apart."""

from itertools import pairwise

import pytest
from matplotlib.colors import to_rgb

from veracity.errors import InputError
from veracity.plots.drawing.theme import DARK, LIGHT, Theme, luminance, theme_of


def contrast(one, other):
    """The ratio of WCAG 2.1, from linear light."""

    def light(colour):
        parts = [
            c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in to_rgb(colour)
        ]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    high, low = sorted((light(one), light(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_words_can_be_read(theme):
    assert contrast(theme.ink, theme.background) >= 7
    assert contrast(theme.muted, theme.background) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_28_series_all_differ_and_neighbours_differ_in_colour_dash_and_mark(theme):
    looks = [(theme.colour(i), theme.dashes(i), theme.mark(i)) for i in range(28)]
    assert len({(colour, str(dash)) for colour, dash, _ in looks}) == 28
    for one, other in pairwise(looks):
        assert all(a != b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_lines_are_seen_on_the_background(theme):
    for colour in theme.series:
        assert contrast(colour, theme.background) > 2


def test_the_theme_follows_the_background():
    assert theme_of(None, "#111111") is DARK
    assert theme_of(None, (1, 1, 1, 1)) is LIGHT
    assert theme_of(None, "none") is LIGHT
    assert theme_of("dark", "white") is DARK
    own = Theme("own", *["#123456"] * 6, series=("#654321",))
    assert theme_of(own, "white") is own


def test_luminance_of_known_colours():
    assert luminance("black") == 0
    assert luminance("white") == pytest.approx(1)
    assert luminance("#00ff00") == pytest.approx(0.7152)


def test_an_unknown_theme_names_the_known_ones():
    with pytest.raises(InputError, match="light, dark"):
        theme_of("pink", "white")
