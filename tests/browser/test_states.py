"""Every state that a page is read in: axe-core finds nothing serious, and a picture is kept.

A test can say that nothing is broken, and not that it looks well: the pictures are for people,
in build/screenshots.
"""

import struct
from pathlib import Path

import pytest

from tests.browser.axe import REPEATED, serious
from tests.browser.conftest import PHONE

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).resolve().parents[2] / "build" / "screenshots"
TOUCHED = {"viewport": PHONE, "is_mobile": True, "has_touch": True}
STATES = {
    "light": ("probabilities", "", {}),
    "dark": ("probabilities", "t=0.7&p=0.01", {"color_scheme": "dark"}),
    "chinese": ("probabilities", "lang=zh", {}),
    "phone": ("probabilities", "", TOUCHED),
    "three_classes": ("three_classes", "", {}),
    "three_rows": ("three_rows", "", {}),
    "fifty_classes": ("fifty_classes", "", {"color_scheme": "dark"}),
    "hostile": ("hostile_classes", "", {}),
    "hostile_phone": ("hostile_classes", "lang=zh", TOUCHED),
}
# in all states but one, which differ in colours and widths, lines inside pictures are left out too
THINNED = f"{REPEATED}, figure svg > *"


def kept(seen, state):
    """The whole page as a picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{state}.png"
    seen.page.screenshot(path=path, full_page=True)
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:])
    assert width == seen.page.viewport_size["width"]
    assert height >= 900  # not one window of it


@pytest.mark.parametrize("state", STATES)
def test_nothing_serious(opened, state):
    name, fragment, context = STATES[state]
    seen = opened(name, fragment, bypass_csp=True, **context)
    if state in ("light", "dark", "hostile"):  # the others as they open
        seen.unfold()
    kept(seen, state)
    assert serious(seen, REPEATED if state == "light" else THINNED) == {}


def test_without_a_script_and_on_paper(opened):
    kept(opened("probabilities", java_script_enabled=False), "without_script")
    seen = opened("probabilities", "t=0.7&p=0.01")
    seen.page.pdf(path=FOLDER / "paper.pdf", format="A4", print_background=True)
    assert (FOLDER / "paper.pdf").stat().st_size > 50_000


def test_what_is_serious_would_be_found(opened, tmp_path):
    """The net is not empty: grey words on grey, a button and a picture without a name."""
    path = tmp_path / "poor.html"
    path.write_text(
        "<!doctype html><html><title>x</title><p style='color:#aaa;background:#bbb'>words</p>"
        "<button></button><svg role='img'></svg></html>",
        "utf-8",
    )
    found = serious(opened(path, bypass_csp=True))
    assert {"button-name", "color-contrast", "html-has-lang", "svg-img-alt"} <= set(found)
