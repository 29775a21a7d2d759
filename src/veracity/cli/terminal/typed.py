"""The command line as it was typed, for the reports that it writes; without secrets."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import click

from veracity.cli.terminal.config import USED

HIDDEN = "…"
USER = re.compile(r"(?<=://)[^/@\s]*@")  # user:password@ of an address
QUERY = re.compile(r"(?<=\?)\S+")  # tokens and signatures of an address
NAMED = re.compile(
    r"((?:password|passwd|secret|token|api_?key|access_?key|signature)\s*[=:]\s*)[^\s;,&]+", re.I
)


def typed(words: Sequence[str]) -> str:
    """A command line in one line, quoted so that a shell would read it again.

    What an address carries of users, passwords and tokens is left out.

    >>> typed(["evaluate", "my file.csv", "--true", "y"])
    "veracity evaluate 'my file.csv' --true y"
    >>> typed(["evaluate", "https://me:pw@host/a.csv?sig=abc"])
    "veracity evaluate 'https://…@host/a.csv?…'"
    """
    return shlex.join(["veracity", *(without_secrets(word) for word in words)])


def without_secrets(word: str) -> str:
    """A word of a command line without what nobody should read in a report."""
    if "://" in word:
        word = QUERY.sub(HIDDEN, USER.sub(f"{HIDDEN}@", word))
    return NAMED.sub(rf"\1{HIDDEN}", word)


@contextmanager
def naming_the_command() -> Iterator[None]:
    """Reports that are written inside the block say with which command."""
    from veracity.evaluation.single.provenance import invoked_as

    context = click.get_current_context(silent=True)
    words = None if context is None else context.find_root().obj
    if not isinstance(words, list):
        yield
        return
    used = context.meta.get(USED) if context is not None else None
    with invoked_as(typed(words) + (f"  # {used}" if used else "")):
        yield
