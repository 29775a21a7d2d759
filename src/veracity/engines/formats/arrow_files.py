"""Arrow and Feather files: only the columns asked for, mapped or read into memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from veracity.engines.files.missing_columns import refuse_lacking
from veracity.engines.files.paths import File, Piece
from veracity.errors import refuse


def columns_of_arrow(
    files: Sequence[File], asked: Sequence[str]
) -> tuple[dict[str, Any], list[Piece]]:
    """The columns of all files, one after the other, and how many rows each file has."""
    try:
        import pyarrow as pa  # type: ignore[import-untyped]
    except ImportError:
        raise refuse("arrow_needs_pyarrow", path=files[0].display_name) from None
    tables = [_table(file, asked, files[0]) for file in files]
    if not any(table.num_rows for table in tables):
        raise refuse("no_rows_in", where=files[0].display_name)
    columns: dict[str, Any] = {}
    for name in asked:
        parts = [_plain(table.column(name)) for table in tables]
        for file, part in zip(files, parts, strict=True):
            if part.type != parts[0].type:
                raise refuse(
                    "file_types_differ",
                    column=repr(name),
                    first=files[0].display_name,
                    mine=parts[0].type,
                    second=file.display_name,
                    yours=part.type,
                )
        chunks = [chunk for part in parts for chunk in part.chunks]
        columns[name] = pa.chunked_array(chunks, type=parts[0].type)
    pieces = [Piece(f.display_name, t.num_rows) for f, t in zip(files, tables, strict=True)]
    return columns, pieces


def _table(file: File, asked: Sequence[str], first: File) -> Any:
    """The columns asked for of one file, in either layout of Arrow."""
    import pyarrow as pa

    try:
        mapped = pa.memory_map(file.path)
        layout = pa.ipc.open_file if mapped.read(6) == b"ARROW1" else pa.ipc.open_stream
        mapped.seek(0)
        names = layout(mapped).schema.names
        refuse_lacking(asked, names, file, first)
        mapped.seek(0)
        options = pa.ipc.IpcReadOptions(included_fields=[names.index(name) for name in asked])
        return layout(mapped, options=options).read_all()
    except pa.ArrowInvalid as error:
        key = "file_cut_short" if "footer" in str(error).lower() else "file_unreadable"
        raise refuse(key, path=file.display_name, why=str(error).partition("\n")[0][:160]) from None
    except OSError as error:
        raise refuse("file_unreadable", path=file.display_name, why=str(error)[:160]) from None


def names_of_arrow(file: File) -> list[str]:
    """The names of the columns of one file."""
    table = _table(file, (), file)
    return list(table.schema.names)


def _plain(column: Any) -> Any:
    """Dictionaries of different files have different codes: several become one by their text."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type) and column.num_chunks > 1:
        return column.cast(column.type.value_type)
    return column
