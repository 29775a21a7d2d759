"""Chinese where a font has it, English and a clear word where none does."""

import warnings

import pytest

from veracity.plots.drawing import fonts
from veracity.plots.drawing.fonts import Hand, hand
from veracity.words import Text

RECALL = Text("Recall", "召回率")


@pytest.fixture
def no_chinese(monkeypatch):
    monkeypatch.setattr(fonts, "CHINESE", ())
    monkeypatch.setattr(fonts, "_usual", lambda: ("DejaVu Sans",))


@pytest.mark.usefixtures("no_chinese")
def test_without_a_chinese_font_words_are_english_and_a_warning_says_so():
    with pytest.warns(UserWarning, match=r"No font with Chinese characters.*font\.family"):
        found = hand("zh")
    assert found.language == "en"
    assert found.write(RECALL) == "Recall"


@pytest.mark.usefixtures("no_chinese")
def test_a_page_is_chinese_without_any_font_here():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = hand("zh", viewer=True)
    assert found.write(RECALL) == "召回率"


def test_a_chinese_font_is_used_after_the_usual_ones(monkeypatch):
    monkeypatch.setattr(fonts, "chinese_font", lambda: "Some Hei")
    found = hand("zh")
    assert found.language == "zh"
    assert found.families[-1] == "Some Hei"


def test_a_font_installed_after_matplotlib_made_its_list_is_found(monkeypatch):
    from matplotlib import font_manager

    manager = font_manager.fontManager
    kept = [font for font in manager.ttflist if font.name != "STIXGeneral"]
    (own, *_) = [font for font in manager.ttflist if font.name == "STIXGeneral"]
    monkeypatch.setattr(manager, "ttflist", kept)
    monkeypatch.setattr(font_manager, "findSystemFonts", lambda: [own.fname, "no/such/font.ttf"])
    monkeypatch.setattr(fonts, "CHINESE", ("STIXGeneral",))
    monkeypatch.setattr(fonts, "_usual", lambda: ("DejaVu Sans",))
    monkeypatch.setattr(fonts, "_has_chinese", lambda name: name == "STIXGeneral")
    fonts.installed_since.cache_clear()
    assert fonts.chinese_font() == "STIXGeneral"
    fonts.installed_since.cache_clear()


def test_signs_that_no_font_has_become_boxes_and_are_named_once():
    found = Hand("en", ("DejaVu Sans",))
    assert found.write(Text("a 标 b 标 μ", "")) == "a □ b □ μ"
    with pytest.warns(UserWarning, match="标") as seen:
        found.warn()
    assert len(seen) == 1


def test_what_can_be_drawn_is_left_alone():
    found = Hand("en", ("DejaVu Sans",))
    assert found.write(Text("F₁ ≥ 0.5 → ↑ é", "")) == "F₁ ≥ 0.5 → ↑ é"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found.warn()
