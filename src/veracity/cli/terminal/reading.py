"""Options that say what is in a file, and the evaluation of what is read with them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from veracity.cli.terminal.spoken_help import option

if TYPE_CHECKING:
    from veracity.evaluation import Evaluation

Command = Callable[..., Any]
WEIGHT_KINDS = ("importance", "sampling", "frequency")


def _sheet(_: click.Context, __: click.Parameter, name: str | None) -> None:
    """Which sheet of an Excel file is read: a note for whoever reads one."""
    from veracity.engines.reading.read_columns import SHEET

    SHEET.set(name)


def columns(function: Command, *, required: bool = True) -> Command:
    """FILE, --true and what else says which columns rows are read from."""
    for one in (
        option("--memory-limit", text="help_memory_limit", metavar="SIZE"),
        option("--sheet", text="help_sheet", metavar="NAME", callback=_sheet, expose_value=False),
        option("--drop-invalid", text="help_drop_invalid", is_flag=True),
        option(
            "--weight-kind",
            text="help_weight_kind",
            type=click.Choice(WEIGHT_KINDS),
            default="importance",
            show_default=True,
        ),
        option("--weight", "sample_weight", text="help_weight", metavar="COL"),
        option("--cluster", text="help_cluster", metavar="COL"),
        option("--label", "labels", text="help_label", multiple=True, metavar="LABEL"),
        option("--pos-label", text="help_pos_label", metavar="LABEL"),
        option("--true", "y_true", text="help_true", required=required, metavar="COL"),
        click.argument("file", metavar="FILE"),
    ):
        function = one(function)
    return function


def scores(function: Command) -> Command:
    """--score, --proba and --resolution: numbers to be ranked and thresholded."""
    for one in (
        option("--resolution", text="help_resolution", metavar="BITS", default="auto"),
        option("--proba", "y_proba", text="help_proba", metavar="[LABEL=]COL", multiple=True),
        option("--score", "y_score", text="help_score", metavar="COL"),
    ):
        function = one(function)
    return function


def read_evaluation(
    file: str,
    *,
    labels: tuple[str, ...],
    pos_label: str | None,
    drop_invalid: bool,
    memory_limit: str | None,
    y_proba: tuple[str, ...] = (),
    resolution: str = "auto",
    group: tuple[str, ...] = (),
    metrics: tuple[str, ...] = (),
    ignore: tuple[str, ...] = (),
    **request: Any,
) -> Evaluation:
    """The evaluation of a file, with a progress bar where it takes long."""
    from veracity.cli.terminal.inputs import (
        label_as_read,
        labels_as_read,
        readable,
        say_positive,
    )
    from veracity.cli.terminal.named_columns import named
    from veracity.cli.terminal.progress import progress_bar
    from veracity.engines.reading.progress import running
    from veracity.evaluation import evaluate

    with (
        readable(file) as path,
        progress_bar(path) as progress,
        running(memory_limit=memory_limit, on_progress=progress),
    ):
        pairs = named(y_proba, path)
        if pairs is not None and len(pairs) == 1:
            pos_label = positive(next(iter(pairs)), pos_label)
        truth = request["y_true"]
        listed = labels_as_read(labels, path, [truth])
        ev: Evaluation = evaluate(
            data=path,
            labels=listed or None,
            pos_label=None if pos_label is None else label_as_read(pos_label, path, truth),
            y_proba=one_or_several(y_proba, by_label(pairs, path, truth)),
            resolution=int(resolution) if resolution.isdigit() else resolution,
            group=group or None,
            metrics=metrics or None,
            ignore=ignore,
            on_invalid="drop" if drop_invalid else "raise",
            **request,
        )
    say_positive(listed, pos_label)
    return ev


def one_or_several(names: tuple[str, ...], pairs: dict[Any, str] | None = None) -> Any:
    """No column, the column of the positive class, or one for each class; by label where given."""
    if pairs is not None:
        return pairs if len(pairs) > 1 else next(iter(pairs.values()))
    return list(names) if len(names) > 1 else next(iter(names), None)


def by_label(pairs: dict[str, str] | None, path: str, truth: str) -> dict[Any, str] | None:
    """Columns by the labels of the truth that were typed."""
    from veracity.cli.terminal.inputs import labels_as_read

    if pairs is None:
        return None
    return dict(zip(labels_as_read(list(pairs), path, [truth]), pairs.values(), strict=True))


def positive(named: str, pos_label: str | None) -> str:
    """The class that one column of probabilities is of; --pos-label may say it too."""
    from veracity.errors import refuse

    if pos_label is not None and pos_label != named:
        raise refuse("positive_twice", one=named, other=pos_label)
    return named
