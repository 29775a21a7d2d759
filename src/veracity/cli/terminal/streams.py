"""Standard output and standard error that may be closed, or that nobody reads any more."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO

import click

QUIET = "veracity.quiet"  # among what a running command knows


def quiet() -> bool:
    """Whether only the result is asked for: no progress, no hints, no word of files written."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.meta.get(QUIET))


@contextmanager
def whoever_reads() -> Iterator[None]:
    """Print inside; a pipe that was closed at the other end changes nothing of what comes after.

    A gate has its verdict before it prints it: `veracity check … | head -1` passes or fails as
    it does without `head`.
    """
    try:
        yield
        for stream in (sys.stdout, sys.stderr):
            if is_open(stream):
                stream.flush()
    except BrokenPipeError:
        silence()


def silence() -> None:
    """Send what is still to be printed nowhere, so that leaving the program cannot fail on it."""
    for stream in (sys.stdout, sys.stderr):
        if is_open(stream):
            try:
                stream.flush()
            except OSError:
                with suppress(OSError, ValueError):
                    nowhere = os.open(os.devnull, os.O_WRONLY)
                    os.dup2(nowhere, stream.fileno())
                    os.close(nowhere)


def is_open(stream: IO[str] | None) -> bool:
    """Whether there is such a stream at all: Python has None for one that was closed before."""
    return stream is not None and not stream.closed


def seen_on(stream: IO[str] | None) -> bool:
    """Whether a person watches it on a terminal."""
    return stream is not None and is_open(stream) and stream.isatty()
