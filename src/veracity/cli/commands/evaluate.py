"""`veracity evaluate`: a file of predictions in, figures with their intervals out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from veracity.cli.terminal.options import measuring, naming, showing, speaking
from veracity.cli.terminal.reading import columns, scores
from veracity.cli.terminal.spoken_help import Spoken, option


@click.command("evaluate", cls=Spoken, help="help_evaluate")
@columns
@option("--pred", "y_pred", text="help_pred", metavar="COL")
@scores
@option("--threshold", text="help_threshold", type=float)
@option("--at-prevalence", "prevalence", text="help_at_prevalence", type=float, metavar="P")
@option("--group", text="help_group", multiple=True, metavar="COL")
@measuring
@showing
@naming
@speaking
def command(
    form: str,
    reports: tuple[str, ...],
    save: str | None,
    prevalence: float | None,
    title: str | None,
    model: str | None,
    **request: Any,
) -> None:
    """Evaluate the predictions in a file."""
    from veracity.cli.terminal.reading import read_evaluation
    from veracity.cli.terminal.showing import keep, show

    ev = read_evaluation(**request)
    if save is not None:
        keep(ev, save)
    there = ev if prevalence is None else ev.at_prevalence(prevalence)
    named = {
        "title": Path(request["file"]).name if title is None else title,
        "model": _column(request) if model is None else model,
    }
    show(there, form, reports, None, **named)


def _column(request: dict[str, Any]) -> str | None:
    """The one column of predictions, which names the model unless users do."""
    given = [*request["y_proba"], request["y_score"], request["y_pred"]]
    names = [name for name in given if name is not None]
    return names[0] if len(names) == 1 else None
