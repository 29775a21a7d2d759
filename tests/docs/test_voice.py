"""The situations of docs/voice.md print, and the page is one of them after the other."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def voice():
    spec = importlib.util.spec_from_file_location("voice", ROOT / "scripts" / "voice.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_page_is_up_to_date(language: str) -> None:
    made, kept = voice(), (ROOT / "docs" / f"voice{'' if language == 'en' else '.zh-CN'}.md")
    assert made.page(language) == kept.read_text("utf-8"), "run make voice"


def test_twenty_situations_in_either_language() -> None:
    for name in ("voice.md", "voice.zh-CN.md"):
        text = (ROOT / "docs" / name).read_text("utf-8")
        assert len(re.findall(r"^## \d+\. ", text, re.M)) == 20
        assert "Traceback" not in text
