"""A page is shown where one looks; what a cell shows by itself is small and plain."""

import re
import stat
import sys
import webbrowser
from pathlib import Path
from types import ModuleType, SimpleNamespace
from urllib.parse import unquote, urlparse

import numpy as np
import pytest

import veracity as vc
from veracity.evaluation.single.page import page
from veracity.reports.page import showing

RNG = np.random.default_rng(2)
TRUTH = RNG.integers(0, 2, 5000)
PROBA = np.clip(RNG.normal(0.4 + 0.2 * TRUTH, 0.2), 0, 1)


@pytest.fixture(scope="module")
def ev():
    return vc.evaluate(TRUTH, y_proba=PROBA)


@pytest.fixture(scope="module")
def cmp():
    return vc.compare(TRUTH[:200], {"A": PROBA[:200], "B": PROBA[200:400]}, metrics="auroc")


class Notebook:
    """An IPython with a kernel, as far as it is asked."""

    def __init__(self, monkeypatch, kernel):
        self.shown = []
        ipython, display = ModuleType("IPython"), ModuleType("IPython.display")
        ipython.get_ipython = lambda: SimpleNamespace(kernel=kernel)
        ipython.display = display
        display.display = lambda bundle, raw: self.shown.append((bundle, raw))
        monkeypatch.setitem(sys.modules, "IPython", ipython)
        monkeypatch.setitem(sys.modules, "IPython.display", display)


@pytest.fixture
def opened(monkeypatch, tmp_path):
    """The files that a browser was sent to."""
    monkeypatch.setattr(showing.tempfile, "tempdir", str(tmp_path))
    found = []

    def open_one(address):
        found.append(Path(unquote(urlparse(address).path)))
        return True

    monkeypatch.setattr(webbrowser, "open", open_one)
    return found


@pytest.mark.parametrize("which", ["ev", "cmp"])
def test_in_a_notebook_a_frame(which, request, monkeypatch, opened):
    notebook = Notebook(monkeypatch, kernel=object())
    held = request.getfixturevalue(which)
    assert held.show() is None
    ((bundle, raw),) = notebook.shown
    assert raw
    assert bundle["text/html"].startswith('<iframe sandbox="allow-scripts"')
    assert opened == []


@pytest.mark.parametrize("which", ["ev", "cmp"])
def test_elsewhere_the_browser(which, request, opened):
    held = request.getfixturevalue(which)
    assert held.show(lang="zh") is None
    (path,) = opened
    assert path.read_text("utf-8") == held.to_html("zh")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600  # the figures may be of patients


def test_an_ipython_without_a_notebook_is_a_terminal(ev, monkeypatch, opened):
    notebook = Notebook(monkeypatch, kernel=None)
    ev.show()
    assert (len(notebook.shown), len(opened)) == (0, 1)


def test_without_a_browser_it_says_where_the_page_is(ev, monkeypatch, tmp_path):
    monkeypatch.setattr(showing.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(webbrowser, "open", lambda address: False)
    with pytest.raises(vc.VeracityError, match="Cannot open a browser") as caught:
        ev.show()
    (path,) = tmp_path.iterdir()
    assert str(path) in str(caught.value)


@pytest.mark.parametrize("which", ["ev", "cmp"])
def test_what_a_cell_shows_by_itself_is_small_and_makes_no_page(which, request, monkeypatch):
    held = request.getfixturevalue(which)
    monkeypatch.setattr(page, "page_of", None)  # nobody asks for it
    shown = held._repr_html_()
    assert len(shown) < 20_000
    assert "iframe" not in shown
    assert "<svg" not in shown
    assert f"<code>{which}.show()</code>" in shown
    assert shown.count('type="radio"') == 4
    again = held._repr_html_()  # the tabs of two cells do not answer to each other
    assert re.search(r'name="(\S+)"', again)[1] != re.search(r'name="(\S+)"', shown)[1]


def test_it_holds_the_summary(ev, cmp):
    assert str(ev["auroc"]) in ev._repr_html_()
    assert "A − B" in cmp._repr_html_()
