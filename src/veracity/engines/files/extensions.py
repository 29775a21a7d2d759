"""What DuckDB reads by an extension alone: object stores, web addresses, databases.

An extension that is installed is loaded; none is ever fetched.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from veracity.errors import refuse

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_SCHEME = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]+)://")
_EXTENSIONS = {
    **dict.fromkeys(("s3", "s3a", "s3n", "gs", "gcs", "r2", "http", "https", "hf"), "httpfs"),
    **dict.fromkeys(("az", "azure", "abfs", "abfss"), "azure"),
    **dict.fromkeys(("postgres", "postgresql"), "postgres"),
}
SQLITE = "sqlite"


def address(path: str) -> str | None:
    """The extension that a path with a scheme needs, None for a local path."""
    scheme = _SCHEME.match(path)
    if scheme is None:
        return None
    known = _EXTENSIONS.get(scheme.group(1).lower())
    if known is None:
        raise refuse("scheme_unknown", path=path, scheme=scheme.group(1))
    return known


def load(connection: DuckDBPyConnection, extension: str, path: str) -> None:
    """Load an extension that is installed; else say which one is missing."""
    import duckdb

    try:
        connection.execute(f"LOAD {extension}")
    except duckdb.Error:
        raise refuse(
            "extension_missing", path=path, extension=extension, version=duckdb.__version__
        ) from None


def first_lines(path: str, extension: str | None, compression: str, most: int) -> str:
    """The first lines of a text that Python cannot open or unpack itself."""
    import duckdb

    with duckdb.connect() as connection:
        if extension is not None:
            load(connection, extension, path)
        found = connection.execute(
            "SELECT line FROM read_csv(?, auto_detect = false, header = false, delim = chr(1), "
            "quote = '', escape = '', new_line = '\\n', nullstr = chr(2), "
            f"columns = {{'line': 'VARCHAR'}}, compression = '{compression}') LIMIT {most}",
            [path],
        ).fetchall()
    return "".join(f"{line}\n" for (line,) in found)
