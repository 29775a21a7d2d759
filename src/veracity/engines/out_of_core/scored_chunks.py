"""Rows that do not lie in memory, as pieces that are read one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from veracity.engines.rows.scored_rows import ScoredRows
from veracity.statistics.labels import Label
from veracity.statistics.row_account import RowAccount

if TYPE_CHECKING:
    from veracity.engines.out_of_core.first_pass import ScannedCategories


@dataclass(frozen=True, slots=True)
class ScoredChunks:
    """Rows that do not lie in memory: read in pieces, every time anew.

    `rows` counts them before they are read. All pieces have the same labels, and the same
    categories of clusters, groups and predictions; codes of one piece mean the same in another.
    """

    labels: tuple[Label, ...]
    pos_label: Label | None
    account: RowAccount
    rows: int
    pieces: Callable[[], Iterator[ScoredRows]]
    rounded: tuple[int, ...] = ()

    def __len__(self) -> int:
        return self.rows


def in_pieces(found: ScannedCategories, read: Callable[[], Iterator[ScoredRows]]) -> ScoredChunks:
    """Rows that are read piece by piece."""
    known = found.labels, found.pos_label, found.account, found.rows
    return ScoredChunks(*known, read, found.rounded)
