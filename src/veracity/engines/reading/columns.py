"""Columns for other rooms: frames as columns, the library a column is from, numbers in it."""

from typing import TYPE_CHECKING

from veracity.doors import lazy_door

if TYPE_CHECKING:
    from veracity.engines.columns.array_likes import source_of as source_of
    from veracity.engines.columns.column import library_of as library_of
    from veracity.engines.columns.given import ColumnLike as ColumnLike
    from veracity.engines.columns.given import Source as Source
    from veracity.engines.frames.eager import columns_of as columns_of
    from veracity.engines.rows.probability_column import probability_column as probability_column
    from veracity.engines.rows.probability_column import probability_columns as probability_columns

__getattr__, __dir__, __all__ = lazy_door(
    "veracity.engines",
    {
        "columns.array_likes": ("source_of",),
        "columns.column": ("library_of",),
        "columns.given": ("ColumnLike", "Source"),
        "frames.eager": ("columns_of",),
        "rows.probability_column": ("probability_column", "probability_columns"),
    },
)
