"""Errors on the command line: one paragraph, exit code 2, no traceback without --debug."""

from __future__ import annotations

import ast
import errno
import re
import shlex
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import click

from veracity.cli.terminal.streams import silence, whoever_reads
from veracity.words import spoken, use

USAGE = 2
AS_OPTIONS = {
    'on_invalid="drop"': "--drop-invalid",
    'weight_kind="frequency"': "--weight-kind frequency",
    "y_pred= for labels": "--pred for a column of labels",
    "y_proba= for probabilities": "--proba for a column of probabilities",
    "y_score= for scores": "--score for a column of scores",
    "y_pred= 为标签": "--pred 为标签列",
    "y_proba= 为概率": "--proba 为概率列",
    "y_score= 为分数": "--score 为分数列",
    ", e.g. y_pred = y_pred.astype(str)": "",
    "，例如 y_pred = y_pred.astype(str)": "",
    "from_counts needs": "matrix needs",
    "from_counts 需要": "matrix 需要",
    "labels=[…]": "--label … --label …",
    "labels=[negative, positive]": "--label NEGATIVE --label POSITIVE",
    "labels=[负类, 正类]": "--label 负类 --label 正类",
    "y_proba= (or y_score=)": "--proba (or --score)",
    'resolution="exact"': "--resolution exact",
    "labels=": "--label",
    "pos_label=": "--pos-label",
    "cost_fp=1, cost_fn=25": "--cost-fp 1 --cost-fn 25",
    "assurance=": "--assurance",
    "maximize=": "--maximize",
    "optimism_by is": "--optimism-by is",
    "optimism_by 是": "--optimism-by 是",
    "min_recall": "--min-recall",
    "min_precision": "--min-precision",
    "max_fpr": "--max-fpr",
    "max_alarms": "--max-alarms",
    "threshold=": "--threshold",
    "cluster=": "--cluster",
    "group=": "--group",
    "y_proba=": "--proba",
    "y_score=": "--score",
    "y_pred=": "--pred",
    "min_count=": "min_count",
}
VALUE = r"[\w{\"'…]"
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
        near = ", ".join(problem.possibilities or ()) or "—"
        return spoken("usage_no_option", name=problem.option_name, near=near, command=command)
    if isinstance(problem, click.BadParameter) and problem.param is not None:
        name = problem.param.opts[0]
        return spoken("usage_bad_value", name=name, why=problem.message, command=command)
    return spoken("usage_other", why=problem.format_message(), command=command)


def _language(words: Sequence[str]) -> str | None:
    """--lang, wherever it stands: also help pages and usage errors are to obey it."""
    for place, word in enumerate(words):
        if word == "--lang" and place + 1 < len(words):
            return words[place + 1]
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


def as_options(message: str) -> str:
    """A message of the library in the words of the command line.

    >>> as_options("Name them: labels=['no', 'no '] (command line: --label, once for each).")
    "Name them: --label no --label 'no '."
    >>> as_options("There are no groups: pass group=. Found: 'group=a'.")
    "There are no groups: pass --group. Found: 'group=a'."
    """
    for pattern, said in REWRITTEN:
        message = re.sub(pattern, said, message)
    for python, words in AS_OPTIONS.items():
        parts = re.split(rf"(?<!['\w]){re.escape(python)}", message)
        message = parts[0] + "".join(_followed(words, part) for part in parts[1:])
    return message


def _followed(option: str, rest: str) -> str:
    """An option and what comes after it; a value is another word."""
    return (
        f"{option} {rest}" if option.startswith("--") and re.match(VALUE, rest) else option + rest
    )


def _label_options(found: re.Match[str]) -> str:
    """A list of labels as options that a shell understands, also where one holds a blank."""
    try:
        labels = ast.literal_eval(f"[{found[1]}]")
    except (SyntaxError, ValueError):  # a list that goes on
        return "--label … --label …"
    return " ".join(f"--label {shlex.quote(str(label))}" for label in labels)


REWRITTEN: tuple[tuple[str, str | Callable[[re.Match[str]], str]], ...] = (
    (r"labels=\[(.*?)\](?: \(command line: [^)]*\)|（命令行：[^）]*）)", _label_options),
    (r"labels=\[([^][…a-z负]*)\]", _label_options),
    (r"If so, say it: .*?\. (?=If they are)", "If so, write them alike in the file. "),
    (r"如果是这样，请写明：.*?。(?=如果它们)", "如果是这样，请在文件中写成一样。"),
    (r", or ask ev\.at\(threshold\)\[[^]]*\]; ev\.choose\([^)]*\)", "; veracity threshold"),
    (r"，或使用 ev\.at\(threshold\)\[[^]]*\]；ev\.choose\([^)]*\)", "；veracity threshold"),
)


def _tell(sentence: str) -> None:
    with whoever_reads():
        click.echo(f"veracity: {sentence}", err=True)
