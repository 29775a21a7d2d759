"""Options that hold several numbers: a list of shares, a margin for each metric."""

from __future__ import annotations

import re

import click

from veracity.cli.terminal.shares import AMOUNT, RATE
from veracity.errors import refuse


def shares(
    context: click.Context, parameter: click.Parameter, given: str | None
) -> tuple[float, ...] | None:
    """Shares with commas between them: 0.1,0.2,30%."""
    if given is None:
        return None
    words = [one for one in re.split(r"[,;，；\s]+", given) if one]
    return tuple(RATE.convert(one, parameter, context) for one in words)


def margins(
    context: click.Context, parameter: click.Parameter, given: tuple[str, ...]
) -> float | dict[str, float] | None:
    """One number for every metric, or KEY=NUMBER once for each."""
    named = {}
    for one in given:
        key, equals, size = one.rpartition("=")
        if (not equals and len(given) > 1) or key in named:
            raise refuse("margins_mixed", given=", ".join(given))
        named[key] = AMOUNT.convert(size, parameter, context)
    return named.get("", named) if named else None
