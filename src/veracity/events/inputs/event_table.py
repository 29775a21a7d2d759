"""Events of one recording as files hold them: onset, duration, kind, confidence, channels."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats
from veracity.events.inputs.kinds import is_background, is_kind
from veracity.matching.spans import Bools


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

    def __iter__(self) -> Iterator[tuple[float, float]]:
        """The events as (start, stop)."""
        stop = self.onset + self.duration
        return iter(zip(self.onset.tolist(), stop.tolist(), strict=True))

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

    def of_type(self, kind: str | None) -> EventTable:
        """Events of a kind and its kinds: `sz` takes `sz_foc` and `sz-foc`; never background."""
        kept = [
            not is_background(name) and (kind is None or is_kind(name, kind))
            for name in self.event_type
        ]
        return self.chosen(np.array(kept, np.bool_))
