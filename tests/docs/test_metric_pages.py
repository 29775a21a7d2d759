"""One page for each metric: drawn, with claims, coverage, other names and an example that runs."""

import doctest
import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from veracity.metrics import CATALOGUE
from veracity.metrics.catalogue.catalogue import PROBABILITY, RANKING

DOCS = Path(__file__).parents[2] / "docs"
KEYS = (*CATALOGUE, *RANKING, *PROBABILITY)
HEADINGS = 5


@pytest.fixture(scope="module")
def made():
    """The page of a key after the facts of its record, in both languages."""
    sys.path.insert(0, str(DOCS))
    try:
        from metric_pages import sections
    finally:
        sys.path.remove(str(DOCS))
    return {key: (sections(key, 0), sections(key, 1)) for key in KEYS}


def test_every_key_has_a_page(made):
    text = (DOCS / "metrics.md").read_text("utf-8")
    assert set(re.findall(r"^### `(\w+)`", text, re.M)) == set(made)


def test_both_languages_have_the_same_parts_and_the_same_code(made):
    for key, pages in made.items():
        english, chinese = pages
        assert [len(re.findall(r"^## ", page, re.M)) for page in pages] == [HEADINGS] * 2, key
        assert english.count("<svg") == chinese.count("<svg"), key
        blocks = [re.findall(r"```python\n.*?```", page, re.S) for page in pages]
        assert blocks[0] == blocks[1], key
        assert len(blocks[0]) == 1, key
        assert english.count("\n- ") == chinese.count("\n- "), key


def test_drawings_are_whole_and_inside_their_frame(made):
    for key, pages in made.items():
        for drawing in re.findall(r"<svg.*?</svg>", "".join(pages), re.S):
            root = ElementTree.fromstring(drawing)
            _, _, wide, high = map(float, root.get("viewBox").split())
            for line in root.iter("polyline"):
                points = [tuple(map(float, p.split(","))) for p in line.get("points").split()]
                assert len(points) > 1, key
                assert all(0 <= x <= wide and 0 <= y <= high for x, y in points), key


def test_a_counter_example_prints_what_the_page_says(made):
    for key, (english, _) in made.items():
        code = re.search(r"```python\n(.*?)```", english, re.S)[1]
        ran = doctest.DocTestRunner(verbose=False)
        ran.run(doctest.DocTestParser().get_doctest(code, {}, key, None, 0))
        assert (ran.tries > 1, ran.failures) == (True, 0), key


def test_what_is_known_elsewhere_is_on_the_page(made):
    assert "`precision_score`" in made["precision"][0]
    assert "| `99 0; 1 0` | 0 | nan |" in made["precision"][0]
    assert "delong" in made["auroc"][0]
    assert "`2 AUROC - 1`" in made["gini"][0]
