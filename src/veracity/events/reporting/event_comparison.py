"""What `events.compare` gives: contrasts with their verdicts, as text, tables and a page."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from veracity.cautions.catalogue.checking import checked
from veracity.cautions.catalogue.events import EVENT_CHECKS, cautions_of_events
from veracity.events.reporting.held_events import HeldEvents
from veracity.events.reporting.page import provenance
from veracity.metrics.event_figures.figures import find_figure
from veracity.reports.formats.report_files import written_as
from veracity.reports.formats.reported import ReportedComparison
from veracity.reports.formats.result_table import ResultTable
from veracity.reports.outline.event_comparison import (
    detectors_table,
    outline_of_compared_events,
)
from veracity.reports.tables.document import NOTHING
from veracity.results.comparisons.event_comparison import ComparedEvents
from veracity.results.estimate.caution import Caution, Check
from veracity.results.page.page import ComparedPage, Drawing
from veracity.statistics.labels import Label
from veracity.words import Language, Text
from veracity.words.layout import one_line

if TYPE_CHECKING:
    from veracity.plots import Picture

MOST_DRAWN = 60  # rows of a picture
ANYWHERE = (-math.inf, math.inf)
PICTURES = {
    "": "compared-event-shares",
    "1/h": "compared-event-hours",
    "1/d": "compared-event-days",
}


@dataclass(frozen=True, repr=False)
class EventComparison(ComparedEvents, ReportedComparison):
    """Every pair of detectors, every rule and figure; `evaluations` are those of each detector."""

    evaluations: Mapping[Label, HeldEvents] = field(default_factory=dict)

    @cached_property
    def cautions(self) -> tuple[Caution, ...]:
        """Those of the recordings once, those of one detector with its name; gravest first."""
        found: dict[tuple[str, str], list[tuple[Label, Caution]]] = {}
        for name, er in self.evaluations.items():
            for one in cautions_of_events(er.facts, (*er.ignore, *self.ignore)):
                found.setdefault((one.key, one.message.en), []).append((name, one))
        kept = []
        for held in found.values():
            name, one = held[0]
            if len(held) < len(self.evaluations):
                label = one_line(name)
                message = Text(f"{label}: {one.message.en}", f"{label}：{one.message.zh}")
                one = replace(one, message=message)
            kept.append(one)
        return tuple(sorted(kept, key=lambda one: -one.rank))

    @property
    def models(self) -> ResultTable:
        """Each detector with its figures; printed, a line for each figure under each rule."""
        return replace(super().models, layout=detectors_table(self), note=NOTHING)

    def checks(self) -> tuple[Check, ...]:
        """Every check of each detector in turn: passed, fired, not applicable or muted, and why."""
        return tuple(
            check
            for er in self.evaluations.values()
            for check in checked(EVENT_CHECKS, er.facts, (*er.ignore, *self.ignore))
        )

    def _reported(self, ending: str, language: Language) -> str:
        if ending == ".json":
            return self.to_json()
        first = next(iter(self.evaluations.values()), None)
        made = None if first is None else provenance(first.tallies, first.seed)
        drawings = self.drawings() if ending == ".html" else ()
        outline = outline_of_compared_events(self, made, [one.kind for one in drawings])
        if ending == ".html":
            from veracity.reports.page.event_comparison import html

            page = ComparedPage(self, self.cautions, drawings, provenance=made)
            return html(page, outline, language)
        return written_as(ending, outline, language)

    def drawings(self) -> tuple[Drawing, ...]:
        """The differences with their intervals: shares in one picture, rates in another."""
        from veracity.reports.page.svg import drawing

        return tuple(drawing(picture) for picture in self.pictures())

    def pictures(self) -> tuple[Picture, ...]:
        """The differences as data of pictures: a rate and a share have no axis in common."""
        from veracity.plots.tables.comparison import comparison_picture

        if len(self.contrasts) > MOST_DRAWN:
            return ()
        figures = {key: find_figure(key.rpartition(": ")[2]) for key in self.keys}
        units = {key: figure.unit for key, figure in figures.items()}
        return tuple(
            replace(
                comparison_picture(
                    self, keys=[key for key in units if units[key] == unit], widest=ANYWHERE
                ),
                kind=PICTURES[unit],
            )
            for unit in dict.fromkeys(units.values())
        )
