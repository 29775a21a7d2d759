"""`veracity merge`: saved statistics added up."""

from __future__ import annotations

import click

from veracity.cli.terminal.options import showing, speaking
from veracity.cli.terminal.spoken_help import Spoken


@click.command("merge", cls=Spoken, help="help_merge")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@showing
@speaking
def command(files: tuple[str, ...], form: str, reports: tuple[str, ...], save: str | None) -> None:
    """Add up statistics that `--save` kept (sites, days, parts) and show the whole."""
    from veracity.cli.terminal.showing import show
    from veracity.evaluation import load

    whole = load(files[0])
    for path in files[1:]:
        whole = whole + load(path)
    show(whole, form, reports, save)
