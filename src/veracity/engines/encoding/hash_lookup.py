"""Codes by hash: a guess by a few bits of each value, then a proof for every row.

Distinct values of a sample are put into a table of slots. A row's slot names a code, and the
value of that code is compared with the row's own, so a hash never decides anything. Rows that
disagree (a value the sample missed, or two values in one slot) are settled by a dictionary,
which also learns the new values.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import Ints, chunks
from veracity.engines.encoding.machine_words import WordColumn, Words

_PIECE = 1 << 15
_SAMPLE = 4096
_FEWEST_BITS, _MOST_BITS = 16, 20
_ODD = np.uint64(0x9E3779B97F4A7C15)
_NO_ROWS = np.empty(0, np.int64)


class Lookup:
    """Values seen so far, each a line of one or more machine words, and their codes."""

    def __init__(self, width: int) -> None:
        self._width = width
        self._code_of: dict[Any, int] = {}
        self._words = np.zeros((16, width), np.uint64)
        self._lanes: tuple[int, ...] = ()
        self._bits = _FEWEST_BITS
        self._slots = np.zeros(1 << self._bits, np.int64)

    def __len__(self) -> int:
        return len(self._code_of)

    @property
    def values(self) -> list[Any]:
        """The distinct values in the order of their codes."""
        return list(self._code_of)

    def guess(self, words: Words) -> tuple[Ints, Ints]:
        """A code for every row, and the rows for which it is not right."""
        codes = self._slots[self._slot(words)]
        same = self._words[codes] == words
        return codes, _NO_ROWS if same.all() else np.flatnonzero(~same.all(axis=1))

    def learn(self, values: list[Any], words: Words) -> list[int]:
        """The codes of these values; values not seen before get the next ones."""
        known, code_of = len(self), self._code_of
        codes = [code_of.setdefault(value, len(code_of)) for value in values]
        if len(self) > known:
            row_of = dict(zip(reversed(codes), range(len(codes) - 1, -1, -1), strict=True))
            self._remember(words[[row_of[code] for code in range(known, len(self))]], known)
        return codes

    def _remember(self, fresh: Words, known: int) -> None:
        """Keep the words of new values and give them slots, in a larger table if need be."""
        total = len(self)
        if total > len(self._words):
            grown = np.zeros((2 * total, self._width), np.uint64)
            grown[:known] = self._words[:known]
            self._words = grown
        self._words[known:total] = fresh
        lanes = _telling_lanes(self._words[:total]) if self._width > 1 else (0,)
        bits = min(max((total - 1).bit_length() + 4, _FEWEST_BITS), _MOST_BITS)
        if bits > self._bits or lanes != self._lanes:
            self._bits, self._lanes = bits, lanes
            self._slots = np.zeros(1 << bits, np.int64)
            known = 0
        self._settle(np.arange(known, total))

    def _settle(self, codes: Ints) -> None:
        """Put values into their slots; the older one stays, because it is the more common one."""
        slots = self._slot(self._words[codes])
        free = np.flatnonzero(self._slots[slots] == 0)[::-1]
        self._slots[slots[free]] = codes[free]
        self._slots[self._slot(self._words[:1])] = 0

    def _slot(self, words: Words) -> Ints:
        """Which slot each row belongs to: the top bits of a product."""
        mixed = words[:, self._lanes[0]] * _ODD
        for lane in self._lanes[1:]:
            mixed += words[:, lane]
            mixed *= _ODD
        mixed >>= np.uint64(64 - self._bits)
        return mixed.view(np.int64)


def _telling_lanes(words: Words) -> tuple[int, ...]:
    """The words that differ between values: the others would only cost time."""
    return tuple(np.flatnonzero((words != words[0]).any(axis=0)).tolist()) or (0,)


def codes_by_hash(column: WordColumn, rows: int) -> tuple[NDArray[Any], list[Any]]:
    """The codes of all rows, and the distinct values in the order of their codes."""
    lookup = Lookup(column.width)
    sample = column.words(slice(0, rows, max(rows // _SAMPLE, 1)))
    lookup.learn(column.values(sample), sample)
    if column.width == 1 and len(lookup) > len(sample) // 2:
        return _codes_by_sorting(column, rows)
    codes: NDArray[Any] = np.empty(rows, np.uint16)
    for part in chunks(rows, _PIECE):
        words = column.words(part)
        found, wrong = lookup.guess(words)
        if len(wrong):
            found[wrong] = lookup.learn(column.values(words[wrong]), words[wrong])
            if len(lookup) > 1 << 16 and codes.dtype == np.uint16:
                codes = codes.astype(np.int32)
        codes[part] = found
    return codes, lookup.values


def _codes_by_sorting(column: WordColumn, rows: int) -> tuple[NDArray[Any], list[Any]]:
    """The same where most rows differ, so that there is little to look up again."""
    found, codes = np.unique(column.words(slice(0, rows)), return_inverse=True)
    return codes.reshape(-1), column.values(found[:, None])
