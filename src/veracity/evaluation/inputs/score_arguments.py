"""What y_score= and y_proba= can be: one column for the positive class, or one for each class."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import PurePath
from typing import Any

import numpy as np

from veracity.engines.reading.columns import library_of, source_of
from veracity.errors import quoted, refuse, spelled
from veracity.statistics import labels as naming
from veracity.statistics.labels import Label

_LONG = 1 << 53


@dataclass(frozen=True, slots=True)
class ScoreArguments:
    """Columns of scores as they were given; `names` are labels where the columns have names.

    The names of a frame are `written`: there a number can only stand as text.
    """

    role: str
    columns: tuple[Any, ...]
    names: tuple[Label, ...] | None = None
    written: bool = False

    @property
    def single(self) -> bool:
        """Whether it is one column, for the positive class."""
        return len(self.columns) == 1 and self.names is None

    @property
    def numbers_as_text(self) -> bool:
        """Whether every name is text that says a number."""
        return self.written and all(_is_number(name) for name in self.names or ())

    def named_as(self, labels: Iterable[Any]) -> ScoreArguments:
        """The same columns; a name that is the text of one of these labels is that label."""
        meant = {str(label): label for label in naming.checked(tuple(labels))}
        names = tuple(meant.get(str(name), name) for name in self.names or ())
        return ScoreArguments(self.role, self.columns, names)

    def by_label(self, labels: tuple[Label, ...]) -> dict[Label, Any]:
        """The column of each class, in the order of the labels."""
        names = self.names if self.names is not None else labels
        if self.names is None and len(labels) != len(self.columns):
            raise refuse(
                "columns_not_as_many", role=self.role, n=len(self.columns), labels=quoted(labels)
            )
        if len(names) != len(self.columns) or set(names) != set(labels):
            raise refuse(
                "columns_and_labels", role=self.role, columns=quoted(names), labels=quoted(labels)
            )
        column = dict(zip(names, self.columns, strict=True))
        return {label: column[label] for label in labels}


class FoldColumns(dict[str, Any]):
    """The columns of folds and repeats, read as groups and reported by their own names."""


def given_scores(role: str, given: object, *, named: bool) -> ScoreArguments | None:
    """The columns that were meant: an array of one or two axes, a mapping, a frame, or names.

    With `named` they are names of columns: one, or a list of them, or {label: name}.
    """
    if given is None:
        return None
    if isinstance(given, Mapping):
        names = tuple(naming.canonical(label) for label in given)
        return ScoreArguments(role, tuple(given.values()), names)
    if named:
        return _of_names(role, given)
    columns = getattr(given, "columns", None)
    if columns is not None and source_of(given) in ("pandas", "polars"):
        return _of_frame(role, given, list(columns))
    if source_of(given) in ("pandas", "polars", "pyarrow"):
        return ScoreArguments(role, (given,))
    return _of_array(role, given)


def column_name(column: object) -> str:
    """The name that a column was given by, or that it has; empty where it has none.

    >>> column_name("patient"), column_name([1, 1, 2])
    ('patient', '')
    """
    return str(column if isinstance(column, str) else getattr(column, "name", None) or "")


def names_of_source(data: object, *predictions: object) -> tuple[str, str]:
    """What a page calls the file that was read and the one column of predictions in it.

    >>> names_of_source("runs/may.csv", None, None, "p_forest")
    ('may.csv', 'p_forest')
    """
    if data is None:
        return "", ""
    file = PurePath(data).name if isinstance(data, (str, PathLike)) else ""
    given = [one for one in predictions if one is not None]
    named = len(given) == 1 and isinstance(given[0], str)
    return file, str(given[0]) if named else ""


def threshold_number(given: float) -> float:
    """A threshold as a number; one beyond all floats is refused as one that is none."""
    try:
        at = float(given)
    except (TypeError, ValueError, OverflowError):
        at = math.nan
    if math.isnan(at):
        raise refuse("threshold_nan", given=spelled(given))
    return at


def refuse_two_orders(role: str, found: Iterable[Label], order: Sequence[Label]) -> None:
    """Columns without names are taken in the order of the labels, of which there must be one."""
    own, plain = naming.in_given_order(found, order), naming.ordered(found)
    if own != plain:
        raise refuse("columns_of_two_orders", role=role, order=quoted(own), sorted=quoted(plain))


def _of_names(role: str, given: object) -> ScoreArguments:
    if isinstance(given, str):
        return ScoreArguments(role, (given,))
    if not isinstance(given, (list, tuple)) or not all(isinstance(one, str) for one in given):
        raise refuse("column_name_needed", name=role, type=type(given).__name__)
    return ScoreArguments(role, tuple(given))


def _of_frame(role: str, frame: Any, columns: list[Any]) -> ScoreArguments:
    """A frame: by the names of its columns."""
    if len(columns) == 1:
        return ScoreArguments(role, (frame[columns[0]],))
    names = tuple(naming.canonical(name) for name in columns)
    return ScoreArguments(role, tuple(frame[name] for name in columns), names, written=True)


def _is_number(name: object) -> bool:
    if not isinstance(name, str):
        return False
    try:
        float(name)
    except ValueError:
        return False
    return True


def _of_array(role: str, given: object) -> ScoreArguments:
    """One axis: one column. Two axes: rows by classes, as `predict_proba` gives them."""
    if isinstance(given, (list, tuple)) and given and _is_row(given[0]):
        if not all(map(_is_row, given)) or len({len(row) for row in given}) != 1:
            raise refuse("columns_ragged", role=role)
        given = np.array(given, dtype=object if _odd(given) else np.float64)
    shape: tuple[int, ...] = getattr(given, "shape", ())
    if len(shape) != 2:
        return ScoreArguments(role, (given,))
    values: Any = given if library_of(given) else np.asarray(given)
    return ScoreArguments(role, tuple(values[:, index] for index in range(shape[1])))


def _is_row(given: object) -> bool:
    return isinstance(given, (list, tuple)) or (isinstance(given, np.ndarray) and given.ndim == 1)


def _odd(rows: Any) -> bool:
    """Whether numpy could not hold the values as they are: text, nulls, very long numbers."""
    return any(
        not isinstance(value, (int, float)) or (isinstance(value, int) and abs(value) > _LONG)
        for row in rows
        for value in row
    )
