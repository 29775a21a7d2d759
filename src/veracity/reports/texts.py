"""Results as text for a terminal."""

from __future__ import annotations

from veracity.results import Line, Profile, percent, whole
from veracity.statistics.matrix_text import matrix_text, padded, width
from veracity.words import Language, say, use


def text(profile: Profile, language: Language) -> str:
    """Verdict, at most twelve figures with their intervals, the matrix, the rows."""
    with use(language):
        parts = [profile.verdict.within(language), figures(profile.headline, language)]
        parts.append(matrix_text(profile.labels, profile.counts, profile.pos_label, ()))
        parts.append(profile.rows.words().within(language))
    return "\n\n".join(parts)


def figures(lines: tuple[Line, ...], language: Language) -> str:
    """Names, values and intervals in columns; a short reason where there is no value."""
    if not lines:
        return ""
    level = percent(lines[0].estimate.level)
    head = (
        say("column_metric").within(language),
        say("column_value", level=level).within(language),
        "n",
    )
    table = [
        head,
        *(
            (_name(line, language), _value(line, language), whole(line.estimate.n))
            for line in lines
        ),
    ]
    widths = [max(width(row[place]) for row in table) for place in range(3)]
    return "\n".join(
        "  ".join(
            padded(cell, widths[place], left=place < 2) for place, cell in enumerate(row)
        ).rstrip()
        for row in table
    )


def _name(line: Line, language: Language) -> str:
    return line.names.within(language)


def _value(line: Line, language: Language) -> str:
    estimate = line.estimate
    if estimate.defined:
        return str(estimate)
    return f"{say('undefined').within(language)}: {estimate.note.within(language)}".rstrip(": ")
