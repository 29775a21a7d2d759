"""The little that is printed of an evaluation: all of it fits a screen."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.results.estimate.caution import Caution
from veracity.results.page.profile import Line, PartLines
from veracity.statistics import RowAccount
from veracity.words import Text


@dataclass(frozen=True, slots=True)
class WorstParts:
    """Classes or groups, the surest bad ones first; `total` is how many there are in all.

    `looked_at` is how many were candidates: all, or the largest where they are very many.
    """

    kind: str  # "class" or "group"
    parts: tuple[PartLines, ...]
    total: int
    looked_at: int


@dataclass(frozen=True, slots=True)
class Brief:
    """Verdict, few figures, worst classes or groups, cautions, cells and rows in words."""

    verdict: Text
    figures: tuple[Line, ...]
    parts: tuple[WorstParts, ...]
    cautions: tuple[Caution, ...]
    cells: Text  # of two classes
    notes: tuple[Text, ...]
    rows: RowAccount
