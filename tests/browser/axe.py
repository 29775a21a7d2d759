"""What axe-core finds on a page that is open: https://github.com/dequelabs/axe-core."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from tests.browser.opened import Opened

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "resultTypes": ["violations"],
}
SERIOUS = ("serious", "critical")
UNFOLDED = "document.querySelectorAll('details').forEach(d => { d.open = true; })"
# axe looks at every element for some milliseconds: rows that repeat others are left out.
REPEATED = "tbody tr:nth-child(n+9), .glossary > :nth-child(n+9), .references li"
LEFT_OUT = "query => document.querySelectorAll(query).forEach(e => e.remove())"


@cache
def _script() -> str:
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


def serious(seen: Opened, left_out: str = REPEATED) -> dict[str, list[str]]:
    """What breaks WCAG 2.2 A or AA seriously, by rule, with elements; all is unfolded before.

    The page lets no foreign script run, so it must have been opened with `bypass_csp=True`.
    """
    seen.page.evaluate(UNFOLDED)
    seen.page.evaluate(LEFT_OUT, left_out)
    seen.page.add_script_tag(content=_script())
    found: dict[str, Any] = seen.page.evaluate("rules => axe.run(document, rules)", RULES)
    assert len(found["passes"]) > 5  # it looked
    return {
        one["id"]: [node["html"][:120] for node in one["nodes"][:3]]
        for one in found["violations"]
        if one["impact"] in SERIOUS
    }
