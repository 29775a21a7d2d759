"""DuckDB relations of the user, on her own connection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from veracity.engines.scans import Part, Scan, numbered
from veracity.engines.sql import identifier
from veracity.engines.sql_columns import SqlColumn
from veracity.engines.unknown_columns import refuse_unknown

_OURS = "veracity_rows"


def is_relation(data: Any) -> bool:
    """Whether this is a relation, found without importing DuckDB."""
    kind = type(data)
    return kind.__name__ == "DuckDBPyRelation" and "duckdb" in kind.__module__


def relation_scan(relation: Any, asked: Sequence[str]) -> Scan:
    """The columns asked for. Nothing is left on the connection: the name holds for one query."""
    types = dict(zip(relation.columns, map(str, relation.types), strict=True))
    refuse_unknown(asked, list(relation.columns), "the relation")
    names = numbered(asked)
    wanted = ", ".join(f"{identifier(name)} AS {ours}" for name, ours in names.items())
    rows = f"SELECT {wanted} FROM {_OURS}"

    def run(statement: str, fetch: Callable[[Any], Any]) -> Any:
        return fetch(relation.query(_OURS, statement))

    columns = {name: SqlColumn(ours, types[name]) for name, ours in names.items()}
    return Scan(columns, rows, [Part(_OURS, rows)], run, "the relation")
