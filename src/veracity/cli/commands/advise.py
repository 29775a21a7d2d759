"""`veracity advise`: which metrics fit a situation, and why."""

from __future__ import annotations

import click

from veracity.cli.terminal.options import formatted, speaking
from veracity.cli.terminal.shares import SHARE
from veracity.cli.terminal.spoken_help import Spoken, option


@click.command("advise", cls=Spoken, help="help_advise")
@click.argument("situations", nargs=-1)
@option("--classes", text="help_advise_classes", type=int, default=2, show_default=True)
@option("--prevalence", text="help_advise_prevalence", type=SHARE)
@formatted("text", "json")
@speaking
def command(situations: tuple[str, ...], classes: int, prevalence: float | None, form: str) -> None:
    """Name the metrics that fit; without a situation, list the situations too."""
    from veracity.cli.terminal.showing import print_wrapped
    from veracity.metrics.advice.advising import advise
    from veracity.metrics.advice.situations import SITUATIONS
    from veracity.words import current, spoken
    from veracity.words.layout import in_columns

    advice = advise(*situations, classes=classes, prevalence=prevalence)
    if form == "json":
        from veracity.results.estimate.json_text import json_dumped

        click.echo(json_dumped(advice.to_dict()))
        return
    print_wrapped(advice.text())
    if not situations:
        rows = in_columns([(f"  {one.key}", one.names.within(current())) for one in SITUATIONS])
        click.echo(f"\n{spoken('advice_situations')}\n{rows}")
