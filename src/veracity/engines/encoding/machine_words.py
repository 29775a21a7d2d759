"""Values as machine words, for the lookup: two values are equal exactly if their words are."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]


class WordColumn(Protocol):
    """A column that gives its rows as words, and values back from words."""

    width: int

    def words(self, rows: slice) -> Words:
        """The rows, one line of `width` words for each."""

    def values(self, words: Words) -> list[Any]:
        """The Python values of such lines."""


class IntegerWords:
    """One word for each integer; signed ones keep their bits."""

    width = 1

    def __init__(self, values: NDArray[Any]) -> None:
        self._values = values
        self._wide = np.int64 if values.dtype.kind == "i" else np.uint64

    def words(self, rows: slice) -> Words:
        """The rows as words."""
        return np.ascontiguousarray(self._values[rows], self._wide).view(np.uint64)[:, None]

    def values(self, words: Words) -> list[Any]:
        """The values of such words."""
        column = np.ascontiguousarray(words[:, 0])
        return list(column.view(self._wide).tolist())


class FloatWords:
    """The bits of a float; adding zero makes -0.0 the same as 0.0."""

    width = 1

    def __init__(self, values: NDArray[Any]) -> None:
        self._values = values

    def words(self, rows: slice) -> Words:
        """The rows as words."""
        part = self._values[rows].astype(np.float64)
        part += 0.0
        return part.view(np.uint64)[:, None]

    def values(self, words: Words) -> list[Any]:
        """The bits themselves: NaN would not equal itself."""
        return list(words[:, 0].tolist())


class TextWords:
    """Fixed-width text, two characters to a word."""

    def __init__(self, values: NDArray[Any]) -> None:
        self._values = values
        self.width = (values.dtype.itemsize // 4 + 1) // 2
        self._dtype = np.dtype(f"=U{2 * self.width}")

    def words(self, rows: slice) -> Words:
        """The rows as words."""
        part = np.ascontiguousarray(self._values[rows], self._dtype)
        return part.view(np.uint64).reshape(-1, self.width)

    def values(self, words: Words) -> list[Any]:
        """The values of such words."""
        return list(np.ascontiguousarray(words).view(self._dtype)[:, 0].tolist())
