"""axe-core finds nothing serious, in any of the states that a page is read in."""

from importlib.resources import files

import pytest

from tests.browser.conftest import PHONE

pytestmark = pytest.mark.browser

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
}
# axe looks at every element for some milliseconds. One state is looked at whole; of the others,
# which differ in colours and widths, repeated rows and the lines inside pictures are left out.
THINNED = """() => {
  const repeated = [
    'figure svg > *', 'tbody tr:nth-child(n+9)', '.glossary > :nth-child(n+9)', '.references li',
  ];
  document.querySelectorAll(repeated.join()).forEach(e => e.remove());
}"""
SERIOUS = ("serious", "critical")
STATES = {
    "light": ("probabilities", "", {}),
    "dark": ("probabilities", "", {"color_scheme": "dark"}),
    "chinese": ("probabilities", "t=0.7&p=0.01&lang=zh", {}),
    "phone": ("probabilities", "", {"viewport": PHONE, "is_mobile": True, "has_touch": True}),
    "labels": ("hostile_classes", "", {"color_scheme": "dark"}),
    "classes": ("three_classes", "", {}),
    "many classes": ("fifty_classes", "", {}),
}


@pytest.fixture(scope="module")
def axe():
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


@pytest.mark.parametrize("state", STATES)
def test_nothing_serious(opened, axe, state):
    name, fragment, context = STATES[state]
    # the page lets no foreign script run; that of the test is let past its policy
    seen = opened(name, fragment, bypass_csp=True, **context)
    seen.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    if state != "light":
        seen.page.evaluate(THINNED)
    seen.page.add_script_tag(content=axe)
    found = seen.page.evaluate("rules => axe.run(document, rules)", RULES)
    assert len(found["passes"]) > 15
    serious = [
        f"{one['id']}: {node['html'][:120]}"
        for one in found["violations"]
        if one["impact"] in SERIOUS
        for node in one["nodes"][:3]
    ]
    assert serious == []


def test_the_keyboard_reaches_everything_in_order(opened):
    """From the top: skip link, languages, contents, then the table; and the focus is seen."""
    seen = opened("probabilities")
    page = seen.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    box = page.locator(".skip").bounding_box()
    assert box["x"] >= 0
    order = []
    for _ in range(6):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.tagName"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"
    assert order == ["BUTTON", "BUTTON", "A", "A", "A", "A"]


def test_nothing_that_has_the_focus_is_under_the_sliders(opened):
    """Backwards through the page: the sliders stay at the top and must not cover the focus."""
    seen = opened("probabilities")
    page = seen.page
    page.locator("#copy").focus()
    covered = """() => {
      const e = document.activeElement, box = e.getBoundingClientRect();
      const bar = document.querySelector('.controls').getBoundingClientRect();
      if (e.closest('.controls')) return false;
      return box.bottom <= bar.bottom && box.bottom > bar.top && box.top >= bar.top;
    }"""
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        assert not page.evaluate(covered), page.evaluate("document.activeElement.outerHTML")
