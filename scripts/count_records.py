"""How many kinds of records one `evaluate(y, y_proba=p)` makes: `python scripts/count_records.py`.

A kind is a class defined in veracity (frozen dataclass, NamedTuple or any other) of which an
instance is made during the call, or is held by what the call gives back. The call is made once
before, so that imports and caches do not count. Errors are no records.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

import veracity as vc

ROWS = 40


def rows() -> tuple[Any, Any]:
    """Return truth and probabilities of a few rows."""
    random = np.random.default_rng(0)
    truth = (random.random(ROWS) < 0.4).astype(int)
    return truth, random.random(ROWS) * 0.6 + truth * 0.3


def classes() -> list[type]:
    """Return every class defined in a module of veracity that is loaded."""
    modules = [m for name, m in list(sys.modules.items()) if name.partition(".")[0] == "veracity"]
    found = {one: None for module in modules for one in vars(module).values() if _is_ours(one)}
    return list(found)


def _is_ours(one: object) -> bool:
    if not isinstance(one, type) or issubclass(one, BaseException):
        return False
    return one.__module__.partition(".")[0] == "veracity"


@contextmanager
def counted(made: Counter[str]) -> Iterator[None]:
    """Count the instances that are made inside the block, by kind."""
    before = {one: one.__dict__.get("__new__") for one in classes() if _makes(one)}
    for one in before:
        setattr(one, "__new__", _counting(one.__new__, made))  # noqa: B010
    try:
        yield
    finally:
        for one, new in before.items():
            if new is None:
                del one.__new__
            else:
                setattr(one, "__new__", new)  # noqa: B010


def _makes(one: type) -> bool:
    """Whether instances of the class are made by a `__new__` that is not yet counted."""
    return "__new__" in vars(one) or not any(map(_is_ours, one.__mro__[1:]))


def _counting(new: Any, made: Counter[str]) -> Any:
    def __new__(cls: type, *given: Any, **named: Any) -> Any:  # noqa: N807
        made[f"{cls.__module__}.{cls.__qualname__}"] += 1
        return new(cls) if new is object.__new__ else new(cls, *given, **named)

    return __new__


def held(result: object) -> set[str]:
    """Return the kinds of records that a result leads to, however they were made."""
    seen, kinds, waiting = {id(result)}, set[str](), [result]
    while waiting:
        one = waiting.pop()
        if _is_ours(type(one)):
            kinds.add(f"{type(one).__module__}.{type(one).__qualname__}")
        if isinstance(one, type) or callable(one) or type(one).__name__ == "module":
            continue
        inside = [x for x in gc.get_referents(one) if id(x) not in seen]
        seen.update(map(id, inside))
        waiting += inside
    return kinds


def count() -> Counter[str]:
    """Return how often each kind is made by one evaluation of arrays."""
    truth, proba = rows()
    vc.evaluate(truth, y_proba=proba)
    made: Counter[str] = Counter()
    with counted(made):
        ev = vc.evaluate(truth, y_proba=proba)
    for kind in held(ev):
        made[kind] = max(made[kind], 1)
    return made


if __name__ == "__main__":
    found = count()
    for kind, times in sorted(found.items()):
        print(f"{times:3d}  {kind}")
    print(f"{len(found)} kinds of records")
