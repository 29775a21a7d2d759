"""Warnings and errors: scikit-learn's own classes where it is installed, else ours of that name."""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from typing import TypeVar

Kind = TypeVar("Kind", bound=BaseException)
_HOMES = ("sklearn.exceptions", "sklearn.utils._param_validation")


class UndefinedMetricWarning(UserWarning):
    """A metric has no value for these rows, and something stands in for it."""


class InvalidParameterError(ValueError, TypeError):
    """A parameter has a value or a type that the function does not take."""


class NotFittedError(ValueError, AttributeError):
    """An estimator was asked before it was fitted."""


@cache
def shared(ours: type[Kind]) -> type[Kind]:
    """The class of this name that scikit-learn has; ours where it is not installed.

    It is looked for when something is to be raised, so that nothing is imported before.

    >>> issubclass(shared(UndefinedMetricWarning), UserWarning)
    True
    """
    for home in _HOMES:
        try:
            found = getattr(import_module(home), ours.__name__, None)
        except ImportError:
            continue
        if isinstance(found, type):
            return found
    return ours


def warn_undefined(message: str) -> None:
    """Warn that a metric has no value."""
    warnings.warn(message, shared(UndefinedMetricWarning), stacklevel=3)
