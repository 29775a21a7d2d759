"""A call of scikit-learn's function beside ours: value, error and warnings are the same."""

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import sklearn.calibration
import sklearn.metrics

import veracity.sklearn

OPENING = 45  # of a warning that has to be the same; two of theirs have slips further on


@dataclass
class Outcome:
    """What a call gave: a value or an error, and the warnings on the way."""

    value: Any
    error: BaseException | None
    warned: set[tuple[type, str]]


def outcome(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Outcome:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value, error = function(*args, **kwargs), None
        except Exception as problem:
            value, error = None, problem
    said = {(one.category, str(one.message)[:OPENING]) for one in caught}
    return Outcome(value, error, {one for one in said if one[0] is not RuntimeWarning})


def theirs(name: str) -> Callable[..., Any]:
    home = sklearn.metrics if hasattr(sklearn.metrics, name) else sklearn.calibration
    return getattr(home, name)


def same_values(mine: Any, other: Any) -> bool:
    if isinstance(other, dict):
        return mine.keys() == other.keys() and all(same_values(mine[k], other[k]) for k in other)
    if isinstance(other, tuple):
        return len(mine) == len(other) and all(map(same_values, mine, other))
    if other is None or isinstance(other, str):
        return mine == other
    one, two = np.asarray(mine), np.asarray(other)
    return one.shape == two.shape and np.allclose(one, two, rtol=1e-11, atol=1e-12, equal_nan=True)


def assert_same(name: str, *args: Any, **kwargs: Any) -> Outcome:
    """Call both and compare; return what ours gave."""
    mine = outcome(getattr(veracity.sklearn, name), *args, **kwargs)
    other = outcome(theirs(name), *args, **kwargs)
    call = f"{name}(*{args!r}, **{kwargs!r})"
    if other.error is not None:
        assert mine.error is not None, f"{call} gave {mine.value}, not {other.error!r}"
        assert type(mine.error).__mro__[-3] is type(other.error).__mro__[-3], (
            f"{call}: {mine.error!r}, not {other.error!r}"
        )
        return mine
    assert mine.error is None, f"{call} raised {mine.error!r}, not gave {other.value}"
    assert same_values(mine.value, other.value), f"{call}: {mine.value}, not {other.value}"
    assert mine.warned == other.warned, f"{call}: warned {mine.warned}, not {other.warned}"
    return mine
