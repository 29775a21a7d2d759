"""The page of several parts together: one HTML file with everything in it."""

from __future__ import annotations

from veracity.metrics import find
from veracity.metrics.advice.plain_formula import plain_formula
from veracity.reports.outline.aggregate import outline_of_aggregate
from veracity.reports.page.shell import outlined
from veracity.reports.tables.page import record
from veracity.reports.wording.first_screen import warnings_line
from veracity.results.page.parts_together import AggregateProfile
from veracity.words import Language

FOLDED = ("parts", "cautions", "glossary", "provenance")


def html(profile: AggregateProfile, language: Language) -> str:
    """The page as one HTML file that begins in this language and holds both."""
    outline = outline_of_aggregate(profile)
    made = {} if profile.provenance is None else profile.provenance.versions
    return outlined(
        outline,
        profile,
        language,
        version=made.get("veracity", ""),
        warnings=warnings_line(profile.cautions) if profile.kind == "folds" else None,
        at_once=[one.key for one in outline.sections if one.key not in FOLDED],
        records=[record(find(line.key), plain_formula) for line in profile.lines],
    )
