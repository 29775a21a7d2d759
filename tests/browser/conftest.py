"""A real browser, and pages written for it; no test may leave a complaint or a request behind."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scripts.chromium import found
from tests.browser.evaluations import page_data
from tests.browser.opened import Opened, address_of
from veracity.files import written_whole
from veracity.reports.page.page import html

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WIDE = {"width": 1200, "height": 900}
PHONE = {"width": 375, "height": 740}


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of this machine; root may start it only without its sandbox."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=found(), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The page of an evaluation as a file, written when it is first asked for."""
    folder = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # all workers of a run share what each has written
        folder = folder.parent
    folder = folder / "pages"
    folder.mkdir(exist_ok=True)

    def page(name: str) -> Path:
        path = folder / f"{name}.html"
        if not path.exists():
            with written_whole(path) as stream:
                stream.write(html(page_data(name), "en").encode())
        return path

    return page


@contextmanager
def opening(chromium: Browser, written: Callable[[str], Path]) -> Iterator[Callable[..., Opened]]:
    """A function that opens a page by its name or path; at the end all must have been quiet."""
    all_opened: list[Opened] = []

    def open_page(name: str | Path, fragment: str = "", **context: Any) -> Opened:
        path = name if isinstance(name, Path) else written(name)
        room = chromium.new_context(**{"viewport": WIDE, **context})
        made = Opened(room.new_page(), address_of(path))
        made.watch()
        made.page.goto(address_of(path, fragment))
        all_opened.append(made)
        return made

    yield open_page
    for one in all_opened:
        one.page.context.close()
        one.was_quiet()


@pytest.fixture
def opened(chromium: Browser, written: Callable[[str], Path]) -> Iterator[Callable[..., Opened]]:
    """Opens pages of one test."""
    with opening(chromium, written) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def opened_once(
    chromium: Browser, written: Callable[[str], Path]
) -> Iterator[Callable[..., Opened]]:
    """Opens pages that all tests of a file look at: opening takes longer than most tests."""
    with opening(chromium, written) as open_page:
        yield open_page


@pytest.fixture(scope="module")
def page_of_probabilities(opened_once: Callable[..., Opened]) -> Opened:
    page = opened_once("probabilities")
    page.unfold()
    return page


@pytest.fixture
def seen(page_of_probabilities: Opened) -> Iterator[Opened]:
    """The page of two classes with probabilities, as it was when it was opened."""
    page_of_probabilities.renew()
    yield page_of_probabilities
    page_of_probabilities.was_quiet()
