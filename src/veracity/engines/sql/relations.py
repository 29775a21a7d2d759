"""DuckDB relations of the user, on her own connection, where nothing is created or left."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

from numpy.typing import NDArray

from veracity.engines.columns.array_likes import is_dataset
from veracity.engines.columns.display_names import numbered
from veracity.engines.files.errors import no_room
from veracity.engines.files.missing_columns import refuse_unknown
from veracity.engines.sql.arrow_stream import batches
from veracity.engines.sql.column_sql import SqlColumn
from veracity.engines.sql.quoting import identifier
from veracity.engines.sql.scans import ROW, Asked, Fetch, FoundRow, finite_extremes, named
from veracity.engines.sql.session import own_connection, waited_for


def relation_scan(relation: Any, asked: Sequence[str]) -> RelationScan:
    """The columns asked for; a PyArrow dataset becomes a relation of a connection of its own."""
    connection = None
    if is_dataset(relation):
        refuse_unknown(asked, list(relation.schema.names), "the relation")
        connection = own_connection(str(Path(tempfile.gettempdir()) / f"veracity-{uuid4().hex}"))
        relation = connection.from_arrow(_scannable(relation, asked))
    types = dict(zip(relation.columns, map(str, relation.types), strict=True))
    refuse_unknown(asked, list(relation.columns), "the relation")
    names = numbered(asked)
    expressions = {ours: identifier(name) for name, ours in names.items()}
    columns = {name: SqlColumn(ours, types[name]) for name, ours in names.items()}
    return RelationScan(columns, relation.project(named(expressions)), connection=connection)


class _Dataset(Protocol):
    """What is needed of a PyArrow dataset."""

    schema: Any

    def scanner(self, *, columns: Mapping[str, object]) -> object: ...


def _scannable(dataset: _Dataset, asked: Sequence[str]) -> object:
    """The dataset; where DuckDB lacks the type of any column, a scan of those asked for, wider."""
    if not any(map(_lacking, dataset.schema.types)):
        return dataset
    field = import_module("pyarrow.dataset").field
    columns = {name: field(name) for name in asked}
    for name in asked:
        if _lacking(dataset.schema.field(name).type):
            columns[name] = columns[name].cast("float64")
    return dataset.scanner(columns=columns)


def _lacking(kind: object) -> bool:
    return str(kind).startswith(("halffloat", "decimal256"))


@dataclass(frozen=True, slots=True)
class RelationScan:
    """A relation as a table to be scanned, by the methods of relations alone."""

    columns: Mapping[str, SqlColumn]
    relation: Any
    display_name: str = "the relation"
    connection: Any = None  # kept open as long as it is needed, where it is not the user's

    def grouped(self, asked: Asked, fetch: Fetch) -> Any:
        """Sums by key."""
        by = ", ".join(asked.by)
        inner = self.relation.project(named(asked.by | asked.values))
        return self._run(lambda: fetch(inner.aggregate(f"{by}, {named(asked.sums)}", by)))

    def sample(self, values: Sequence[str], most: int) -> list[tuple[Any, ...]]:
        """Whichever rows come first."""
        some = self.relation.project(", ".join(values)).limit(most)
        rows: list[tuple[Any, ...]] = self._run(some.fetchall)
        return rows

    def first(self, condition: str, display_name: str, most: int) -> list[FoundRow]:
        """The first rows in the order of the relation."""
        rows = self.relation.project(f"{ROW}, *").filter(condition).order("r").limit(most)
        found = self._run(rows.project(f"r, {display_name}").fetchall)
        return [(str(row), value) for row, value in found]

    def extremes(self, number: str) -> tuple[Any, Any]:
        """From one more scan."""
        low, high = self.totals(finite_extremes(number))
        return low, high

    def totals(self, sums: Mapping[str, str]) -> tuple[Any, ...]:
        """From one more scan."""
        found: tuple[Any, ...] = self._run(self.relation.aggregate(named(sums)).fetchall)[0]
        return found

    def streamed(self, values: Mapping[str, str]) -> Iterator[list[NDArray[Any]]]:
        """From one more scan; her connection is busy until the last batch."""
        yield from batches(self._run(self.relation.project(named(values)).__arrow_c_stream__))

    def _run(self, work: Callable[[], Any]) -> Any:
        """What `work` gives. Ctrl-C ends it: in a thread beside ours where the connection is.

        On the user's own connection DuckDB hears it, and says so by an error.
        """
        import duckdb

        try:
            return work() if self.connection is None else waited_for(self.connection, work)
        except duckdb.Error as error:
            of_room = no_room(error)
            if of_room is None:
                raise
            raise of_room from error
        except RuntimeError as error:
            if "Query interrupted" in str(error):
                raise KeyboardInterrupt from error
            raise
