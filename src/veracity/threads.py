"""A pool of threads for work on large arrays, part by part."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

Run = Callable[[Callable[[Any], Any], Iterable[Any]], list[Any]]
MOST = 4
_ALONE = 1 << 17


@contextmanager
def threads(size: int) -> Iterator[Run]:
    """A way to do something for each of many things, and to get what it gives in their order.

    `size` is how many numbers there are to work on: few are not worth a second thread.

    >>> with threads(10) as run:
    ...     run(abs, [-1, 2, -3])
    [1, 2, 3]
    """
    many = min(os.cpu_count() or 1, MOST)
    if size <= _ALONE or many == 1:
        yield lambda work, things: [work(thing) for thing in things]
        return
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(many) as pool:
        yield lambda work, things: list(pool.map(work, things))
