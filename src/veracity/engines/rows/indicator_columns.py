"""Rows with several labels as indicator matrices: arrays, sparse matrices, sets, text, columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veracity.errors import quoted, refuse
from veracity.statistics.labels import Label, canonical, repeated

Bools = NDArray[np.bool_]
MOST_NAMED = 5
PIECE = 1 << 12


class Indicators(NamedTuple):
    """Which labels each row has, (rows, labels); `labels` is None where columns have no names.

    With `whole` the columns are those of a table: a label that has none is missing, not absent.
    """

    matrix: NDArray[Any]
    labels: tuple[Label, ...] | None
    whole: bool = False


def given_matrix(
    name: str, given: object, separator: str | None = None, *, single: bool = False
) -> Indicators:
    """What was given as a matrix of numbers; label sets become one of 0 and 1.

    With `single`, a row may be one label instead of a set.
    """
    sparse = getattr(given, "toarray", None)
    if callable(sparse):
        return Indicators(np.asarray(sparse()), None)
    columns = getattr(given, "columns", None)
    if columns is not None:
        column = getattr(given, "__getitem__")  # noqa: B009
        return _of_frame([np.asarray(column(one)) for one in columns], list(columns))
    if isinstance(given, np.ndarray) and given.ndim != 1:
        if given.ndim != 2:
            raise refuse("label_matrix_axes", name=name, n=given.ndim)
        return Indicators(given, None)
    rows = list(given) if isinstance(given, Iterable) else None
    if rows is None:
        raise refuse("label_sets_not_rows", name=name, type=type(given).__name__)
    if _is_matrix(rows):
        return Indicators(np.asarray(rows), None)
    _refuse_ambiguous(name, rows)
    if single and separator is None:
        rows = [
            row if isinstance(row, (set, frozenset, list, tuple)) else {row} - {""} for row in rows
        ]
    return _of_sets([_labels_of(name, row, separator, i) for i, row in enumerate(rows)])


def _of_frame(columns: list[NDArray[Any]], given: list[Label]) -> Indicators:
    """One column a label, by its name."""
    names = [canonical(one) for one in given]
    if repeated(names):
        raise refuse("label_columns_repeated", labels=quoted(repeated(names)))
    return Indicators(np.stack(columns, 1), tuple(names), whole=True)


def _refuse_ambiguous(name: str, rows: list[Any]) -> None:
    """Lists of 0 and 1 that are no matrix: labels 0 and 1, or columns of which some are missing."""
    lists = all(isinstance(row, (list, tuple, np.ndarray)) for row in rows)
    values = {canonical(one) for row in rows for one in row} if lists else set()
    if not values or not values <= {0, 1, "0", "1"}:
        return
    if any(isinstance(one, str) for one in values):
        raise refuse("indicators_not_numbers", name=name)
    lengths = sorted({len(row) for row in rows})
    raise refuse("label_rows_ragged", name=name, least=lengths[0], most=lengths[-1])


def zeros_and_ones(name: str, matrix: NDArray[Any], labels: Sequence[Label]) -> Bools:
    """An indicator matrix as booleans; anything but 0 and 1 is refused, with where it stands."""
    if matrix.dtype == bool:
        return matrix
    if matrix.dtype.kind in "USM":
        raise refuse("indicators_not_numbers", name=name)
    if matrix.dtype.kind in "iu":
        found = _whole_numbers(matrix)
        if found is not None:
            return found
    try:
        numbers = matrix.astype(np.float64) if matrix.dtype == object else matrix
        bad = (numbers != 0) & (numbers != 1)
    except (TypeError, ValueError):
        raise refuse("indicators_not_numbers", name=name) from None
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise refuse(
            "indicators_not_binary",
            name=name,
            n=int(bad.sum()),
            label=quoted([labels[column]]),
            row=int(row),
            value=str(matrix[row, column]),
        )
    return np.asarray(numbers != 0)


def _whole_numbers(matrix: NDArray[Any]) -> Bools | None:
    """As booleans, piece by piece while it is at hand; None where a number is neither 0 nor 1."""
    found = np.empty(matrix.shape, bool)
    for start in range(0, len(matrix), PIECE):
        piece = matrix[start : start + PIECE]
        if piece.size and not 0 <= piece.min() <= piece.max() <= 1:
            return None
        found[start : start + PIECE] = piece
    return found


def scores_of(name: str, matrix: NDArray[Any], labels: Sequence[Label], *, share: bool) -> Any:
    """A matrix of scores as float64; NaN, and for probabilities what is outside 0 to 1, refused."""
    try:
        numbers = matrix.astype(np.float64)
    except (TypeError, ValueError):
        raise refuse("indicators_not_numbers", name=name) from None
    bad = np.isnan(numbers) | (share & ((numbers < 0) | (numbers > 1)))
    if bad.any():
        row, column = np.argwhere(bad)[0]
        raise refuse(
            "label_scores_bad",
            name=name,
            n=int(bad.sum()),
            label=quoted([labels[column]]),
            row=int(row),
            value=str(matrix[row, column]),
        )
    return numbers


def aligned(name: str, given: Indicators, labels: tuple[Label, ...]) -> NDArray[Any]:
    """The columns in the order of these labels; a set may lack some, a matrix may not."""
    if given.labels is None:
        if given.matrix.shape[1] != len(labels):
            wide = given.matrix.shape[1]
            raise refuse("label_columns_differ", name=name, n=wide, labels=len(labels))
        return given.matrix
    unknown = [one for one in given.labels if one not in labels]
    if unknown:
        raise refuse("label_not_evaluated", name=name, labels=quoted(unknown[:MOST_NAMED]))
    if given.labels == labels:
        return given.matrix
    lacking = [one for one in labels if one not in given.labels]
    if given.whole and lacking:
        raise refuse("label_columns_lacking", name=name, labels=quoted(lacking[:MOST_NAMED]))
    whole = np.zeros((len(given.matrix), len(labels)), given.matrix.dtype)
    for column, one in enumerate(given.labels):
        whole[:, labels.index(one)] = given.matrix[:, column]
    return whole


def _is_matrix(rows: list[Any]) -> bool:
    """Rows of numbers, all as long as each other: not sets, not text."""
    if not rows or any(isinstance(row, (str, bytes, set, frozenset)) for row in rows):
        return False
    if any(not hasattr(row, "__len__") for row in rows) or len({len(row) for row in rows}) != 1:
        return False
    if not len(rows[0]):  # nobody has a label
        return False
    return all(isinstance(v, (bool, int, float, np.number)) for row in rows[:100] for v in row)


def _labels_of(name: str, row: object, separator: str | None, index: int) -> set[Label]:
    if isinstance(row, str):
        if separator is None:
            raise refuse("label_separator", name=name, text=repr(row))
        return {part.strip() for part in row.split(separator) if part.strip()}
    deep = isinstance(row, np.ndarray) and row.ndim > 1
    if deep or not isinstance(row, Iterable):
        raise refuse("label_sets_not_rows", name=name, type=type(row).__name__)
    found = {canonical(one) for one in row}
    if any(one is None or one != one for one in found):
        raise refuse("label_missing", name=name, row=index)
    return found


def _of_sets(rows: list[set[Label]]) -> Indicators:
    labels: tuple[Any, ...] = tuple(sorted({one for row in rows for one in row}, key=_order))
    index = {label: i for i, label in enumerate(labels)}
    matrix = np.zeros((len(rows), len(labels)), bool)
    for i, row in enumerate(rows):
        matrix[i, [index[one] for one in row]] = True
    return Indicators(matrix, labels)


def _order(label: object) -> tuple[str, Any]:
    number = isinstance(label, (int, float)) and not isinstance(label, bool)
    return ("0", label) if number else ("1" + type(label).__name__, str(label))
