"""Writes docs/still_figures.json: the living figures as they stand before anyone moves them.

The site shows these drawings where a browser runs no script. After `make docs`:

    .venv/bin/python -m scripts.still_figures && make docs
"""

import json
from pathlib import Path

from playwright.sync_api import sync_playwright

from scripts.chromium import found

ROOT = Path(__file__).parents[1]
PAGES = {"en": "living_figures.html", "zh": "zh/living_figures.html"}
DRAWN = """() => Object.fromEntries([...document.querySelectorAll("[data-living]")].map(
    (one) => [one.dataset.living, one.querySelector(".living-drawn").outerHTML]))"""


def main() -> None:
    """Open the page of each language and keep what its script drew."""
    with sync_playwright() as engine:
        chromium = engine.chromium.launch(executable_path=found(), args=["--no-sandbox"])
        tab = chromium.new_page()
        stills = {}
        for language, page in PAGES.items():
            tab.goto((ROOT / "build" / "site" / page).as_uri())
            stills[language] = tab.evaluate(DRAWN)
        chromium.close()
    text = json.dumps(stills, ensure_ascii=False, indent=1, sort_keys=True)
    (ROOT / "docs" / "still_figures.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
