"""`veracity evaluate`: a file of predictions in, figures with their intervals out."""

from __future__ import annotations

from typing import Any

import click

from veracity.cli.options import measuring, showing, speaking


@click.command("evaluate")
@click.argument("file", metavar="FILE")
@click.option("--true", "y_true", required=True, metavar="COL", help="Column of the truth.")
@click.option("--pred", "y_pred", metavar="COL", help="Column of predicted labels.")
@click.option("--proba", "y_proba", metavar="COL", help="Column of probabilities of the positive.")
@click.option(
    "--threshold", type=float, help="Positive where the probability is at least this; 0.5."
)
@click.option("--pos-label", metavar="LABEL", help="The positive class.")
@click.option("--label", "labels", multiple=True, metavar="LABEL", help="The classes in order.")
@click.option("--group", multiple=True, metavar="COL", help="Also evaluate each value by itself.")
@click.option("--cluster", metavar="COL", help="Rows of one patient or recording hang together.")
@click.option("--weight", "sample_weight", metavar="COL", help="Weight of each row.")
@click.option(
    "--weight-kind",
    type=click.Choice(["importance", "sampling", "frequency"]),
    default="importance",
    show_default=True,
)
@click.option("--drop-invalid", is_flag=True, help="Go on without bad rows; they are counted.")
@click.option("--memory-limit", metavar="SIZE", help="Most memory for reading, e.g. 1GB.")
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
    """Evaluate the predictions in FILE (CSV, TSV, Parquet, JSON lines, Arrow; - for stdin).

    \b
    veracity evaluate predictions.csv --true label --pred predicted
    veracity evaluate scores.parquet --true sick --proba p --threshold 0.3 --pos-label yes
    """
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
