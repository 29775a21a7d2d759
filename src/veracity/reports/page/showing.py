"""A page displayed at once: in a frame of a notebook, elsewhere in the browser."""

from __future__ import annotations

import sys
import tempfile
import webbrowser
from importlib import import_module
from pathlib import Path
from typing import Any

from veracity.errors import refuse
from veracity.reports.page.shell import framed


def show(text: str) -> None:
    """Show a page where the caller looks.

    Outside a notebook it lies in a file of its own that only this user can read; it stays where
    temporary files are kept, as the browser may come back to it.
    """
    display = notebook_display()
    if display is not None:
        display({"text/html": framed(text), "text/plain": "veracity"}, raw=True)
        return
    with tempfile.NamedTemporaryFile(
        "w", encoding="utf-8", prefix="veracity-", suffix=".html", delete=False
    ) as file:
        file.write(text)
    if not webbrowser.open(Path(file.name).as_uri()):
        raise refuse("no_browser", path=file.name)


def notebook_display() -> Any:
    """What puts output under the cell that runs, where this is a notebook; else None."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    if ipython is None or getattr(shell, "kernel", None) is None:
        return None
    return import_module("IPython.display").display
