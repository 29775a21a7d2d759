"""`veracity evaluate`: a file of predictions in, figures with their intervals out."""

from __future__ import annotations

from typing import Any

import click

from veracity.cli.options import measuring, showing, speaking
from veracity.cli.spoken_help import Spoken, option


@click.command("evaluate", cls=Spoken, help="help_evaluate")
@click.argument("file", metavar="FILE")
@option("--true", "y_true", text="help_true", required=True, metavar="COL")
@option("--pred", "y_pred", text="help_pred", metavar="COL")
@option("--proba", "y_proba", text="help_proba", metavar="COL")
@option("--threshold", text="help_threshold", type=float)
@option("--pos-label", text="help_pos_label", metavar="LABEL")
@option("--label", "labels", text="help_label", multiple=True, metavar="LABEL")
@option("--group", text="help_group", multiple=True, metavar="COL")
@option("--cluster", text="help_cluster", metavar="COL")
@option("--weight", "sample_weight", text="help_weight", metavar="COL")
@option(
    "--weight-kind",
    text="help_weight_kind",
    type=click.Choice(["importance", "sampling", "frequency"]),
    default="importance",
    show_default=True,
)
@option("--drop-invalid", text="help_drop_invalid", is_flag=True)
@option("--memory-limit", text="help_memory_limit", metavar="SIZE")
@measuring
@showing
@speaking
def command(
    file: str,
    labels: tuple[str, ...],
    pos_label: str | None,
    group: tuple[str, ...],
    metrics: tuple[str, ...],
    drop_invalid: bool,
    memory_limit: str | None,
    form: str,
    reports: tuple[str, ...],
    save: str | None,
    **request: Any,
) -> None:
    """Evaluate the predictions in a file."""
    from veracity.cli.inputs import label_as_read, readable
    from veracity.cli.progress import shown_progress
    from veracity.cli.showing import chosen, show
    from veracity.engines.running import running
    from veracity.evaluation import evaluate

    with (
        readable(file) as path,
        shown_progress() as progress,
        running(memory_limit=memory_limit, on_progress=progress),
    ):
        ev = evaluate(
            data=path,
            labels=[label_as_read(label) for label in labels] or None,
            pos_label=None if pos_label is None else label_as_read(pos_label),
            group=group or None,
            metrics=chosen(metrics),
            on_invalid="drop" if drop_invalid else "raise",
            **request,
        )
    show(ev, form, reports, save)
