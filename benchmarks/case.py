"""One comparison: the same work by a peer and by us, in turns, the best time of each."""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Measured:
    """What a comparison gave: milliseconds, or megabytes for memory."""

    peer: str
    theirs: float
    ours: float
    target: float | None
    unit: str = "ms"

    @property
    def ratio(self) -> float:
        return self.theirs / self.ours

    @property
    def verdict(self) -> str:
        if self.target is None:
            return ""
        return "yes" if self.ratio >= self.target else "NO"


@dataclass(frozen=True)
class Case:
    """The same work done twice; `agree` compares the two answers before anything is timed."""

    peer: str
    theirs: Callable[[], Any]
    ours: Callable[[], Any]
    agree: Callable[[Any, Any], bool]
    target: float | None = None
    rounds: int = 5
    repeat: int = 1

    def measured(self, rounds: int | None = None) -> Measured:
        """Both sides in turns, so that a busy moment of the machine meets both."""
        if not self.agree(self.theirs(), self.ours()):
            raise AssertionError("the two answers differ")
        theirs, ours = [], []
        gc.disable()
        for _ in range(rounds or self.rounds):
            theirs.append(_milliseconds(self.theirs, self.repeat))
            ours.append(_milliseconds(self.ours, self.repeat))
        gc.enable()
        return Measured(self.peer, min(theirs), min(ours), self.target)


@dataclass(frozen=True)
class Memory:
    """The most memory that `ours` takes beside its input; the target is a part of the input."""

    input_bytes: int
    ours: Callable[[], Any]
    target: float = 1.0

    def measured(self, rounds: int | None = None) -> Measured:
        """Megabytes of the input, and of what was allocated at the same time at most."""
        tracemalloc.start()
        for _ in range(rounds or 1):
            self.ours()
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return Measured("its input", self.input_bytes / 1e6, peak / 1e6, self.target, "MB")


def _milliseconds(call: Callable[[], Any], repeat: int) -> float:
    start = time.perf_counter()
    for _ in range(repeat):
        call()
    return (time.perf_counter() - start) / repeat * 1e3
