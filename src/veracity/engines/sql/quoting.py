"""Names and texts as SQL: quoted here, and nowhere else, so that no data becomes code."""

from __future__ import annotations

import re
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


def one_of(expression: str, words: Iterable[str]) -> str:
    """The condition that a text is one of these words, which are plain ASCII.

    As a pattern: DuckDB makes a join of a long `IN (…)`, and one join for each of K columns
    takes time that grows with K².

    >>> one_of("trim(c)", ["NA", "n/a"])
    "regexp_full_match(trim(c), 'NA|n/a')"
    """
    return f"regexp_full_match({expression}, {literal('|'.join(map(re.escape, words)))})"
