"""One figure that fails never takes a report down: it becomes undefined, with its reason."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TypeVar

from veracity.errors import VeracityError
from veracity.words import Text, say

SWITCH = "VERACITY_RAISE"  # set where a fault is to be seen, as in every test
MOST_SIGNS = 200

Made = TypeVar("Made")
Other = TypeVar("Other")


def unless_broken(make: Callable[[], Made], instead: Callable[[Text], Other]) -> Made | Other:
    """What `make` gives; where it fails in a way nobody foresaw, what `instead` makes of why.

    Refusals in words (`VeracityError`) are foreseen and pass. With VERACITY_RAISE set, as it
    is in the tests, the fault itself is raised.

    >>> unless_broken(lambda: 2 + 2, lambda why: 0)
    4
    """
    try:
        return make()
    except VeracityError:
        raise
    except Exception as problem:
        if os.environ.get(SWITCH):
            raise
        return instead(reason(problem))


def left_out(faults: list[Text]) -> Callable[[Text], None]:
    """For a part of a page that fails: it is left out, and why is added to a list.

    >>> faults = []
    >>> left_out(faults)(Text("too bad", "可惜"))
    >>> print(*faults)
    too bad
    """

    def leave(why: Text) -> None:
        if why not in faults:
            faults.append(why)

    return leave


def reason(problem: Exception) -> Text:
    r"""The message of a fault: its kind and what it says of itself, on one line.

    >>> print(reason(ZeroDivisionError("float\ndivision by zero")))
    Could not be computed (ZeroDivisionError: float division by zero): a bug in veracity, not in
    your data. Please report it.
    """
    why = " ".join("".join(c if c.isprintable() else " " for c in str(problem)).split())
    short = why if len(why) <= MOST_SIGNS else f"{why[:MOST_SIGNS]}…"
    return say("broken", kind=type(problem).__name__, why=f": {short}" if short else "")
