"""Rows of any kind → sums by key: the engine is chosen by what the data are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from veracity.engines import array_engine
from veracity.engines.grouped import Grouped
from veracity.statistics.row_account import RowAccount


@dataclass(frozen=True, slots=True)
class Cut:
    """A key that is True where a score, as float64, is at least the threshold."""

    column: Any
    threshold: float


def group_sum(data: Any, keys: Any, **plan: Any) -> tuple[Grouped, RowAccount]:
    """Rows summed by the values of the keys, whatever holds the rows."""
    return array_engine.group_sum(keys, **plan)
