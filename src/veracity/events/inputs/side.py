"""One side of a scoring, reference or detections: how it is read, and what was read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from veracity.events.inputs.given_events import GivenEvents
from veracity.events.inputs.tables import EventColumns
from veracity.statistics.labels import Label
from veracity.words import Text

REFERENCE, DETECTED = Text("reference", "参考"), Text("detected", "检测")
ALONE = "recording"


class Origin(NamedTuple):
    """Time 0 of events on the clock; `begins`: the recording begins there (a Raw says so)."""

    moment: object
    begins: bool


@dataclass(slots=True)
class Side:
    """One side: the events of each recording, and what its columns hold besides."""

    side: Text
    events: dict[Label, GivenEvents] = field(default_factory=dict)
    clusters: dict[Label, Label] = field(default_factory=dict)
    typed: bool = False
    on_channel: bool = False
    zero: dict[Label, int] = field(default_factory=dict)
    in_table: bool = False
    origins: dict[Label, Origin] = field(default_factory=dict)
    own_names: dict[Label, Label] = field(default_factory=dict)


class Reading(NamedTuple):
    """How a side is read: names of columns, unit, rates of masks, beginnings of recordings."""

    asked: EventColumns
    unit: str
    rate: Mapping[Label, float] | float | None
    begins: Mapping[Label, object]
    scores: object = None

    def rate_of(self, name: Label) -> float | None:
        """The sampling rate of a recording."""
        return self.rate.get(name) if isinstance(self.rate, Mapping) else self.rate

    def begin_of(self, name: Label) -> object:
        """When the recording begins, on the clock."""
        return self.begins.get(name, self.begins.get(None))
