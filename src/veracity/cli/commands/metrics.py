"""`veracity metrics`: every metric, or those that match some words."""

from __future__ import annotations

import math
from typing import Any

import click

from veracity.cli.terminal.options import formatted, speaking
from veracity.cli.terminal.spoken_help import Spoken


@click.command("metrics", cls=Spoken, help="help_metrics")
@click.argument("words", nargs=-1)
@formatted("text", "json")
@speaking
def command(words: tuple[str, ...], form: str) -> None:
    """List every metric with its question; with words, only those that match."""
    from veracity.metrics import search, table
    from veracity.metrics.catalogue.catalogue import everything
    from veracity.words import current, spoken
    from veracity.words.layout import in_columns

    found = search(" ".join(words)) if words else tuple(everything().values())
    if form == "json":
        from veracity.results.estimate.json_text import json_dumped

        keys = {metric.key for metric in found}
        rows = [_finite(row) for row in table() if row["key"] in keys]
        click.echo(json_dumped(rows))
        return
    if not found:
        click.echo(spoken("nothing_found", words=" ".join(words)))
        return
    language = current()
    parts = ((one.key, one.names.within(language), one.question.within(language)) for one in found)
    click.echo(in_columns(list(parts)))


def _finite(row: dict[str, Any]) -> dict[str, Any]:
    """A row for JSON, which has no infinity: the word stands for it."""
    return {k: str(v) if v in (math.inf, -math.inf) else v for k, v in row.items()}
