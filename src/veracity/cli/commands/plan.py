"""`veracity plan`: how many rows are needed, before they are collected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from veracity.cli.terminal.options import formatted, speaking
from veracity.cli.terminal.several import shares
from veracity.cli.terminal.shares import AMOUNT, RATE
from veracity.cli.terminal.spoken_help import Spoken, option

NUMBERS = (
    "expected",
    "width",
    "bound",
    "difference",
    "power",
    "prevalence",
    "tpr",
    "fpr",
    "disagreement",
    "correlation",
    "cluster-size",
    "icc",
)


def _numbers(function: Callable[..., None]) -> Callable[..., None]:
    """One option for each number that a plan takes."""
    for name in reversed(NUMBERS):
        key = f"help_plan_{name.replace('-', '_')}"
        function = option(f"--{name}", text=key, type=AMOUNT)(function)
    return function


@click.command("plan", cls=Spoken, help="help_plan")
@option("--metric", text="help_plan_metric", default="recall", show_default=True, metavar="KEY")
@_numbers
@option("--proportions", text="help_plan_proportions", metavar="P,P,…", callback=shares)
@option("--misses", text="help_plan_misses", type=int)
@option("--pilot", text="help_plan_pilot", metavar="SAVED")
@option("--unpaired", text="help_plan_unpaired", is_flag=True)
@option("--continuity", text="help_plan_continuity", is_flag=True)
@option(
    "--level", "confidence_level", text="help_level", type=RATE, default=0.95, show_default=True
)
@option("--method", text="help_plan_method", default="auto", show_default=True)
@option("--table", "with_table", text="help_plan_table", is_flag=True)
@formatted("text", "json")
@speaking
def command(
    metric: str, pilot: str | None, unpaired: bool, with_table: bool, form: str, **request: Any
) -> None:
    """Say how many rows a goal needs."""
    from veracity.cli.terminal.in_options import as_options
    from veracity.cli.terminal.showing import print_wrapped
    from veracity.evaluation import load
    from veracity.planning import plan
    from veracity.results.estimate.json_text import json_text

    held = None if pilot is None else load(pilot)
    found = plan(metric, pilot=held, paired=not unpaired, **request)
    others = found.table() if with_table else []
    if form == "json":
        click.echo(json_text(found.to_dict() | ({"table": others} if others else {})))
        return
    print_wrapped(as_options(found.text()))
    if others:
        click.echo(f"\n{_columns(others)}")


def _columns(rows: list[dict[str, Any]]) -> str:
    """Rows under their names, in columns."""
    names = [name for name in rows[0] if any(row[name] is not None for row in rows)]
    cells = [names, *([_cell(row[name]) for name in names] for row in rows)]
    widths = [max(len(line[index]) for line in cells) for index in range(len(names))]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in cells
    )


def _cell(value: float) -> str:
    from veracity.results import figure

    return figure(value) if isinstance(value, float) else f"{value:,}"
