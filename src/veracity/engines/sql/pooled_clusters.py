"""A column of very many clusters, read as the random groups that they are put into.

The group of a row is computed by DuckDB, so that millions of labels never leave it. It is the
group that `random_groups` gives to the label.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from veracity.engines.sql.column_sql import SqlColumn, is_numeric
from veracity.engines.sql.quoting import literal
from veracity.engines.sql.scans import Scan
from veracity.statistics.clusters.random_groups import GROUPS, PRIME, SHIFT, WHOLE_NUMBER

_SURE = 2.0  # an estimate that is off by more than this factor is not believed


@dataclass(frozen=True, slots=True)
class PooledClusters(SqlColumn):
    """The column under the same name; bad labels stay what they are, and are refused as ever."""

    @property
    def key(self) -> str:
        """The number of the group; what is no label stays as it is."""
        own, group = SqlColumn(self.name, self.held), self._group
        if self.held == "text":
            bad = f"{own.missing} OR NOT coalesce(isfinite({own.number}), true)"
            return f"(CASE WHEN {bad} THEN {self.name} ELSE ({group})::VARCHAR END)"
        if self.held == "json":
            bad = f"{self.name} IS NULL OR {self.name}::VARCHAR = 'null'"
            return f"(CASE WHEN {bad} THEN {own.key} ELSE ({group})::VARCHAR END)"
        if self.held in ("FLOAT", "DOUBLE"):
            good = f"isfinite({self.name})"
            return f"(CASE WHEN {good} THEN ({group})::DOUBLE ELSE {self.name}::DOUBLE END)"
        return f"(CASE WHEN {self.name} IS NULL THEN NULL ELSE {group} END)"

    @property
    def simple(self) -> bool:
        """Numbers and texts."""
        return True

    def holds(self, values: Sequence[Any]) -> str:
        """The condition of the column itself: only labels that are none are looked for."""
        return SqlColumn(self.name, self.held).holds(values)

    @property
    def _group(self) -> str:
        """The group of a good label."""
        name, text = self.name, _text(SqlColumn(self.name, self.held))
        if self.held in ("FLOAT", "DOUBLE"):
            whole, number = f"{name} = trunc({name}) AND abs({name}) < 1e15", name
        elif is_numeric(self.held) and not self.held.startswith("DECIMAL"):
            return _of_whole(name)
        else:
            whole = f"regexp_full_match({text}, {literal(WHOLE_NUMBER)})"
            number = f"split_part({text}, '.', 1)"
        # a branch that is not taken may still be computed
        number = f"TRY_CAST({number} AS BIGINT)"
        return f"(CASE WHEN {whole} THEN {_of_whole(number)} ELSE {_of_text(text)} END)"


def _text(column: SqlColumn) -> str:
    """The label as text, as Python would write it."""
    if column.held == "json":
        return f"coalesce(json_extract_string({column.name}, '$'), {column.key})"
    return column.key if column.held in ("text", "VARCHAR") else f"{column.key}::VARCHAR"


def _of_whole(number: str) -> str:
    """x⁵ modulo the prime; no product is above 2^62."""
    one = f"((({number}) % {PRIME})::BIGINT + {PRIME} + {SHIFT}) % {PRIME}"
    square = f"(({one}) * ({one}) % {PRIME})"
    return f"(({square} * {square} % {PRIME}) * ({one}) % {PRIME} % {GROUPS})"


def _of_text(text: str) -> str:
    """The first three hexadecimal digits of the MD5 of the text."""
    digits = [f"ascii(substr(md5({text}), {index}, 1))" for index in (1, 2, 3)]
    number = " + ".join(
        f"(({digit} & 15) + 9 * ({digit} >> 6)) * {16**power}"
        for digit, power in zip(digits, (2, 1, 0), strict=True)
    )
    return f"(({number}) % {GROUPS})::BIGINT"


def with_few_clusters(
    scan: Scan, name: str | None, others: Collection[object], rows: int
) -> tuple[Scan, bool]:
    """The scan, and whether the many clusters of more than so many rows are read as random groups.

    A column that is needed for something else too is read as it is.
    """
    if name is None or name in others:
        return scan, False
    column = scan.columns[name]
    if column.nested or not _are_many(scan, column, rows, GROUPS):
        return scan, False
    pooled = PooledClusters(column.name, column.held)
    frozen: Any = scan  # a frozen value, of whichever kind
    return replace(frozen, columns={**scan.columns, name: pooled}), True


def _are_many(scan: Scan, column: SqlColumn, rows: int, clusters: int) -> bool:
    """Whether a scan has more than so many rows, and a column of it more than so many labels.

    An estimate tells at once in all but the closest cases.
    """
    if scan.totals({"n": "count(*)"})[0] <= rows:
        return False
    (about,) = scan.totals({"c": f"approx_count_distinct({column.key})"})
    if not clusters < about * _SURE < clusters * _SURE**2:
        return bool(about > clusters)
    return bool(scan.totals({"c": f"count(DISTINCT {column.key})"})[0] > clusters)
