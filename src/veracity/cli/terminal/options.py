"""Options that several commands share."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from glob import glob
from pathlib import Path
from typing import Any

import click

from veracity.cli.terminal.shares import RATE
from veracity.cli.terminal.spoken_help import option
from veracity.cli.terminal.streams import QUIET

FORMATS = ("text", "json", "markdown", "latex")
DETAILS = ("form", "every", "verbose", "opened")
FILES = frozenset(
    ("--save", "--report", "--plot", "--junit", "--write-manifest", "--sheet", "--page")
)
WRITTEN = FILES | {"--out"}  # a folder, in some commands
Command = Callable[..., Any]


def speaking(function: Command) -> Command:
    """--lang, --quiet and --debug: known before the command runs, so it does not get them.

    No command runs that would write over a file that it reads, two files of one name, or one
    where it cannot write.
    """

    @option("--quiet", text="help_quiet", is_flag=True)
    @option("--lang", text="help_lang", type=click.Choice(["en", "zh"]))
    @option("--debug", text="help_debug", is_flag=True)
    @wraps(function)
    def command(
        *args: Any,
        lang: str | None,  # noqa: ARG001
        quiet: bool,
        debug: bool,  # noqa: ARG001
        **kwargs: Any,
    ) -> Any:
        context = click.get_current_context()
        context.meta[QUIET] = quiet
        _refuse_lost_files(context.command, kwargs)
        return function(*args, **kwargs)

    return command


def _refuse_lost_files(command: click.Command, given: Mapping[str, Any]) -> None:
    from veracity.errors import refuse

    read: list[str] = []
    written: dict[str, str] = {}
    for one in command.params:
        option = one.opts[0] if isinstance(one, click.Option) else ""
        for word in _words(given.get(one.name or "")):
            path = word.partition("=")[2] if option == "--plot" else word
            if option == "--plot" and not path:  # refused where pictures are asked for
                continue
            if option not in WRITTEN:
                read += [word, word.partition("=")[2]]
                read += glob(word) if "*" in word else ()  # noqa: PTH207 - it may be absolute
                continue
            there = os.path.realpath(path)
            if option in FILES:
                _refuse_unwritable(path, Path(there))
            if there in written and Path(there) != Path(os.devnull):
                raise refuse("written_twice", one=written[there], other=option, path=path)
            written[there] = option
    for path in filter(None, read):
        option = written.get(os.path.realpath(path), "")
        own_rule = option == "--out" and "overwrite" in given
        if option and not own_rule and Path(path).is_file():
            raise refuse("written_over_input", option=option, path=path)


def _refuse_unwritable(path: str, there: Path) -> None:
    """Say before the work that a file cannot be written: its folder is missing or closed."""
    from veracity.errors import StorageError, refuse

    why = 0
    if not there.parent.is_dir():
        why = errno.ENOTDIR if there.parent.exists() else errno.ENOENT
    elif there.is_dir():
        why = errno.EISDIR
    elif not os.access(there if there.exists() and not there.is_file() else there.parent, os.W_OK):
        why = errno.EACCES  # files are replaced as a whole: their folder has to be open
    if why:
        raise refuse("cannot_write", StorageError, path=path, why=os.strerror(why))


def _words(value: object) -> Iterator[str]:
    """What was given to an option, word by word."""
    for one in value if isinstance(value, (tuple, list)) else (value,):
        if isinstance(one, (str, Path)):
            yield str(one)


def formatted(*formats: str) -> Callable[[Command], Command]:
    """--format: in which of these forms the answer is printed, the first by default."""
    return option(
        "--format",
        "form",
        text="help_format",
        type=click.Choice(formats),
        default=formats[0],
        show_default=True,
    )


def showing(function: Command) -> Command:
    """--format, --report and --save: how and where the answer goes."""
    for one in (
        option("--save", text="help_save", metavar="FILE"),
        option("--report", "reports", text="help_report", multiple=True, metavar="FILE"),
        formatted(*FORMATS),
    ):
        function = one(function)
    return function


def detailing(function: Command) -> Command:
    """--all, --verbose and --open: how much of the answer is shown, and where."""
    for one in (
        option("--open", "opened", text="help_open", is_flag=True),
        option("--verbose", text="help_verbose", is_flag=True),
        option("--all", "every", text="help_all", is_flag=True),
    ):
        function = one(function)
    return function


def naming(function: Command) -> Command:
    """--title and --model: what a report is called, and the classifier in it."""
    for one in (
        option("--model", text="help_model", metavar="NAME"),
        option("--title", text="help_title", metavar="TEXT"),
    ):
        function = one(function)
    return function


def level_and_seed(function: Command) -> Command:
    """--level, --resamples and --seed: how uncertainty is found, where no method is chosen."""
    for one in (
        option("--seed", "random_state", text="help_seed", type=int, default=0, show_default=True),
        option(
            "--resamples",
            "n_resamples",
            text="help_resamples",
            type=int,
            default=2000,
            show_default=True,
        ),
        option(
            "--level",
            "confidence_level",
            text="help_level",
            type=RATE,
            default=0.95,
            show_default=True,
        ),
    ):
        function = one(function)
    return function


def measuring_briefly(function: Command) -> Command:
    """--method besides: how intervals are made."""
    method = option("--method", text="help_method", default="auto", show_default=True)
    return method(level_and_seed(function))


def ignoring(function: Command) -> Command:
    """--ignore: cautions that are known and not to be repeated."""
    mute = option("--ignore", text="help_ignore", multiple=True, metavar="KEY")
    return mute(function)


def measuring(function: Command) -> Command:
    """--metric besides: which figures are shown."""
    metric = option("--metric", "metrics", text="help_metric", multiple=True, metavar="KEY")
    return metric(measuring_briefly(function))
