"""The `veracity` command: each subcommand is loaded only when it is called."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

COMMANDS = {
    "evaluate": "How good are these predictions, and how sure is that?",
    "matrix": "The same from counts: tp=4 fp=1 fn=2 tn=5, or a file of counts.",
    "explain": "What a metric or a term means, in plain words.",
    "metrics": "List every metric, or search them.",
    "merge": "Add up saved statistics of several sites or days.",
    "demo": "Evaluate the examples that come with veracity.",
}


class Commands(click.Group):
    """A group whose commands are imported when they run, so that --help answers at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The commands in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command itself, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"veracity.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """The list of commands, without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and turn every error into one paragraph."""
        from veracity.cli.failing import one_paragraph

        with one_paragraph(kwargs.get("args") or (args[0] if args else None)):
            return super().main(*args, **{**kwargs, "standalone_mode": False})


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="veracity")
def main() -> None:
    """Evaluate classifiers honestly: how good, how sure, and what could mislead.

    \b
    veracity evaluate predictions.csv --true label --pred predicted
    veracity matrix tp=4 fp=1 fn=2 tn=5
    veracity explain mcc
    """
