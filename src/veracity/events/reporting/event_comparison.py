"""What `events.compare` gives: contrasts with their verdicts, as text, tables and a page."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from veracity.cautions.catalogue.checking import checked
from veracity.cautions.catalogue.events import EVENT_CHECKS, cautions_of_events
from veracity.events.reporting.held_events import HeldEvents
from veracity.events.reporting.page import provenance
from veracity.reports.formats.report_files import write_report, written_as
from veracity.reports.formats.result_table import ResultTable
from veracity.reports.outline.event_comparison import outline_of_compared_events
from veracity.reports.tables import comparisons as shown
from veracity.reports.tables.frames import pandas_frame, polars_frame
from veracity.results.comparisons.event_comparison import ComparedEvents
from veracity.results.estimate.caution import Caution, Check
from veracity.results.page.page import ComparedPage
from veracity.statistics.labels import Label
from veracity.words import Language, Text, current
from veracity.words.layout import one_line


@dataclass(frozen=True, repr=False)
class EventComparison(ComparedEvents):
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
                told = Text(f"{label}: {one.message.en}", f"{label}：{one.message.zh}")
                one = replace(one, message=told)
            kept.append(one)
        return tuple(sorted(kept, key=lambda one: -one.rank))

    def checks(self) -> tuple[Check, ...]:
        """Every check of each detector in turn: passed, fired, not applicable or muted, and why."""
        return tuple(
            check
            for er in self.evaluations.values()
            for check in checked(EVENT_CHECKS, er.facts, (*er.ignore, *self.ignore))
        )

    def __repr__(self) -> str:
        return self.text()

    def text(self, lang: str | None = None) -> str:
        """Verdicts, figures and notes as plain text."""
        return shown.text(self, current(lang))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values under stable keys."""
        return shown.as_dict(self)

    def to_json(self, *, indent: int | None = 2) -> str:
        """The same as JSON; undefined numbers are null, infinite ones are text."""
        return shown.as_json(self.to_dict(), indent)

    @property
    def models(self) -> ResultTable:
        """A line for each detector, a column for each rule and figure, with intervals."""
        from veracity.reports.formats.result_tables import model_table

        return model_table(self)

    def table(self) -> ResultTable:
        """A line for each pair, rule and figure: the difference, p, the verdict."""
        from veracity.reports.formats.result_tables import contrast_table

        return contrast_table(self)

    def to_pandas(self) -> Any:
        """One row for each pair, rule and figure, as a pandas DataFrame."""
        return pandas_frame(shown.rows(self))

    def to_polars(self) -> Any:
        """One row for each pair, rule and figure, as a polars DataFrame."""
        return polars_frame(shown.rows(self))

    def to_markdown(self, lang: str | None = None) -> str:
        """The whole report as Markdown."""
        return self._reported(".md", current(lang))

    def to_latex(self, lang: str | None = None) -> str:
        """Figures as a LaTeX table."""
        return shown.latex(self, current(lang))

    def to_html(self, lang: str | None = None) -> str:
        """The whole page as one text: no network, readable without scripts."""
        return self._reported(".html", current(lang))

    def report(self, path: str | os.PathLike[str], lang: str | None = None) -> None:
        """Write a report, whole or not at all; .html, .md, .tex, .json or .txt by its ending."""
        write_report(path, lambda ending: self._reported(ending, current(lang)))

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
