"""The `veracity` command: each subcommand is loaded only when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from veracity.cli.terminal.failing import one_paragraph
from veracity.cli.terminal.spoken_help import SpokenGroup

if TYPE_CHECKING:
    from veracity.cli.terminal.config import Config

COMMANDS = (
    "evaluate",
    "compare",
    "threshold",
    "events",
    "detections",
    "agreement",
    "check",
    "recalibrate",
    "plan",
    "matrix",
    "advise",
    "explain",
    "metrics",
    "merge",
    "practice",
    "demo",
)


HELP = {"-h", "--help"}


class Commands(SpokenGroup):
    """A group whose commands are imported when they run, so that --help answers at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """The commands in the order of the help page."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command itself, imported now."""
        if cmd_name not in COMMANDS:
            return None
        return self._loaded(cmd_name)

    def _loaded(self, name: str) -> click.Command:
        command: click.Command = import_module(f"veracity.cli.commands.{name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command named first; an unknown one is refused with the nearest."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from difflib import get_close_matches

            from veracity.errors import refuse

            near = ", ".join(get_close_matches(args[0], COMMANDS) or COMMANDS)
            raise refuse("no_such_command", name=args[0], near=near)
        return super().resolve_command(ctx, args)

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run, and turn every error into one paragraph."""
        if sys.stderr is None:  # closed: older numpy wants to write to it when scipy loads
            sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
        words = kwargs.get("args") or (args[0] if args else None)
        arguments = list(sys.argv[1:] if words is None else words)
        config, problem = self._config(arguments)
        spoken = [f"--lang={config.language}"] if config and config.language else []
        with one_paragraph([*arguments, *spoken]):
            if problem is not None:
                raise problem
            more: dict[str, Any] = {"standalone_mode": False, "obj": arguments}
            if config is not None:
                more["default_map"] = self._defaults(config, arguments)
                self.config_path = config.display_path
            return super().main(*args, **{**kwargs, **more})

    def _config(self, arguments: list[str]) -> tuple[Config | None, Exception | None]:
        """The file of options, if a command is to run; what is wrong with it is reported later."""
        if not arguments or arguments[0] not in COMMANDS or HELP & set(arguments):
            return None, None
        from veracity.cli.terminal.config import config_here
        from veracity.errors import VeracityError

        try:
            return config_here(), None
        except VeracityError as problem:
            return None, problem

    def _defaults(self, config: Config, arguments: list[str]) -> dict[str, Any]:
        """What the file gives to the command that is called."""
        from veracity.cli.terminal.config import defaults

        options = {name: _options(self._loaded(name)) for name in COMMANDS}
        return {arguments[0]: defaults(config, arguments, options, arguments[0])}


def _options(command: click.Command) -> dict[str, click.Option]:
    """The options of a command, called as in a file of options."""
    return {
        one.opts[0].removeprefix("--"): one
        for one in command.params
        if isinstance(one, click.Option)
    }


@click.command(
    cls=Commands, help="help_veracity", context_settings={"help_option_names": ["-h", "--help"]}
)
@click.version_option(package_name="veracity", help="help_version")
def main() -> None:
    """Evaluate classifiers honestly."""
