"""`veracity agreement`: how far several raters of the same units agree beyond chance."""

from __future__ import annotations

import click

from veracity.cli.terminal.options import formatted, speaking
from veracity.cli.terminal.shares import RATE
from veracity.cli.terminal.spoken_help import Spoken, option

MEASURES = (
    "krippendorff_alpha",
    "fleiss_kappa",
    "conger_kappa",
    "randolph_kappa",
    "gwet_ac1",
    "gwet_ac2",
    "all",
)
LEVELS = ("nominal", "ordinal", "interval", "ratio")


@click.command("agreement", cls=Spoken, help="help_agreement")
@click.argument("file", metavar="FILE")
@option("--unit", text="help_agreement_unit", metavar="COL")
@option("--rater", text="help_agreement_rater", metavar="COL")
@option("--rating", "ratings", text="help_agreement_rating", multiple=True, metavar="COL")
@option("--measure", text="help_agreement_measure", type=click.Choice(MEASURES), default="all")
@option(
    "--level",
    text="help_agreement_level",
    type=click.Choice(LEVELS),
    default="nominal",
    show_default=True,
)
@option("--label", "labels", text="help_agreement_label", multiple=True, metavar="LABEL")
@option("--cluster", text="help_cluster", metavar="COL")
@option("--confidence", text="help_level", type=RATE, default=0.95, show_default=True)
@formatted("text", "json", "markdown", "latex")
@speaking
def command(
    file: str,
    unit: str | None,
    rater: str | None,
    ratings: tuple[str, ...],
    measure: str,
    level: str,
    labels: tuple[str, ...],
    cluster: str | None,
    confidence: float,
    form: str,
) -> None:
    """One coefficient of agreement, or all of them in a table."""
    from veracity.cli.terminal.in_options import as_options
    from veracity.cli.terminal.inputs import labels_as_read, readable
    from veracity.raters.agreeing import agreement_rows
    from veracity.results.estimate.json_text import json_text

    one = ratings[0] if len(ratings) == 1 else None
    with readable(file) as path:
        table = agreement_rows(
            None,
            measure,
            data=path,
            unit=unit,
            rater=rater,
            rating=one if one is not None else (list(ratings) or None),
            level=level,
            labels=labels_as_read(labels, path, ratings) or None,
            cluster=cluster,
            confidence_level=confidence,
        )
    if form == "json":
        click.echo(json_text({"agreement": [dict(row) for row in table]}, 2))
    elif form == "text":
        click.echo(as_options(table.text()))
    else:
        click.echo(table.to_markdown() if form == "markdown" else table.to_latex(), nl=False)
