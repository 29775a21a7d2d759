"""What was given as numpy arrays: lists, frames, series and sparse matrices, checked."""

from __future__ import annotations

import sys
from collections.abc import Sequence, Sized
from numbers import Integral
from typing import Any, Literal, Protocol, TypeAlias, TypeGuard, runtime_checkable

import numpy as np
from numpy.exceptions import ComplexWarning
from numpy.typing import ArrayLike, NDArray

Array = NDArray[Any]
Values = Literal["any", "numeric", "float"]


@runtime_checkable
class Shaped(Protocol):
    """Something with rows and columns: a frame, a sparse matrix."""

    @property
    def shape(self) -> Any:
        """How many rows, and columns if any."""


Targets: TypeAlias = ArrayLike | Shaped
Weights: TypeAlias = ArrayLike | None


def is_sparse(value: object) -> TypeGuard[Any]:
    """Whether it is a sparse matrix of SciPy; who never imported it has none."""
    module = sys.modules.get("scipy.sparse")
    return module is not None and bool(module.issparse(value))


def is_array_like(value: object) -> bool:
    """Whether it holds several values: no single one, and nothing sparse."""
    if isinstance(value, np.ndarray):
        return True
    if is_sparse(value) or np.isscalar(value):
        return False
    return any(hasattr(value, name) for name in ("__len__", "shape", "__array__"))


def row_count(value: Targets) -> int:
    """The number of rows."""
    if hasattr(value, "fit") and callable(value.fit):
        raise TypeError(f"Expected sequence or array-like, got {type(value)}")
    shape = getattr(value, "shape", None)
    if shape is not None:
        if not len(shape):
            raise TypeError(
                "Input should have at least 1 dimension i.e. satisfy `len(x.shape) > 0`, "
                f"got scalar `{value!r}` instead."
            )
        if isinstance(shape[0], Integral):
            return int(shape[0])
    if not isinstance(value, Sized):
        if not hasattr(value, "__array__"):
            raise TypeError(f"Expected sequence or array-like, got {type(value)}")
        return len(np.asarray(value))
    return len(value)


def same_length(*given: Targets | None) -> None:
    """Refuse arrays of different length."""
    lengths = [row_count(one) for one in given if one is not None]
    if len(set(lengths)) > 1:
        raise ValueError(f"Found input variables with inconsistent numbers of samples: {lengths}")


def as_array(
    value: Targets,
    values: Values = "numeric",
    *,
    two_d: bool = False,
    finite: bool = True,
    least: int = 1,
    name: str = "",
) -> Array:
    """A dense array of one or two dimensions, checked as scikit-learn's `check_array` does.

    Nullable columns of pandas become floats, what is missing NaN.

    >>> as_array([[1, 2], [3, 4]]).shape
    (2, 2)
    """
    if is_sparse(value):
        raise TypeError(
            "Sparse data was passed, but dense data is required. "
            "Use '.toarray()' to convert to a dense numpy array."
        )
    array = _converted(value, values)
    if array.dtype.kind == "c":
        raise ValueError(f"Complex data not supported\n{array}\n")
    if two_d and array.ndim < 2:
        shape = "scalar array" if array.ndim == 0 else "1D array"
        raise ValueError(
            f"Expected 2D array, got {shape} instead:\narray={array}.\nReshape your data either "
            "using array.reshape(-1, 1) if your data has a single feature or "
            "array.reshape(1, -1) if it contains a single sample."
        )
    if values == "numeric" and array.dtype.kind in "USV":
        raise ValueError(
            "dtype='numeric' is not compatible with arrays of bytes/strings."
            "Convert your data to numeric values explicitly instead."
        )
    if array.ndim > 2:
        raise ValueError(f"Found array with dim {array.ndim}, while dim <= 2 is required.")
    if finite:
        refuse_not_finite(array, name)
    _refuse_too_few(array, least)
    return array


def _refuse_too_few(array: Array, least: int) -> None:
    if least and row_count(array) < least:
        raise ValueError(
            f"Found array with {len(array)} sample(s) (shape={array.shape}) while a minimum of "
            f"{least} is required."
        )
    if least and array.ndim == 2 and array.shape[1] < 1:
        raise ValueError(
            f"Found array with 0 feature(s) (shape={array.shape}) while a minimum of 1 is required."
        )


def _converted(value: Targets, values: Values) -> Array:
    if isinstance(value, np.matrix):
        raise TypeError(
            "np.matrix is not supported. Please convert to a numpy array with np.asarray."
        )
    given: Any = value
    array = np.asarray(given.astype("float64") if _nullable(given) else given)
    if values == "float" and array.dtype not in (np.float64, np.float32, np.float16):
        return _as_floats(array)
    if values == "numeric" and array.dtype.kind == "O":
        return _as_floats(array)
    return array


def _as_floats(array: Array) -> Array:
    if array.dtype.kind == "c":
        raise ValueError(f"Complex data not supported\n{array}\n")
    try:
        return array.astype(np.float64)
    except ComplexWarning as error:  # pragma: no cover - objects that hold complex numbers
        raise ValueError(f"Complex data not supported\n{array}\n") from error


def _nullable(value: object) -> bool:
    """Whether a frame or a series of pandas holds numbers that may be missing."""
    kinds = getattr(value, "dtypes", None)
    if kinds is None or "pandas" not in type(value).__module__:
        return False
    every = kinds if hasattr(kinds, "__iter__") else [kinds]
    return any(
        not isinstance(one, np.dtype) and getattr(one, "kind", "O") in "iufb" for one in every
    )


def refuse_not_finite(array: Array, name: str = "") -> None:
    """Refuse NaN and infinite numbers."""
    if array.dtype.kind == "O":
        if any(one is not one or one != one for one in array.ravel().tolist()):
            raise ValueError("Input contains NaN")
        return
    if array.dtype.kind != "f":
        return
    with np.errstate(over="ignore", invalid="ignore"):
        if np.isfinite(array.sum()) or np.isfinite(array).all():
            return
    what = "NaN" if np.isnan(array).any() else f"infinity or a value too large for {array.dtype!r}"
    raise ValueError(f"Input {name + ' ' if name else ''}contains {what}.")


def as_column(value: Targets, *, name: str = "y") -> Array:
    """One column; of two dimensions the second is 1."""
    array = as_array(value, "any", finite=False, least=0, name=name)
    if array.ndim == 2 and array.shape[1] == 1:
        return array.reshape(-1)
    if array.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {array.shape} instead.")
    return array


def as_weights(weights: ArrayLike, rows: int) -> Array:
    """Weights of rows, one for each, not all of them 0."""
    array = as_array(weights, finite=True, name="sample_weight")
    if array.ndim != 1:
        raise ValueError(
            f"Sample weights must be 1D array or scalar, got {array.ndim}D array. Expected either "
            f"a scalar value or a 1D array of length {rows}."
        )
    if array.shape != (rows,):
        raise ValueError(f"sample_weight.shape == {array.shape}, expected {(rows,)}!")
    if not array.any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    return array


def mean_of(values: Array, weights: Weights) -> float:
    """The mean over rows, weighted if there are weights."""
    return float(np.average(values, weights=None if weights is None else np.asarray(weights)))


def is_list_of_lists(value: object) -> bool:
    """Whether the first of several values is a sequence itself, and no text."""
    return isinstance(value, Sequence) and not isinstance(value, str)
