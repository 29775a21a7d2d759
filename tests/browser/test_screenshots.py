"""Pictures of the main states, kept in build/screenshots to be looked at.

A test can say that nothing is broken, and not that it looks well; these are for people.
"""

import struct
from pathlib import Path

import pytest

from tests.browser.conftest import PHONE

pytestmark = pytest.mark.browser

FOLDER = Path(__file__).resolve().parents[2] / "build" / "screenshots"
STATES = {
    "light": ("probabilities", "", {}),
    "dark": ("probabilities", "t=0.7&p=0.01", {"color_scheme": "dark"}),
    "chinese": ("probabilities", "lang=zh", {}),
    "phone": ("probabilities", "", {"viewport": PHONE, "is_mobile": True, "has_touch": True}),
    "without_script": ("probabilities", "", {"java_script_enabled": False}),
    "three_classes": ("three_classes", "", {}),
    "three_rows": ("three_rows", "", {}),
    "fifty_classes": ("fifty_classes", "", {}),
    "hostile": ("hostile_classes", "", {}),
    "hostile_phone": ("hostile_classes", "", {"viewport": PHONE, "is_mobile": True}),
}


@pytest.mark.parametrize("state", STATES)
def test_it_is_kept(opened, state):
    name, fragment, context = STATES[state]
    seen = opened(name, fragment, **context)
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / f"{state}.png"
    seen.page.screenshot(path=path, full_page=True)
    head = path.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:])
    assert width == seen.page.viewport_size["width"]
    assert height > 2000  # the whole page, not one window of it


def test_paper_is_kept(opened):
    seen = opened("probabilities", "t=0.7&p=0.01")
    FOLDER.mkdir(parents=True, exist_ok=True)
    seen.page.pdf(path=FOLDER / "paper.pdf", format="A4", print_background=True)
    assert (FOLDER / "paper.pdf").stat().st_size > 50_000
