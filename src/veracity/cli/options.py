"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

FORMATS = ("text", "json", "markdown", "latex")
Command = Callable[..., Any]


def speaking(function: Command) -> Command:
    """--lang and --debug: the language is spoken inside the command."""

    @click.option("--lang", type=click.Choice(["en", "zh"]), help="Language of the answer.")
    @click.option("--debug", is_flag=True, help="Show the traceback of an error.")
    @wraps(function)
    def command(*args: Any, lang: str | None, debug: bool, **kwargs: Any) -> Any:  # noqa: ARG001
        from veracity.words import use

        with use(lang):
            return function(*args, **kwargs)

    return command


def showing(function: Command) -> Command:
    """--format, --report and --save: how and where the answer goes."""
    for option in (
        click.option(
            "--save", metavar="FILE", help="Keep the statistics (no rows) for `veracity merge`."
        ),
        click.option(
            "--report",
            "reports",
            multiple=True,
            metavar="FILE",
            help="Also write a report; .md, .tex, .json or .txt by its ending.",
        ),
        click.option(
            "--format",
            "form",
            type=click.Choice(FORMATS),
            default="text",
            show_default=True,
            help="What is printed.",
        ),
    ):
        function = option(function)
    return function


def measuring(function: Command) -> Command:
    """--metric, --level, --method, --resamples and --seed: what is computed, and how."""
    for option in (
        click.option("--seed", "random_state", type=int, default=0, help="Seed of resampling."),
        click.option("--resamples", "n_resamples", type=int, default=2000, show_default=True),
        click.option("--method", default="auto", show_default=True, help="Interval method."),
        click.option("--level", "confidence_level", type=float, default=0.95, show_default=True),
        click.option(
            "--metric",
            "metrics",
            multiple=True,
            metavar="KEY",
            help="Show only these metrics; may be given several times.",
        ),
    ):
        function = option(function)
    return function
