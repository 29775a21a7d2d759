"""Folds whose statistics are made when one of them is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from veracity.evaluation.single.evaluation import Evaluation

Parts = tuple[Evaluation, ...]


class FoldsReadLater(Sequence[Evaluation]):
    """So many folds; what was predicted is kept until they are read, then forgotten."""

    def __init__(self, number: int, read: Callable[[], Parts]) -> None:
        self._number = number
        self._read: Callable[[], Parts] | None = read
        self._parts: Parts = ()

    @property
    def parts(self) -> Parts:
        """The folds, read once."""
        if self._read is not None:
            self._parts = self._read()
            self._read = None
        return self._parts

    def __len__(self) -> int:
        return self._number

    @overload
    def __getitem__(self, index: int) -> Evaluation: ...
    @overload
    def __getitem__(self, index: slice) -> Parts: ...
    def __getitem__(self, index: int | slice) -> Evaluation | Parts:
        return self.parts[index]

    def __reduce__(self) -> tuple[type[Parts], tuple[Parts]]:
        return tuple, (self.parts,)
