"""The part of events under several rules that people read: table, verdict, cautions, reports."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import islice
from typing import Any

from veracity.events.reporting.checking import checked_events
from veracity.events.reporting.held_events import HeldEvents
from veracity.events.reporting.page import MOST_PARTS, event_page, fewer, watched
from veracity.events.reporting.saving import save_events
from veracity.reports.formats.report_files import write_report, written_as
from veracity.reports.formats.reported import Reported
from veracity.reports.formats.result_table import ResultTable
from veracity.reports.outline.event_methods import event_methods, event_references
from veracity.reports.outline.events import outline_of_events
from veracity.reports.tables.events import layout, records
from veracity.results.gates.verdict import Verdict
from veracity.results.page.events import EventBrief, EventPage
from veracity.results.page.page import Drawing
from veracity.words import Language, current


class ReportedEvents(HeldEvents, Reported):
    """Events under several rules with their table, text, reports and files."""

    def check(self, requirements: str | Iterable[str]) -> Verdict:
        """Pass, fail, or not enough data: what `vc.check(er, …)` says."""
        return checked_events(self, requirements)

    def table(self) -> ResultTable:
        """All rules side by side: a row for each, every figure with its interval.

        Where the rules disagree beyond what the intervals allow, a note says so, and why.

        >>> from veracity.events import evaluate
        >>> er = evaluate([(100, 160), (900, 930)], [(95, 120), (500, 510)], duration=3600)
        >>> [row["rule"] for row in er.table()], er.table()[0]["false_alarms_per_hour"]
        (['any_overlap', 'iou'], 1.0)
        """
        apart = [one.message for one in self.cautions if one.key == "rule_decides"]
        return ResultTable(records(self.by_rule), layout(self.by_rule), *apart)

    def methods(self, lang: str | None = None) -> str:
        """A paragraph for a paper: rules with their parameters, matching, intervals."""
        return event_methods(event_page(self)).within(current(lang))

    def references(self) -> tuple[str, ...]:
        """The sources that `methods` cites: of the rules and of the intervals.

        >>> from veracity.events import evaluate
        >>> evaluate([(1, 9)], [(2, 8)], duration=60, rules="any_overlap").references()[0][:15]
        'Dan J, Pale U, '
        """
        return event_references(event_page(self))

    def sentence(self, lang: str | None = None) -> str:
        """The verdict as a paper would print it."""
        return self.verdict.within(current(lang))

    # as text, tables and files

    def text(self, lang: str | None = None, *, verbose: bool = False) -> str:
        """Verdict, the rules side by side, types and channels, cautions, notes.

        `verbose`: with every note on figures and every advice; types and channels in full.
        """
        from veracity.reports.formats.event_texts import events_text

        return events_text(self._brief(verbose=verbose), current(lang), verbose=verbose)

    def _repr_html_(self) -> str:
        from veracity.reports.formats.event_texts import event_card

        return event_card(self._brief(subjects=True), current())

    def _brief(self, *, verbose: bool = False, subjects: bool = False) -> EventBrief:
        tally = self.some_tally
        parts = islice(self.by_cluster.items(), MOST_PARTS) if subjects else ()
        notes = self.notes if verbose else fewer(self.notes)
        return EventBrief(
            self.verdict,
            self.by_rule,
            {name: part.by_rule for name, part in self.types.items()},
            {name: part.by_rule for name, part in self.channels.items()},
            tuple((name, part.by_rule[self.rules[0]]) for name, part in parts),
            tally.clusters == tally.recordings,
            self.cautions,
            (watched(tally), *notes),
        )

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values under stable keys."""
        page = event_page(self)
        return {
            "verdict": str(self.verdict),
            "rules": list(self.rules),
            "figures": {
                rule: {key: one.to_dict() for key, one in found.items()}
                for rule, found in self.by_rule.items()
            },
            "table": [dict(row) for row in self.table()],
            "cautions": [one.to_dict() for one in self.cautions],
            "muted": list(self.ignore),
            "notes": [str(note) for note in self.notes],
            "recordings": page.recordings,
            "subjects": page.subjects,
            "hours": page.hours,
            "reference_events": page.events,
            "methods": str(event_methods(page)),
            "confidence_level": self.level,
            "provenance": None if page.provenance is None else page.provenance.to_dict(),
        }

    def to_latex(self, lang: str | None = None) -> str:
        """The whole report as LaTeX."""
        return self._reported(".tex", current(lang))

    def report(
        self,
        path: str | os.PathLike[str],
        lang: str | None = None,
        title: str | None = None,
        model: str | None = None,
    ) -> None:
        """Write a report, whole or not at all; .html, .md, .tex, .json or .txt by its ending.

        All hold the same sections: verdict, cautions, rules side by side, timelines, subjects,
        what a paper says of the methods, and where the figures come from.
        """
        write_report(path, lambda ending: self._reported(ending, current(lang), title, model))

    def _reported(
        self, ending: str, language: Language, title: str | None = None, model: str | None = None
    ) -> str:
        if ending == ".json":
            return self.to_json()
        page = self.page(title=title, model=model, pictures=ending == ".html")
        if ending == ".html":
            from veracity.reports.page.events import html

            return html(page, language)
        return written_as(ending, outline_of_events(page), language)

    def page(
        self, *, title: str | None = None, model: str | None = None, pictures: bool = True
    ) -> EventPage:
        """Everything that a page shows, as one value."""
        drawn = self.drawings() if pictures else ()
        return event_page(self, title=title, model=model, drawings=drawn)

    def drawings(self) -> tuple[Drawing, ...]:
        """The pictures of the page; whoever can draw adds them."""
        return ()

    def save(self, path: str | os.PathLike[str], *, ids: str = "keep") -> None:
        """Write the tallies: `vc.load` reads them, and those of several sites add.

        Counts, delays and names are saved, no times of events. ids: names of recordings and
        subjects are kept ("keep"), or replaced by numbers that equal those of no other file
        ("number").
        """
        save_events(self, path, ids=ids)
