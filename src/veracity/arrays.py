"""Array arithmetic that the whole package shares; `ratio` lives here, once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from contextvars import ContextVar
from typing import Any, TypeGuard, TypeVar, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

Made = TypeVar("Made")
Array = NDArray[Any]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


_is_quiet: ContextVar[bool] = ContextVar("is_quiet", default=False)


def quiet() -> AbstractContextManager[None]:
    """Numbers that are none (0/0, an overflow) come about without a warning.

    Inside `quietly` nothing is left to do: setting up silence takes longer than a division.
    """
    return _QUIET_ALREADY if _is_quiet.get() else np.errstate(all="ignore")


_QUIET_ALREADY: AbstractContextManager[None] = nullcontext()


def quietly(make: Callable[[], Made]) -> Made:
    """What `make` gives, all of it `quiet`.

    >>> quietly(lambda: float(np.log(np.float64(0.0))))
    -inf
    """
    token = _is_quiet.set(True)
    try:
        with np.errstate(all="ignore"):
            return make()
    finally:
        _is_quiet.reset(token)


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is one number, of Python or numpy; True and False are none."""
    return isinstance(value, (int, float, np.number)) and not isinstance(value, bool)


def ratio(numerator: ArrayLike, denominator: ArrayLike) -> Floats:
    """Divide; 0/0 is nan and x/0 is infinite, with neither a warning nor a made-up number.

    >>> ratio(np.array([1.0, 0.0, 2.0]), np.array([2.0, 0.0, 0.0]))
    array([0.5, nan, inf])
    """
    if type(numerator) is np.float64 and type(denominator) is np.float64 and denominator != 0:
        return cast(Floats, np.float64(float(numerator) / float(denominator)))
    quotient: Floats = (np.true_divide if _is_quiet.get() else _divided)(numerator, denominator)
    return quotient


_divided = np.errstate(divide="ignore", invalid="ignore", over="ignore")(np.true_divide)


def sum_of_others(parts: ArrayLike) -> Floats:
    """For each part along the last axis the sum of all others, added up as such.

    The whole minus the part would lose a small rest: all digits of it where weights differ by
    10^16.

    >>> sum_of_others(np.array([1e17, 1.0, 2.0])).tolist()
    [3.0, 1e+17, 1e+17]
    """
    given = np.asarray(parts, np.float64)
    before, after = np.empty_like(given), np.empty_like(given)
    before[..., :1], after[..., -1:] = 0.0, 0.0
    np.cumsum(given[..., :-1], -1, out=before[..., 1:])
    np.cumsum(given[..., :0:-1], -1, out=after[..., -2::-1])
    before += after
    return before


def root_of_product(one: ArrayLike, other: ArrayLike) -> Floats:
    """√(one · other), also where the product itself is too small or too large for a number.

    >>> float(root_of_product(1e-200, 1e-200)), float(root_of_product(2.0, 8.0))
    (1e-200, 4.0)
    """
    (a, p), (b, q) = np.frexp(one), np.frexp(other)
    power = p + q
    odd = power % 2
    root: Floats = np.ldexp(np.sqrt(np.ldexp(a * b, odd)), (power - odd) // 2)
    return root


def ranges(low: Ints, high: Ints) -> tuple[Ints, Ints]:
    """All pairs (i, j) with low[i] <= j < high[i].

    >>> [part.tolist() for part in ranges(np.array([0, 1]), np.array([2, 2]))]
    [[0, 0, 1], [0, 1, 1]]
    """
    count = high - low
    i = np.repeat(np.arange(len(low)), count)
    return i, np.arange(len(i)) - np.repeat(np.cumsum(count) - count, count) + np.repeat(low, count)
