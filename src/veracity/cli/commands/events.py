"""`veracity events`: detections in time against reference events, rule by rule."""

from __future__ import annotations

import click

from veracity.cli.terminal.options import formatted, speaking
from veracity.cli.terminal.spoken_help import Spoken, option


@click.command("events", cls=Spoken, help="help_events")
@click.argument("reference")
@click.argument("detected")
@option("--rule", "rules", text="help_events_rule", multiple=True, metavar="RULE")
@option("--duration", text="help_events_duration", type=float, metavar="SECONDS")
@option("--fs", text="help_events_fs", type=float, metavar="HZ")
@option("--type", "event_type", text="help_events_type", metavar="TYPE")
@option("--level", text="help_level", type=float, default=0.95, show_default=True)
@formatted("text", "json")
@speaking
def command(
    reference: str,
    detected: str,
    rules: tuple[str, ...],
    duration: float | None,
    fs: float | None,
    event_type: str | None,
    level: float,
    form: str,
) -> None:
    """Score event files or folders of them, the rules side by side."""
    from veracity.events import evaluate
    from veracity.results.estimate.json_text import json_text

    found = evaluate(
        reference,
        detected,
        duration=duration,
        fs=fs,
        rules=rules or None,
        event_type=event_type,
        confidence_level=level,
    )
    click.echo(json_text({"figures": found.rows()}, 2) if form == "json" else found.text())
