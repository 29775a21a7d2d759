"""What messages call a column, and names of our own in statements."""

from __future__ import annotations

from collections.abc import Sequence


def numbered(names: Sequence[str]) -> dict[str, str]:
    """A name of our own for each column: theirs appear once in a statement, quoted."""
    return {name: f"n{index}" for index, name in enumerate(dict.fromkeys(names))}


def display_name(role: str, column: object) -> str:
    """How messages name a column: by what it is for and by what it is called."""
    return role if role == column else f'{role} (column "{column}")'
