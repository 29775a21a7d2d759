"""In a notebook `show` puts the page into a frame: it works, and cannot reach the notebook."""

import pytest

from tests.browser.evaluations import evaluation
from tests.browser.library import thresholds
from veracity.reports.page.shell import framed
from veracity.results import figure

pytestmark = pytest.mark.browser

EV = "probabilities"
NOTEBOOK = "<!doctype html><html><body><h1 id=secret>notebook</h1>{output}</body></html>"
REACH = """() => {
  const tried = {};
  const attempt = (name, deed) => {
    try { deed(); tried[name] = 'done'; } catch (e) { tried[name] = e.name; }
  };
  attempt('read', () => parent.document.getElementById('secret').innerText);
  attempt('write', () => { parent.document.title = 'changed'; });
  attempt('move', () => { top.location.href = 'about:blank'; });
  attempt('store', () => localStorage.setItem('a', 'b'));
  attempt('cookie', () => { document.cookie = 'a=b'; });
  return tried;
}"""


def shown(name):
    """What `show` puts below a cell, and above it what the cell shows by itself."""
    ev = evaluation(name)
    return ev._repr_html_() + framed(ev.to_html())


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    path = tmp_path_factory.mktemp("notebook") / "notebook.html"
    path.write_text(NOTEBOOK.format(output=shown(EV)), "utf-8")
    return path


@pytest.fixture
def notebook(opened, saved):
    return opened(saved)


def test_its_script_works_inside(notebook):
    frame = notebook.page.frame_locator("iframe")
    slider = frame.locator("#threshold")
    slider.focus()
    slider.press("ArrowRight")
    place = int(slider.input_value())
    there = evaluation(EV).at(thresholds(EV)[place])
    assert place == thresholds(EV).index(0.5) + 1
    assert frame.locator("[data-figure=mcc]").text_content() == figure(there["mcc"].value)
    frame.locator("[data-speak=zh]").click()
    assert frame.locator("h1").inner_text().startswith("分类器评估")


def test_it_cannot_reach_the_notebook(notebook):
    page = notebook.page
    (inside,) = [frame for frame in page.frames if frame != page.main_frame]
    tried = inside.evaluate(REACH)
    assert tried == dict.fromkeys(("read", "write", "move", "store", "cookie"), "SecurityError")
    assert page.locator("#secret").inner_text() == "notebook"
    assert page.url == notebook.address
    assert page.title() == ""
    # the browser itself says that the frame was kept from leaving
    notebook.complaints[:] = [said for said in notebook.complaints if "navigat" not in said.lower()]


def test_the_cell_itself_shows_the_summary_without_any_frame(notebook):
    page = notebook.page
    (inside,) = [frame for frame in page.frames if frame != page.main_frame]
    inside.wait_for_load_state()  # a script cut off while it loads is not the one that is allowed
    page.evaluate("document.querySelector('iframe').remove()")
    said = page.locator(".veracity").inner_text()
    ev = evaluation(EV)
    assert ev.verdict.en in said
    assert str(ev["mcc"]) in said


def test_hostile_labels_stay_in_the_frame(opened, tmp_path):
    path = tmp_path / "notebook.html"
    path.write_text(NOTEBOOK.format(output=shown("hostile_classes")), "utf-8")
    seen = opened(path)
    assert seen.page.locator("img, script, svg").count() == 0
    assert seen.page.frame_locator("iframe").locator("img").count() == 0
