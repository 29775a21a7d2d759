"""From a comparison to everything that its page shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

from veracity.decisions.costs.net_benefit import decision, net_benefit_words
from veracity.errors import VeracityError
from veracity.evaluation.comparison.documented import DocumentedComparison
from veracity.evaluation.comparison.pictures import of_comparison
from veracity.evaluation.single.thresholds import on_edges
from veracity.reports.page.svg import drawing
from veracity.results.page.page import ComparedPage, Drawing
from veracity.unexpected import unless_broken
from veracity.words import Text

PICTURES = ("roc", "pr", "det", "reliability", "decision")
PROBABLE = ("reliability", "decision")
MOST_DRAWN = 28  # models that lines can tell apart
MOST_PAIRS = 10  # of which a sentence says whose curve lies above


def compared_page(comparison: DocumentedComparison, *, pictures: bool = True) -> ComparedPage:
    """The page of a comparison as one frozen value.

    What is not available (labels have no curves, scores no decisions) is left out.
    """
    return ComparedPage(
        comparison,
        comparison.cautions,
        tuple(_drawings(comparison)) if pictures else (),
        unless_broken(lambda: tuple(_dominance(comparison)), lambda why: (why,)),
        unless_broken(lambda: tuple(_benefit(comparison)), lambda why: (why,)),
        comparison.provenance,
    )


def _drawings(comparison: DocumentedComparison) -> Iterator[Drawing]:
    if len(comparison.names) > MOST_DRAWN:
        return
    for name in PICTURES:
        if name in PROBABLE and not comparison.probable:
            continue
        drawn = unless_broken(partial(_drawn, comparison, name), lambda why: None)
        if drawn is not None:
            yield drawn


def _drawn(comparison: DocumentedComparison, name: str) -> Drawing | None:
    with suppress(VeracityError):  # there may be nothing here that this picture could show
        return drawing(replace(of_comparison(comparison, name), kind=f"compared-{name}"))
    return None


def _dominance(comparison: DocumentedComparison) -> Iterator[Text]:
    """Whether one curve lies above the other everywhere, in ROC and in PR space."""
    pairs = len(comparison.names) * (len(comparison.names) - 1) // 2
    if pairs > MOST_PAIRS:
        return
    for space in ("roc", "pr") if comparison.pairing == "paired" else ("roc",):
        try:
            found = comparison.dominance(space)
        except VeracityError:
            return
        yield from (one.text for one in (found.values() if isinstance(found, dict) else (found,)))


def _benefit(comparison: DocumentedComparison) -> Iterator[Text]:
    """For each model, from which risk to which acting on it is worth it."""
    if not comparison.probable:
        return
    try:
        tables = comparison.curve_tables()
        for name, table in tables.items():
            notes = net_benefit_words(decision(on_edges(table)))
            yield Text(f"{name}: {notes.en}", f"{name}：{notes.zh}")
    except VeracityError:  # labels, or one class only
        return
