"""How long work on files runs: how much memory it may take, and who hears of its progress."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunOptions:
    """`memory_limit` as DuckDB writes it ("2GB"); `on_progress` is called with a share from 0 to 1.

    It is called in the thread that waits for the result, about five times a second. What it
    raises stops the work.
    """

    memory_limit: str | None = None
    on_progress: Callable[[float], None] | None = None


_current: ContextVar[RunOptions] = ContextVar("running", default=RunOptions())  # noqa: B039


@contextmanager
def running(
    memory_limit: str | None = None, on_progress: Callable[[float], None] | None = None
) -> Iterator[RunOptions]:
    """What holds for the engines inside the block.

    A context rather than an argument: neither changes a number, so no signature on the way from
    the command line to the engine needs to know of them.
    """
    token = _current.set(RunOptions(memory_limit, on_progress))
    try:
        yield _current.get()
    finally:
        _current.reset(token)


def current() -> RunOptions:
    """What holds here."""
    return _current.get()


@contextmanager
def portion(low: float, high: float) -> Iterator[None]:
    """Progress inside the block is a part of the whole work, from `low` to `high`."""
    whole = current()
    on_progress = whole.on_progress
    if on_progress is None:
        yield
        return
    with running(whole.memory_limit, lambda share: on_progress(low + (high - low) * share)):
        yield


@contextmanager
def silent() -> Iterator[None]:
    """Progress inside the block is not reported: it is too little, or was reported before."""
    with running(current().memory_limit):
        yield
