"""Which rows a stream still knows: all, the last so many, the last period, or fading ones."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, SupportsIndex

from veracity.errors import refuse
from veracity.words import Text, say

PANES = 64
LONGEST, MOST_ROWS = timedelta(days=10**8), 2**63
HALF_LIFE_PANES = 8  # panes in one half-life: 64 of them reach back 8 half-lives

_HALF_LIFE = re.compile(r"half[- ]life\s+([\d_,]+(?:\.\d+)?(?:e\d+)?)(?:\s+rows)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Window:
    """What is kept: everything, `size` rows, `size` seconds, or rows with a half-life of `size`.

    >>> window_of("half-life 50000"), window_of(timedelta(hours=1)).size
    (Window(kind='half_life', size=50000.0), 3600.0)
    """

    kind: Literal["all", "rows", "period", "half_life"]
    size: float = 0.0

    @property
    def pane(self) -> float:
        """The least that a pane spans, in rows or seconds.

        63 panes are the window: with the one that is being filled there are never more than 64,
        and what they hold is never less than what was asked for.
        """
        return self.size / (HALF_LIFE_PANES if self.kind == "half_life" else PANES - 1)

    def __str__(self) -> str:
        """As it was given."""
        match self.kind:
            case "all":
                return "None"
            case "rows":
                return f"{self.size:.0f}"
            case "period":
                return repr(timedelta(seconds=self.size)).removeprefix("datetime.")
        return f'"half-life {self.size:g}"'

    @property
    def text(self) -> Text:
        """What the figures are of."""
        if self.kind == "period":
            return say("stream_window_period", period=str(timedelta(seconds=self.size)))
        return say(f"stream_window_{self.kind}", n=f"{self.size:,.0f}")


def window_of(given: object) -> Window:
    """The window that was meant: None, a number of rows, a timedelta or "half-life ROWS"."""
    if given is None:
        return Window("all")
    if isinstance(given, timedelta):
        if timedelta(0) < given < LONGEST:
            return Window("period", given.total_seconds())
    elif isinstance(given, str):
        found = _HALF_LIFE.fullmatch(given.strip())
        size = float(re.sub("[_,]", "", found.group(1))) if found else 0.0
        if 1 <= size < float("inf"):
            return Window("half_life", size)
    elif (
        isinstance(given, SupportsIndex)
        and not isinstance(given, bool)
        and 1 <= int(given) <= MOST_ROWS
    ):
        return Window("rows", float(int(given)))
    raise refuse("stream_window", given=repr(given))
