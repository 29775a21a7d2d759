"""Names and texts as SQL: quoted here, and nowhere else, so that no data becomes code."""

from __future__ import annotations

from collections.abc import Iterable


def identifier(name: str) -> str:
    """A column name.

    >>> identifier('a"; drop table t; --')
    '"a""; drop table t; --"'
    """
    return '"' + name.replace('"', '""') + '"'


def literal(text: str) -> str:
    """A text; a zero byte would end the statement, and is written as what makes one.

    >>> literal("it's")
    "'it''s'"
    """
    quoted = "'" + text.replace("'", "''") + "'"
    return quoted if "\0" not in text else "(" + quoted.replace("\0", "' || chr(0) || '") + ")"


def listing(texts: Iterable[str]) -> str:
    """A list of texts, as DuckDB's readers take file names."""
    return "[" + ", ".join(map(literal, texts)) + "]"


def one_of(expression: str, texts: Iterable[str | None]) -> str:
    """The condition that a text is one of these; None stands for a null."""
    given = list(texts)
    known = ", ".join(literal(text) for text in given if text is not None)
    conditions = [f"{expression} IN ({known})"] if known else []
    if None in given:
        conditions.append(f"{expression} IS NULL")
    return "(" + " OR ".join(conditions or ["false"]) + ")"
