"""Numbers of rows as the file has them: the header and what is above it count too."""

from __future__ import annotations

import re
from bisect import bisect_right
from contextvars import ContextVar

READ: ContextVar[str | None] = ContextVar("READ", default=None)  # the file that is being read
COUNTED = re.compile(
    r"(?P<rows>(?:rows? |第 )[^;；。]*?)"
    r"(?P<said>,? ?\(counted from 0\)|, counted from 0|（从 0 数起）)"
)
COUNTED_FROM = {  # (with a header, without)
    "en": ("the header being row {header}", "counted from 1"),
    "zh": ("（表头为第 {header} 行）", "（从 1 数起）"),
}


def as_in_the_file(message: str) -> str:
    """The same message with the rows of the file that was read; without one, as it is.

    >>> token = READ.set("a.csv")
    >>> as_in_the_file("y is infinite in 2 rows; the first are rows 2, 5 (counted from 0). More.")
    'y is infinite in 2 rows; the first are rows 4, 7 (the header being row 1). More.'
    >>> as_in_the_file("p 的第 3 行（从 0 数起）是 'x'")
    "p 的第 5 行（表头为第 1 行）是 'x'"
    >>> READ.reset(token)
    """
    path = READ.get()
    if path is None or not COUNTED.search(message):
        return message
    from veracity.engines.reading.read_columns import blank_rows, header_above

    headed, before = header_above(path)
    blank = blank_rows(path)

    def row_in_file(row: int) -> str:
        return str(row + 1 + before + headed + bisect_right(blank, row))

    def numbered(found: re.Match[str]) -> str:
        rows = re.sub(
            r"(?<![\w.(])\d+(?![\w.%])(?![^()]*\))",
            lambda number: row_in_file(int(number[0])),
            found["rows"],
        )
        if found["said"].startswith("（"):
            return rows + COUNTED_FROM["zh"][not headed].format(header=before + 1)
        words = COUNTED_FROM["en"][not headed].format(header=before + 1)
        return f"{rows} ({words})" if "(" in found["said"] else f"{rows}, {words}"

    return COUNTED.sub(numbered, message)
