"""What a reading cost: passes over the rows, and values brought home from where they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_current: ContextVar[Counter[str] | None] = ContextVar("reading_log", default=None)


@contextmanager
def logged() -> Iterator[Counter[str]]:
    """What engines tell inside the block: its "passes", "values", and whether "on_device"."""
    log: Counter[str] = Counter()
    token = _current.set(log)
    try:
        yield log
    finally:
        _current.reset(token)


def log_reading(*, passes: int = 0, values: int = 0, on_device: int = 0, lost: int = 0) -> None:
    """One more pass, values that came home, rows summed on a device, workers that were lost."""
    log = _current.get()
    if log is not None:
        log.update(passes=passes, values=values, on_device=on_device, lost=lost)
