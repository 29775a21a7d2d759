"""Help pages in the language that is spoken: texts are keys of `help.toml`."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Callable
from typing import Any

import click

from veracity.cli.terminal.in_options import KNOWN
from veracity.cli.terminal.row_numbers import READ
from veracity.errors import refuse
from veracity.words import spoken


class Spoken(click.Command):
    """A command whose docstring and option texts are message keys."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The words as options; of one that takes one value, no value is lost in silence."""
        _, left, given = self.make_parser(ctx).parse_args(list(args))
        files = any(isinstance(one, click.Argument) and one.metavar == "FILE" for one in given)
        if left and files and not ctx.resilient_parsing:
            words = ", ".join(map(shlex.quote, left))
            raise refuse("usage_more_files", n=len(left), words=words)
        for one, times in Counter(given).items():
            single = isinstance(one, click.Option) and not (one.multiple or one.is_flag)
            if times > 1 and single and not ctx.resilient_parsing:
                raise refuse("usage_option_twice", name=one.opts[0], n=times)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run; what a file of options gives is reported before. Messages may name these options."""
        READ.set(None)
        KNOWN.set(frozenset(one for each in self.params for one in each.opts))
        if ctx.default_map:
            from veracity.cli.terminal.config import say_taken

            say_taken(ctx)
        return super().invoke(ctx)

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The first line of the help page."""
        pieces = self.collect_usage_pieces(ctx)
        formatter.write_usage(ctx.command_path, " ".join(pieces), prefix=f"{spoken('help_usage')} ")

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """What the command does; lines of an example stay as they are."""
        text, _, example = spoken(self.help or "").partition("\n\n")
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text(text)
            if example:
                formatter.write_paragraph()
                for line in example.strip().splitlines():
                    formatter.write(f"{'':>{formatter.current_indent}}{line}\n")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options and what they do."""
        rows = [row for p in self.get_params(ctx) if (row := _row(p, ctx)) is not None]
        with formatter.section(spoken("help_options")):
            formatter.write_dl(rows)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """--help itself."""
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = "help_help"
        return option


class SpokenGroup(Spoken, click.Group):
    """A group of commands that speaks."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands, without importing any of them."""
        rows = [(name, spoken(f"help_{name}_short")) for name in self.list_commands(ctx)]
        with formatter.section(spoken("help_commands")):
            formatter.write_dl(rows)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The options, then the commands."""
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)


def _row(parameter: click.Parameter, ctx: click.Context) -> tuple[str, str] | None:
    """One line of the list of options, its text by key and its default."""
    if not isinstance(parameter, click.Option):
        return None
    key = parameter.help
    row = parameter.get_help_record(ctx)
    if row is None or key is None:
        return row
    return row[0], row[1].replace(key, spoken(key), 1)


def option(
    *names: str, text: str, **settings: Any
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """An option whose help is the message of this key."""
    return click.option(*names, help=text, **settings)
