"""The score grid that people hold: certified cells, and what can be asked of them."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Self

import numpy as np

from veracity import statistics
from veracity.errors import NotHere, refuse
from veracity.intervals.sample.grid_values import value_on_grid
from veracity.metrics import find
from veracity.statistics.grid import score_grid
from veracity.statistics.grid.building import MERGED_BITS, gridded


class ScoreGrid(score_grid.ScoreGrid):
    """Scores counted in fixed, ordered cells, with the error that this can make.

    A metric is the middle of what the rows in these cells can give; `bound` is how far from
    it the value of the rows may be. Metrics without a bound refuse a grid.

    >>> from veracity import ScoreTable
    >>> table = ScoreTable.from_scores([1, 1, 0, 1, 0], [0.9, 0.8, 0.7, 0.6, 0.2])
    >>> grid = table.grid(8)
    >>> abs(grid.metric("auroc") - table.metric("auroc")) <= grid.bound("auroc")
    True
    >>> float((grid + table).total)
    10.0
    """

    @classmethod
    def like(cls, other: score_grid.ScoreGrid) -> Self:
        """The same grid as this class."""
        return cls(**{part.name: getattr(other, part.name) for part in fields(other)})

    def metric(self, key: str, **values: Any) -> float:
        """The value of a ranking metric, to within `bound`."""
        return self._found(key, values)[0]

    def bound(self, key: str, **values: Any) -> float:
        """How far the value of the rows can be from `metric`."""
        return self._found(key, values)[1]

    def _found(self, key: str, values: dict[str, Any]) -> tuple[float, float]:
        metric = find(key)
        if metric.reads is not statistics.ScoreTable:
            raise refuse("key_needs_matrix", NotHere, key=metric.key)
        if self.shape:
            raise refuse("evaluate_leading_axes", shape=self.shape)
        with np.errstate(all="ignore"):
            return value_on_grid(metric.with_values(**values), self)

    def __add__(self, other: object) -> Self:
        """Both together; an exact table joins as a grid of this family."""
        if isinstance(other, statistics.ScoreTable):
            other = gridded(other, MERGED_BITS, self.family)
        return self.merged([other]) if isinstance(other, score_grid.ScoreGrid) else NotImplemented

    def __radd__(self, other: object) -> Self:
        """A table, or 0, plus a grid."""
        if isinstance(other, statistics.ScoreTable):
            return type(self).like(gridded(other, MERGED_BITS, self.family)) + self
        return super().__radd__(other)
