"""The page: one HTML file with everything in it, readable without a network or JavaScript."""

from __future__ import annotations

from collections.abc import Iterable

from veracity.metrics import find
from veracity.metrics.advice.plain_formula import plain_formula
from veracity.reports.outline.checklists import checklists_section
from veracity.reports.outline.comparison import section_blocks
from veracity.reports.outline.evaluation import (
    AT_THRESHOLDS,
    benefits_table,
    provenance_rows,
    thresholds_table,
)
from veracity.reports.outline.methods import methods, references
from veracity.reports.page.copied import copied
from veracity.reports.page.shell import TEMPLATES, both, framed, shelled, with_code
from veracity.reports.tables.guessing import BETTER, displayed_keys, guessing_note, standing_words
from veracity.reports.tables.live import KEYS, data, shades, state
from veracity.reports.tables.page import best_words, heat, record, roles, settings, spread
from veracity.reports.wording.first_screen import SHORT, facts_of, title_of, warnings_line
from veracity.reports.wording.page import WORDS
from veracity.results import Line, percent
from veracity.results.page.page import Page
from veracity.words import Language, Text

__all__ = ["TEMPLATES", "both", "framed", "html", "with_code"]
MOST_CLASSES = 30  # in the matrix of the page


def html(page: Page, language: Language) -> str:
    """The page as one HTML file that begins in this language and holds both."""
    profile = page.profile
    live = page.live
    classes, groups = (spread(profile.lines, scope) for scope in ("class", "group"))
    return shelled(
        "page.html",
        title=title_of(page),
        facts=facts_of(page),
        version=profile.settings["veracity"],
        page=page,
        profile=profile,
        lang=language,
        w=WORDS,
        level=percent(profile.settings["confidence_level"]),
        data=data(page, copied(page)),
        sections=_sections(page, groups is not None, classes is not None),
        warnings=warnings_line(page.cautions, len(profile.settings.get("ignore", ()))),
        shade={} if live is None else shades(live, live.start),
        state=None if live is None else state(live, live.start, live.share),
        roles=() if live is None else roles(profile),
        live_keys=[find(key) for key in KEYS],
        matrix=heat(profile) if len(profile.labels) <= MOST_CLASSES else None,
        by_class=classes,
        by_group=groups,
        base_keys=displayed_keys(page.baselines) if page.baselines else [],
        better=BETTER,
        standing_words=standing_words,
        guessing_note=guessing_note(page.baselines) if page.baselines else None,
        further=_further(page),
        records=[record(find(key), plain_formula) for key in _keys(page)],
        methods=methods(profile),
        references=references(profile),
        checklists=checklists_section(profile),
        provenance=provenance_rows(profile.provenance, settings(profile)),
        cuts=thresholds_table(page),
        best=[best_words(choice) for choice in page.best],
        benefits=benefits_table(page),
        compared=() if page.compared is None else tuple(section_blocks(page.compared)),
    )


def _sections(page: Page, grouped: bool, by_class: bool) -> list[tuple[str, Text]]:
    """The folded sections that this page has, and their names."""
    probable = bool(page.drawing("decision") or page.benefits)
    there = {
        "figures": True,
        "guessing": bool(page.baselines),
        "live": page.live is not None and page.live.moves,
        "ranking": bool(page.drawing("roc") or page.drawing("pr")),
        "thresholds": bool(page.drawing("sweep") or page.at_thresholds),
        "rarer": bool(page.projected),
        "calibration": bool(page.calibrated),
        "decisions": probable,
        "classes": by_class,
        "groups": grouped,
        "comparison": page.compared is not None,
        "methods": True,
        "checklists": True,
        "provenance": True,
    }
    return [(key, SHORT[key]) for key, here in there.items() if here]


def _further(page: Page) -> list[Line]:
    """The figures of all rows that neither the main table nor that of calibration reports."""
    reported = {line.key for line in (*page.profile.headline, *page.calibrated)}
    lines = (line for line in page.profile.lines if line.scope == "all")
    return [line for line in lines if line.key not in reported]


def _keys(page: Page) -> Iterable[str]:
    """Every metric that the page names, once."""
    lines = [*page.profile.headline, *page.profile.lines, *page.calibrated]
    keys = [line.key for line in lines] + list(KEYS if page.live else ())
    keys += AT_THRESHOLDS if page.at_thresholds else ()
    keys += page.compared.comparison.keys if page.compared is not None else ()
    return dict.fromkeys(keys)
