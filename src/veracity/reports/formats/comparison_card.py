"""What a notebook shows of a comparison: who wins, and tabs of models, differences, cautions."""

from __future__ import annotations

from veracity.reports.formats.card import HELP, card, cautions_pane, help_pane
from veracity.reports.formats.result_table import ResultTable
from veracity.reports.formats.result_tables import contrast_table
from veracity.reports.outline.comparison import leader, verdicts
from veracity.reports.wording import escaping
from veracity.results import Comparison
from veracity.words import Language


def comparison_card(comparison: Comparison, models: ResultTable, language: Language) -> str:
    """The verdicts, and everything else one tab away."""
    sentences = leader(comparison) or verdicts(comparison)
    lead = "<br>".join(escaping.html(one.within(language)) for one in sentences)
    number = f" ({len(comparison.cautions)})" if comparison.cautions else ""
    cautions = HELP["tab_cautions"].within(language) + number
    panes = [
        (HELP["tab_models"], models._repr_html_()),
        (HELP["tab_differences"], contrast_table(comparison)._repr_html_()),
        (cautions, cautions_pane(comparison.cautions, language)),
        (HELP["tab_help"], help_pane("comparison", language)),
    ]
    return card(lead, panes, language)
