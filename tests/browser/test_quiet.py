"""Every kind of evaluation has a page that opens alone and without a word of complaint.

What is asked for here is asserted by the fixture at the end of every test: no error or warning
on the console, no exception, no dialog, no request to anywhere.
"""

import re

import pytest

from tests.browser.conftest import PHONE, WIDE
from tests.browser.evaluations import MAKERS

pytestmark = pytest.mark.browser

# what a template or a script leaves behind where a word is missing
LOST = re.compile(
    r"built-in|\[object |object at 0x|\{\{|\{%|\{[a-z_]+\}|^\s*(undefined|NaN|nan|None|null)\s*$"
)


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_it_opens(opened, name):
    seen = opened(name)
    assert seen.page.locator(".script").count() == 1  # the script ran to its first line
    assert len(seen.text(".verdict")) > 20
    seen.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    said = seen.page.evaluate(
        "Array.from(document.querySelectorAll('body *:not(script):not(style):not(code)'))"
        ".flatMap(e => Array.from(e.childNodes)).filter(n => n.nodeType === 3).map(n => n.data)"
    )
    assert [text for text in said if LOST.search(text)] == []
    for window in (WIDE, PHONE):
        seen.page.set_viewport_size(window)
        assert seen.sideways() == 0, window


def test_no_name_is_given_twice_and_every_link_leads_somewhere(opened):
    for name in ("probabilities", "three_classes"):
        seen = opened(name)
        ids = seen.page.eval_on_selector_all("[id]", "all => all.map(e => e.id)")
        assert len(ids) == len(set(ids))
        links = seen.page.eval_on_selector_all("a[href]", "all => all.map(e => e.hash.slice(1))")
        assert len(links) > 30
        assert set(links) <= set(ids)


def test_a_complaint_would_be_heard(opened, tmp_path):
    """The net of these tests is not empty: what they look for is found where it is."""
    path = tmp_path / "noisy.html"
    path.write_text(
        "<!doctype html><title>x</title><img src='missing.png'>"
        "<script>console.error('said'); alert('asked'); throw new Error('thrown');</script>",
        "utf-8",
    )
    seen = opened(path)
    heard = " ".join(seen.complaints)
    assert all(word in heard for word in ("said", "asked", "thrown"))
    assert [address.endswith("missing.png") for address in seen.requests] == [True]
    seen.complaints.clear()
    seen.requests.clear()
