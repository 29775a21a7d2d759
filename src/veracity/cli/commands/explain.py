"""`veracity explain`: a metric or a term in plain words."""

from __future__ import annotations

import click

from veracity.cli.terminal.options import speaking
from veracity.cli.terminal.spoken_help import Spoken


@click.command("explain", cls=Spoken, help="help_explain")
@click.argument("name", nargs=-1, required=True)
@speaking
def command(name: tuple[str, ...]) -> None:
    """Say what a metric or a term means."""
    from veracity.cli.terminal.showing import print_wrapped
    from veracity.metrics import explain

    print_wrapped(explain(" ".join(name)))
