"""Putting an evaluation before a person or into a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from veracity.cli.terminal.streams import seen_on

if TYPE_CHECKING:
    from veracity.evaluation import Comparison, Evaluation
    from veracity.events import EventEvaluation
    from veracity.events.reporting.event_comparison import EventComparison

    Result = Evaluation | Comparison | EventEvaluation | EventComparison


def show(
    ev: Result,
    form: str,
    reports: tuple[str, ...],
    save: str | None,
    **named: Any,
) -> None:
    """Write what is to be written first, then print; an error leaves nothing half done.

    `named`: the title of a report and the name of the model in it.
    """
    from veracity.cli.terminal.typed import naming_the_command

    with naming_the_command():
        _show(ev, form, reports, save, named)


def _show(
    ev: Result,
    form: str,
    reports: tuple[str, ...],
    save: str | None,
    named: dict[str, Any],
) -> None:
    for path in reports:
        ev.report(path, **named)
        told(path)
    if save is not None:  # an evaluation: comparisons are not saved
        keep(cast("Evaluation", ev), save)
    if form == "json":
        click.echo(ev.to_json())
    elif form == "markdown":
        click.echo(ev.to_markdown(), nl=False)
    elif form == "latex":
        click.echo(ev.to_latex(), nl=False)
    else:
        print_text(ev.text())


def keep(ev: Evaluation | EventEvaluation, path: str) -> None:
    """Save the statistics, and say so."""
    ev.save(path)
    told(path)


def print_text(text: str) -> None:
    """Plain text; on a terminal the verdict stands out."""
    verdict, _, rest = text.partition("\n\n")
    if not seen_on(sys.stdout):
        click.echo(text)
        return
    from rich.console import Console

    console = Console(highlight=False)
    console.print(verdict, style="bold", markup=False, soft_wrap=False)
    console.print()
    console.print(rest, markup=False, soft_wrap=True)


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


def told(path: str | Path) -> None:
    """Say on stderr which file was written."""
    from veracity.words import spoken

    click.echo(spoken("wrote", path=path), err=True)


def chosen(metrics: tuple[str, ...]) -> Any:
    """The metrics asked for, or None for all."""
    return metrics or None
