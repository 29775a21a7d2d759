"""The outline of a comparison: the sections of its page, for every format."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
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
    Paragraph,
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
from veracity.words.layout import in_prose, one_line

MOST_PAIRS = 6  # that the verdict names
MOST_AT_ONCE = 10  # differences, before anything is unfolded
AND = Text(", ", "、")


def outline_of_comparison(page: ComparedPage) -> Outline:
    """Each model, who wins, cautions, differences, curves, decisions, methods, provenance."""
    comparison = page.comparison
    first = leader(comparison)
    sentences = [Paragraph(one, loud=True) for one in first or verdicts(comparison)]
    if first and len(comparison.names) == 2:  # in which figures else
        sentences += [Paragraph(one) for one in verdicts(comparison)]
    made = (
        section("models", WORDS["models"], [models_table(comparison)]),
        Section("verdict", WORDS["who_wins"], (*sentences, *_first_differences(comparison))),
        Section(
            "cautions", PAGE["cautions"], (*cautions_blocks(page.cautions), *_rows(comparison))
        ),
        _differences(comparison),
        _omnibus(comparison),
        section("curves", WORDS["curves"], [*_curves(page)]),
        section("calibration", WORDS["calibration"], [_drawn(page, "reliability")]),
        section("decisions", WORDS["decisions"], [*_decisions(page)]),
        _sentences(comparison),
        methods_section(compared_methods(comparison), compared_references(comparison)),
        provenance_section(page.provenance, _settings(comparison)),
        glossary(comparison.keys),
    )
    title = plain(page.title) if page.title else WORDS["title"]
    return Outline(title, tuple(one for one in made if one is not None))


def leader(comparison: Comparison) -> tuple[Text, ...]:
    """Of two models: who wins by the first metric, with the interval of the difference.

    Of three models and more: which has the best value, and how many it is shown to beat.

    By the verdicts of its pairs, whose p-values are adjusted over all pairs: without any
    difference the best of the sample is shown to beat another as seldom as they say.
    """
    best, others = _best(comparison), len(comparison.names) - 1
    if best is None or others < 2:
        return _winner(comparison) if others == 1 else ()
    against = _against_others(comparison, best)
    beaten = sum(one.verdict == "better" for one in against)
    facts = {"metric": against[0].names, "value": against[0].values[0], "n": beaten, "of": others}
    return (say("compared_leader", name=one_line(best), **facts),)


def _winner(comparison: Comparison) -> tuple[Text, ...]:
    own = with_better_first(comparison.contrasts)
    first = next((one for one in own if one.key == comparison.keys[0]), None)
    if first is None or not first.difference.defined or comparison.identical:
        return ()
    names = {"first": one_line(first.first), "second": one_line(first.second)}
    facts = {"metric": in_prose(first.names), "difference": plain(first.difference)}
    return (say(f"compared_two_{first.verdict}", **names, **facts),)


def _best(comparison: Comparison) -> Label | None:
    """The model with the best value of the first metric; None where fewer than two have one."""
    found: dict[Label, float] = {}
    for one in comparison.contrasts:
        if one.key == comparison.keys[0]:
            sign = -1 if one.better == "lower" else 1
            for name, estimate in zip((one.first, one.second), one.values, strict=True):
                found.update({name: sign * estimate.value} if estimate.defined else {})
    return max(found, key=lambda name: found[name]) if len(found) > 1 else None


def _against_others(comparison: Comparison, best: Label) -> list[Contrast]:
    others = (name for name in comparison.names if name != best)
    return [comparison[best, name, comparison.keys[0]] for name in others]


def first_contrasts(comparison: Comparison) -> tuple[Contrast, ...]:
    """What is listed at once: of two models all differences, of more those of the best one.

    Of two models the one that wins comes first.
    """
    if len(comparison.names) == 2:
        return with_better_first(comparison.contrasts)
    best = _best(comparison)
    return () if best is None else tuple(_against_others(comparison, best)[:MOST_AT_ONCE])


def with_better_first(contrasts: Iterable[Contrast]) -> tuple[Contrast, ...]:
    """Contrasts of one pair, reversed where the second is better in more of them."""
    held = tuple(contrasts)
    found = [one.verdict for one in held]
    if found.count("worse") > found.count("better"):
        return tuple(one.mirrored() for one in held)
    return held


def _first_differences(comparison: Comparison) -> Iterator[Block]:
    first = first_contrasts(comparison)
    if first:
        yield differences_table(first)
        yield Paragraph(WORDS["first_minus_second"], quiet=True)


def section_blocks(page: ComparedPage) -> Iterator[Block]:
    """The same as one section of the page of an evaluation: models, who wins, differences."""
    comparison = page.comparison
    if page.model is not None:
        yield Paragraph(PAGE["this_model"].filled(name=one_line(page.model)), quiet=True)
    models = models_table(comparison)
    if models is not None:
        yield models
    yield from (Paragraph(one, loud=True) for one in leader(comparison) or verdicts(comparison))
    if page.cautions:
        yield from cautions_blocks(page.cautions)
    yield differences_table(first_contrasts(comparison))
    yield Paragraph(WORDS["first_minus_second"], quiet=True)
    yield from _curves(page)
    yield from _decisions(page)
    yield Paragraph(compared_methods(comparison), quiet=True)
    cited = tuple(plain(one) for one in compared_references(comparison))
    if cited:
        yield Listed(cited, numbered=True, folded=PAGE["references"])


def verdicts(comparison: Comparison) -> tuple[Text, ...]:
    """One sentence for each pair of models: in which metrics the first is better or worse."""
    notes = [_verdict(comparison, a, b) for a, b in combinations(comparison.names, 2)]
    if len(notes) <= MOST_PAIRS:
        return tuple(notes)
    rest = len(notes) - MOST_PAIRS
    return (*notes[:MOST_PAIRS], WORDS["more_pairs"].filled(n=rest))


def _verdict(comparison: Comparison, first: Label, second: Label) -> Text:
    own = with_better_first(
        one for one in comparison.contrasts if (one.first, one.second) == (first, second)
    )
    if own:
        first, second = own[0].first, own[0].second
    names = {"first": one_line(first), "second": one_line(second)}
    if (first, second) in comparison.identical:
        return say("compared_identical", **names)
    found: dict[str, list[Contrast]] = {}
    for one in own:
        found.setdefault(one.verdict, []).append(one)
    parts = []
    for verdict, contrasts in found.items():
        metrics = joined([one.names for one in contrasts], AND)
        parts.append(say(f"verdict_in_{verdict}", metrics=metrics))
    return say("verdict_of_pair", **names, parts=joined(parts, Text("; ", "；")))


def _rows(comparison: Comparison) -> tuple[Block, ...]:
    if comparison.rows is None:
        return ()
    return (Paragraph(comparison.rows.words().filled(), quiet=True),)


def _differences(comparison: Comparison) -> Section:
    notes = tuple(note for note in remarks(comparison) if note not in comparison.costs)
    listed = (Listed(notes, folded=say("section_notes")),) if notes else ()
    reported: tuple[Block, ...] = ()
    if len(comparison.names) > 2:
        reported = (Listed(verdicts(comparison)), differences_table(comparison.contrasts))
    blocks = (*reported, *listed)
    return Section("differences", say("section_differences"), blocks)


def differences_table(contrasts: Sequence[Contrast]) -> Table:
    """Every pair and metric: the difference with its interval, the test, both p, the verdict."""
    level = percent(contrasts[0].difference.level) if contrasts else ""
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
            one.test_title,
            say(f"verdict_word_{one.verdict}"),
        )
        for one in contrasts
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
    head = [WORDS["column_model"], *(Cell(find(key).display_name, key) for key in comparison.keys)]
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
            Cell(find(key).display_name, key),
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
            yield Paragraph(WORDS["pr_not_compared"], quiet=True)
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
    notes = tuple(one.sentence for one in comparison.contrasts)
    return section("sentences", say("section_sentences"), [Listed(notes) if notes else None])


def _settings(comparison: Comparison) -> list[tuple[str, str]]:
    made = {name: value for name, value in comparison.settings.items() if value is not None}
    account = comparison.rows
    rows = {} if account is None else {"rows_read": account.read, "rows_used": account.used}
    return [(name, one_line(value)) for name, value in {**made, **rows}.items()]
