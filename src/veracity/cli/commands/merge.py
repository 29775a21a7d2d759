"""`veracity merge`: saved statistics added up."""

from __future__ import annotations

import click

from veracity.cli.terminal.options import detailing, showing, speaking
from veracity.cli.terminal.spoken_help import Spoken


@click.command("merge", cls=Spoken, help="help_merge")
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@showing
@detailing
@speaking
def command(
    files: tuple[str, ...],
    form: str,
    reports: tuple[str, ...],
    save: str | None,
    every: bool,
    verbose: bool,
    opened: bool,
) -> None:
    """Add up statistics that `--save` kept (sites, days, parts) and show the whole."""
    from veracity.cli.terminal.showing import keep, show
    from veracity.evaluation import load
    from veracity.loading import saved_kind
    from veracity.statistics.storage.events import KIND as EVENTS

    if saved_kind(files[0]) == EVENTS:
        _events(files, form, reports, save)
        return
    whole = load(files[0])
    for path in files[1:]:
        whole = whole + load(path)
    if save is not None:
        keep(whole, save)
    show(whole, form, reports, None, every=every, verbose=verbose, opened=opened)


def _events(files: tuple[str, ...], form: str, reports: tuple[str, ...], save: str | None) -> None:
    """Tallies of events, which show themselves as evaluations do."""
    from veracity.cli.terminal.showing import keep, show
    from veracity.events import load_events

    whole = load_events(files[0])
    for path in files[1:]:
        whole = whole + load_events(path)
    if save is not None:
        keep(whole, save)
    show(whole, form, reports, None)
