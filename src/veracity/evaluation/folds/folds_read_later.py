"""Folds whose statistics are made when one of them is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import overload

from veracity.evaluation.single.evaluation import Evaluation

Parts = tuple[Evaluation, ...]
Read = tuple[Evaluation, Parts]  # all rows, and each fold


class FoldsReadLater(Sequence[Evaluation]):
    """So many folds; what was predicted is kept until they are read, then forgotten."""

    def __init__(self, number: int, read: Callable[[], Read]) -> None:
        self._number = number
        self._read = read

    def _once(self) -> Read:
        found = self._read()
        self._read = lambda: found
        return found

    @property
    def parts(self) -> Parts:
        """The folds, read once."""
        return self._once()[1]

    def whole(self) -> Evaluation:
        """All rows together, of the same reading."""
        return self._once()[0]

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
