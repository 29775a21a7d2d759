"""The outline of an evaluation: the sections of its page, for every other format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from veracity.metrics import Metric, find
from veracity.metrics.advice.plain_formula import plain_formula
from veracity.reports.outline.checklists import checklists_section
from veracity.reports.outline.methods import methods, references
from veracity.reports.tables.document import (
    Block,
    Cell,
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
from veracity.reports.tables.guessing import BETTER, displayed_keys, guessing_note, standing_words
from veracity.reports.tables.page import best_words, footnotes, heat, settings, spread
from veracity.reports.wording.first_screen import title_of
from veracity.reports.wording.page import WORDS
from veracity.results import Line, figure, n_title, percent, whole
from veracity.results.decisions.baselines import Baselines
from veracity.results.estimate.caution import Caution
from veracity.results.estimate.test import p_words
from veracity.results.page.page import Page
from veracity.results.page.provenance import Provenance
from veracity.statistics import ConfusionMatrix
from veracity.words import Text, joined
from veracity.words.layout import number

MOST_CLASSES = 30
IN_PROVENANCE = ("veracity", "numpy", "random_state")
AT_THRESHOLDS = ("recall", "fpr", "precision", "f1")


def outline_of(page: Page, compared: Iterable[Block] = ()) -> Outline:
    """What the page shows, in its order; `compared` are the blocks of the comparison."""
    made = (
        Section("verdict", WORDS["verdict"], (Paragraph(page.profile.verdict, loud=True),)),
        _cautions(page),
        _figures(page),
        _guessing(page.baselines),
        _matrix(page),
        _ranking(page),
        _thresholds(page),
        _rarer(page),
        _calibration(page),
        _decisions(page),
        _parts(page, "classes", "class"),
        _parts(page, "groups", "group"),
        section("comparison", WORDS["comparison"], tuple(compared)),
        methods_section(methods(page.profile), references(page.profile)),
        checklists_section(page.profile),
        provenance_section(page.profile.provenance, settings(page.profile)),
        glossary(line.key for line in page.profile.headline),
        _appendix(page),
    )
    return Outline(title_of(page), tuple(one for one in made if one is not None))


# sections that evaluations and comparisons share


def cautions_blocks(cautions: tuple[Caution, ...]) -> tuple[Block, ...]:
    """Each caution with its severity and advice, or that there is none."""
    if not cautions:
        return (Paragraph(WORDS["no_cautions"]),)
    return (Listed(tuple(Text(one.text("en"), one.text("zh")) for one in cautions)),)


def methods_section(notes: Text, cited: tuple[str, ...]) -> Section:
    """The paragraph for a paper and what it rests on."""
    listed = Listed(tuple(plain(one) for one in cited), numbered=True, folded=WORDS["references"])
    return Section("methods", WORDS["methods"], (Paragraph(notes), *((listed,) if cited else ())))


def provenance_section(made: Provenance | None, named: Iterable[tuple[str, str]]) -> Section:
    """How the figures were made: versions, data, command, and every setting by its name."""
    head = WORDS["column_fact"], WORDS["column_said"]
    rows = provenance_rows(made, named)
    return Section(
        "provenance", WORDS["provenance"], (table(WORDS["provenance"], head, rows, left=2),)
    )


def provenance_rows(
    made: Provenance | None, named: Iterable[tuple[str, str]]
) -> list[tuple[Text, Text]]:
    """Name and value of each fact; what the versions and the seed say is not repeated."""
    settings = [
        (plain(name), plain(value))
        for name, value in named
        if made is None or name not in IN_PROVENANCE
    ]
    return [*(() if made is None else made.lines()), *settings]


def glossary(keys: Iterable[str]) -> Section | None:
    """What each metric asks and how it is computed, from its record."""
    records = [find(key) for key in dict.fromkeys(keys)]
    return section("glossary", WORDS["glossary"], [Listed(tuple(map(_glossary_entry, records)))])


def _glossary_entry(metric: Metric) -> Text:
    formula = plain_formula(metric.formula)
    name, question, misleads = metric.display_name, metric.question, metric.misleads_when
    return Text(
        f"{name.en} ({metric.key}): {question.en} {formula}. Misleads when {misleads.en}.",
        f"{name.zh}（{metric.key}）：{question.zh}{formula}。易误导的情形：{misleads.zh}。",
    )


# sections of an evaluation


def _cautions(page: Page) -> Section:
    words = joined((*page.profile.notes, page.profile.rows.words()))
    return Section(
        "cautions",
        WORDS["cautions"],
        (*cautions_blocks(page.cautions), Paragraph(words, quiet=True)),
    )


def _figures(page: Page) -> Section | None:
    lines = page.profile.headline
    return section(
        "figures", WORDS["figures"], [figures_table(lines, WORDS["figures"]), *_notes(lines)]
    )


def _appendix(page: Page) -> Section | None:
    """Every figure under its key, after all that is edited."""
    lines = [line for line in page.profile.lines if line.scope == "all"]
    left_out: Block | None = None
    if page.left_out:
        words = WORDS["keys_left_out"]
        left_out = Paragraph(words.filled(n=len(page.left_out), key=page.left_out[0]), quiet=True)
    displayed = figures_table(lines, WORDS["all_figures"], keys=True)
    return section("appendix", WORDS["all_figures"], [displayed, *_notes(lines), left_out])


def figures_table(lines: Iterable[Line], name: Text, *, keys: bool = False) -> Table | None:
    """Estimates with their intervals, n and method; with `keys`, the key of each before it."""
    held = tuple(lines)
    rows = [
        (
            *((line.key,) if keys else ()),
            Cell(line.title, line.key),
            plain(line.estimate.with_interval),
            whole(line.estimate.n),
            _method(line),
        )
        for line in held
    ]
    if not rows:
        return None
    n = n_title(line.estimate.n for line in held)
    head = (WORDS["column_metric"], WORDS["column_value_interval"], n, WORDS["column_method"])
    if keys:
        return table(name, (WORDS["column_key"], *head), rows, left=2)
    return table(name, head, rows)


def _method(line: Line) -> str:
    return "—" if line.estimate.method == "none" else line.estimate.method


def _notes(lines: Iterable[Line]) -> Iterator[Block]:
    notes = tuple(
        Text(f"{names.en}: {note.en}", f"{names.zh}：{note.zh}") for names, note in footnotes(lines)
    )
    if notes:
        yield Listed(notes)


def _matrix(page: Page) -> Section | None:
    profile = page.profile
    if profile.counts is None:
        return None
    displayed: Block = Paragraph(WORDS["matrix_large"].filled(classes=len(profile.labels)))
    if len(profile.labels) <= MOST_CLASSES:
        rows = heat(profile) or []
        head = [WORDS["truth_by_prediction"], *(label(name) for name, _ in rows)]
        counts = [[label(name), *(cell.text for cell in row)] for name, row in rows]
        displayed = table(WORDS["matrix"], head, counts)
    notes = list(profile.notes_on_counts)
    if profile.pos_label is not None:
        positive = plain(str(profile.pos_label))
        notes.insert(0, joined((WORDS["positive_class"], positive), Text(": ", "：")))
    return section("matrix", WORDS["matrix"], [displayed, *(Paragraph(text) for text in notes)])


def _ranking(page: Page) -> Section | None:
    """The figures that need no threshold; a page shows the curves."""
    if page.drawing("roc") is None and (page.live is None or not page.live.moves):
        return None
    lines = [
        line
        for line in page.profile.headline
        if find(line.key).reads is not ConfusionMatrix and line not in page.calibrated
    ]
    return section("ranking", WORDS["ranking"], [figures_table(lines, WORDS["ranking"])])


def _guessing(base: Baselines | None) -> Section | None:
    if base is None:
        return None
    keys = displayed_keys(base)
    head = [WORDS["column_rule"], *(find(key).names for key in keys), BETTER, "p"]
    rows: list[list[object]] = [
        [WORDS["this_classifier"], *(plain(base.estimates[key]) for key in keys), "", ""]
    ]
    rows += [
        [rival.title, *(figure(rival.values[key]) for key in keys), *standing_words(rival)]
        for rival in base.rivals.values()
    ]
    tested = tuple(
        Text(
            f"{find(key).names.en}: {test.title.en}, {p_words(test.p_value)}",
            f"{find(key).names.zh}：{test.title.zh}，{p_words(test.p_value)}",
        )
        for key, test in base.tests.items()
    )
    return section(
        "guessing",
        WORDS["better_than_guessing"],
        [
            table(WORDS["better_than_guessing"], head, rows),
            Paragraph(guessing_note(base)),
            Listed(tested) if tested else None,
            Paragraph(base.paradox) if base.paradox else None,
            Paragraph(base.note) if base.note else None,
        ],
    )


def _thresholds(page: Page) -> Section | None:
    made = thresholds_table(page)
    how = [Paragraph(WORDS["cuts_how"])] if made else []
    best = [Paragraph(best_words(choice)) for choice in page.best]
    return section("thresholds", WORDS["thresholds"], [*best, made, *how])


def thresholds_table(page: Page) -> Table | None:
    """What a few thresholds give; that of the evaluation is marked."""
    if not page.at_thresholds:
        return None
    metrics = [find(key) for key in AT_THRESHOLDS]
    rows = []
    for at_threshold in page.at_thresholds:
        counts = [[at_threshold.tn, at_threshold.fp], [at_threshold.fn, at_threshold.tp]]
        matrix = ConfusionMatrix(counts, labels=("negative", "positive"), pos_label="positive")
        at = f"{at_threshold.threshold:.4g}"
        name = WORDS["own_threshold"].filled(at=at) if at_threshold.own else plain(at)
        called = number(at_threshold.tp + at_threshold.fp)
        rows.append([name, called, *(figure(float(metric(matrix))) for metric in metrics)])
    head = (
        WORDS["threshold"],
        WORDS["column_called"],
        *(Cell(metric.names, metric.key) for metric in metrics),
    )
    return table(WORDS["thresholds"], head, rows)


def _rarer(page: Page) -> Section | None:
    if not page.projected:
        return None
    head = [WORDS["prevalence"], *(line.names for line in page.projected[0][1])]
    rows = [
        [percent(share), *(line.estimate.words for line in lines)]
        for share, lines in page.projected
    ]
    made = table(WORDS["at_prevalence"], head, rows)
    return section(
        "rarer", WORDS["at_prevalence"], [made, Paragraph(WORDS["projected_how"], quiet=True)]
    )


def _parts(page: Page, key: str, scope: str) -> Section | None:
    found = spread(page.profile.lines, scope)
    if found is None:
        return None
    head = [WORDS[f"column_{scope}"], *(Cell(line.names, line.key) for line in found.lines)]
    rows = []
    for name, lines in found.parts:
        known = {line.key: line.estimate.words for line in lines}
        rows.append([label(name), *(known.get(line.key, "—") for line in found.lines)])
    blocks: list[Block] = [table(WORDS[f"per_{scope}"], head, rows)]
    if found.left_out:
        blocks.append(Paragraph(WORDS["not_shown"].filled(n=found.left_out), quiet=True))
    return section(key, WORDS[f"per_{scope}"], blocks)


def _calibration(page: Page) -> Section | None:
    if not page.calibrated:
        return None
    tests = tuple(
        joined(
            (
                Text(
                    f"{test.title.en}: {p_words(test.p_value)}",
                    f"{test.title.zh}：{p_words(test.p_value)}",
                ),
                *((test.note,) if test.note else ()),
            )
        )
        for test in page.tests.values()
    )
    return section(
        "calibration",
        WORDS["calibration"],
        [
            Paragraph(page.calibration) if page.calibration else None,
            figures_table(page.calibrated, WORDS["calibration"]),
            Listed(tests) if tests else None,
            *_notes(page.calibrated),
        ],
    )


def _decisions(page: Page) -> Section | None:
    notes = Paragraph(page.benefit) if page.benefit else None
    how = Paragraph(WORDS["benefit_how"], quiet=True) if page.benefits else None
    return section("decisions", WORDS["decisions"], [notes, benefits_table(page), how])


def benefits_table(page: Page) -> Table | None:
    """Net benefit at a few threshold probabilities, beside treating all; none is 0."""
    if not page.benefits:
        return None
    head = (WORDS["column_risk"], WORDS["this_classifier"], WORDS["column_treat_all"])
    rows = [
        (percent(one.threshold), plain(one.model), figure(one.treat_all)) for one in page.benefits
    ]
    return Table(WORDS["decisions"], cells(head), tuple(cells(row) for row in rows))
