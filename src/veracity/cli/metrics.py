"""`veracity metrics`: every metric, or those that match some words."""

from __future__ import annotations

import json

import click

from veracity.cli.options import speaking


@click.command("metrics")
@click.argument("words", nargs=-1)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@speaking
def command(words: tuple[str, ...], form: str) -> None:
    """List every metric with the question it answers; with words, only those that match."""
    from veracity.metrics import CATALOGUE, search, table
    from veracity.statistics.matrix_text import padded, width
    from veracity.words import current, spoken

    language = current()
    found = search(" ".join(words)) if words else tuple(CATALOGUE.values())
    if form == "json":
        keys = {metric.key for metric in found}
        rows = [row for row in table() if row["key"] in keys]
        rows = [
            {k: str(v) if v in (float("inf"), float("-inf")) else v for k, v in row.items()}
            for row in rows
        ]
        click.echo(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    if not found:
        click.echo(spoken("nothing_found", words=" ".join(words)))
        return
    rows = [(m.key, m.names.within(language), m.question.within(language)) for m in found]
    widths = [max(width(row[place]) for row in rows) for place in range(2)]
    for key, name, question in rows:
        click.echo(
            f"{padded(key, widths[0], left=True)}  {padded(name, widths[1], left=True)}  {question}"
        )
