"""`veracity merge`: saved statistics added up."""

from __future__ import annotations

import click

from veracity.cli.terminal.options import detailing, showing, speaking
from veracity.cli.terminal.spoken_help import Spoken, option


@click.command("merge", cls=Spoken, help="help_merge")
@click.argument("files", nargs=-1, metavar="FILE...")
@option("--manifest", text="help_merge_manifest", metavar="FILE")
@option("--write-manifest", "written", text="help_merge_write_manifest", metavar="FILE")
@showing
@detailing
@speaking
def command(
    files: tuple[str, ...],
    manifest: str | None,
    written: str | None,
    form: str,
    reports: tuple[str, ...],
    save: str | None,
    every: bool,
    verbose: bool,
    opened: bool,
) -> None:
    """Add up statistics that `--save` kept (sites, days, parts) and show the whole."""
    from veracity.cli.terminal.showing import keep, show
    from veracity.evaluation import Evaluation
    from veracity.evaluation.front.merging import checked_parts, write_manifest
    from veracity.loading import merge

    parts = checked_parts(files, manifest)
    if written is not None:
        write_manifest(parts, written)
    whole = merge(*parts)
    if save is not None:
        keep(whole, save)
    if isinstance(whole, Evaluation):
        show(whole, form, reports, None, every=every, verbose=verbose, opened=opened)
    else:
        show(whole, form, reports, None)
