"""Python objects to codes: a dictionary, which knows that 1, 1.0 and True are equal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import Codes, are_plain, chunks, listed
from veracity.errors import refuse
from veracity.statistics.labels import canonical, is_null

Rows = NDArray[Any] | Sequence[Any]
_PLAIN = ({str}, {int})


class _CodeOf(dict[Any, int]):
    """Gives every new value the next number."""

    def __missing__(self, value: object) -> int:
        code = self[value] = len(self)
        return code


def codes_by_dictionary(name: str, values: Rows) -> tuple[NDArray[Any], list[Any]]:
    """The codes of all rows, and the distinct values in the order of their codes."""
    code_of = _CodeOf()
    codes = np.empty(len(values), np.int32)
    for part in chunks(len(values)):
        try:
            numbers = map(code_of.__getitem__, _objects(values[part]))
            codes[part] = np.fromiter(numbers, np.int32, part.stop - part.start)
        except TypeError as error:
            raise _unhashable(name, values) or error from error
    return codes, list(code_of)


def of_objects(name: str, values: Rows) -> Codes:
    """The codes of a list, a tuple or an array of objects."""
    codes, labels = codes_by_dictionary(name, values)
    types = set(map(type, labels))
    if types not in _PLAIN:
        labels = [label if is_null(label) else canonical(label) for label in labels]
        types = set(map(type, labels))
    if types == {int}:
        canonical(min(labels)), canonical(max(labels))  # too long to be written out: refused
    if bool in types and not _only_booleans(values):
        labels = [int(label) if type(label) is bool else label for label in labels]
    return Codes(
        name, codes, 0, len(labels), listed(labels), plain=types in _PLAIN or are_plain(labels)
    )


def _objects(values: Rows) -> Sequence[Any]:
    return values.tolist() if isinstance(values, np.ndarray) else values


def _only_booleans(values: Rows) -> bool:
    """Whether all rows are booleans or null: where True meets 1, the first must not win."""
    booleans = (bool, np.bool_)
    objects = _objects(values)
    return set(map(type, objects)) <= set(booleans) or all(
        type(value) in booleans or is_null(value) for value in objects
    )


def _unhashable(name: str, values: Rows) -> Exception | None:
    """The error for the first value that cannot be a label."""
    for row, value in enumerate(values):
        try:
            hash(value)
        except TypeError:
            return refuse("column_unhashable", column=name, row=row, type=type(value).__name__)
    return None
