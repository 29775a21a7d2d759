"""Everything that a page shows of events in time, as frozen values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from veracity.matching import Rule
from veracity.results.estimate.caution import Caution
from veracity.results.estimate.estimate import NO_NOTE, Estimate
from veracity.results.page.page import Drawing
from veracity.results.page.provenance import Provenance
from veracity.statistics.labels import Label
from veracity.words import Text

FiguresByRule = Mapping[str, Mapping[str, Estimate]]


@dataclass(frozen=True, slots=True)
class TimedEvent:
    """One event in seconds; `right`: it was found, or as a detection it is no false alarm."""

    start: float
    stop: float
    right: bool


@dataclass(frozen=True, slots=True)
class Timeline:
    """One recording: reference events and detections as a rule took them.

    `decided` is not so where the rule does not say which were found and which are false.
    """

    name: Label
    seconds: float
    reference: tuple[TimedEvent, ...]
    detected: tuple[TimedEvent, ...]
    decided: bool = True


@dataclass(frozen=True, slots=True)
class EventPage:
    """A page of events as data: what `reports.page` turns into HTML.

    `figures` holds the estimates of each rule by key, `parts` those of each subject under the
    first rule. `left_out` are subjects and recordings that are not listed, by their number.
    """

    title: Text
    verdict: Text
    watched: Text
    rules: tuple[Rule, ...]
    figures: FiguresByRule
    level: float
    recordings: int
    subjects: int
    hours: float
    events: int
    recordings_as_subjects: bool
    cautions: tuple[Caution, ...] = ()
    notes: tuple[Text, ...] = ()
    parts: tuple[tuple[Label, Mapping[str, Estimate]], ...] = ()
    parts_left_out: int = 0
    timelines: tuple[Timeline, ...] = ()
    timelines_left_out: int = 0
    drawings: tuple[Drawing, ...] = ()
    provenance: Provenance | None = None
    model: str | None = None
    scored: Text = NO_NOTE

    def drawing(self, kind: str) -> Drawing | None:
        """The picture of this name, if the page has it."""
        return next((one for one in self.drawings if one.kind == kind), None)


@dataclass(frozen=True, slots=True)
class EventBrief:
    """The little that is printed of events: `types` and `channels` are figures by rule, each."""

    verdict: Text
    figures: FiguresByRule
    types: Mapping[str, FiguresByRule]
    channels: Mapping[str, FiguresByRule]
    subjects: tuple[tuple[Label, Mapping[str, Estimate]], ...]
    recordings_as_subjects: bool
    cautions: tuple[Caution, ...]
    notes: tuple[Text, ...]
