"""`veracity check`: requirements met, refuted, or not enough data to say."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from veracity.cli.terminal.options import formatted, ignoring, measuring_briefly, speaking
from veracity.cli.terminal.reading import columns, scores
from veracity.cli.terminal.shares import AMOUNT, THRESHOLD
from veracity.cli.terminal.spoken_help import Spoken, option

if TYPE_CHECKING:
    from veracity.evaluation import Evaluation
    from veracity.events import EventEvaluation
    from veracity.results.gates.verdict import Verdict

SETTINGS = ("confidence_level", "method", "n_resamples", "random_state")
ROWS = (".csv", ".tsv", ".xlsx", ".parquet", ".jsonl", ".ndjson", ".json", ".arrow", ".feather")


@click.command("check", cls=Spoken, help="help_check")
@columns
@option("--pred", "y_pred", text="help_pred", metavar="COL")
@scores
@option("--threshold", text="help_threshold", type=THRESHOLD)
@option("--group", text="help_group", multiple=True, metavar="COL")
@option("--require", "requirements", text="help_require", multiple=True, metavar="RULE")
@option("--baseline", text="help_baseline", metavar="SAVED")
@option("--margin", text="help_margin", type=AMOUNT)
@option("--junit", text="help_junit", metavar="FILE")
@ignoring
@formatted("text", "json")
@option("--verbose", text="help_verbose", is_flag=True)
@measuring_briefly
@speaking
def command(
    requirements: tuple[str, ...],
    baseline: str | None,
    margin: float | None,
    junit: str | None,
    form: str,
    verbose: bool,
    **request: Any,
) -> None:
    """Judge the predictions in a file, or statistics that were saved, against requirements."""
    from veracity.cli.terminal.showing import print_cautions, print_wrapped, print_written
    from veracity.cli.terminal.streams import whoever_reads
    from veracity.evaluation.front.checking import check, checked, conditions_of
    from veracity.files import written_whole
    from veracity.loading import saved_kind
    from veracity.statistics.storage.events import KIND as EVENTS

    found: Evaluation | EventEvaluation
    if request["y_true"] is None and saved_kind(request["file"]) == EVENTS:
        from veracity.events import load_events

        found = load_events(request["file"])
        verdict = check(found, requirements, baseline, margin)
    else:
        conditions = conditions_of(requirements)  # slips of the pen come before a large file
        found = ev = _evaluation(request)
        verdict = checked(ev, conditions, baseline, margin, by_name=True)
    if junit is not None:
        with written_whole(junit) as stream:
            stream.write(verdict.to_junit().encode())
    with whoever_reads():
        if form == "json":
            click.echo(verdict.to_json())
        else:
            print_wrapped(verdict.text())
            _say_exact(verdict)
            print_cautions(found, verbose=verbose)
    if junit is not None:
        with whoever_reads():
            print_written(junit)
    sys.exit(verdict.exit_code)


def _say_exact(verdict: Verdict) -> None:
    """That proportions have other intervals than in an evaluation, where some have."""
    from veracity.words import current, spoken

    note = spoken("gate_exact")
    if any(note in one.estimate.note.within(current()) for one in verdict.requirements):
        click.echo(f"· {note}")


def _evaluation(request: dict[str, Any]) -> Evaluation:
    """What the options read; without --true the file holds statistics that were saved."""
    from veracity.cli.terminal.reading import read_evaluation
    from veracity.errors import VeracityError, refuse
    from veracity.evaluation import load
    from veracity.evaluation.front.checking import with_settings

    if request["y_true"] is not None:
        return read_evaluation(**request)
    context = click.get_current_context()

    given = click.core.ParameterSource

    def given_by_user(name: str, *sources: click.core.ParameterSource) -> bool:
        return context.get_parameter_source(name) in (given.COMMANDLINE, *sources)

    useless = [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name in request
        and parameter.name not in ("file", *SETTINGS)
        and given_by_user(parameter.name)
    ]
    if useless:
        raise refuse("check_saved_with_options", options=", ".join(useless))
    try:
        ev = load(request["file"])
    except FileNotFoundError:
        raise
    except VeracityError as problem:
        if Path(request["file"]).suffix.casefold() in ROWS:
            raise refuse("check_needs_true", path=request["file"]) from problem
        raise
    changed = {name: request[name] for name in SETTINGS if given_by_user(name, given.DEFAULT_MAP)}
    return with_settings(ev, replace(ev.settings, **changed))


for _parameter in command.params:  # saved statistics need no column
    if _parameter.name == "y_true":
        _parameter.required = False
