"""A progress bar on a terminal, for work that takes more than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from veracity.cli.terminal.streams import quiet, seen_on

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

PATIENCE = 1.0  # seconds before a bar appears


@contextmanager
def progress_bar() -> Iterator[Callable[[float], None] | None]:
    """What to call with the share that is done; None where no person is watching."""
    if not seen_on(sys.stderr) or quiet():
        yield None
        return
    bar = Bar()
    try:
        yield bar
    finally:
        bar.close()


class Bar:
    """A bar that stays hidden while work is quick."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, share: float) -> None:
        """Show that this share of the work is done."""
        if self._progress is None and time.monotonic() - self._started < PATIENCE:
            return
        from rich.console import Console
        from rich.progress import Progress

        from veracity.words import spoken

        if self._progress is None or self._task is None:
            self._progress = Progress(console=Console(stderr=True), transient=True)
            self._progress.start()
            self._task = self._progress.add_task(spoken("reading"), total=1.0)
        self._progress.update(self._task, completed=max(0.0, min(1.0, share)))

    def close(self) -> None:
        """Take the bar away."""
        if self._progress is not None:
            self._progress.stop()
