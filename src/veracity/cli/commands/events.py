"""`veracity events`: detections in time against reference events, rule by rule."""

from __future__ import annotations

import click

from veracity.cli.terminal.options import formatted, speaking
from veracity.cli.terminal.spoken_help import Spoken, option


@click.command("events", cls=Spoken, help="help_events")
@click.argument("reference")
@click.argument("detected")
@option("--rule", "rules", text="help_events_rule", multiple=True, metavar="RULE")
@option("--duration", text="help_events_duration", metavar="SECONDS|COL")
@option("--fs", text="help_events_fs", type=float, metavar="HZ")
@option("--recording", text="help_events_recording", metavar="COL")
@option("--cluster", text="help_events_cluster", metavar="COL")
@option("--score", text="help_events_score", metavar="COL")
@option("--event-type", "--type", "types", text="help_events_type", multiple=True, metavar="TYPE")
@option("--channel", "channels", text="help_events_channel", multiple=True, metavar="CHANNEL")
@option("--unit", text="help_events_unit", default="s", show_default=True)
@option("--overlapping", text="help_events_overlapping", default="merge", show_default=True)
@option("--absent", text="help_events_absent", default="raise", show_default=True)
@option("--level", text="help_level", type=float, default=0.95, show_default=True)
@formatted("text", "json")
@speaking
def command(
    reference: str,
    detected: str,
    rules: tuple[str, ...],
    duration: str | None,
    fs: float | None,
    recording: str | None,
    cluster: str | None,
    score: str | None,
    types: tuple[str, ...],
    channels: tuple[str, ...],
    unit: str,
    overlapping: str,
    absent: str,
    level: float,
    form: str,
) -> None:
    """Score event files, tables, or folders of them, the rules side by side."""
    from veracity.events import evaluate
    from veracity.results.estimate.json_text import json_text

    found = evaluate(
        reference,
        detected,
        duration=_seconds(duration),
        fs=fs,
        rules=rules or None,
        recording=recording,
        cluster=cluster,
        score=score,
        event_type=_one_or_more(types),
        channel=_one_or_more(channels),
        unit=unit,
        overlapping=overlapping,
        absent=absent,
        confidence_level=level,
    )
    groups = {"by_type": found.types, "by_channel": found.channels}
    if form == "json":
        apart = {
            name: {key: part.rows() for key, part in parts.items()}
            for name, parts in groups.items()
            if parts
        }
        click.echo(json_text({"figures": found.rows(), **apart}, 2))
        return
    click.echo(found.text())
    for parts in groups.values():
        for key, part in parts.items() if len(parts) > 1 else ():
            click.echo(f"\n{key}\n{part.text()}")


def _seconds(given: str | None) -> float | str | None:
    """A number, or the name of a column."""
    try:
        return None if given is None else float(given)
    except ValueError:
        return given


def _one_or_more(given: tuple[str, ...]) -> str | tuple[str, ...] | None:
    return given[0] if len(given) == 1 else given or None
