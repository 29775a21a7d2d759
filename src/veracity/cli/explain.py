"""`veracity explain`: a metric or a term in plain words."""

from __future__ import annotations

import click

from veracity.cli.options import speaking


@click.command("explain")
@click.argument("name", nargs=-1, required=True)
@speaking
def command(name: tuple[str, ...]) -> None:
    """Say what a metric or a term means: explain mcc, explain "Type I error", explain 查准率."""
    from veracity.metrics import explain

    click.echo(explain(" ".join(name)))
