"""Errors on the command line: one paragraph, exit code 2, no traceback without --debug."""

from __future__ import annotations

import errno
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click

from veracity.cli.terminal.in_options import as_options
from veracity.cli.terminal.streams import silence, whoever_reads
from veracity.words import spoken, use

USAGE = 2
MEANT = {  # what other programs call it
    "--json": "--format json",
    "--positive": "--pos-label",
    "--on-invalid": "--drop-invalid",
    "--target": "--true",
    "--y-true": "--true",
    "--y-pred": "--pred",
    "--y-proba": "--proba",
    "--prob": "--proba",
    "--output": "--report",
    "--html": "--report page.html",
}
MOST_COMMANDS = 3  # named where an option belongs to others
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)  # only writing can meet them
INTERRUPTED = 130
TERMINATED = 143


class Terminated(BaseException):
    """The process was asked to end (SIGTERM): what is temporary is taken away first."""


@contextmanager
def one_paragraph(args: Sequence[str] | None) -> Iterator[None]:
    """Say what is wrong on stderr, in the language asked for, and leave with the right code.

    2 is an error, with --debug too; 130 and 143 are what shells give for Ctrl-C and SIGTERM.
    """
    words = list(sys.argv[1:] if args is None else args)
    with use(_language(words)), ended_like_ctrl_c() as asked_to_end:
        try:
            yield
        except click.exceptions.Exit as done:
            sys.exit(done.exit_code)
        except (click.Abort, KeyboardInterrupt, Terminated):
            _tell(spoken("stopped"))
            sys.exit(TERMINATED if asked_to_end() else INTERRUPTED)
        except click.ClickException as problem:
            _tell(usage(problem))
            sys.exit(USAGE)
        except BrokenPipeError:
            silence()
            sys.exit(0)
        except Exception as problem:
            if asked_to_end():  # an engine made an error of its own of it
                sys.exit(TERMINATED)
            silence()  # a disk that is full stays so when the program ends
            _tell(traceback.format_exc() if "--debug" in words else _explained(problem))
            sys.exit(USAGE)


@contextmanager
def ended_like_ctrl_c() -> Iterator[Callable[[], bool]]:
    """Let SIGTERM end the work as Ctrl-C does, by an exception; says whether it came.

    Where somebody else handles it, or outside the main thread, everything stays as it is.
    """
    came: list[int] = []

    def end(number: int, _: object) -> None:
        came.append(number)
        raise Terminated

    ours = (
        threading.current_thread() is threading.main_thread()
        and signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    )
    if ours:
        signal.signal(signal.SIGTERM, end)
    try:
        yield lambda: bool(came)
    finally:
        if ours:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)


def usage(problem: click.ClickException) -> str:
    """What is wrong with the words of the command, and where to look."""
    ctx = getattr(problem, "ctx", None)
    command = ctx.command_path if ctx else "veracity"
    if isinstance(problem, click.MissingParameter):
        name = problem.param.opts[0] if problem.param else "?"
        name = name if name.startswith("-") else name.upper()
        return spoken("usage_missing", name=name, command=command)
    if isinstance(problem, click.NoSuchOption):
        elsewhere = _of_another(problem)
        if elsewhere:
            return spoken("usage_option_elsewhere", name=problem.option_name, command=elsewhere)
        near = _meant(problem)
        key = "usage_near_option" if near else "usage_no_option"
        return spoken(key, name=problem.option_name, near=near, command=command)
    if isinstance(problem, click.BadParameter) and problem.param is not None:
        name = problem.param.opts[0]
        return spoken("usage_bad_value", name=name, why=problem.message, command=command)
    return spoken("usage_other", why=problem.format_message(), command=command)


def _of_another(problem: click.NoSuchOption) -> str:
    """The commands that have this option, where the one that runs has not."""
    group = problem.ctx.parent if problem.ctx else None
    if group is None or not isinstance(group.command, click.Group):
        return ""
    known = (
        (name, group.command.get_command(group, name))
        for name in group.command.list_commands(group)
    )
    having = [
        f"{group.command_path} {name}"
        for name, command in known
        if command and any(problem.option_name in one.opts for one in command.params)
    ]
    return ", ".join(having[:MOST_COMMANDS])


def _meant(problem: click.NoSuchOption) -> str:
    """The option that another program's name for it means here, if it exists here; else near ones.

    >>> _meant(click.NoSuchOption("--positive", possibilities=["--save", "--plot"]))
    '--save, --plot'
    """
    meant = MEANT.get(problem.option_name, "")
    parameters = problem.ctx.command.params if problem.ctx else []
    here = {name for parameter in parameters for name in parameter.opts}
    return meant if meant.split(" ")[0] in here else ", ".join(problem.possibilities or ())


def _language(words: Sequence[str]) -> str | None:
    """--lang, wherever it stands: also help pages and usage errors are to obey it."""
    for index, word in enumerate(words):
        if word == "--lang" and index + 1 < len(words):
            return words[index + 1]
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None


def _explained(problem: Exception) -> str:
    from veracity.errors import VeracityError

    if isinstance(problem, VeracityError):
        return as_options(str(problem))
    if isinstance(problem, OSError) and problem.errno in NO_ROOM:
        return spoken("output_not_written", why=problem.strerror)
    return spoken("unexpected", kind=type(problem).__name__, why=" ".join(str(problem).split()))


def _tell(sentence: str) -> None:
    with whoever_reads():
        click.echo(f"veracity: {sentence}", err=True)
