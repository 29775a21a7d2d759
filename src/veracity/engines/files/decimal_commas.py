"""Columns of a CSV whose numbers have a decimal comma (0,93), found from its first rows.

Only what cannot be read otherwise is taken so: 1,234 may be a thousand, and a column that has
points as well has no rule. Such cells stay text, and are refused as numbers with the cause.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from veracity.engines.files.csv_header import Header, first_records
from veracity.engines.files.paths import File

COMMA = re.compile(r"[+-]?\d*,\d+([eE][+-]?\d+)?", re.ASCII)
THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+", re.ASCII)
POINT = re.compile(r"[+-]?\d*\.\d*([eE][+-]?\d+)?", re.ASCII)


def decimal_commas(headers: dict[File, Header], asked: Sequence[str]) -> frozenset[str]:
    """Which of these columns have decimal commas in all files, as far as they have any."""
    seen: dict[str, set[str]] = {name: set() for name in asked}
    for file, header in headers.items():
        index_of = {name: header.names.index(name) for name in asked if name in header.names}
        for record in first_records(file, header):
            for name, at in index_of.items():
                if at < len(record):
                    seen[name].add(written(record[at].strip()))
    return frozenset(name for name, signs in seen.items() if has_commas(signs))


def has_commas(signs: Iterable[str]) -> bool:
    """Whether cells written so have decimal commas, and nothing else can be meant."""
    return "comma" in signs and not {"point", "text"} & set(signs)


def written(cell: str) -> str:
    """How a cell writes its number.

    >>> [written(cell) for cell in ("0,93", "1,234", "0.93", "12", "yes", "", "1.234,5")]
    ['comma', 'either', 'point', 'whole', 'text', 'whole', 'text']
    """
    if THOUSANDS.fullmatch(cell):
        return "either"
    if COMMA.fullmatch(cell):
        return "comma"
    if POINT.fullmatch(cell) and cell != ".":
        return "point"
    return (
        "whole" if not cell or re.fullmatch(r"[+-]?\d+|(?i:na|nan|null|none|n/a)", cell) else "text"
    )
