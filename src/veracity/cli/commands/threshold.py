"""`veracity threshold`: the threshold that is best for an aim, and what the choice is worth."""

from __future__ import annotations

from typing import Any

import click

from veracity.cli.terminal.options import formatted, ignoring, measuring_briefly, speaking
from veracity.cli.terminal.reading import columns, scores
from veracity.cli.terminal.shares import AMOUNT, RATE, SHARE
from veracity.cli.terminal.spoken_help import Spoken, option

CHOOSING = (
    "maximize",
    "min_recall",
    "min_precision",
    "max_fpr",
    "max_alarms",
    "cost_fp",
    "cost_fn",
    "assurance",
    "within",
    "optimism_by",
)


@click.command("threshold", cls=Spoken, help="help_threshold_command")
@columns
@scores
@option("--maximize", text="help_maximize", metavar="KEY")
@option("--min-recall", text="help_min_recall", type=RATE)
@option("--min-precision", text="help_min_precision", type=RATE)
@option("--max-fpr", text="help_max_fpr", type=RATE)
@option("--max-alarms", text="help_max_alarms", type=RATE)
@option("--cost-fp", text="help_cost_fp", type=float)
@option("--cost-fn", text="help_cost_fn", type=float)
@option("--assurance", text="help_assurance", type=RATE)
@option("--within", text="help_within", type=AMOUNT)
@option("--at-prevalence", "prevalence", text="help_at_prevalence", type=SHARE, metavar="P")
@option(
    "--optimism-by",
    text="help_optimism_by",
    type=click.Choice(["cross_fitting", "bootstrap"]),
    default="cross_fitting",
    show_default=True,
)
@ignoring
@formatted("text", "json")
@option("--verbose", text="help_verbose", is_flag=True)
@measuring_briefly
@speaking
def command(form: str, prevalence: float | None, verbose: bool, **request: Any) -> None:
    """Choose a threshold on the rows of a file."""
    from veracity.cli.terminal.in_options import as_options
    from veracity.cli.terminal.reading import read_evaluation
    from veracity.cli.terminal.showing import print_cautions, print_text

    aims = {name: request.pop(name) for name in CHOOSING}
    ev = read_evaluation(**request)
    there = ev if prevalence is None else ev.at_prevalence(prevalence)
    choice = there.choose(**aims)
    if form == "json":
        click.echo(choice.to_json())
    else:
        print_text(as_options(choice.text()))
        chosen = there.at(choice)  # cautions are of the threshold chosen
        print_cautions(chosen, verbose=verbose, reported="threshold_chosen_here")
