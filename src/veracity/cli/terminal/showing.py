"""Putting an evaluation before a person or into a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from veracity.cli.terminal.in_options import as_options
from veracity.cli.terminal.streams import quiet, seen_on

if TYPE_CHECKING:
    from veracity.evaluation import Comparison, CrossValidation, Evaluation
    from veracity.events import EventEvaluation
    from veracity.events.reporting.event_comparison import EventComparison

    Result = Evaluation | CrossValidation | Comparison | EventEvaluation | EventComparison


def show(
    ev: Result,
    form: str,
    reports: tuple[str, ...],
    save: str | None,
    *,
    every: bool = False,
    verbose: bool = False,
    opened: bool = False,
    **named: Any,
) -> None:
    """Write what is to be written first, then print; an error leaves nothing half done.

    `every`: all figures; `verbose`: every note; `opened`: the page, in the browser. `named`:
    the title of a report and the name of the model in it.
    """
    from veracity.cli.terminal.typed import naming_the_command

    write_reports(ev, reports, opened=False, **named)
    with naming_the_command():
        if save is not None:  # an evaluation: comparisons are not saved
            keep(cast("Evaluation", ev), save)
        if form == "json":
            click.echo(ev.to_json())
        elif form == "markdown":
            click.echo(ev.to_markdown(), nl=False)
        elif form == "latex":
            click.echo(ev.to_latex(), nl=False)
        else:
            print_text(as_options(_text(ev, every=every, verbose=verbose)))
            hint_at_more(every=every, verbose=verbose)
    write_reports(ev, (), opened=opened, **named)


def write_reports(ev: Result, reports: tuple[str, ...], *, opened: bool, **named: Any) -> None:
    """Reports as files, and the page in the browser."""
    from veracity.cli.terminal.typed import naming_the_command
    from veracity.reports.formats.report_files import ending_of

    for path in reports:  # an ending that is not known comes before the first is written
        ending_of(path)
    with naming_the_command():
        for path in reports:
            ev.report(path, **named)
            print_written(path)
        if opened:
            cast("Evaluation", ev).show(**named)


def _text(ev: Result, *, every: bool, verbose: bool) -> str:
    """As much as is asked for, of what a result can say."""
    detail: dict[str, Any] = {"every": every, "verbose": verbose}
    return ev.text(None, **{name: value for name, value in detail.items() if value})


def hint_at_more(*, every: bool = False, verbose: bool = False) -> None:
    """Which options show the rest, as far as this command has them and they were not given."""
    from veracity.words import spoken

    if quiet():
        return
    there = {one for each in click.get_current_context().command.params for one in each.opts}
    asked = {"--all": every, "--verbose": verbose, "--report": False}
    left = [name for name, given in asked.items() if name in there and not given]
    if left:
        ways = " · ".join(spoken(f"more_{name.removeprefix('--')}") for name in left)
        click.echo(f"\n{spoken('more_ways', ways=ways)}")


def print_cautions(
    ev: Evaluation | EventEvaluation, *, verbose: bool = False, reported: str = ""
) -> None:
    """What could make the answer a lie, a line for each (`verbose`: in full); where the rest is.

    `reported`: the caution that the answer itself contains.
    """
    from veracity.cautions.catalogue.checking import notes_of_muted
    from veracity.reports.formats.brief import cautions_brief
    from veracity.words import current

    language, cautions = current(), [one for one in ev.cautions if one.key != reported]
    if verbose:
        cautions_text = "\n".join(f"! {one.text(language)}" for one in cautions)
    else:
        cautions_text = cautions_brief(cautions, language)
    lines = [cautions_text, *(one.within(language) for one in notes_of_muted(ev.ignore))]
    if any(lines):
        click.echo("\n" + as_options("\n".join(line for line in lines if line)))
    hint_at_more(verbose=verbose)


def keep(ev: Evaluation | CrossValidation | EventEvaluation, path: str) -> None:
    """Save the statistics, and say so."""
    ev.save(path)
    print_written(path)


def print_text(text: str) -> None:
    """Plain text; on a terminal the first line stands out, and sentences break between words.

    The lines of a table, which have wide gaps, are left as they are.
    """
    if not seen_on(sys.stdout):
        click.echo(text)
        return
    from rich.console import Console

    console = Console(highlight=False)
    for n, line in enumerate(text.split("\n")):
        of_table = "  " in line.strip()
        console.print(line, style=None if n else "bold", markup=False, soft_wrap=of_table)


def print_wrapped(text: str) -> None:
    """Text for reading; on a terminal its lines break between words."""
    if not seen_on(sys.stdout):
        click.echo(text)
        return
    from rich.console import Console

    first, _, rest = text.partition("\n")
    console = Console(highlight=False)
    console.print(first, style="bold", markup=False)
    console.print(rest, markup=False)


def print_written(path: str | Path) -> None:
    """Say on stderr which file was written."""
    from veracity.words import spoken

    if not quiet():
        click.echo(spoken("wrote", path=path), err=True)


def chosen(metrics: tuple[str, ...]) -> Any:
    """The metrics asked for, or None for all."""
    return metrics or None
