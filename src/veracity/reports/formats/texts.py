"""Results as text for a terminal."""

from __future__ import annotations

from veracity.results import Line, Profile, n_title, percent, whole
from veracity.words import Language, say, use
from veracity.words.layout import in_columns, near_equal

MOST_NAMES = 3


def text(profile: Profile, language: Language) -> str:
    """Verdict, at most twelve figures with intervals, guessing, groups, cautions, matrix, rows."""
    from veracity.reports.outline.as_text import columns
    from veracity.reports.tables.guessing import guessing_note, guessing_table
    from veracity.statistics.matrix.text import matrix_text

    with use(language):
        parts = [profile.verdict.within(language), figures(profile.headline, language)]
        if profile.baselines is not None:
            beside = columns(guessing_table(profile.baselines), language)
            parts.append(f"{beside}\n{guessing_note(profile.baselines).within(language)}")
        if profile.worst_groups is not None:
            from veracity.reports.tables.worst_groups import groups_note, groups_table

            worst = columns(groups_table(profile.worst_groups), language)
            parts.append(f"{worst}\n{groups_note(profile.worst_groups).within(language)}")
        notes = footnotes(profile.headline, language)
        if notes:
            parts.append(notes)
        if profile.cautions:
            parts.append("\n".join(f"! {one.text(language)}" for one in profile.cautions))
        if profile.counts is not None:
            matrix = matrix_text(profile.labels, profile.counts, profile.pos_label, ())
            reported = [note.within(language) for note in profile.notes_on_counts]
            parts.append("\n".join([matrix, *reported]))
        all_notes = (*profile.notes, profile.rows.words())
        parts.append("\n".join(note.within(language) for note in all_notes))
    return "\n\n".join(parts)


def figures(lines: tuple[Line, ...], language: Language) -> str:
    """Names, values and intervals in columns; why there is no value stands in the footnotes."""
    if not lines:
        return ""
    level = percent(lines[0].estimate.level)
    head = (
        say("column_metric").within(language),
        say("column_value", level=level).within(language),
        n_title(line.estimate.n for line in lines).within(language),
    )
    table = [
        head,
        *(
            (line.title.within(language), _value(line, language), whole(line.estimate.n))
            for line in lines
        ),
    ]
    return in_columns(table, right=[2])


def footnotes(lines: tuple[Line, ...], language: Language) -> str:
    """What there is to know of figures, or why they have no value: each note once."""
    reported = [(line, note) for line in lines if (note := line.estimate.note.within(language))]
    as_one = near_equal((note for _, note in reported), to=" 至 " if language == "zh" else " to ")
    figures_of: dict[str, dict[str, None]] = {}  # each name once, in order
    for line, note in reported:
        figures_of.setdefault(as_one[note], {})[_name(line, language)] = None
    several = say("several_figures").within(language)
    return "\n".join(
        f"· {_listed(list(names)) if len(names) <= MOST_NAMES else several}: {note}"
        for note, names in figures_of.items()
    )


def _listed(names: list[str]) -> str:
    """Names one after the other, also of those that hold a comma themselves."""
    return ("; " if any(", " in name for name in names) else ", ").join(names)


def _name(line: Line, language: Language) -> str:
    return line.names.within(language)


def _value(line: Line, language: Language) -> str:
    estimate = line.estimate
    return estimate.with_interval if estimate.defined else say("undefined").within(language)
