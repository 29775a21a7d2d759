"""A comparison as text, rows, JSON and a LaTeX table."""

from __future__ import annotations

import math
from typing import Any

from veracity.reports.tables.parts import one_name
from veracity.reports.wording import escaping
from veracity.results import Comparison, Contrast, figure, percent
from veracity.results.estimate.test import p_words
from veracity.words import Language, Text, say, use
from veracity.words.layout import aligned, inside_sentence, one_line

MOST_NAMED = 3  # differences that a note names
COLON, OF, THEN = Text(": ", "："), Text(", ", "，"), Text("; ", "；")


def text(comparison: Comparison, language: Language) -> str:
    """Verdicts, figures in columns, notes, and over what p-values were corrected.

    Narrow enough for 80 columns: the metric and its test stand above the rows they are of.
    """
    with use(language):
        sentences = [one.within(language) for one in comparison.verdicts]
        parts = ["\n".join(sentences), "\n".join(_columns(comparison, language))]
        notes = [f"· {with_models(comparison, note, language)}" for note in remarks(comparison)]
        if notes:
            parts.append("\n".join(notes))
        if comparison.cautions:
            parts.append("\n".join(f"! {one.text(language)}" for one in comparison.cautions))
        if comparison.rows is not None:
            parts.append(comparison.rows.words().within(language))
    return "\n\n".join(parts)


def _columns(comparison: Comparison, language: Language) -> list[str]:
    """The lines of the table: a head, for each metric and test its name, and a row for a pair."""
    head, *table = figures(comparison, language)
    rows = [[row[0], *row[2:5], row[6]] for row in (head, *table)]
    rows = [[f"  {pair}" if index else pair, *rest] for index, (pair, *rest) in enumerate(rows)]
    lines = [line.rstrip() for line in aligned(rows, right=(2, 3))]
    found, above = lines[:1], ""
    for row, line in zip(table, lines[1:], strict=True):
        of = f"{row[1]} · {row[5]}"
        found += [line] if of == above else [of, line]
        above = of
    return found


def with_models(comparison: Comparison, note: Text, language: Language) -> str:
    """A note, and which differences it is about where it is not about all of them."""
    about = [
        one
        for one in comparison.contrasts
        if note in (one.difference.note, one.test.note, one.more_rows)
    ]
    if not about or len(about) == len(comparison.contrasts):
        return note.within(language)
    words = note.within(language)
    named = [
        f"{one_line(one.first)} − {one_line(one.second)}"
        + (
            ""
            if words.startswith(one.names.within(language))
            else f"{OF.within(language)}{inside_sentence(one.names.within(language))}"
        )
        for one in about
    ]
    listed = THEN.within(language).join(named[:MOST_NAMED]) + (
        " …" if len(named) > MOST_NAMED else ""
    )
    return f"{listed}{COLON.within(language)}{words}"


def figures(comparison: Comparison, language: Language) -> list[list[str]]:
    """A head and one row for each pair and metric."""
    level = percent(comparison.contrasts[0].difference.level) if comparison.contrasts else ""
    heads = (
        "column_pair",
        "column_metric",
        "column_difference",
        "column_p",
        "column_p_adjusted",
        "column_test",
        "column_verdict",
    )
    table = [[say(key, **_level(key, level)).within(language) for key in heads]]
    return table + [
        [
            f"{one_line(one.first)} − {one_line(one.second)}",
            one.names.within(language),
            str(one.difference),
            p_figure(one.p_value),
            p_figure(one.p_adjusted),
            one.test_title.within(language),
            say(f"verdict_word_{one.verdict}").within(language),
        ]
        for one in comparison.contrasts
    ]


def remarks(comparison: Comparison) -> list[Text]:
    """What there is to know: notes of differences and tests, each once, and the correction."""
    notes = dict.fromkeys(
        note
        for one in comparison.contrasts
        for note in (one.difference.note, one.test.note)
        if note
    )
    apart = [
        note for note in notes if not any(note.en in other.en for other in notes if other != note)
    ]
    more = [one.more_rows for one in comparison.contrasts if one.more_rows]
    alone = more if len(comparison.contrasts) <= MOST_NAMED else []
    return [*apart, *alone, *comparison.costs, *([comparison.note] if comparison.note else [])]


def rows(comparison: Comparison) -> list[dict[str, Any]]:
    """One row for each pair and metric, for data frames."""
    return [_row(one) for one in comparison.contrasts]


def as_dict(comparison: Comparison) -> dict[str, Any]:
    """Everything as plain values."""
    account = comparison.rows
    return {
        "verdict": str(comparison.verdict),
        "models": list(comparison.names),
        "metrics": list(comparison.keys),
        "pairing": comparison.pairing,
        "contrasts": [
            {**one.to_dict(), "sentence": str(one.sentence)} for one in comparison.contrasts
        ],
        "omnibus": {key: test.to_dict() for key, test in comparison.omnibus.items()},
        "identical": [list(pair) for pair in comparison.identical],
        "costs": [str(words) for words in comparison.costs],
        "note": str(comparison.note),
        "cautions": [one.to_dict() for one in comparison.cautions],
        "muted": list(comparison.ignore),
        "rows": None
        if account is None
        else {"read": account.read, "used": account.used, "refused": dict(account.refused)},
        "settings": dict(comparison.settings),
    }


def latex(comparison: Comparison, language: Language) -> str:
    """The figures as one `tabular` (booktabs), sentences and cautions as comments."""
    table = figures(comparison, language)
    lines = [" & ".join(escaping.latex(cell) for cell in row) + r" \\" for row in table]
    body = "\n".join([r"\toprule", lines[0], r"\midrule", *lines[1:], r"\bottomrule"])
    sentences = [one.sentence.within(language) for one in comparison.contrasts]
    sentences += [one.text(language) for one in comparison.cautions]
    comment = "\n".join(f"% {' '.join(sentence.split())}" for sentence in sentences)
    return f"{comment}\n\\begin{{tabular}}{{llrrrll}}\n{body}\n\\end{{tabular}}\n"


def _row(one: Contrast) -> dict[str, Any]:
    mine, yours = one.values
    return {
        "first": str(one_name(one.first)),
        "second": str(one_name(one.second)),
        "key": one.key,
        "name": one.names.en,
        "first_value": mine.value,
        "second_value": yours.value,
        "difference": one.difference.value,
        "low": one.difference.low,
        "high": one.difference.high,
        "level": one.difference.level,
        "method": one.difference.method,
        "n": one.difference.n,
        "test": one.test.name,
        "statistic": one.test.statistic,
        "df": math.nan if one.test.df is None else one.test.df,
        "p_value": one.p_value,
        "p_adjusted": one.p_adjusted,
        "low_adjusted": one.low_adjusted,
        "high_adjusted": one.high_adjusted,
        "verdict": one.verdict,
        "superiority": one.superiority.better,
        "note": str(one.difference.note),
    }


def _level(key: str, level: str) -> dict[str, str]:
    return {"level": level} if key == "column_difference" else {}


def p_figure(p: float) -> str:
    """A p-value for a column of them: without the letter."""
    return figure(p) if math.isnan(p) else p_words(p).removeprefix("p ").removeprefix("= ")
