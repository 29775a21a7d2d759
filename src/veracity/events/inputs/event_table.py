"""Events of one recording as files hold them: onset, duration, kind, confidence, channels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats
from veracity.matching.spans import Bools

BACKGROUND = "bckg"


@dataclass(frozen=True, eq=False, slots=True)
class EventTable:
    """Seconds from the start of the recording; `recording_duration` is None where unknown."""

    onset: Floats
    duration: Floats
    event_type: tuple[str, ...]
    confidence: Floats
    channels: tuple[str, ...]
    recording_duration: float | None = None

    def __len__(self) -> int:
        """Number of events."""
        return len(self.onset)

    def chosen(self, kept: Bools) -> EventTable:
        """Some of the events."""
        rows = np.flatnonzero(kept)
        return EventTable(
            self.onset[rows],
            self.duration[rows],
            tuple(self.event_type[i] for i in rows),
            self.confidence[rows],
            tuple(self.channels[i] for i in rows),
            self.recording_duration,
        )

    def of_type(self, wanted: str | None) -> EventTable:
        """Events of a kind and its kinds: `sz` takes `sz_foc` and `sz-foc`; never background."""
        names = [one.strip().casefold() for one in self.event_type]
        kept = [
            name != BACKGROUND and (wanted is None or _is_kind(name, wanted.casefold()))
            for name in names
        ]
        return self.chosen(np.array(kept, np.bool_))


def _is_kind(name: str, wanted: str) -> bool:
    """Whether a word of HED-SCORE is that kind, or a kind of it; hyphens are underscores."""
    name, wanted = name.replace("-", "_"), wanted.replace("-", "_")
    return name == wanted or name.startswith(f"{wanted}_")
