"""What DuckDB hands back to columns and codes: values as they are, text with its types."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.column import Column
from veracity.engines.encoding.codes import Codes
from veracity.engines.encoding.encode import encode
from veracity.engines.encoding.encode_objects import codes_by_dictionary
from veracity.engines.sql.column_sql import FINE, ZONED, SqlColumn
from veracity.engines.sql.derived_key_sql import derived_key, display_of, steps_of
from veracity.engines.sql.text_types import typed_categories
from veracity.engines.validation.derived_keys import Key, derived_codes, is_derived
from veracity.engines.validation.rules import Rules
from veracity.engines.validation.sum_to_one import Allowance, SumToOne

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
Fetched = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class KeyColumn:
    """A key: what messages call it, the columns it is made of, and what was asked for."""

    name: str
    columns: tuple[SqlColumn, ...]
    key: Key

    @property
    def column(self) -> SqlColumn:
        """The column, or the first of several."""
        return self.columns[0]

    @property
    def is_derived(self) -> bool:
        """Whether this is made of scores or weights, and is no column of labels."""
        return is_derived(self.key)

    @property
    def expression(self) -> str:
        """What rows are grouped by."""
        return self.column.key if isinstance(self.key, str) else derived_key(self.key, self.columns)

    @property
    def display(self) -> str:
        """What messages show of a bad row."""
        return self.column.key if isinstance(self.key, str) else display_of(self.key, self.columns)


def fetched(result: Any, columns: Sequence[KeyColumn]) -> Fetched:
    """The columns of a result: numpy where it can hold all keys, else Python objects."""
    if all(one.column.simple or one.is_derived for one in columns):
        return {name: _unmasked(column) for name, column in result.fetchnumpy().items()}
    names = [column[0] for column in result.description]
    rows = result.fetchall()
    return dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else {"entries": ()}


def codes_of_keys(columns: Sequence[KeyColumn], found: Fetched, ruled: Rules) -> list[Codes]:
    """The keys of the entries as codes; columns of text are given their types together."""
    texts = {
        one.name: codes_by_dictionary(one.name, _objects(found[f"k{index}"]))
        for index, one in enumerate(columns)
        if one.column.held == "text" and not one.is_derived
    }
    categories = {name: labels for name, (_, labels) in texts.items()}
    typed = typed_categories(categories, ruled.label_keys, ruled.allowed)
    keyed = []
    for index, one in enumerate(columns):
        raw = found[f"k{index}"]
        if not isinstance(one.key, str):
            allowed = Allowance(steps_of(one.columns)) if isinstance(one.key, SumToOne) else None
            keyed.append(derived_codes(one.name, one.key, raw, allowed))
        elif one.name in texts:
            codes = texts[one.name][0]
            keyed.append(encode(Column(one.name, codes, categories=typed[one.name])))
        else:
            keyed.append(encode(_column(one.name, one.column.held, raw)))
    return keyed


def sampled_categories(
    columns: Sequence[KeyColumn], rows: Sequence[Sequence[Any]], ruled: Rules
) -> list[tuple[str, list[Any]]]:
    """Distinct values of columns in some rows, as labels."""
    found: dict[str, list[Any]] = {
        one.name: list(dict.fromkeys(row[index] for row in rows))
        for index, one in enumerate(columns)
    }
    texts = {one.name: found[one.name] for one in columns if one.column.held == "text"}
    found |= typed_categories(texts, ruled.label_keys, ruled.allowed)
    for one in columns:
        if one.column.held == "json":
            found[one.name] = [json.loads(text) for text in found[one.name] if text is not None]
    return list(found.items())


def floats(column: object) -> NDArray[np.float64] | None:
    """A column of sums."""
    return None if column is None else np.asarray(column, np.float64)


def _column(name: str, held: str, raw: Any) -> Column:
    """The values of a column that has types of its own."""
    if held == "json":
        values = [None if text is None else json.loads(text) for text in _objects(raw)]
        return Column(name, values)
    if held == ZONED:
        return Column(name, [_moment(microseconds) for microseconds in _objects(raw)])
    if held == FINE:
        found = _objects(raw)
        empty = np.array([value is None for value in found], np.bool_)
        moments = np.array([0 if value is None else value for value in found], np.int64)
        return Column(name, moments.view("M8[ns]"), empty)
    if isinstance(raw, np.ma.MaskedArray):
        return Column(name, raw.data, np.ma.getmaskarray(raw))
    return Column(name, raw)


def _moment(microseconds: int | None) -> datetime.datetime | None:
    """A moment in UTC; older DuckDB needs another package to make it."""
    if microseconds is None:
        return None
    return _EPOCH + datetime.timedelta(microseconds=microseconds)


def _objects(raw: Any) -> Sequence[Any]:
    objects: Sequence[Any] = raw.tolist() if isinstance(raw, np.ndarray) else raw
    return objects


def _unmasked(column: NDArray[Any]) -> NDArray[Any]:
    """Python objects with None in them; numbers keep a mask if there is a null."""
    if isinstance(column, np.ma.MaskedArray):
        if column.dtype == object:
            return np.array(column.tolist(), object)
        if not column.mask.any():
            return column.data
    return column
