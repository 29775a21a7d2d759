"""What a reading cost: passes over the rows, and values brought home from where they lie."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import perf_counter


class ReadingLog:
    """Counts while rows are read; engines tell it."""

    def __init__(self) -> None:
        self.passes, self.values, self.seconds = 0, 0, 0.0


_current: ContextVar[ReadingLog | None] = ContextVar("reading_log", default=None)


@contextmanager
def logged() -> Iterator[ReadingLog]:
    """What engines tell inside the block."""
    log, started = ReadingLog(), perf_counter()
    token = _current.set(log)
    try:
        yield log
    finally:
        _current.reset(token)
        log.seconds = perf_counter() - started


def tell_reading(*, passes: int = 0, values: int = 0) -> None:
    """One more pass, or more values that came home."""
    log = _current.get()
    if log is not None:
        log.passes += passes
        log.values += values
