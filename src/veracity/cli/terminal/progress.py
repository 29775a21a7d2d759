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
def progress_bar(path: str | None = None) -> Iterator[Callable[[float], None] | None]:
    """What to call with the share that is done; None where no person is watching.

    With the path of what is read, the bar says about how many rows a second that is.
    """
    if not seen_on(sys.stderr) or quiet():
        yield None
        return
    bar = Bar(path)
    try:
        yield bar
    finally:
        bar.close()


class Bar:
    """A bar that stays hidden while work is quick."""

    def __init__(self, path: str | None = None) -> None:
        self._path = path
        self._rows: float | None = None
        self._started = time.monotonic()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __call__(self, share: float) -> None:
        """Show that this share of the work is done."""
        if self._progress is None and time.monotonic() - self._started < PATIENCE:
            return
        from veracity.words import spoken

        if self._progress is None or self._task is None:
            self._progress = _columns()
            self._progress.start()
            self._task = self._progress.add_task(spoken("reading"), total=1.0, rate="")
            self._rows = None if self._path is None else _rows_about(self._path)
        done = max(0.0, min(1.0, share))
        self._progress.update(self._task, completed=done, rate=self._rate(done))

    def _rate(self, done: float) -> str:
        """Rows a second so far, as far as the number of rows is known."""
        from veracity.words import spoken

        passed = time.monotonic() - self._started
        if self._rows is None or not done or not passed:
            return ""
        return spoken("rows_a_second", n=_short(self._rows * done / passed))

    def close(self) -> None:
        """Take the bar away."""
        if self._progress is not None:
            self._progress.stop()


def _columns() -> Progress:
    """What is read, the bar, the share, how long it still takes, rows a second."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[rate]}"),
    )
    return Progress(*columns, console=Console(stderr=True), transient=True)


def _rows_about(path: str) -> float | None:
    from veracity.engines.reading.read_columns import rows_about

    return rows_about(path)


def _short(rate: float) -> str:
    """A large number in two or three digits.

    >>> _short(950), _short(12_345), _short(3_210_000)
    ('950', '12 k', '3.2 M')
    """
    for step, sign in ((1e9, " G"), (1e6, " M"), (1e3, " k")):
        if rate >= step:
            return f"{rate / step:.2g}{sign}" if rate < 100 * step else f"{rate / step:.0f}{sign}"
    return f"{rate:.0f}"
