"""Parameters checked before anything is computed, in the words that scikit-learn has for it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from inspect import signature
from numbers import Integral, Real
from typing import Literal, ParamSpec, TypeAlias, TypeVar

import numpy as np

from veracity.sklearn.inputs.array_likes import is_array_like, is_sparse
from veracity.sklearn.inputs.exceptions import InvalidParameterError, shared

Given = ParamSpec("Given")
Result = TypeVar("Result")
Closed = Literal["left", "right", "both", "neither"]


@dataclass(frozen=True, slots=True)
class Allowed:
    """One kind of value that a parameter takes; a hidden one is not named in messages."""

    words: str
    holds: Callable[[object], bool]
    hidden: bool = False


Rule: TypeAlias = Allowed | tuple[Allowed, ...]


def of_type(*types: type) -> tuple[Allowed, ...]:
    """Values of these types."""

    def of_one(one: type) -> Allowed:
        return Allowed(f"an instance of {_type_name(one)!r}", lambda value: isinstance(value, one))

    return tuple(map(of_one, types))


def _type_name(one: type) -> str:
    if one is Real:
        return "float"
    return one.__qualname__ if one.__module__ == "builtins" else f"{one.__module__}.{one.__name__}"


def _is_nan(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, Integral) and math.isnan(value)


ARRAY = Allowed("an array-like", is_array_like)
SPARSE = Allowed("a sparse array or matrix", is_sparse)
NONE = Allowed("None", lambda value: value is None)
HIDDEN_NONE = replace(NONE, hidden=True)
NAN = Allowed("numpy.nan", _is_nan)
CALLABLE = Allowed("a callable", callable)
BOOLEAN = Allowed(
    "an instance of 'bool' or an instance of 'numpy.bool'",
    lambda value: isinstance(value, (bool, np.bool_)),
)
LABEL = (*of_type(Real, str), BOOLEAN)


def one_of(*words: str) -> Allowed:
    """One of these words.

    >>> one_of("ovr", "ovo").words
    "a str among {'ovr', 'ovo'}"
    """
    listed = ", ".join(map(repr, words))
    return Allowed(f"a str among {{{listed}}}", lambda v: isinstance(v, str) and v in words)


def number_among(*numbers: float) -> Allowed:
    """One of these numbers; nan is none of them unless it is listed."""
    listed = ", ".join(map(repr, numbers))
    nan = any(map(_is_nan, numbers))
    return Allowed(
        f"a float among {{{listed}}}",
        lambda v: isinstance(v, Real) and (v in numbers or (nan and _is_nan(v))),
    )


def between(
    low: float | None, high: float | None, closed: Closed, *, whole: bool = False
) -> Allowed:
    """A number of a range, or a whole number of it.

    >>> between(0, None, "left", whole=True).words, between(0, 1, "right").words
    ('an int in the range [0, inf)', 'a float in the range (0.0, 1.0]')
    """
    kind = Integral if whole else Real

    def holds(value: object) -> bool:
        if not isinstance(value, kind) or _is_nan(value):
            return False
        number = float(value)
        above = low is None or number > low or (number == low and closed in ("left", "both"))
        below = high is None or number < high or (number == high and closed in ("right", "both"))
        return above and below

    ends = [
        text if one is None else str(one if whole else float(one))
        for one, text in ((low, "-inf"), (high, "inf"))
    ]
    left, right = (
        "[" if closed in ("left", "both") else "(",
        "]" if closed in ("right", "both") else ")",
    )
    return Allowed(
        f"{'an int' if whole else 'a float'} in the range {left}{ends[0]}, {ends[1]}{right}", holds
    )


def checked(
    **rules: Rule,
) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """A function whose parameters are checked by their names before it runs.

    >>> @checked(k=between(1, None, "left", whole=True))
    ... def top(scores, k=2):
    ...     return scores[:k]
    >>> top([3, 2, 1], k=0)
    Traceback (most recent call last):
    ...
    sklearn.utils._param_validation.InvalidParameterError: The 'k' parameter of top must be an
    int in the range [1, inf). Got 0 instead.
    """
    allowed = {name: (rule,) if isinstance(rule, Allowed) else rule for name, rule in rules.items()}

    def decorate(function: Callable[Given, Result]) -> Callable[Given, Result]:
        names = tuple(signature(function).parameters)

        @wraps(function)
        def call(*args: Given.args, **kwargs: Given.kwargs) -> Result:
            for name, value in (*zip(names, args, strict=False), *kwargs.items()):
                rule = allowed.get(name)
                if rule and not any(one.holds(value) for one in rule):
                    raise _refusal(name, value, function.__name__, rule)
            return function(*args, **kwargs)

        return call

    return decorate


def _refusal(name: str, value: object, function: str, rule: tuple[Allowed, ...]) -> Exception:
    words = [one.words for one in rule if not one.hidden]
    listed = words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
    message = f"The {name!r} parameter of {function} must be {listed}. Got {value!r} instead."
    kind: type[Exception] = shared(InvalidParameterError)
    return kind(message)
