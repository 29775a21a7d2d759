"""A column as small integers: what the counting takes, and how to read a label back."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.words import Text

Label = Hashable
Ints = NDArray[np.int64]
Decode = Callable[[Ints], list[Any]]
CHUNK = 1 << 18
_NONE = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Codes:
    """Row i has code `codes[i] - low`, in 0 … size-1; not every code need occur.

    `low` spares a copy of integer columns: they are their own codes. `decode` gives the label
    of each code as it was found: nulls and infinities too, which are validated once for each label
    and not once for each row. `plain` promises canonical, good labels of one kind. `remark` is
    what a refusal of its rows should add.

    Once validated, `used` are the codes that occur, `labels` what they stand for, and `bad` why
    each of them cannot be used; None if all can.
    """

    name: str
    codes: NDArray[Any]
    low: int
    size: int
    decode: Decode
    plain: bool = False
    faults: NDArray[np.int8] | None = None
    categories: tuple[Label, ...] | None = None
    remark: Text | None = None
    used: Ints = field(default_factory=lambda: _NONE)
    labels: Sequence[Any] = ()
    bad: NDArray[np.int8] | None = None

    def validated(self, used: Ints, labels: Sequence[Any], bad: NDArray[np.int8] | None) -> Codes:
        """The same with what was found in it."""
        kept = self.name, self.codes, self.low, self.size, self.decode, self.plain
        return Codes(*kept, self.faults, self.categories, self.remark, used, labels, bad)

    def table(self, values: NDArray[Any]) -> NDArray[Any]:
        """For each row what `values` says of its code."""
        found = np.empty(len(self.codes), values.dtype)
        for part in chunks(len(found)):
            found[part] = values[self.codes[part].astype(np.int64) - self.low]
        return found


def listed(labels: Sequence[Any]) -> Decode:
    """Codes that are positions in a list."""
    return lambda codes: [labels[code] for code in codes.tolist()]


def are_plain(labels: Sequence[Any]) -> bool:
    """Whether all are text, or all are finite numbers (not bool) in canonical form."""
    types = set(map(type, labels))
    if types == {float} or types == {float, int}:
        return all(label - label == 0 for label in labels)
    return types in ({str}, {int})


def code_dtype(size: int) -> np.dtype[Any]:
    """The smallest unsigned integer that holds codes below `size`."""
    return np.min_scalar_type(max(size - 1, 0))


def with_nulls(column: Codes, nulls: NDArray[np.bool_] | None) -> Codes:
    """Marked rows get one more code, whose label is None."""
    if nulls is None or not nulls.any():
        return column
    size, decode = column.size, column.decode
    codes = np.empty(len(column.codes), code_dtype(size + 1))
    np.subtract(column.codes, column.low, out=codes, dtype=np.int64, casting="unsafe")
    codes[nulls] = size

    def decode_with_null(some: Ints) -> list[Any]:
        inside = some[some < size]
        labels = iter(decode(inside))
        return [None if code == size else next(labels) for code in some.tolist()]

    return Codes(column.name, codes, 0, size + 1, decode_with_null)


def compress(column: Codes) -> tuple[Codes, Ints]:
    """The column with only the codes that occur, and what those were before."""
    seen = np.zeros(column.size, np.bool_)
    for part in chunks(len(column.codes)):
        seen[column.codes[part].astype(np.int64) - column.low] = True
    kept = seen.nonzero()[0]
    if len(kept) == column.size:
        return column, kept
    index = np.zeros(column.size, code_dtype(len(kept)))
    index[kept] = np.arange(len(kept))
    codes = np.empty(len(column.codes), index.dtype)
    for part in chunks(len(codes)):
        codes[part] = index[column.codes[part].astype(np.int64) - column.low]
    return replace(column, codes=codes, low=0, size=len(kept)), kept


def chunks(rows: int, size: int = CHUNK) -> list[slice]:
    """The rows in pieces that stay near the processor."""
    if rows <= size:
        return [slice(0, rows)]
    return [slice(start, min(start + size, rows)) for start in range(0, rows, size)]
