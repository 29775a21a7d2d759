"""What users wrote stays text, whatever it holds, and does not break the page."""

import subprocess
import sys

import pytest

from tests.browser.evaluations import HOSTILE, IMAGE, LONG, SCRIPT

pytestmark = pytest.mark.browser

FOREIGN = """() => {
  const found = document.querySelectorAll('img, iframe, object, embed, link, base, form, script');
  const ours = e => e.tagName === 'SCRIPT' && e.parentElement === document.body;
  return Array.from(found).filter(e => !ours(e)).map(e => e.outerHTML);
}"""
HANDLERS = """() => {
  const given = Array.from(document.querySelectorAll('*')).flatMap(e => Array.from(e.attributes));
  const runs = a => a.name.startsWith('on') || /^\\s*javascript:/i.test(a.value);
  return given.filter(runs).map(a => a.name + a.value);
}"""


def harmless(seen):
    """No element and no handler came out of a label; dialogs and errors fail the test anyway."""
    assert seen.page.evaluate(FOREIGN) == []
    assert seen.page.evaluate(HANDLERS) == []
    assert seen.page.locator("body > script").count() == 2


def plain(text):
    return " ".join(text.split())


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_classes_and_groups(opened, lang):
    seen = opened("hostile_classes", f"lang={lang}")
    harmless(seen)
    seen.unfold()
    matrix = plain(seen.page.locator("#matrix").inner_text())
    for label in HOSTILE:
        assert label in matrix
    assert seen.page.locator("#groups tbody tr").count() == len(HOSTILE)
    assert seen.sideways() == 0


def test_two_classes_with_everything_that_moves(opened):
    seen = opened("hostile_pair")
    harmless(seen)
    seen.page.locator("#threshold").fill("30")
    harmless(seen)
    live = plain(seen.page.locator("#matrix").inner_text())
    assert IMAGE in live
    assert LONG in live
    assert seen.sideways() == 0


@pytest.mark.parametrize(
    ("name", "classes", "label"),
    [("fifty_classes", 50, SCRIPT), ("two_hundred_classes", 200, LONG)],
)
def test_many_classes(opened, name, classes, label):
    seen = opened(name)
    seen.unfold()
    harmless(seen)
    rows = seen.page.locator("#classes tbody tr")
    assert rows.count() == classes
    assert label in plain(seen.page.locator("#classes").inner_text())
    box = seen.page.locator('[data-picture="confusion"] svg').bounding_box()
    assert 600 < box["width"] <= 1200
    assert box["height"] < 3 * box["width"]
    assert seen.sideways() == 0


def test_right_to_left_labels_leave_the_rest_alone(opened):
    """Every label stands in its own direction: numbers beside it keep their order."""
    seen = opened("hostile_classes")
    loose = seen.page.eval_on_selector_all(
        "#matrix th, #classes tbody th, #groups tbody th",
        "all => all.filter(e => /[\\u0590-\\u05ff]/.test(e.textContent) && !e.querySelector('bdi'))"
        ".map(e => e.textContent)",
    )
    assert loose == []


def test_names_of_files(opened, tmp_path):
    """A file and a column may be called anything; the page may say so, and no more."""
    column = '"><img src=x onerror=alert(4)>'
    lines = [f"{i % 2},{int(i % 3 > 0)}" for i in range(60)]
    header = f'truth,"{column.replace(chr(34), chr(34) * 2)}"'
    data = tmp_path / "<script>alert(5)<" / "script>.csv"
    data.parent.mkdir()
    data.write_text("\n".join([header, *lines, ""]), "utf-8")
    report = tmp_path / '"><svg onload=alert(6)>&.html'
    done = subprocess.run(
        [
            *(sys.executable, "-c", "from veracity.cli import main; main()", "evaluate", str(data)),
            *("--true", "truth", "--pred", column, "--report", str(report)),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    seen = opened(report)
    harmless(seen)
    assert seen.page.title() == f"script>.csv · {column}"
