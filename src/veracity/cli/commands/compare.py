"""`veracity compare`: the answers of several models in one file, and which is better."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from veracity.cli.terminal.options import FORMATS, formatted, ignoring, measuring, speaking
from veracity.cli.terminal.reading import columns
from veracity.cli.terminal.several import margins
from veracity.cli.terminal.shares import THRESHOLD
from veracity.cli.terminal.spoken_help import Spoken, option

CORRECTIONS = ("holm", "hochberg", "hommel", "bonferroni", "sidak", "bh", "by", "none")


@click.command("compare", cls=Spoken, help="help_compare")
@columns
@option("--proba", "y_proba", text="help_compare_proba", multiple=True, metavar="[NAME=]COL")
@option("--score", "y_score", text="help_compare_score", multiple=True, metavar="[NAME=]COL")
@option("--pred", "y_pred", text="help_compare_pred", multiple=True, metavar="[NAME=]COL")
@option("--threshold", text="help_threshold", type=THRESHOLD)
@option(
    *("--margin",),
    text="help_compare_margin",
    multiple=True,
    metavar="M|KEY=M",
    callback=margins,
)
@option("--test", text="help_test", default="auto", show_default=True)
@option(
    "--correction",
    text="help_correction",
    type=click.Choice(CORRECTIONS),
    default="holm",
    show_default=True,
)
@ignoring
@measuring
@option("--report", "reports", text="help_report", multiple=True, metavar="FILE")
@formatted(*FORMATS)
@option("--title", text="help_title", metavar="TEXT")
@option("--verbose", text="help_compare_verbose", is_flag=True)
@option("--open", "opened", text="help_open", is_flag=True)
@speaking
def command(
    file: str,
    y_true: str,
    labels: tuple[str, ...],
    pos_label: str | None,
    drop_invalid: bool,
    memory_limit: str | None,
    metrics: tuple[str, ...],
    ignore: tuple[str, ...],
    form: str,
    reports: tuple[str, ...],
    y_proba: tuple[str, ...],
    y_score: tuple[str, ...],
    y_pred: tuple[str, ...],
    title: str | None,
    verbose: bool,
    opened: bool,
    **request: Any,
) -> None:
    """Compare the models whose answers are columns of a file."""
    from veracity.cli.terminal.inputs import (
        label_as_read,
        labels_as_read,
        readable,
        say_positive,
    )
    from veracity.cli.terminal.named_columns import named
    from veracity.cli.terminal.progress import progress_bar
    from veracity.cli.terminal.showing import show
    from veracity.engines.reading.progress import running
    from veracity.evaluation.front.comparing import compare
    from veracity.reports.formats.report_files import ending_of

    for path in reports:  # before anything is read or written
        ending_of(path)
    kind, models = _models(y_proba=y_proba, y_score=y_score, y_pred=y_pred)
    with (
        readable(file) as path,
        progress_bar(path) as progress,
        running(memory_limit=memory_limit, on_progress=progress),
    ):
        listed = labels_as_read(labels, path, [y_true])
        comparison = compare(
            y_true,
            named(models, path) or {name: name for name in models},
            data=path,
            kind=kind,
            labels=listed or None,
            pos_label=None if pos_label is None else label_as_read(pos_label, path, y_true),
            metrics=metrics or None,
            ignore=ignore,
            on_invalid="drop" if drop_invalid else "raise",
            **request,
        )
    say_positive(listed, pos_label)
    titled = Path(file).name if title is None else title
    show(comparison, form, reports, None, verbose=verbose, opened=opened, title=titled)


def _models(**given: tuple[str, ...]) -> tuple[Any, tuple[str, ...]]:
    """What the models gave, and their columns, each named once."""
    from veracity.errors import quoted, refuse
    from veracity.statistics.labels import repeated

    kinds = [kind for kind, names in given.items() if names]
    if len(kinds) != 1:
        raise refuse("compare_one_kind")
    names = given[kinds[0]]
    if repeated(names):
        raise refuse("models_same_name", names=quoted(repeated(names)))
    return kinds[0], names
