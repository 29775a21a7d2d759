"""Errors on the command line: one paragraph, exit code 2, no traceback without --debug."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

USAGE = 2
INTERRUPTED = 130


@contextmanager
def one_paragraph(args: Sequence[str] | None) -> Iterator[None]:
    """Say what is wrong on stderr and leave with the code that tells it."""
    debug = "--debug" in (sys.argv[1:] if args is None else args)
    try:
        yield
    except click.exceptions.Exit as done:
        sys.exit(done.exit_code)
    except (click.Abort, KeyboardInterrupt):
        _say("stopped")
        sys.exit(INTERRUPTED)
    except click.ClickException as problem:
        problem.show()
        sys.exit(USAGE)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as problem:
        if debug:
            raise
        _explain(problem)
        sys.exit(USAGE)


def _explain(problem: Exception) -> None:
    from veracity.errors import VeracityError

    if isinstance(problem, VeracityError):
        click.echo(f"veracity: {problem}", err=True)
    else:
        _say("unexpected", kind=type(problem).__name__, why=" ".join(str(problem).split()))


def _say(key: str, **values: object) -> None:
    from veracity.words import spoken

    click.echo(f"veracity: {spoken(key, **values)}", err=True)
