"""How the rows of an evaluation were read: the plan that ran, and what it cost."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.words import Text, say


@dataclass(frozen=True)
class ReadingRecord:
    """Engine, passes over the rows, resolution, rows, values brought home, seconds.

    `values` counts numbers and labels that left the engine: none of arrays, which are there, sums
    of a lazy table, and of a file also the rows that were streamed through in pieces.

    >>> print(ReadingRecord("array", 1, "exact", 6, 0, 0.001))
    array: 6 rows in 1 pass, exact, 0 values fetched, 0.0 s
    """

    engine: str
    passes: int
    resolution: str
    rows: int
    values: int
    seconds: float

    @property
    def text(self) -> Text:
        """The same in both languages."""
        return say(
            "reading_told",
            engine=self.engine,
            passes=say("reading_passes", n=self.passes),
            resolution=self.resolution,
            n=self.rows,
            values=f"{self.values:,}",
            seconds=f"{self.seconds:.1f}",
        )

    def __str__(self) -> str:
        return str(self.text)
