"""Several --at-prevalence: the figures that change with it, side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from veracity.errors import refuse
from veracity.words import spoken
from veracity.words.layout import in_columns

if TYPE_CHECKING:
    from veracity.evaluation import Evaluation
    from veracity.results import Estimate

FIGURES = ("precision", "npv", "f1", "mcc")  # what prevalence changes most


def refuse_with_files(shares: Sequence[float], written: Sequence[object]) -> None:
    """A report or a picture is of one prevalence."""
    if len(shares) > 1 and any(written):
        raise refuse("prevalences_and_files")


def at_one(ev: Evaluation, shares: Sequence[float]) -> Evaluation:
    """The evaluation at the one prevalence that was given; else as the rows are."""
    return ev.at_prevalence(shares[0]) if len(shares) == 1 else ev


def figures_at(ev: Evaluation, shares: Sequence[float], names: Sequence[str]) -> list[Any]:
    """One record for each prevalence: the share, and an estimate under each name."""
    found = []
    for share in shares:
        there = ev.at_prevalence(share)
        asked = names or [key for key in FIGURES if key in there]
        found.append({"prevalence": share} | {name: there[name] for name in asked})
    return found


def print_prevalences(
    ev: Evaluation, shares: Sequence[float], names: Sequence[str], form: str
) -> None:
    """A small table, or records as JSON."""
    from veracity.metrics import find
    from veracity.results import percent
    from veracity.results.estimate.json_text import json_text
    from veracity.words import current

    records = figures_at(ev, shares, names)
    keys = [name for name in records[0] if name != "prevalence"]
    if form == "json":
        plain = [
            {"prevalence": one["prevalence"]} | {key: one[key].to_dict() for key in keys}
            for one in records
        ]
        click.echo(json_text({"at_prevalence": plain}, 2))
        return
    display_names = list(names) or [find(key).display_name.within(current()) for key in keys]
    head = [spoken("column_prevalence"), *display_names]
    rows = [[percent(one["prevalence"]), *(_cell(one[key]) for key in keys)] for one in records]
    level = percent(ev.settings.confidence_level)
    table = in_columns([head, *rows], right=range(1, len(head)))
    click.echo(f"{table}\n{spoken('table_intervals', level=level)}")


def _cell(estimate: Estimate) -> str:
    return str(estimate) if estimate.defined else spoken("undefined")
