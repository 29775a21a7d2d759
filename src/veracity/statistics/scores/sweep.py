"""The sweep: what is called positive as the threshold falls through the scores of a table."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Self, TypeVar

import numpy as np

from veracity.arrays import Floats
from veracity.memo import without_memo
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import LARGEST_EXACT
from veracity.statistics.numerics.running_sums import cumulated_from_zero, sums_from_below
from veracity.statistics.scores.steps import (
    EVERY,
    Ints,
    Lone,
    Steps,
    filled,
    indices_between,
    lone_rows,
    steps_apart,
    steps_at,
)
from veracity.statistics.statistic import Statistic, freeze

Value = TypeVar("Value")


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Statistic):
    """Weights by class and falling score, with positives, negatives and their running sums.

    The parts of a score table that everything else is made of. Of the usual table, one row
    behind every score, only the indices of the positives are found in a pass; sums at single
    thresholds follow from them, and arrays as long as the table are made only if somebody reads
    them.
    """

    scores: Floats
    weight: Floats
    labels: tuple[Label, ...]
    pos_label: Label | None = None
    squares: Floats | None = None
    clusters: Clusters | None = None

    def __post_init__(self) -> None:
        freeze(self.scores, self.weight, self.squares)

    @classmethod
    def like(cls, other: Sweep) -> Self:
        """The same table as this class; running sums that were made go along."""
        table = cls(**{part.name: getattr(other, part.name) for part in fields(other)})
        table.__dict__.update(other.__dict__ if type(other) is cls else without_memo(other))
        return table

    @property
    def weighted(self) -> bool:
        """Whether rows carried weights, so that Σw² differs from Σw."""
        return self.squares is not None

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return self.weight.shape[:-2]

    def __len__(self) -> int:
        """Number of distinct scores."""
        return len(self.scores)

    @property
    def sum_of_squares(self) -> Floats:
        """Σw² by class and score; without weights that is the count itself."""
        return self.weight if self.squares is None else self.squares

    @property
    def class_totals(self) -> Floats:
        """Weight of each true class, (..., K)."""
        return self.truth

    @property
    def class_squares(self) -> Floats:
        """Σw² of each true class, (..., K)."""
        return self.truth if self.squares is None else np.asarray(self.squares.sum(-1))

    @property
    def square_total(self) -> Floats:
        """Σw² of everything, (...)."""
        return np.asarray(self.class_squares.sum(-1))[()]

    @property
    def lists_cells(self) -> bool:
        """Whether all its cells, also the empty ones, can be listed: they are."""
        return True

    @property
    def cells_per_class(self) -> int:
        """How many cells of the cluster axis belong to one true class."""
        return max(len(self), 1)

    def stand_ins(self, first: Ints) -> Floats:
        """What stands for the scores from each start to the next: the lowest of them."""
        lowest: Floats = self.scores[np.append(first[1:], len(self)) - 1]
        return lowest

    @cached_property
    def truth(self) -> Floats:
        """Weight of each true class, (..., K)."""
        lone = self.__dict__.get("lone")
        if lone is None:
            return np.asarray(self.weight.sum(-1))
        counts = np.full(2, float(len(self.scores) - len(lone.position)))
        counts[lone.truth] = len(lone.position)
        return counts

    @cached_property
    def total(self) -> Any:
        """Weight of everything, (...)."""
        return self.truth.sum(-1)

    @property
    def positive_first(self) -> bool:
        """Whether the positive class is the first of the two labels."""
        return self.positive_index == 0

    @property
    def positive(self) -> Floats:
        """Positive weight at each score, (..., T)."""
        return self.weight[..., self.positive_index, :]

    @property
    def negative(self) -> Floats:
        """Negative weight at each score, (..., T)."""
        return self.weight[..., 1 - self.positive_index, :]

    @property
    def tied_pairs(self) -> Any:
        """Weight of the pairs of a positive and a negative with one score."""
        if self.apart:
            return np.float64(0.0)
        return np.einsum("...t,...t->...", self.positive, self.negative)[()]

    @property
    def positive_total(self) -> Any:
        """All positive weight, (...), added up at once; `positives` is added up step by step."""
        return self.truth[..., self.positive_index]

    @property
    def negative_total(self) -> Any:
        """All negative weight, (...)."""
        return self.truth[..., 1 - self.positive_index]

    @property
    def positives(self) -> Any:
        """P: all positive weight, as the sweep ends with it."""
        if self.apart:
            return self.truth[self.positive_index]
        return self.steps.positives

    @property
    def negatives(self) -> Any:
        """N: all negative weight, as the sweep ends with it."""
        if self.apart:
            return self.truth[1 - self.positive_index]
        return self.steps.negatives

    # the sums as the threshold falls

    @property
    def thresholds(self) -> Floats:
        """Where the sweep stops: above everything, written +inf, and at each score, (T + 1,)."""
        return np.concatenate([[np.inf], self.scores])

    @cached_property
    def tp(self) -> Floats:
        """True positives of the sweep, (..., T + 1): 0 above everything, then those reached."""
        if self._indices is None:
            return cumulated_from_zero(self.positive)
        return filled(self._indices, self.steps.tp, len(self.scores))

    @cached_property
    def fp(self) -> Floats:
        """False positives of the sweep, (..., T + 1)."""
        if self.apart:
            return np.arange(len(self.scores) + 1.0) - self.tp
        return cumulated_from_zero(self.negative)

    @cached_property
    def below(self) -> Floats:
        """Weight of each class that a threshold does not reach, (..., K, T + 1), added up."""
        return sums_from_below(self.weight)

    @cached_property
    def whole(self) -> bool:
        """Whether all weights are whole numbers with an exact sum: so are their differences."""
        if self.apart:
            return True
        exact = bool((np.asarray(self.total) < LARGEST_EXACT).all())
        return exact and bool((self.weight == np.floor(self.weight)).all())

    @cached_property
    def lone(self) -> Lone | None:
        """The rows of the rarer of two classes, if one row stands behind every score."""
        if self.weight.ndim != 2 or len(self.labels) != 2 or self.squares is not None:
            return None
        return lone_rows(self.weight, int(self.truth[1] < self.truth[0]))

    @property
    def apart(self) -> bool:
        """Whether one row without a weight stands behind every score (and no leading axes)."""
        return self.lone is not None

    @cached_property
    def _indices(self) -> Ints | None:
        """The indices with positive weight; None with leading axes: each table rises elsewhere."""
        if self.weight.ndim > 2:
            return None
        if self.lone is None:
            return np.flatnonzero(self.positive > 0)
        if self.lone.truth == self.positive_index:
            return self.lone.position
        return indices_between(self.lone.position, len(self.scores))

    @cached_property
    def steps(self) -> Steps:
        """The indices where the ROC curve rises, which all areas are made of."""
        if self._indices is None:
            tp, fp = self.tp, self.fp
            ends = tp[..., -1], fp[..., -1]
            return Steps(self.positive, self.negative, tp[..., 1:], fp[..., 1:], *ends)
        if self.apart:
            return steps_apart(self._indices, len(self.scores))
        return steps_at(self._indices, self.positive, self.negative, self.fp[1:])

    @cached_property
    def square_steps(self) -> Steps:
        """The squared weights at the same indices."""
        if self.squares is None:
            return self.steps
        index = EVERY if self._indices is None else self._indices
        yes = self.positive_index
        up, across = self.squares[..., yes, :], self.squares[..., 1 - yes, :]
        return steps_at(index, up, across)

    def reached(self, index: Ints | np.int64) -> tuple[Floats, Floats]:
        """True and false positives where so many of the distinct scores are called positive.

        The indices are the same for all leading axes, and become the last of them.
        """
        if self.lone is not None:
            found = np.searchsorted(self.lone.position, index).astype(np.float64)
            both = found, index - found
            return both if self.lone.truth == self.positive_index else both[::-1]
        if self._indices is None or "tp" in self.__dict__:
            return self.tp[..., index], self.fp[..., index]
        # from the steps: few read the sums at every score
        last = np.searchsorted(self._indices, index) - 1
        sums = self.steps.tp if len(self._indices) else np.zeros(1)
        return np.where(last >= 0, sums[last], 0.0)[()], self.fp[index]

    def reached_by_each(self, index: Ints) -> tuple[Floats, Floats]:
        """The same at an index of its own for each of the leading axes, (...)."""
        if not self.shape:
            return self.reached(index)
        size = len(self.scores) + 1
        cell = index + np.arange(0, index.size * size, size).reshape(index.shape)
        return self.tp.reshape(-1).take(cell), self.fp.reshape(-1).take(cell)
