"""Work for many parts of the rows, by several threads where there are many rows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

Run = Callable[[Callable[[Any], Any], Iterable[Any]], list[Any]]
MOST = 4
_ALONE = 1 << 17


@contextmanager
def threads(rows: int) -> Iterator[Run]:
    """A way to do something for each of many things, and to get what it gives in their order."""
    many = min(os.cpu_count() or 1, MOST)
    if rows <= _ALONE or many == 1:
        yield lambda work, things: [work(thing) for thing in things]
        return
    with ThreadPoolExecutor(many) as pool:
        yield lambda work, things: list(pool.map(work, things))
