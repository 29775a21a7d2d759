"""Rows with scores from what DuckDB scans: files, and relations of the user.

Labels come from the second scan as hashes: numbers, whatever their type. The first scan knows
the hash of each label, so a hash stands for exactly one label, or it is not used. Where labels
are few, DuckDB itself says which of them a hash stands for.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.reading_log import log_reading
from veracity.engines.encoding.codes import Codes, code_dtype
from veracity.engines.out_of_core.first_pass import (
    ScannedCategories,
    label_keys,
    scanned_categories,
    validation_keys,
    with_group_names,
)
from veracity.engines.out_of_core.second_pass import Fetching
from veracity.engines.rows import tables
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.engines.sql.column_sql import SqlColumn
from veracity.engines.sql.derived_key_sql import beyond_exact, decimals, off_by, steps_of
from veracity.engines.sql.engine import Summed, summed_by
from veracity.engines.sql.pooled_clusters import with_few_clusters
from veracity.engines.sql.progress import portion, silent
from veracity.engines.sql.result_columns import KeyColumn
from veracity.engines.sql.scans import Asked, Scan
from veracity.engines.sql.session import report_progress
from veracity.engines.validation.derived_keys import Key
from veracity.engines.validation.engine_sums import EngineSums, validate_entries
from veracity.engines.validation.sum_to_one import (
    Allowance,
    SumToOne,
    allowance,
    sum_codes,
)
from veracity.engines.validation.threshold_key import ThresholdKey
from veracity.errors import refuse
from veracity.statistics.labels import Label, canonical, is_null

Open = Callable[[], AbstractContextManager[Scan]]
_CASES, _FEW = 3, 8
_UNSIGNED = {1: "UTINYINT", 2: "USMALLINT", 4: "UINTEGER", 8: "UBIGINT"}  # by bytes
_LISTED = 1 << 11
_BITS = 20
_MASK = np.uint64((1 << _BITS) - 1)


def scan_twice(
    open_scan: Open, request: ReadRequest[str]
) -> tuple[ScannedCategories, Callable[[], Iterator[ScoredRows]]]:
    """What the first scan says of the rows, and how to fetch them by the second."""
    with open_scan() as scan, portion(0.0, 0.5):
        found = _validated(scan, request)
        report_progress(1.0)
    return found.categories, _Second(open_scan, found)


@dataclass(frozen=True, slots=True)
class _First:
    """The outcome of the first scan; `values` are what the second one selects."""

    categories: ScannedCategories
    fetching: Fetching
    values: dict[str, str]


class _Second:
    """Fetches the rows, every time anew; an earlier reading that is not finished ends.

    A relation of the user has one connection, which cannot serve two readings at once.
    """

    def __init__(self, open_scan: Open, first: _First) -> None:
        self._open, self._first = open_scan, first
        self._earlier: weakref.ref[Generator[ScoredRows, None, None]] | None = None
        self._reported = False

    def __call__(self) -> Iterator[ScoredRows]:
        earlier = None if self._earlier is None else self._earlier()
        if earlier is not None:
            earlier.close()
        reading = self._read()
        self._earlier = weakref.ref(reading)  # one that is given up is to end at once
        return reading

    def _read(self) -> Generator[ScoredRows, None, None]:
        telling, self._reported = not self._reported, True
        with ExitStack() as stack:
            with silent():
                scan = stack.enter_context(self._open())
            batches = scan.streamed(self._first.values)
            log_reading(passes=1)
            yield from self._first.fetching.pieces(_counted(batches), telling)


def _counted(batches: Iterator[list[NDArray[Any]]]) -> Iterator[list[NDArray[Any]]]:
    for batch in batches:
        log_reading(values=sum(map(len, batch)))
        yield batch


def _validated(scan: Scan, request: ReadRequest[str]) -> _First:
    others = (request.truth, request.predicted, request.weight, *request.scores.values())
    taken = (*others, *request.groups.values())
    scan, pooled = with_few_clusters(scan, request.cluster, taken, tables.EXACT_ROWS)
    request.check()
    keys = validation_keys(request)
    summed, hashes, salt = _distinct_hashes(scan, keys, request)
    _refuse_beyond(summed)
    allowed = {
        index: _allowance(summed, index)
        for index, one in enumerate(summed.columns)
        if isinstance(one.key, SumToOne)
    }
    entries = _with_sums(summed.entries, allowed)
    grouped, account = validate_entries(entries, request, summed.finder)
    categories = scanned_categories(request, grouped, account, list(allowed.values()))
    indices = [
        _HashIndices.of(known, column, own)
        for known, column, own in zip(hashes, summed.entries.keys, categories.of, strict=False)
    ]
    if pooled:
        categories = with_group_names(request, categories)
    fetching = Fetching(request, categories, indices, scan.display_name)
    return _First(categories, fetching, _values(scan, request, summed.columns, salt, indices))


def _distinct_hashes(
    scan: Scan, keys: Mapping[str, Key], request: ReadRequest[str], salt: int = 0
) -> tuple[Summed, list[NDArray[np.uint64]], int]:
    """The scan with a hash for each label; with another one if two labels have the same."""
    summed = summed_by(scan, keys, request.weight, request, lambda columns: _more(columns, salt))
    hashes = [_hashes(summed, index) for index in range(len(label_keys(request)))]
    if all(map(_all_distinct, hashes, summed.entries.keys)):
        return summed, hashes, salt
    return _distinct_hashes(scan, keys, request, salt + 1)


def _more(columns: Sequence[KeyColumn], salt: int) -> Asked:
    """The hash of each label, whole numbers beyond float64, and how probabilities are rounded."""
    asked = Asked({}, {}, {})
    for index, one in enumerate(columns):
        if not one.is_derived:
            asked.sums[f"h{index}"] = f"any_value({_hash(f'k{index}', salt)})"
        elif isinstance(one.key, ThresholdKey):
            beyond = beyond_exact(one.column)
            if beyond is not None:
                asked.values[f"b{index}"] = beyond
                asked.sums[f"beyond{index}"] = f"(count(*) FILTER (WHERE b{index}))::BIGINT"
        elif isinstance(one.key, SumToOne):
            asked.values[f"o{index}"] = off_by(one.columns)
            asked.values[f"d{index}"] = decimals(one.columns)
            asked.sums[f"near{index}"] = f"count(o{index})::BIGINT"
            asked.sums[f"off{index}"] = f"coalesce(fsum(o{index}), 0)"
            asked.sums[f"decimals{index}"] = f"max(d{index})::BIGINT"
    return asked


def _hash(key: str, salt: int) -> str:
    return f"hash({key}::VARCHAR || '#{salt}')" if salt else f"hash({key})"


def _values(
    scan: Scan,
    request: ReadRequest[str],
    columns: Sequence[KeyColumn],
    salt: int,
    indices: Sequence[_HashIndices],
) -> dict[str, str]:
    """Numbers without nulls: hashes of labels or what they stand for, scores, weights."""
    values = {
        f"h{i}": known.asked(_hash(one.expression, salt))
        for i, (one, known) in enumerate(zip(columns, indices, strict=False))
    }
    for i, name in enumerate(request.scores.values()):
        values[f"s{i}"] = _score(scan.columns[name])
    if request.weight is not None:
        values["w"] = f"coalesce(({scan.columns[request.weight].weight})::DOUBLE, -1)"
    return values


def _score(column: SqlColumn) -> str:
    """The score as a float; NaN where there is none."""
    if column.held == "FLOAT":
        return f"coalesce({column.name}, 'nan'::FLOAT)"
    return f"coalesce(({column.number})::DOUBLE, 'nan'::DOUBLE)"


def _allowance(summed: Summed, index: int) -> Allowance:
    """How far a sum may be from one, by all its rows."""
    steps = steps_of(summed.columns[index].columns)
    codes = np.asarray(summed.entries.keys[index].codes, np.int64)
    found = [np.asarray(summed.found[f"{what}{index}"], np.float64) for what in ("near", "off")]
    rows, off = (np.bincount(codes, one, len(steps) + 1).tolist() for one in found)
    return allowance(steps, int(max(summed.found[f"decimals{index}"])), rows, off)


def _with_sums(entries: EngineSums, allowed: Mapping[int, Allowance]) -> EngineSums:
    """The entries with what is allowed of each sum."""
    keys = list(entries.keys)
    for index, one in allowed.items():
        keys[index] = sum_codes(keys[index].name, keys[index].codes, one)
    return replace(entries, keys=keys)


def _refuse_beyond(summed: Summed) -> None:
    """Whole numbers that a float64 cannot tell apart would be ties."""
    for index, one in enumerate(summed.columns):
        if sum(summed.found.get(f"beyond{index}", ())):
            condition = beyond_exact(one.column)
            assert condition is not None
            row, values = summed.finder.rows_where(condition, one.column.key, 1)
            raise refuse("scores_beyond_exact", column=one.name, row=row, value=values[0])


def _hashes(summed: Summed, index: int) -> NDArray[np.uint64]:
    return np.asarray(summed.found[f"h{index}"], np.uint64)


def _all_distinct(hashes: NDArray[np.uint64], column: Codes) -> bool:
    """Whether every hash stands for one code, but for NaN, which has several."""
    _, first, inverse = np.unique(hashes, return_index=True, return_inverse=True)
    codes = np.asarray(column.codes)
    of_hash = codes[first][inverse.reshape(-1)]
    other = of_hash != codes
    both = np.unique(np.concatenate((codes[other], of_hash[other]))).astype(np.int64)
    return all(map(is_null, column.decode(both - column.low)))


def _telling_bits(hashes: NDArray[np.uint64]) -> tuple[int, NDArray[np.uint16]] | None:
    """Twenty bits that tell all of these hashes apart, if they are few and there are such."""
    if not _FEW < len(hashes) <= _LISTED:
        return None
    for shift in range(64 - _BITS):
        part = (hashes >> np.uint64(shift)) & _MASK
        if len(np.unique(part)) == len(part):
            which = np.zeros(1 << _BITS, np.uint16)
            which[part] = np.arange(len(part))
            return shift, which
    return None


@dataclass(frozen=True, slots=True)
class _HashIndices:
    """The index of a label among the categories, by its hash; hashes are in order.

    Some bits of a hash that no two have in common say at once which one it is, where there are
    such: `bits` are how far they lie from the end, and which known hash each value stands for.
    """

    hashes: NDArray[np.uint64]
    indices: NDArray[Any]
    size: int
    bits: tuple[int, NDArray[np.uint16]] | None

    @classmethod
    def of(
        cls, hashes: NDArray[np.uint64], column: Codes, categories: tuple[Label, ...]
    ) -> _HashIndices:
        known, first = np.unique(hashes, return_index=True)
        labels = column.decode(np.asarray(column.codes)[first].astype(np.int64) - column.low)
        index = {label: i for i, label in enumerate(categories)}
        size = len(categories)
        found = [size if is_null(v) else index.get(canonical(v), size) for v in labels]
        return cls(known, np.array(found, code_dtype(size + 1)), size, _telling_bits(known))

    def asked(self, hashed: str) -> str:
        """What DuckDB is asked for: the hash, or where few are known, which of them it is."""
        if not self._by_cases:
            return hashed
        # each case takes the hash again, of the rows that no earlier one was for
        known = zip(self.hashes.tolist(), self.indices.tolist(), strict=True)
        cases = " ".join(f"WHEN {one}::UBIGINT THEN {index}" for one, index in known)
        return f"(CASE {hashed} {cases} ELSE {self.size} END)::{_UNSIGNED[self.indices.itemsize]}"

    @property
    def _by_cases(self) -> bool:
        return 0 < len(self.hashes) <= _CASES

    def __call__(self, hashes: NDArray[Any]) -> NDArray[Any]:
        if self._by_cases:
            return hashes
        if len(self.hashes) <= _FEW:
            indices = np.full(len(hashes), self.size, self.indices.dtype)
            for one, index in zip(self.hashes, self.indices, strict=True):
                indices[hashes == one] = index
            return indices
        if self.bits is not None:
            shift, which = self.bits
            at: NDArray[Any] = which[(hashes >> np.uint64(shift)) & _MASK]
        else:
            at = np.searchsorted(self.hashes, hashes)
            at[at == len(self.hashes)] = 0
        other = self.indices.dtype.type(self.size)
        return np.asarray(np.where(self.hashes[at] == hashes, self.indices[at], other))
