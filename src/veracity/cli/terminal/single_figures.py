"""--metric: the figures asked for and nothing else, under the names that users typed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol

import click

from veracity.words import current, spoken

if TYPE_CHECKING:
    from veracity.evaluation import Evaluation
    from veracity.results import Estimate


class Figured(Protocol):
    """Estimates by key."""

    def __getitem__(self, key: str, /) -> Estimate:
        """One of them."""


def show_asked(
    ev: Evaluation,
    names: Sequence[str],
    prevalences: Sequence[float],
    reports: tuple[str, ...],
    named: dict[str, Any],
    *,
    form: str,
    **display: bool,
) -> None:
    """Figures by name, or by prevalence, and nothing besides; without either, the answer."""
    from veracity.cli.terminal.prevalences import at_one, print_prevalences, refuse_with_files
    from veracity.cli.terminal.showing import show, write_reports

    refuse_with_files(prevalences, (reports, display["opened"]))
    there, several = at_one(ev, prevalences), len(prevalences) > 1
    if (names or several) and form in ("text", "json") and not display["every"]:
        write_reports(there, reports, opened=display["opened"], **named)
        if several:
            print_prevalences(ev, prevalences, names, form)
        else:
            print_figures(there, names, form, verbose=display["verbose"])
    else:
        show(there, form, reports, None, **display, **named)


def print_figures(
    ev: Evaluation, names: Sequence[str], form: str, *, verbose: bool = False
) -> None:
    """One line for each name, then a table of classes or groups where they were asked for."""
    from veracity.metrics import find

    keys = {name: find(name).key for name in dict.fromkeys(names)}
    if form == "json":
        click.echo(_as_json(ev, keys))
        return
    print_estimates(ev, names, form, verbose=verbose)
    if len(ev.by_group) > 1:
        table = ev.by_group.table(tuple(dict.fromkeys(keys.values())))
        click.echo(f"\n{table.text()}")


def print_estimates(of: Figured, names: Sequence[str], form: str, *, verbose: bool = False) -> None:
    """One line for each name, or all of them as JSON."""
    from veracity.metrics import find
    from veracity.results.estimate.json_text import json_text

    keys = {name: find(name).key for name in dict.fromkeys(names)}
    if form == "json":
        figures = {name: {"key": key, **of[key].to_dict()} for name, key in keys.items()}
        click.echo(json_text(figures))
        return
    for name, key in keys.items():
        click.echo(f"{name} {in_words(of[key], verbose=verbose)}")


def in_words(estimate: Estimate, *, verbose: bool = False) -> str:
    """A value with its interval; without one, or with `verbose`, what there is to know of it."""
    value = str(estimate) if estimate.defined else spoken("undefined")
    note = estimate.note.within(current())
    if note and (verbose or math.isnan(estimate.low)):
        value = spoken("figure_noted", value=value, note=note)
    if verbose and estimate.method != "none":
        value = spoken("figure_by", value=value, method=estimate.method, n=f"{estimate.n:.10g}")
    return value


def _as_json(ev: Evaluation, keys: dict[str, str]) -> str:
    from veracity.results.estimate.json_text import json_text

    figures = {name: {"key": key, **ev[key].to_dict()} for name, key in keys.items()}
    groups = {
        str(value): {name: part[key].to_dict() for name, key in keys.items()}
        for value, part in ev.by_group.items()
    }
    more = {"by_group": groups} if groups else {}
    return json_text({"metrics": figures, **more}, 2)
