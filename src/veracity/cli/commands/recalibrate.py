"""`veracity recalibrate`: fit a map of probabilities, apply it, figures before and after."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import click

from veracity.cli.terminal.options import formatted, level_and_seed, speaking
from veracity.cli.terminal.reading import columns
from veracity.cli.terminal.spoken_help import Spoken, option

if TYPE_CHECKING:
    from veracity.recalibration import Recalibration

METHODS = ("isotonic", "platt", "platt_smoothed", "beta", "temperature")


@click.command("recalibrate", cls=Spoken, help="help_recalibrate")
@columns
@option("--proba", "y_proba", text="help_proba", metavar="[LABEL=]COL", multiple=True)
@option(
    "--method",
    text="help_recalibrate_method",
    type=click.Choice(METHODS),
    default="isotonic",
    show_default=True,
)
@option("--cv", text="help_recalibrate_cv", metavar="K|COL")
@level_and_seed
@option("--save", text="help_recalibrate_save", metavar="FILE")
@option("--apply", "applied", text="help_recalibrate_apply", metavar="FILE")
@option("--out", text="help_recalibrate_out", metavar="FILE")
@option("--overwrite", text="help_recalibrate_overwrite", is_flag=True)
@option("--report", "reports", text="help_recalibrate_report", multiple=True, metavar="FILE")
@formatted("text", "json")
@option("--verbose", text="help_verbose", is_flag=True)
@speaking
def command(
    file: str,
    y_true: str,
    y_proba: tuple[str, ...],
    labels: tuple[str, ...],
    pos_label: str | None,
    drop_invalid: bool,
    memory_limit: str | None,
    cv: str | None,
    save: str | None,
    applied: str | None,
    out: str | None,
    overwrite: bool,
    reports: tuple[str, ...],
    form: str,
    verbose: bool,
    **request: Any,
) -> None:
    """Fit a map of probabilities on a file, and apply it to that or another one."""
    from veracity.cli.terminal.inputs import (
        label_as_read,
        labels_as_read,
        readable,
        say_positive,
    )
    from veracity.cli.terminal.named_columns import named
    from veracity.cli.terminal.progress import progress_bar
    from veracity.cli.terminal.reading import by_label, one_or_several, positive
    from veracity.cli.terminal.showing import print_written, write_reports
    from veracity.engines.reading.progress import running
    from veracity.errors import refuse
    from veracity.recalibration import recalibrate
    from veracity.reports.formats.report_files import ending_of

    if not y_proba:
        raise refuse("recalibrate_needs_proba")
    for path in reports:
        ending_of(path)
    _refuse_out(file, applied, out, overwrite=overwrite)
    on_invalid: Literal["drop", "raise"] = "drop" if drop_invalid else "raise"
    with (
        readable(file) as path,
        progress_bar(path) as progress,
        running(memory_limit=memory_limit, on_progress=progress),
    ):
        pairs = named(y_proba, path)
        names = y_proba if pairs is None else tuple(pairs.values())
        if pairs is not None and len(pairs) == 1:
            pos_label = positive(next(iter(pairs)), pos_label)
        labelled = by_label(pairs, path, y_true)
        listed = labels_as_read(labels, path, [y_true])
        made = recalibrate(
            y_true,
            one_or_several(y_proba, labelled),
            data=path,
            labels=listed or None,
            pos_label=None if pos_label is None else label_as_read(pos_label, path, y_true),
            cv=int(cv) if cv is not None and cv.isdigit() else cv,
            on_invalid=on_invalid,
            **request,
        )
        if out is not None:
            column = _in_order(made, names, labelled)
            made.transform(data=applied or path, column=column, out=out, on_invalid=on_invalid)
            print_written(out)
    say_positive(listed, pos_label)
    if save is not None:
        made.save(save)
        print_written(save)
    write_reports(made.after, reports, opened=False, title=Path(file).name, model=", ".join(names))
    _print_made(made, form, verbose=verbose)


def _in_order(
    made: Recalibration, names: tuple[str, ...], pairs: dict[Any, str] | None
) -> str | list[str]:
    """The column, or those of the classes in the order of the labels."""
    if len(names) == 1:
        return names[0]
    if pairs is None:
        return list(names)
    return [pairs[label] for label in made.labels]


def _refuse_out(file: str, applied: str | None, out: str | None, *, overwrite: bool) -> None:
    """Where the new file would go is asked before anything is read."""
    from veracity.errors import refuse

    if applied is not None and out is None:
        raise refuse("recalibrate_apply_needs_out")
    if out is not None and not overwrite:
        for source in (file, applied):
            there = source is not None and Path(out).exists() and Path(source).exists()
            if there and Path(out).samefile(source or ""):
                raise refuse("recalibrate_overwrites", path=out)


def _print_made(made: Recalibration, form: str, *, verbose: bool) -> None:
    from veracity.cli.terminal.in_options import as_options
    from veracity.cli.terminal.showing import hint_at_more, print_text
    from veracity.recalibration.side_by_side import figures
    from veracity.results.estimate.json_text import json_text

    if form == "text":
        print_text(as_options(made.text(verbose=verbose)))
        hint_at_more(verbose=verbose)
        return
    sides = {"before": made.before, "after": made.after}
    found = {
        side: {key: one.to_dict() for key, one in figures(ev).items()} for side, ev in sides.items()
    }
    reported: dict[str, Any] = {"method": made.method, "cv": made.folds, **found}
    click.echo(json_text(reported | {"notes": [str(note) for note in made.notes]}, 2))
