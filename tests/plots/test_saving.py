"""Pictures as files: small, the same every time, safe in a page."""

import re
import xml.etree.ElementTree as ET

import pytest

from veracity import plots
from veracity.curves import precision_recall, roc
from veracity.plots import as_png, as_svg

HOSTILE = "<script>alert(1)</script>&\"'"


def test_svg_is_one_element_with_words_as_words(table):
    made = as_svg(plots.roc_picture(roc(table)), lang="en")
    root = ET.fromstring(made)
    assert root.tag.endswith("svg")
    texts = ["".join(node.itertext()).strip() for node in root.iter() if node.tag.endswith("text")]
    assert "False positive rate" in texts
    assert "ROC curve" in texts
    assert len(made) < 60_000


def test_svg_names_what_moves(table):
    made = as_svg(plots.roc_picture(roc(table), here=plots.Here(1, 1, 1, 1, 0.4)), lang="en")
    for id in ("roc-curve", "roc-point", "roc-above", "roc-chance"):
        assert made.count(f'id="{id}"') == 1


def test_svg_speaks_chinese_without_a_font(table):
    made = as_svg(plots.pr_picture(precision_recall(table)), lang="zh")
    assert "查准率" in made
    assert "召回率" in made


def test_svg_leaves_colours_to_the_page(table):
    made = as_svg(plots.roc_picture(roc(table)), lang="en")
    assert "var(--vc-series-1, #0072b2)" in made
    assert "var(--vc-ink, #1a1a1a)" in made
    assert not re.search(r"(?<!, )#0072b2", made)


def test_hostile_labels_stay_text():
    picture = plots.confusion_picture([HOSTILE, "b"], [[1, 2], [3, 4]])
    made = as_svg(picture, lang="en")
    assert "<script" not in made
    ET.fromstring(made)


def test_the_same_picture_gives_the_same_bytes(table):
    picture = plots.roc_picture(roc(table))
    assert as_svg(picture, lang="en") == as_svg(picture, lang="en")
    assert as_png(picture, lang="en") == as_png(picture, lang="en")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_png_is_a_small_picture(table, theme):
    made = as_png(plots.roc_picture(roc(table)), lang="en", theme=theme, dpi=100)
    assert made.startswith(b"\x89PNG")
    assert len(made) < 120_000
