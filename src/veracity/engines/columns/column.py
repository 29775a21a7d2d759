"""A column: one flat array, its nulls, and what its codes stand for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.errors import refuse, spelled

_PACKAGES = {"torch": "torch", "cupy": "cupy", "jax": "jax", "jaxlib": "jax"}


@dataclass(frozen=True, slots=True)
class Column:
    """Rows of one key, not yet looked at.

    `values` is a one-dimensional numpy array, or a list where the values are Python objects.
    `nulls` marks missing rows where the source keeps them apart. With `categories`, the values
    are positions in it and a negative one is a null. `float_bytes` is how long floats were before
    they became longer, where they did.
    """

    name: str
    values: NDArray[Any] | Sequence[Any]
    nulls: NDArray[np.bool_] | None = None
    categories: Sequence[Any] | None = None
    float_bytes: int | None = None

    def __len__(self) -> int:
        return len(self.values)


def of_numpy(name: str, array: NDArray[Any]) -> Column:
    """A numpy array; a masked one keeps its mask as nulls."""
    if array.ndim != 1:
        array = flat(name, array)
    if array.dtype == object:
        return Column(name, array)
    if isinstance(array, np.ma.MaskedArray):
        return Column(name, array.data, np.ma.getmaskarray(array))
    return Column(name, array)


def flat(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """A single column of a two-dimensional array is that column; anything else is refused."""
    if array.ndim == 2 and array.shape[1] == 1:
        return array[:, 0]
    if array.ndim == 0:
        raise refuse("column_scalar", column=name, value=short(array))
    raise refuse("column_not_flat", column=name, shape=array.shape)


def only_column(name: str, names: Sequence[Any], rows: int) -> Any:
    """The one column of a data frame; of several columns none can be chosen."""
    if len(names) != 1:
        raise refuse("column_not_flat", column=name, shape=(rows, len(names)))
    return names[0]


def as_float(value: float) -> float:
    """A number as float64; one that is too large for that is infinite, and validated as such.

    >>> as_float(3), as_float(-(10**400))
    (3.0, -inf)
    """
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def library_of(given: object) -> str:
    """The package of a tensor: torch, cupy or jax; empty for whatever is none.

    >>> library_of([0.5]), library_of(np.zeros(2))
    ('', '')
    """
    if not hasattr(given, "dtype") or not hasattr(given, "shape"):
        return ""
    packages = (base.__module__.partition(".")[0] for base in type(given).__mro__)
    return next((_PACKAGES[one] for one in packages if one in _PACKAGES), "")


def short(value: object) -> str:
    """A value for a message, shortened where it gets long."""
    text = spelled(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
