"""`veracity demo`: the shipped examples, evaluated before your eyes."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from veracity.cli.terminal.options import speaking
from veracity.cli.terminal.spoken_help import Spoken, option

NEVER = 1.1  # no probability reaches it
DAY = 86_400
EVENTS = "ripple_events"
EVENT_RULES = ("any_overlap(before=0, after=0, merge=0)", "points", "iou", "affiliation")
STEPS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (
        "ripples",
        "demo_ripples_never",
        {"y_true": "ripple", "y_proba": "probability", "threshold": NEVER},
    ),
    (
        "ripples",
        "demo_ripples",
        {
            "y_true": "ripple",
            "y_pred": "detected",
            "y_proba": "probability",
            "cluster": "recording",
        },
    ),
    (
        "infections",
        "demo_infections",
        {
            "y_true": "infection",
            "y_proba": "p_logistic",
            "threshold": 0.1,
            "cluster": "patient",
            "group": "hospital",
        },
    ),
    ("digits", "demo_digits", {"y_true": "truth", "y_pred": "predicted"}),
)


@click.command("demo", cls=Spoken, help="help_demo")
@option("--out", text="help_out", default="veracity_demo", show_default=True)
@speaking
def command(out: str) -> None:
    """Evaluate the shipped examples and write a report of each."""
    from veracity.cli.terminal.typed import naming_the_command
    from veracity.errors import refuse
    from veracity.evaluation import evaluate
    from veracity.events import evaluate as evaluate_events
    from veracity.examples import examples
    from veracity.words import current, spoken
    from veracity.words.layout import first_sentence

    paths = examples()
    folder = Path(out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise refuse("demo_out_is_file", path=out) from None
    for name, title, request in (*STEPS, (EVENTS, "demo_events", {})):
        if name == EVENTS:
            sides = (sources(paths[name], source) for source in ("reference", "threshold"))
            ev: Any = evaluate_events(*sides, duration=DAY, absent="empty", rules=EVENT_RULES)
        else:
            ev = evaluate(data=str(paths[name]), **request)
        report = folder / f"{title.removeprefix('demo_')}.html"
        with naming_the_command():
            ev.report(report)
        verdict = first_sentence(ev.verdict.within(current()))
        click.echo(f"{spoken(title)}\n  {verdict}\n  → {report}\n")
    infections = f"{_from_here(paths['infections'])} --true infection --proba p_logistic"
    click.echo(f"{spoken('demo_next')}\n  {this_command(sys.argv[0])} evaluate {infections}")


def this_command(script: str) -> str:
    """What starts veracity in this shell: its name where that is found, else its script."""
    found = shutil.which("veracity") is not None or Path(script).stem != "veracity"
    return "veracity" if found else _from_here(Path(script))


def _from_here(path: Path) -> str:
    """A path as it can be typed here: relative where it lies below this folder."""
    here = Path.cwd()
    whole = path.absolute()
    return shlex.quote(str(whole.relative_to(here) if whole.is_relative_to(here) else whole))


def sources(path: Path, source: str) -> dict[str, list[tuple[float, float]]]:
    """The events of one source, by recording."""
    import csv

    found: dict[str, list[tuple[float, float]]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["source"] == source:
                start = float(row["onset"])
                events = found.setdefault(row["recording"], [])
                events.append((start, start + float(row["duration"])))
    return found
