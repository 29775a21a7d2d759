"""Styles that pictures share are said once, and labels that look like styles stay labels."""

from veracity.reports.page.styles import shared_styles

INK = "fill: var(--vc-ink, #1a1a1a)"


def page(svg):
    return f"<style>p{{}}</style><p style='x'>text</p><svg>{svg}</svg>"


def test_what_occurs_often_gets_a_name():
    made = shared_styles(page(f'<path style="{INK}"/>' * 4 + '<g style="fill: none"/>'))
    assert made.count('class="v0"') == 4
    assert ".v0{fill: var(--vc-ink)}</style>" in made
    assert '<g style="fill: none"/>' in made


def test_nothing_is_renamed_outside_pictures():
    text = f'<style></style><p style="{INK}"/>' * 5
    assert shared_styles(text) == text.replace("<style></style>", "<style></style>", 1)


def test_words_that_look_like_a_style_are_left_alone():
    word = f'&lt;b style="{INK}"&gt;'
    made = shared_styles(page(f'<path style="{INK}"/>' * 3 + f"<text>{word}</text>"))
    assert f"<text>{word}</text>" in made
    assert made.count('class="v0"') == 3
