"""A page in the browser, and everything that it did besides being looked at."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Dialog, Page


@dataclass
class Opened:
    """An open page; `complaints` and `requests` must be empty at the end of every test."""

    page: Page
    address: str
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def watch(self) -> None:
        """Note every warning, error, dialog, and every address that is not the page itself."""
        self.page.on("console", lambda said: self._noted(said.type, said.text))
        self.page.on("pageerror", lambda error: self._noted("error", str(error)))
        self.page.on("dialog", self._dismissed)
        self.page.on("request", lambda asked: self._asked(asked.url))

    def was_quiet(self) -> None:
        """Nothing was complained of, and nothing was asked for from anywhere."""
        assert self.complaints == []
        assert self.requests == []

    def renew(self) -> None:
        """As evaluated, in English, from the top, with the mouse and the focus nowhere."""
        self.page.locator("#again").click()
        self.page.locator("[data-speak=en]").click()
        self.page.mouse.move(1, 1)
        self.page.evaluate("document.activeElement.blur(); scrollTo(0, 0);")

    def unfold(self) -> None:
        """Open every section."""
        self.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")

    def figures(self) -> dict[str, str]:
        """The live figures, as they are written."""
        return self._written("figure")

    def counts(self) -> dict[str, str]:
        """The live matrix, as it is written."""
        return self._written("count")

    def thousand(self) -> dict[str, str]:
        """What becomes of a thousand cases, as it is written."""
        return self._written("thousand")

    def text(self, query: str) -> str:
        """What a person reads there."""
        return self.page.locator(query).inner_text()

    def place(self) -> int:
        """Which threshold the slider is at."""
        return int(self.page.locator("#threshold").input_value())

    def fragment(self) -> str:
        """What the address says of the state."""
        return self.page.evaluate("location.hash").removeprefix("#")

    def sideways(self) -> int:
        """By how many pixels the page is wider than its window."""
        return self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )

    def _written(self, kind: str) -> dict[str, str]:
        query = f"[data-{kind}]"
        return self.page.eval_on_selector_all(
            query, f"found => Object.fromEntries(found.map(e => [e.dataset.{kind}, e.textContent]))"
        )

    def _noted(self, kind: str, words: str) -> None:
        if kind in ("error", "warning"):
            self.complaints.append(words)

    def _asked(self, address: str) -> None:
        if not address.startswith((self.address, "data:", "about:")):
            self.requests.append(address)

    def _dismissed(self, dialog: Dialog) -> None:
        self.complaints.append(f"a dialog: {dialog.message}")
        dialog.dismiss()


def address_of(path: Path, fragment: str = "") -> str:
    """The address of a file, with the state that it is to be opened in."""
    return path.as_uri() + (f"#{fragment}" if fragment else "")
