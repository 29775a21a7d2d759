"""`veracity evaluate`: a file of predictions in, figures with their intervals out."""

from __future__ import annotations

from typing import Any

import click

from veracity.cli.terminal.options import measuring, showing, speaking
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
@speaking
def command(
    form: str, reports: tuple[str, ...], save: str | None, prevalence: float | None, **request: Any
) -> None:
    """Evaluate the predictions in a file."""
    from veracity.cli.terminal.reading import read_evaluation
    from veracity.cli.terminal.showing import keep, show

    ev = read_evaluation(**request)
    if save is not None:
        keep(ev, save)
    show(ev if prevalence is None else ev.at_prevalence(prevalence), form, reports, None)
