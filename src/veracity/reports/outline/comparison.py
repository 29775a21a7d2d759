"""The outline of a comparison: the sections of its page, for every format."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations

from veracity.metrics import find
from veracity.reports.outline.comparison_methods import compared_methods, compared_references
from veracity.reports.outline.evaluation import (
    cautions_blocks,
    glossary,
    methods_section,
    provenance_section,
)
from veracity.reports.tables.comparisons import p_figure, remarks
from veracity.reports.tables.document import (
    Block,
    Cell,
    Drawn,
    Listed,
    Outline,
    Said,
    Section,
    Table,
    cells,
    label,
    plain,
    section,
    table,
)
from veracity.reports.wording.comparison import WORDS
from veracity.reports.wording.page import WORDS as PAGE
from veracity.results import Comparison, Contrast, figure, percent
from veracity.results.page.page import ComparedPage
from veracity.statistics.labels import Label
from veracity.words import Text, joined, say
from veracity.words.layout import one_line

MOST_PAIRS = 6  # that the verdict names
AND = Text(", ", "、")


def outline_of_comparison(page: ComparedPage) -> Outline:
    """Verdict, cautions, differences, each model, curves, decisions, methods, provenance."""
    comparison = page.comparison
    made = (
        Section(
            "verdict", PAGE["verdict"], tuple(Said(one, loud=True) for one in verdicts(comparison))
        ),
        Section(
            "cautions", PAGE["cautions"], (*cautions_blocks(page.cautions), *_rows(comparison))
        ),
        _differences(comparison),
        section("models", WORDS["models"], [models_table(comparison)]),
        _omnibus(comparison),
        section("curves", WORDS["curves"], [*_curves(page)]),
        section("calibration", WORDS["calibration"], [_drawn(page, "reliability")]),
        section("decisions", WORDS["decisions"], [*_decisions(page)]),
        _sentences(comparison),
        methods_section(compared_methods(comparison), compared_references(comparison)),
        provenance_section(page.provenance, _settings(comparison)),
        glossary(comparison.keys),
    )
    return Outline(WORDS["title"], tuple(one for one in made if one is not None))


def section_blocks(page: ComparedPage) -> Iterator[Block]:
    """The same as one section of the page of an evaluation: verdicts, cautions, differences."""
    comparison = page.comparison
    if page.model is not None:
        yield Said(PAGE["this_model"].filled(name=one_line(page.model)), quiet=True)
    yield from (Said(one, loud=True) for one in verdicts(comparison))
    if page.cautions:
        yield from cautions_blocks(page.cautions)
    yield differences_table(comparison)
    yield Drawn("compared-forest")
    yield Said(WORDS["first_minus_second"], quiet=True)
    yield from _curves(page)
    yield from _decisions(page)
    yield Said(compared_methods(comparison), quiet=True)
    cited = tuple(plain(one) for one in compared_references(comparison))
    if cited:
        yield Listed(cited, numbered=True, folded=PAGE["references"])


def verdicts(comparison: Comparison) -> tuple[Text, ...]:
    """One sentence for each pair of models: in which metrics the first is better or worse."""
    said = [_verdict(comparison, a, b) for a, b in combinations(comparison.names, 2)]
    if len(said) <= MOST_PAIRS:
        return tuple(said)
    rest = len(said) - MOST_PAIRS
    return (*said[:MOST_PAIRS], WORDS["more_pairs"].filled(n=rest))


def _verdict(comparison: Comparison, first: Label, second: Label) -> Text:
    names = {"first": one_line(first), "second": one_line(second)}
    if (first, second) in comparison.identical:
        return say("compared_identical", **names)
    found: dict[str, list[Contrast]] = {}
    for one in comparison.contrasts:
        if (one.first, one.second) == (first, second):
            found.setdefault(one.verdict, []).append(one)
    parts = []
    for verdict, contrasts in found.items():
        metrics = joined([one.names for one in contrasts], AND)
        parts.append(say(f"verdict_in_{verdict}", metrics=metrics))
    return say("verdict_of_pair", **names, parts=joined(parts, Text("; ", "；")))


def _rows(comparison: Comparison) -> tuple[Block, ...]:
    if comparison.rows is None:
        return ()
    return (Said(comparison.rows.words().filled(), quiet=True),)


def _differences(comparison: Comparison) -> Section:
    notes = tuple(note for note in remarks(comparison) if note not in comparison.costs)
    listed = (Listed(notes, folded=say("section_notes")),) if notes else ()
    return Section(
        "differences",
        say("section_differences"),
        (
            differences_table(comparison),
            Said(WORDS["first_minus_second"], quiet=True),
            Drawn("compared-forest"),
            *listed,
        ),
    )


def differences_table(comparison: Comparison) -> Table:
    """Every pair and metric: the difference with its interval, the test, both p, the verdict."""
    level = percent(comparison.contrasts[0].difference.level) if comparison.contrasts else ""
    head = (
        say("column_pair"),
        PAGE["column_metric"],
        say("column_difference", level=level),
        say("column_p"),
        say("column_p_adjusted"),
        say("column_test"),
        say("column_verdict"),
    )
    rows = [
        (
            Cell(plain(f"{one_line(one.first)} − {one_line(one.second)}"), user=True),
            Cell(one.names, one.key),
            plain(one.difference),
            p_figure(one.p_value),
            p_figure(one.p_adjusted),
            one.test.title,
            say(f"verdict_word_{one.verdict}"),
        )
        for one in comparison.contrasts
    ]
    made = tuple(cells(row) for row in rows)
    return Table(say("section_differences"), cells(head), made, left=2)


def models_table(comparison: Comparison) -> Table | None:
    """Each model in a row, each metric in a column, with its own interval."""
    found: dict[tuple[Label, str], Text] = {}
    for one in comparison.contrasts:
        for name, estimate in zip((one.first, one.second), one.values, strict=True):
            found[name, one.key] = plain(estimate)
    if not found:
        return None
    head = [WORDS["column_model"], *(Cell(find(key).shown, key) for key in comparison.keys)]
    rows = [
        [label(name), *(found.get((name, key), plain("—")) for key in comparison.keys)]
        for name in comparison.names
    ]
    return table(WORDS["models"], head, rows)


def _omnibus(comparison: Comparison) -> Section | None:
    if len(comparison.names) < 3:
        return None
    head = (
        PAGE["column_metric"],
        say("column_test"),
        WORDS["column_statistic"],
        "df",
        say("column_p"),
    )
    rows = [
        (
            Cell(find(key).shown, key),
            test.title,
            figure(test.statistic),
            "—" if test.df is None or math.isnan(test.df) else f"{test.df:g}",
            p_figure(test.p_value),
        )
        for key, test in comparison.omnibus.items()
    ]
    return section("omnibus", WORDS["omnibus"], [table(WORDS["omnibus"], head, rows, left=2)])


def _curves(page: ComparedPage) -> Iterator[Block]:
    if page.dominance:
        yield Listed(page.dominance)
        if page.comparison.pairing == "unpaired":
            yield Said(WORDS["pr_not_compared"], quiet=True)
    for name in ("roc", "pr", "det"):
        if page.drawing(f"compared-{name}") is not None:
            yield Drawn(f"compared-{name}")


def _decisions(page: ComparedPage) -> Iterator[Block]:
    if page.benefit:
        yield Listed(page.benefit)
    if page.comparison.costs:
        yield Listed(page.comparison.costs)
    if page.drawing("compared-decision") is not None:
        yield Drawn("compared-decision")


def _drawn(page: ComparedPage, name: str) -> Block | None:
    return None if page.drawing(f"compared-{name}") is None else Drawn(f"compared-{name}")


def _sentences(comparison: Comparison) -> Section | None:
    said = tuple(one.sentence for one in comparison.contrasts)
    return section("sentences", say("section_sentences"), [Listed(said) if said else None])


def _settings(comparison: Comparison) -> list[tuple[str, str]]:
    made = {name: value for name, value in comparison.settings.items() if value is not None}
    account = comparison.rows
    rows = {} if account is None else {"rows_read": account.read, "rows_used": account.used}
    return [(name, one_line(value)) for name, value in {**made, **rows}.items()]
