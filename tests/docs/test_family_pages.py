"""The page of figures of events, raters, label sets and boxes: whole, and printed by its code."""

import doctest
import re
import sys
from pathlib import Path

import pytest

from veracity.metrics.detection_figures.figures import DETECTION_FIGURES
from veracity.metrics.event_figures.figures import EVENT_FIGURES
from veracity.metrics.label_sets.records import ROW_FIGURES
from veracity.metrics.rater_figures.figures import FIGURES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def made():
    sys.path.insert(0, str(DOCS))
    try:
        import family_pages
    finally:
        sys.path.remove(str(DOCS))
    return family_pages.page(0), family_pages.page(1)


def blocks(text):
    return re.findall(r"```python\n(.*?)```", text, re.S)


def test_every_figure_stands_in_both_languages(made):
    keys = [*EVENT_FIGURES, *FIGURES, *(one.key for one in ROW_FIGURES), *DETECTION_FIGURES]
    for text in made:
        assert re.findall(r"^### `(\w+)`", text, re.M) == keys
    english, chinese = made
    assert blocks(english) == blocks(chinese)
    assert english.count("<svg") == chinese.count("<svg") > 15
    assert english.count("\n- ") == chinese.count("\n- ")


def test_the_code_prints_what_the_page_says(made):
    room = {}
    for number, block in enumerate(blocks(made[0])):
        test = doctest.DocTestParser().get_doctest(block, room, str(number), None, None)
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(test, clear_globs=False)
        room = test.globs
        assert runner.failures == 0, block


def test_measured_coverage_is_that_of_its_page(made):
    """`sensitivity` and `hamming_loss` by hand from the pages of coverage."""
    for page, key in (
        ("event_coverage.md", "sensitivity"),
        ("multilabel_coverage.md", "hamming_loss"),
    ):
        rows = re.findall(
            rf"^\| [^|]+ \| `{key}` \| ([\d.]+) ", (DOCS / page).read_text("utf-8"), re.M
        )
        low, high = min(map(float, rows)), max(map(float, rows))
        part = made[0].split(f"### `{key}` ")[1].partition("\n### ")[0]
        assert f"in {low:g} to {high:g} of samples" in part
        assert f"({len(rows)} simulated)" in part
