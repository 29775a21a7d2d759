"""LABEL=COLUMN and NAME=COLUMN: columns with the class or model they stand for."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.errors import refuse


def named(words: Sequence[str], path: str) -> dict[str, str] | None:
    """Names to columns, where all words are NAME=COLUMN; None where all are columns.

    A column that is itself called so is that column.
    """
    if not any("=" in word for word in words):
        return None
    from veracity.engines.reading.read_columns import column_names

    there = set(column_names(path))
    pairs = [(word, *word.partition("=")[::2]) for word in words]
    named_pairs = [(name, column) for word, name, column in pairs if word not in there and column]
    if not named_pairs:
        return None
    names = [name for name, _ in named_pairs]
    if len(named_pairs) < len(words) or not all(names) or len(set(names)) < len(names):
        raise refuse("columns_named_all", given=", ".join(words))
    return dict(named_pairs)
