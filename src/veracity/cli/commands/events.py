"""`veracity events`: detections in time against reference events, rule by rule."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from veracity.cli.terminal.options import showing, speaking
from veracity.cli.terminal.shares import RATE
from veracity.cli.terminal.spoken_help import Spoken, option

if TYPE_CHECKING:
    from veracity.events import EventEvaluation
    from veracity.results.gates.verdict import Verdict
    from veracity.statistics.labels import Label


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
@option("--level", text="help_level", type=RATE, default=0.95, show_default=True)
@option("--compare", "rivals", text="help_events_compare", multiple=True, metavar="NAME=FILE")
@option("--require", "requirements", text="help_events_require", multiple=True, metavar="RULE")
@option("--ignore", text="help_events_ignore", multiple=True, metavar="KEY")
@option("--title", text="help_events_title", metavar="TITLE")
@option("--plot", "plots", text="help_events_plot", multiple=True, metavar="KIND=FILE")
@option("--verbose", text="help_verbose", is_flag=True)
@showing
@speaking
def command(
    reference: str,
    detected: str,
    duration: str | None,
    types: tuple[str, ...],
    channels: tuple[str, ...],
    level: float,
    rules: tuple[str, ...],
    rivals: tuple[str, ...],
    requirements: tuple[str, ...],
    title: str | None,
    plots: tuple[str, ...],
    form: str,
    reports: tuple[str, ...],
    save: str | None,
    verbose: bool,
    **request: Any,
) -> None:
    """Score event files, tables, or folders of them, the rules side by side."""
    from veracity.cli.terminal.plotting import asked_pictures, write_pictures
    from veracity.cli.terminal.showing import keep, show
    from veracity.cli.terminal.typed import naming_the_command
    from veracity.events import compare, evaluate
    from veracity.events.reporting.checking import event_conditions
    from veracity.reports.formats.report_files import ending_of

    if requirements:  # slips of the pen come before large files
        event_conditions(requirements)
    for path in reports:
        ending_of(path)
    pictures = asked_pictures(plots, "raster")
    detectors = _detectors(detected, rivals)
    request |= {
        "duration": _seconds(duration),
        "rules": rules or None,
        "event_type": _one_or_more(types),
        "channel": _one_or_more(channels),
        "confidence_level": level,
    }
    if rivals:
        held: dict[Label, EventEvaluation] = {
            name: evaluate(reference, path, **request) for name, path in detectors.items()
        }
        with naming_the_command():
            muted = request["ignore"]
            both = compare(None, held, confidence_level=level, ignore=muted)
            show(both, form, reports, None, verbose=verbose)
        found = next(iter(held.values()))
    else:
        found = evaluate(reference, detected, **request)
    verdict = found.check(requirements) if requirements else None
    with naming_the_command():
        if save is not None:
            keep(found, save)
        write_pictures(found.plot, pictures)
        if not rivals:
            _print_found(found, form, reports, title, verdict, verbose=verbose)
        elif verdict is not None:
            click.echo(f"\n{verdict.text()}", err=form != "text")
    if verdict is not None:
        sys.exit(verdict.exit_code)


def _detectors(detected: str, rivals: tuple[str, ...]) -> dict[str, str]:
    """Detectors by name: the first one is called as its file or folder is."""
    from veracity.errors import refuse

    found = {Path(detected).name.partition(".")[0] or detected: detected}
    for rival in rivals:
        name, equals, path = rival.partition("=")
        if not equals or not name or not path or name in found:
            raise refuse("events_compare_grammar", given=repr(rival))
        found[name] = path
    return found


def _print_found(
    found: EventEvaluation,
    form: str,
    reports: tuple[str, ...],
    title: str | None,
    verdict: Verdict | None,
    *,
    verbose: bool,
) -> None:
    """Write what is to be written first, then print."""
    from veracity.cli.terminal.in_options import as_options
    from veracity.cli.terminal.showing import hint_at_more, print_text, print_written
    from veracity.results.estimate.json_text import json_text

    for path in reports:
        found.report(path, title=title)
        print_written(path)
    groups = {"by_type": found.types, "by_channel": found.channels}
    if form == "json":
        apart = {
            name: {key: part.rows() for key, part in parts.items()}
            for name, parts in groups.items()
            if parts
        }
        gate = {} if verdict is None else {"gate": verdict.to_dict()}
        reported: dict[str, Any] = {"verdict": str(found.verdict), "muted": list(found.ignore)}
        reported["cautions"] = [one.to_dict() for one in found.cautions]
        click.echo(json_text({"figures": found.rows(), **reported, **apart, **gate}, 2))
        return
    if form in ("markdown", "latex"):
        click.echo(found.to_markdown() if form == "markdown" else found.to_latex(), nl=False)
        return
    print_text(as_options(found.text(verbose=verbose)))
    hint_at_more(verbose=verbose)
    if verdict is not None:
        click.echo(f"\n{verdict.text()}")


def _seconds(given: str | None) -> float | str | None:
    """A number, or the name of a column."""
    try:
        return None if given is None else float(given)
    except ValueError:
        return given


def _one_or_more(given: tuple[str, ...]) -> str | tuple[str, ...] | None:
    return given[0] if len(given) == 1 else given or None
