"""`veracity matrix`: an evaluation of counts from a paper or a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from veracity.cli.terminal.options import DETAILS, detailing, measuring, showing, speaking
from veracity.cli.terminal.shares import SHARE
from veracity.cli.terminal.spoken_help import Spoken, option

if TYPE_CHECKING:
    from veracity.evaluation import ConfusionMatrix

CELLS = ("tp", "fp", "fn", "tn")


@click.command("matrix", cls=Spoken, help="help_matrix")
@click.argument("counts", nargs=-1, required=True, metavar="tp=N fp=N fn=N tn=N | FILE")
@option(
    "--rows",
    text="help_rows",
    type=click.Choice(["truth", "prediction"]),
    default="truth",
    show_default=True,
)
@option("--pos-label", text="help_pos_label", metavar="LABEL")
@option(
    *("--at-prevalence", "prevalences"),
    text="help_at_prevalences",
    type=SHARE,
    multiple=True,
    metavar="P",
)
@measuring
@showing
@detailing
@speaking
def command(
    counts: tuple[str, ...],
    rows: str,
    pos_label: str | None,
    prevalences: tuple[float, ...],
    reports: tuple[str, ...],
    save: str | None,
    metrics: tuple[str, ...],
    **settings: Any,
) -> None:
    """Evaluate counts given by name or in a file."""
    from veracity.cli.terminal.showing import chosen, keep
    from veracity.cli.terminal.single_figures import show_asked

    display = {name: settings.pop(name) for name in DETAILS}
    matrix = _from_file(counts[0], rows, pos_label) if _is_file(counts) else _from_words(counts)
    ev = matrix.evaluate(metrics=chosen(metrics), **settings)
    if save is not None:
        keep(ev, save)
    show_asked(ev, metrics, prevalences, reports, {}, **display)


def _is_file(counts: tuple[str, ...]) -> bool:
    return len(counts) == 1 and "=" not in counts[0]


def _from_words(words: tuple[str, ...]) -> ConfusionMatrix:
    from veracity.errors import refuse
    from veracity.evaluation import ConfusionMatrix

    given: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if name.casefold() not in CELLS or number != number or name.casefold() in given:
            raise refuse("counts_words", word=repr(word))
        given[name.casefold()] = number
    return ConfusionMatrix.from_counts(**given)


def _from_file(path: str, rows: str, pos_label: str | None) -> ConfusionMatrix:
    from veracity.evaluation.front.counts_file import read_counts

    return read_counts(path, rows=rows, pos_label=pos_label)
