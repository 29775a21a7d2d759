"""`veracity detections`: boxes in pictures against reference boxes, COCO's files or tables."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import click

from veracity.cli.terminal.options import formatted, speaking
from veracity.cli.terminal.shares import RATE
from veracity.cli.terminal.spoken_help import Spoken, option


@click.command("detections", cls=Spoken, help="help_detections")
@click.argument("reference")
@click.argument("detected")
@option("--compare", "others", text="help_detections_compare", multiple=True, metavar="NAME=FILE")
@option("--iou", "ious", text="help_detections_iou", type=RATE, multiple=True, metavar="SHARE")
@option(
    "--ap",
    text="help_detections_ap",
    type=click.Choice(["coco", "voc_all_points", "voc_11_points"]),
    default="coco",
    show_default=True,
)
@option("--image", text="help_detections_image", metavar="COL")
@option("--class", "label", text="help_detections_class", metavar="COL")
@option("--score", text="help_detections_score", metavar="COL")
@option("--level", text="help_level", type=RATE, default=0.95, show_default=True)
@formatted("text", "json", "markdown", "latex")
@speaking
def command(
    reference: str,
    detected: str,
    others: tuple[str, ...],
    ious: tuple[float, ...],
    ap: str,
    image: str | None,
    label: str | None,
    score: str | None,
    level: float,
    form: str,
) -> None:
    """Average precision and recall with intervals, or the difference of several detectors."""
    from veracity.detections import DetectionComparison, DetectionEvaluation, compare, evaluate
    from veracity.detections.evaluating import IOUS
    from veracity.results.estimate.json_text import json_text

    settings: dict[str, Any] = {
        "iou": ious or IOUS,
        "ap": ap,
        "image": image,
        "label": label,
        "score": score,
        "confidence_level": level,
    }
    found: DetectionComparison | DetectionEvaluation
    if others:
        found = compare(reference, {detected: detected, **_named(others)}, **settings)
    else:
        found = evaluate(reference, detected, **settings)
    if form == "json":
        click.echo(json_text({"figures": found.rows()}, 2))
    elif form == "text":
        click.echo(found.text())
    else:
        table = found.table()
        click.echo(table.to_markdown() if form == "markdown" else table.to_latex(), nl=False)


def _named(others: tuple[str, ...]) -> dict[Hashable, str]:
    """NAME=FILE, or a file that is its own name."""
    pairs = (one.partition("=") for one in others)
    return {name: file or name for name, _, file in pairs}
