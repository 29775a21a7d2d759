"""Columns of tensors as one table on their device: labels as codes, scores and weights checked.

What is plain stays on the device. What is not (labels that are no whole numbers, bad rows that
must be named, sums that are not one) is None here, and the columns are brought home instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.array_likes import read_column
from veracity.engines.columns.column import library_of
from veracity.engines.columns.tensor_library import (
    Tensor,
    TensorLibrary,
    brought_home,
    device_of,
    dtype_name,
    float_bytes,
)
from veracity.engines.encoding.encode import encode
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.usable_rows import has_bad_labels
from veracity.engines.tensors.kernels import DENSE, FEW_VALUES, ends, parts_of, values_counted
from veracity.engines.validation.sum_to_one import tight_tolerance
from veracity.errors import refuse
from veracity.statistics.labels import canonical
from veracity.statistics.row_account import RowAccount

Column = Any  # a tensor, or what can be sent to its device
_FEW = 1 << 15
_WHOLE = ("bool", "int8", "uint8", "int16", "int32", "int64")  # torch cannot order other unsigned


@dataclass(frozen=True, slots=True)
class LabelTensor:
    """A column of labels on a device: its numbers, and what each of them stands for.

    The code of a row is its number less `low`, looked up in `index` where not all numbers
    occur; with `known` (numbers far apart, in order) it is the index among these.
    """

    numbers: Tensor
    labels: tuple[Any, ...]
    low: int = 0
    index: Tensor | None = None
    known: Tensor | None = None

    def codes(self, lib: TensorLibrary, rows: slice) -> Tensor:
        """The codes of some rows."""
        numbers = self.numbers[rows]
        if self.known is not None:
            return lib.searchsorted(self.known, numbers, "left")
        numbers = lib.cast(numbers, "int32" if self.few else "int64")
        numbers = numbers - self.low if self.low else numbers
        return numbers if self.index is None else self.index[numbers]

    def short_codes(self, lib: TensorLibrary, rows: slice) -> Tensor:
        """The same as bytes where the labels are codes already: to add to, not to look up with."""
        plain = self.index is None and self.known is None and not self.low
        if plain and dtype_name(self.numbers) in ("int8", "uint8"):
            return self.numbers[rows]
        return self.codes(lib, rows)

    @property
    def few(self) -> bool:
        """Whether codes are short: their numbers are, and their low one too."""
        return len(self.labels) <= _FEW and abs(self.low) <= _FEW

    def counts(self, lib: TensorLibrary, slices: Iterable[slice]) -> NDArray[np.int64] | None:
        """How often each label occurs, if they are very few: without a code for any row."""
        if len(self.labels) > FEW_VALUES or self.index is not None or self.known is not None:
            return None
        parts = (self.numbers[rows] for rows in slices)
        return values_counted(lib, parts, self.low, len(self.labels))

    def part(self, kept: Tensor) -> LabelTensor:
        """Only some of the rows."""
        return replace(self, numbers=self.numbers[kept])

    def relabelled(
        self, lib: TensorLibrary, codes: Sequence[int], labels: tuple[Any, ...]
    ) -> LabelTensor:
        """The same with code i read as `codes[i]`, and what these stand for."""
        whole = self.codes(lib, slice(None))
        sent = lib.sent(np.asarray(codes, np.int64), self.numbers)
        return LabelTensor(sent[whole], labels)


@dataclass(frozen=True, slots=True)
class TensorTable:
    """Rows on a device: keys in the order of the request, scores by role, weights.

    `between` are the least and the greatest of each column of scores.
    """

    lib: TensorLibrary
    keys: tuple[LabelTensor, ...]
    scores: Mapping[Any, Tensor]
    weight: Tensor | None
    account: RowAccount
    wide: bool  # scores that need the codes of doubles
    between: Mapping[Any, tuple[float, float]] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.keys[0].numbers)

    def slices(self) -> Iterator[slice]:
        """The rows in parts that fit on the device beside the whole."""
        return parts_of(len(self))

    def part(self, kept: Tensor) -> TensorTable:
        """Only some of the rows."""
        return replace(
            self,
            keys=tuple(key.part(kept) for key in self.keys),
            scores={name: column[kept] for name, column in self.scores.items()},
            weight=None if self.weight is None else self.weight[kept],
        )


def first_tensor(request: ReadRequest[Any]) -> Tensor | None:
    """A tensor among the columns; None if there is none."""
    every = [*request.columns_by_name().values(), request.weight]
    return next((one for one in every if library_of(one)), None)


def tensor_table(request: ReadRequest[Any]) -> TensorTable | None:
    """The columns of a request on their device; None if they must be brought home."""
    request.check()
    like = first_tensor(request)
    if like is None or request.weight_kind == "frequency":
        return None
    _refuse_apart(request)
    lib = TensorLibrary.of(like)
    labels = {**request.labels_by_name(), **request.keys_by_name()}
    keys = [_labels(lib, name, column, like) for name, column in labels.items()]
    scores: dict[Any, Any] = {
        role: _numbers(lib, column, like) for role, column in request.scores.items()
    }
    weight = None if request.weight is None else _numbers(lib, request.weight, like)
    own: list[Any] = [] if request.weight is None else [weight]
    given = [*keys, *scores.values(), *own]
    if any(one is None for one in given):
        return None
    kept = [key for key in keys if key is not None]
    if (
        len({len(key.numbers) for key in kept} | {len(one) for one in [*scores.values(), *own]})
        != 1
    ):
        return None
    allowed = request.allowed
    of_labels = kept[: 1 if request.predicted is None else 2]
    if allowed is not None and any(set(map(canonical, k.labels)) - allowed for k in of_labels):
        return None
    wide = any(float_bytes(one) == 8 for one in scores.values())
    rows = len(kept[0].numbers)
    table = TensorTable(lib, tuple(kept), scores, weight, RowAccount(rows, rows, {}), wide)
    return _usable(table, request)


def _usable(table: TensorTable, request: ReadRequest[Any]) -> TensorTable | None:
    """The rows that can be used; None where bad ones must be named, or separated."""
    lib = table.lib
    between = {role: ends(column) for role, column in table.scores.items()}
    table = replace(table, between=between)
    for role, column in table.scores.items():
        low, high = between[role]
        if low >= 0 and high <= 1 if role in request.probabilities else low <= high:
            continue
        if not request.drop or len(table.scores) > 1:
            return None
        missing = column != column
        outside = ((column < 0) | (column > 1)) & (role in request.probabilities)
        counted = {"null_score": int(missing.sum()), "score_outside": int(outside.sum())}
        refused = {reason: n for reason, n in counted.items() if n}
        read = len(table)
        if sum(refused.values()) == read:
            return None
        account = RowAccount(read, read - sum(refused.values()), refused)
        table = table.part(~(missing | outside))
        between = {role: ends(kept) for role, kept in table.scores.items()}
        table = replace(table, account=account, between=between)
    if not _sums_are_one(table, request):
        return None
    if table.weight is not None:
        low, high = ends(table.weight)
        if not (low >= 0 and 1e-40 < high < 1e60):
            return None
        if low == 0:
            table = table.part(lib.indices(table.weight > 0))
    return table


def _sums_are_one(table: TensorTable, request: ReadRequest[Any]) -> bool:
    """Whether probabilities of all classes add up to one as closely as their type can say."""
    lib = table.lib
    for group in request.sums:
        tolerance = tight_tolerance([float_bytes(table.scores[name]) for name in group])
        for rows in table.slices():
            total = sum(lib.cast(table.scores[name][rows], "float64") for name in group)
            if not bool((abs(total - 1) <= tolerance).all()):
                return False
    return True


def _labels(lib: TensorLibrary, name: str, column: Column, like: Tensor) -> LabelTensor | None:
    """A column of labels; text and other things that are no tensors are encoded at home."""
    if not library_of(column):
        codes = encode(read_column(name, column))
        if has_bad_labels(codes):
            return None
        numbers = lib.sent(codes.codes.astype(np.int64) - codes.low, like)
        return LabelTensor(numbers, tuple(codes.decode(np.arange(codes.size))))
    column = _flat(column)
    if column is None or not len(column) or dtype_name(column) not in _WHOLE:
        return None
    if dtype_name(column) == "bool":
        return LabelTensor(column, (False, True))
    low, high = (int(end) for end in ends(column))
    if high - low >= DENSE:
        known = lib.xp.unique(column)
        return LabelTensor(column, tuple(brought_home(known).tolist()), known=known)
    return LabelTensor(column, tuple(range(low, high + 1)), low)


def _numbers(lib: TensorLibrary, column: Column, like: Tensor) -> Tensor | None:
    """A column of scores or weights as floats on the device; None if it holds other things."""
    if library_of(column):
        found = _flat(column)
        return found if found is not None and float_bytes(found) and len(found) else None
    read = read_column("", column)
    values = read.values
    if not isinstance(values, np.ndarray) or values.dtype.kind != "f" or read.nulls is not None:
        return None
    return lib.sent(values, like) if values.dtype.itemsize <= 8 and len(values) else None


def _flat(column: Tensor) -> Tensor | None:
    """A single column of a two-dimensional tensor is that column."""
    if len(column.shape) == 2 and column.shape[1] == 1:
        column = column[:, 0]
    if len(column.shape) != 1:
        return None
    return column.detach() if library_of(column) == "torch" else column


def _refuse_apart(request: ReadRequest[Any]) -> None:
    """Refuse tensors of several packages or devices: nothing is moved in silence."""
    every = {**request.columns_by_name(), request.weight_name: request.weight}
    where = {
        name: f"{library_of(one)} {device_of(one)}"
        for name, one in every.items()
        if library_of(one)
    }
    if len(set(where.values())) > 1:
        named = "; ".join(f"{name}: {device}" for name, device in where.items())
        raise refuse("tensors_apart", where=named)
