"""`veracity evaluate`: a file of predictions in, figures with their intervals out."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import click

from veracity.cli.terminal.options import (
    DETAILS,
    detailing,
    ignoring,
    measuring,
    naming,
    showing,
    speaking,
)
from veracity.cli.terminal.reading import columns, scores
from veracity.cli.terminal.shares import SHARE, THRESHOLD
from veracity.cli.terminal.spoken_help import Spoken, option


@click.command("evaluate", cls=Spoken, help="help_evaluate")
@partial(columns, required=False)  # without it, the columns are listed
@option("--pred", "y_pred", text="help_pred", metavar="COL")
@scores
@option("--threshold", text="help_threshold", type=THRESHOLD)
@option(
    *("--at-prevalence", "prevalences"),
    text="help_at_prevalences",
    type=SHARE,
    multiple=True,
    metavar="P",
)
@option("--group", text="help_group", multiple=True, metavar="COL")
@option("--fold", "folds", text="help_fold", multiple=True, metavar="[repeat=|fold=]COL")
@option("--plot", "plots", text="help_plot", multiple=True, metavar="KIND=FILE")
@ignoring
@measuring
@showing
@detailing
@naming
@speaking
def command(
    reports: tuple[str, ...],
    save: str | None,
    prevalences: tuple[float, ...],
    plots: tuple[str, ...],
    folds: tuple[str, ...],
    title: str | None,
    model: str | None,
    **request: Any,
) -> None:
    """Evaluate the predictions in a file."""
    from veracity.cli.terminal.plotting import asked_pictures, write_pictures
    from veracity.cli.terminal.prevalences import at_one, refuse_with_files
    from veracity.cli.terminal.reading import read_evaluation
    from veracity.cli.terminal.showing import keep
    from veracity.cli.terminal.single_figures import show_asked
    from veracity.errors import refuse

    if request["y_true"] is None:
        _columns_only(request["file"])
    at = request["threshold"]
    if at is not None and at > 1 and request["y_proba"]:
        raise refuse("threshold_two_readings", given=f"{at:.10g}", share=f"{at / 100:.10g}")
    display = {name: request.pop(name) for name in DETAILS}
    pictures = asked_pictures(plots, "roc")
    refuse_with_files(prevalences, (reports, plots, display["opened"]))
    if folds:
        from veracity.cli.terminal.folds import show_folds

        show_folds(folds, request, prevalences, reports, save, pictures, title, **display)
        return
    ev = read_evaluation(**request)
    if save is not None:
        keep(ev, save)
    if pictures:
        write_pictures(at_one(ev, prevalences).plot, pictures)
    named = {
        "title": Path(request["file"]).name if title is None else title,
        "model": _column(request) if model is None else model,
    }
    show_asked(ev, request["metrics"], prevalences, reports, named, **display)


def _columns_only(file: str) -> NoReturn:
    """Nothing says which column is the truth: show what there is, and what to type."""
    from veracity.cli.terminal.columns_seen import columns_seen, command_to_paste, listed
    from veracity.cli.terminal.failing import USAGE
    from veracity.cli.terminal.inputs import readable
    from veracity.words import current

    with readable(file) as path:
        seen = columns_seen(path)
    click.echo(f"{listed(seen)}\n\n{command_to_paste(file, seen).within(current())}")
    raise SystemExit(USAGE)


def _column(request: dict[str, Any]) -> str | None:
    """The one column of predictions, which names the model unless users do."""
    given = [*request["y_proba"], request["y_score"], request["y_pred"]]
    names = [name for name in given if name is not None]
    return names[0] if len(names) == 1 else None
