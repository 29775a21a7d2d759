"""The engine for files and DuckDB relations: one scan, grouped and summed by DuckDB."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.bad_rows import SHOWN
from veracity.engines.coded import Coded
from veracity.engines.coding import coded
from veracity.engines.coding_objects import codes_by_dictionary
from veracity.engines.columns import Column
from veracity.engines.cut import Cut, coded_cut
from veracity.engines.entries import Entries, FirstRows, judged_entries
from veracity.engines.grouped import Grouped
from veracity.engines.judging import Rules
from veracity.engines.scans import Scan
from veracity.engines.sql_columns import SqlColumn
from veracity.engines.text_levels import typed_levels
from veracity.errors import refuse
from veracity.statistics.row_account import RowAccount

_EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)
Keys = Mapping[str, "str | Cut"]
Fetched = Mapping[str, Any]


def group_sum(
    scan: Scan, keys: Keys, weight: str | None, ruled: Rules
) -> tuple[Grouped, RowAccount]:
    """Rows of a scan summed by key."""
    plan = _Plan(scan, keys, weight, ruled)
    fetched = scan.run(plan.statement, plan.fetch)
    if not len(fetched["entries"]):
        raise refuse("no_rows_in", where=scan.shown)
    plan.refuse_weights(fetched)
    entries = Entries(
        plan.coded(fetched),
        [fetched[f"k{i}"] for i in range(len(keys))],
        np.asarray(fetched["entries"], np.int64),
        _floats(fetched.get("w")),
        _floats(fetched.get("ww")),
        None if "bad" not in fetched else np.asarray(fetched["bad"], np.bool_),
    )
    return judged_entries(entries, ruled, plan)


class _Plan:
    """The statement, and the questions that follow if rows are bad."""

    def __init__(self, scan: Scan, keys: Keys, weight: str | None, ruled: Rules) -> None:
        self._scan, self._ruled = scan, ruled
        self._keys = [
            (name, scan.columns[key.column if isinstance(key, Cut) else key], key)
            for name, key in keys.items()
        ]
        for name, column, _ in self._keys:
            if column.nested:
                raise refuse("column_nested", column=name, type=column.held)
        self._weight = None if weight is None else scan.columns[weight]

    @property
    def statement(self) -> str:
        """Everything in one scan."""
        by = [_key_of(column, key) for _, column, key in self._keys]
        sums = ["count(*)::BIGINT AS entries"]
        if self._weight is not None:
            x, bad = self._weight.number, self._weight.bad_weight
            by.append(bad)
            sums += [
                f"fsum(CASE WHEN {bad} THEN 0 ELSE {x} END) AS w",
                f"fsum(CASE WHEN {bad} THEN 0 ELSE ({x}) * ({x}) END) AS ww",
                f"(count(*) FILTER (WHERE {self._weight.no_number}))::BIGINT AS texts",
                f"(count(*) FILTER (WHERE {self._fractional}))::BIGINT AS fractions",
            ]
        names = [f"k{i}" for i in range(len(self._keys))] + ["bad"]
        named = [f"{what} AS {name}" for what, name in zip(by, names, strict=False)]
        places = ", ".join(str(i + 1) for i in range(len(by)))
        return f"SELECT {', '.join([*named, *sums])} FROM ({self._scan.rows}) GROUP BY {places}"

    @property
    def _fractional(self) -> str:
        assert self._weight is not None
        x = f"({self._weight.number})"
        return f"NOT {self._weight.bad_weight} AND {x} <> floor({x})"

    def fetch(self, result: Any) -> Fetched:
        """Columns of the result; numpy where it can hold them all, else Python objects."""
        if all(column.simple or isinstance(key, Cut) for _, column, key in self._keys):
            return {name: _without_mask(column) for name, column in result.fetchnumpy().items()}
        names = [column[0] for column in result.description]
        rows = result.fetchall()
        return dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else {"entries": ()}

    def refuse_weights(self, fetched: Fetched) -> None:
        """Weights that are text, and frequencies that are not whole."""
        if self._weight is None:
            return
        name = self._ruled.weight_name
        if sum(fetched["texts"]):
            rows, values = self._first(self._weight.no_number, self._weight.name)
            raise refuse("weight_not_a_number", column=name, row=rows, value=repr(values[0]))
        n = int(sum(fetched["fractions"]))
        if n and self._ruled.weight_kind == "frequency":
            rows, values = self._first(self._fractional, self._weight.number)
            raise refuse("frequency_fractional", column=name, n=n, row=rows, value=repr(values[0]))

    def coded(self, fetched: Fetched) -> list[Coded]:
        """The keys of the entries as codes; columns of text are given their types together."""
        texts = {
            name: codes_by_dictionary(name, _objects(fetched[f"k{i}"]))
            for i, (name, column, key) in enumerate(self._keys)
            if column.held == "text" and not isinstance(key, Cut)
        }
        typed = typed_levels(
            {name: found for name, (_, found) in texts.items()},
            self._ruled.label_keys,
            self._ruled.allowed,
        )
        keyed = []
        for i, (name, column, key) in enumerate(self._keys):
            raw = fetched[f"k{i}"]
            if isinstance(key, Cut):
                keyed.append(coded_cut(name, np.asarray(raw, np.uint8)))
            elif name in texts:
                keyed.append(coded(Column(name, texts[name][0], categories=typed[name])))
            else:
                keyed.append(coded(_column(name, column, raw)))
        return keyed

    def first(self, place: int, raw: Sequence[Any]) -> FirstRows:
        """The first rows that have one of these values in a key; the last place is the weight."""
        if place == len(self._keys):
            assert self._weight is not None
            return self._first(self._weight.bad_weight, self._weight.name)
        _, column, key = self._keys[place]
        if isinstance(key, Cut):
            codes = ", ".join(str(int(code)) for code in raw)
            return self._first(f"{column.cut(key)} IN ({codes})", column.key)
        return self._first(column.holds(raw), column.key)

    def _first(self, condition: str, shown: str) -> FirstRows:
        """Row numbers, and what these rows hold; part by part, because rows are numbered so."""
        rows, values = list[str](), list[Any]()
        for part in self._scan.parts:
            statement = (
                f"SELECT r, {shown} AS v FROM "
                f"(SELECT row_number() OVER () - 1 AS r, * FROM ({part.rows})) "
                f"WHERE {condition} ORDER BY r LIMIT {SHOWN + 1 - len(rows)}"
            )
            found = self._scan.run(statement, lambda result: result.fetchall())
            suffix = f" ({part.name})" if len(self._scan.parts) > 1 else ""
            rows += [f"{row}{suffix}" for row, _ in found]
            values += [value for _, value in found]
            if len(rows) > SHOWN:
                break
        more = ", …" if len(rows) > SHOWN else ""
        shown = list({repr(value): value for value in values[:SHOWN]}.values())
        return ", ".join(rows[:SHOWN]) + more if rows else None, shown

    def extremes(self, place: int) -> tuple[float, float]:
        """The smallest and the largest finite score."""
        x = f"({self._keys[place][1].number})"
        statement = (
            f"SELECT min(x), max(x) FROM (SELECT CASE WHEN isfinite({x}) THEN {x} END AS x "
            f"FROM ({self._scan.rows}))"
        )
        low, high = self._scan.run(statement, lambda result: result.fetchone())
        return (np.inf, -np.inf) if low is None else (low, high)


def _key_of(column: SqlColumn, key: str | Cut) -> str:
    return column.cut(key) if isinstance(key, Cut) else column.key


def _column(name: str, column: SqlColumn, raw: Any) -> Column:
    """The values of a column that has types of its own."""
    if column.held == "json":
        values = [None if text is None else json.loads(text) for text in _objects(raw)]
        return Column(name, values)
    if column.held == "TIMESTAMP WITH TIME ZONE":
        return Column(name, [_moment(microseconds) for microseconds in _objects(raw)])
    if isinstance(raw, np.ma.MaskedArray):
        return Column(name, raw.data, np.ma.getmaskarray(raw))
    return Column(name, raw)


def _moment(microseconds: int | None) -> datetime.datetime | None:
    if microseconds is None:
        return None
    return _EPOCH + datetime.timedelta(microseconds=microseconds)


def _objects(raw: Any) -> Sequence[Any]:
    objects: Sequence[Any] = raw.tolist() if isinstance(raw, np.ndarray) else raw
    return objects


def _without_mask(column: NDArray[Any]) -> NDArray[Any]:
    """Python objects with None in them; numbers keep a mask if there is a null."""
    if isinstance(column, np.ma.MaskedArray):
        if column.dtype == object:
            return np.array(column.tolist(), object)
        if not column.mask.any():
            return column.data
    return column


def _floats(column: Any) -> NDArray[np.float64] | None:
    return None if column is None else np.asarray(column, np.float64)
