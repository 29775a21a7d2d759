"""What `events.compare` gives: contrasts with their verdicts, as text, tables and a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from veracity.cautions.catalogue.checking import checked
from veracity.cautions.catalogue.events import EVENT_CHECKS, cautions_of_events
from veracity.events.reporting.held_events import HeldEvents
from veracity.events.reporting.page import provenance
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
from veracity.results.page.page import ComparedPage
from veracity.statistics.labels import Label
from veracity.words import Language, Text
from veracity.words.layout import one_line


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
        outline = outline_of_compared_events(self, made)
        if ending == ".html":
            from veracity.reports.page.event_comparison import html

            return html(ComparedPage(self, self.cautions, provenance=made), outline, language)
        return written_as(ending, outline, language)
