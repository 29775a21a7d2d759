"""Results as Markdown, LaTeX and a small HTML table."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from veracity.reports.formats.card import HELP, card, cautions_pane, help_pane
from veracity.reports.formats.texts import footnotes
from veracity.reports.tables.guessing import guessing_note, guessing_table, guessing_words
from veracity.reports.tables.worst_groups import groups_note, groups_table
from veracity.reports.wording import escaping
from veracity.results import Line, Profile, n_title, percent, whole
from veracity.words import Language, say
from veracity.words.layout import number

MOST_CLASSES = 50


def markdown(profile: Profile, language: Language) -> str:
    """Verdict, cautions, figures, guessing, matrix and rows."""

    def heading(key: str) -> str:
        return f"## {say(key).within(language)}"

    parts = [
        f"# {say('title').within(language)}",
        escaping.markdown(profile.verdict.within(language)),
        *_cautions(profile, language, heading),
        heading("section_figures"),
        _markdown_table(_figures(profile.lines, language), [0]),
    ]
    if profile.baselines is not None:
        beside, reported = guessing_table(profile.baselines), guessing_words(profile.baselines)
        parts += [
            f"## {beside.label.within(language)}",
            _markdown_table(beside.within(language), [0]),
            *(escaping.markdown(one.within(language)) for one in reported),
        ]
    if _matrix_fits(profile):
        parts += [heading("section_matrix"), _markdown_table(_matrix(profile, language), [0])]
        parts += [escaping.markdown(note.within(language)) for note in profile.notes_on_counts]
    notes = " ".join(note.within(language) for note in (*profile.notes, profile.rows.words()))
    parts += [heading("section_rows"), escaping.markdown(notes)]
    parts += [heading("section_settings"), _settings(profile, language)]
    return "\n\n".join(parts) + "\n"


def _cautions(
    profile: Profile, language: Language, heading: Callable[[str], str]
) -> tuple[str, ...]:
    if not profile.cautions:
        return ()
    lines = [f"- {escaping.markdown(one.text(language))}" for one in profile.cautions]
    return heading("section_cautions"), "\n".join(lines)


def latex(profile: Profile, language: Language) -> str:
    """The figures as one `tabular` (booktabs), the rules without knowledge as a second.

    What else there is to say stands in comments, for a caption.
    """
    facts = (profile.verdict, *profile.notes_on_counts, *profile.notes, profile.rows.words())
    notes = [one.text(language) for one in profile.cautions]
    if profile.provenance is not None:
        notes.append(profile.provenance.sentence().within(language))
    reported = (*(fact.within(language) for fact in facts), *notes)
    parts = [_commented(reported), _latex_table(_figures(profile.lines, language))]
    if profile.baselines is not None:
        words = [one.within(language) for one in guessing_words(profile.baselines)]
        beside = guessing_table(profile.baselines).within(language)
        parts += ["", _commented(words), _latex_table(beside)]
    return "\n".join(parts) + "\n"


def html(profile: Profile, language: Language) -> str:
    """What a notebook shows: the verdict, and tabs of figures, cautions, the matrix, help."""
    notes = (*profile.notes_on_counts, *profile.notes, profile.rows.words())
    reported = [f"<p>{escaping.html(note.within(language))}</p>" for note in notes]
    headline = [row[:-2] for row in _figures(profile.headline, language)]  # without method and note
    figures = [_html_table(headline)]
    unsure = tuple(one for one in profile.headline if math.isnan(one.estimate.low))
    figures += [f"<p>{escaping.html(n)}</p>" for n in footnotes(unsure, language).splitlines()]
    if profile.baselines is not None:
        figures.append(_html_table(guessing_table(profile.baselines).within(language)))
        figures.append(f"<p>{escaping.html(guessing_note(profile.baselines).within(language))}</p>")
    if profile.worst_groups is not None:
        figures.append(_html_table(groups_table(profile.worst_groups).within(language)))
        figures.append(
            f"<p>{escaping.html(groups_note(profile.worst_groups).within(language))}</p>"
        )
    matrix = [_html_table(_matrix(profile, language))] if _matrix_fits(profile) else []
    warned = cautions_pane(profile.cautions, language)
    number = f" ({len(profile.cautions)})" if profile.cautions else ""
    cautions = HELP["tab_cautions"].within(language) + number
    panes = [
        (HELP["tab_figures"], "".join([*figures, *reported])),
        (cautions, warned),
        *([(HELP["tab_matrix"], "".join(matrix))] if matrix else []),
        (HELP["tab_help"], help_pane("evaluation", language)),
    ]
    return card(escaping.html(profile.verdict.within(language)), panes, language)


def _figures(lines: tuple[Line, ...], language: Language) -> list[list[str]]:
    scoped = any(line.scope != "all" for line in lines)
    level = percent(lines[0].estimate.level) if lines else ""
    head = [
        say("column_metric").within(language),
        say("column_value", level=level).within(language),
        n_title(line.estimate.n for line in lines).within(language),
        say("column_method").within(language),
        say("column_note").within(language),
    ]
    table = [([say("column_of").within(language)] if scoped else []) + head]
    for line in lines:
        estimate = line.estimate
        row = [
            line.title.within(language),
            estimate.with_interval,
            whole(estimate.n),
            estimate.method,
            estimate.note.within(language),
        ]
        of = say("scope_all").within(language) if line.scope == "all" else str(line.of)
        table.append(([of] if scoped else []) + row)
    return table


def _matrix_fits(profile: Profile) -> bool:
    return profile.counts is not None and len(profile.labels) <= MOST_CLASSES


def _matrix(profile: Profile, language: Language) -> list[list[str]]:
    counts = profile.counts.toarray() if hasattr(profile.counts, "toarray") else profile.counts
    head = [say("truth_by_prediction").within(language), *(str(v) for v in profile.labels)]
    rows = [
        [str(label), *(number(v) for v in row)]
        for label, row in zip(profile.labels, counts, strict=True)
    ]
    return [head, *rows]


def _settings(profile: Profile, language: Language) -> str:
    made = "; ".join(f"{k} = {v}" for k, v in profile.settings.items() if v is not None)
    if profile.provenance is None:
        return made
    return f"{escaping.markdown(profile.provenance.sentence().within(language))}; {made}"


def _markdown_table(table: list[list[str]], left: list[int]) -> str:
    rule = "|".join(":--" if column in left else "--:" for column in range(len(table[0])))
    lines = [_piped(table[0], escaping.markdown), f"|{rule}|"]
    return "\n".join([*lines, *(_piped(row, escaping.markdown) for row in table[1:])])


def _piped(cells: list[str], escape: Callable[[str], str]) -> str:
    return f"| {' | '.join(escape(cell) for cell in cells)} |"


def _commented(words: Iterable[str]) -> str:
    return "\n".join(f"% {' '.join(one.split())}" for one in words)


def _latex_table(table: list[list[str]]) -> str:
    rows = [" & ".join(escaping.latex(cell) for cell in row) + r" \\" for row in table]
    columns = "l" + "r" * (len(table[0]) - 1)
    body = "\n".join([r"\toprule", rows[0], r"\midrule", *rows[1:], r"\bottomrule"])
    return f"\\begin{{tabular}}{{{columns}}}\n{body}\n\\end{{tabular}}"


def _html_table(table: list[list[str]]) -> str:
    head = "".join(f"<th scope='col'>{escaping.html(cell)}</th>" for cell in table[0])
    body = "".join(
        f"<tr><th scope='row'>{escaping.html(row[0])}</th>"
        + "".join(f"<td>{escaping.html(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in table[1:]
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
