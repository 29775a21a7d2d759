"""How high the true class ranks among the probabilities of all classes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import CannotMerge, quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.clusters import score_clusters as score_units
from veracity.statistics.clusters.matrix_clusters import Units
from veracity.statistics.joint.entries import Ints
from veracity.statistics.joint.score_columns import place_of_name
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import tallied

if TYPE_CHECKING:
    from veracity.statistics.joint.joint_scores import JointScores

_PIECE = 1 << 16


@dataclass(frozen=True, eq=False, repr=False)
class TopRanks:
    """Weight by the rank of the true class among the K probabilities, (..., K).

    Rank 1: the truth has the largest probability; among equal ones the first label ranks
    first, as in the prediction. `labels` are those of the columns, in their order. `squares`
    is Σw² by rank where rows carried weights; `units` what each cluster adds, its cell being
    rank − 1.

    >>> TopRanks.of_rows([0, 2], [[0.4, 0.5], [0.4, 0.3], [0.2, 0.2]], labels="abc").weight
    array([1., 0., 1.])
    """

    weight: Floats
    labels: tuple[Label, ...]
    squares: Floats | None = None
    units: Units | None = None

    def __post_init__(self) -> None:
        for array in (self.weight, self.squares):
            if array is not None:
                array.flags.writeable = False

    @classmethod
    def of_rows(
        cls,
        truth: Any,
        scores: Any,
        weight: Any = None,
        *,
        labels: Iterable[Any],
        unit: Any = None,
        unit_ids: Iterable[Any] = (),
        squares: bool = True,
    ) -> Self:
        """From rows: the place of the true class among the columns, and the columns (K, n)."""
        names = naming.checked(labels)
        rank = ranks_of(np.asarray(truth, np.int64), np.asarray(scores))
        weights = np.ones(len(rank)) if weight is None else np.asarray(weight, np.float64)
        squared = None if weight is None or not squares else weights * weights
        units = None
        if unit is not None:
            ids = tuple(naming.canonical(one) for one in unit_ids)
            units = score_units.gathered(ids, np.asarray(unit, np.int64), rank, weights, squared)
        return cls(
            tallied(rank, weights, len(names)),
            names,
            None if squared is None else tallied(rank, squared, len(names)),
            units,
        )

    @classmethod
    def of_joint(cls, joint: JointScores) -> Self:
        """From joint scores whose columns are the probabilities of the classes."""
        return cls._of_entries(joint, joint.weight, joint.squares, joint.unit)

    @classmethod
    def with_weights(cls, joint: JointScores, weight: Floats) -> Self:
        """The ranks if entry t of the joint scores had the weight `weight[..., t]`."""
        return cls._of_entries(joint, weight, None, None)

    @classmethod
    def _of_entries(
        cls, joint: JointScores, weight: Floats, squares: Floats | None, unit: Ints | None
    ) -> Self:
        rank = ranks_of(true_columns(joint), joint.scores)
        size = len(joint.names)
        units = None
        if unit is not None:
            units = score_units.gathered(joint.unit_ids, unit, rank, weight, squares)
        return cls(
            tallied(rank, weight, size),
            joint.names,
            None if squares is None else tallied(rank, squares, size),
            units,
        )

    # what it holds

    @property
    def weighted(self) -> bool:
        """Whether rows carried weights, so that Σw² differs from Σw."""
        return self.squares is not None

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return self.weight.shape[:-1]

    @property
    def classes(self) -> int:
        """Number of classes K."""
        return len(self.labels)

    @cached_property
    def total(self) -> Any:
        """Weight of everything, (...)."""
        return self.weight.sum(-1)

    @property
    def sum_of_squares(self) -> Floats:
        """Σw² by rank; without weights that is the count itself."""
        return self.weight if self.squares is None else self.squares

    @property
    def effective_total(self) -> Any:
        """How many unweighted rows would be as informative: n, or (Σw)²/Σw² (Kish 1965)."""
        return self.total if self.squares is None else ratio(self.total**2, self.squares.sum(-1))

    def within(self, k: float) -> Any:
        """Weight of the rows whose true class is among the first k, a whole number."""
        if k != int(k) or k < 1:
            raise refuse("top_k_whole", k=k)
        return self.weight[..., : int(k)].sum(-1)

    # merging, and others made from it

    def __add__(self, other: TopRanks) -> Self:
        return self.merged([other]) if isinstance(other, TopRanks) else NotImplemented

    def __radd__(self, other: object) -> Self:
        """0 + ranks, so that `sum(parts)` works."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def merged(self, others: Sequence[TopRanks]) -> Self:
        """All of these added up; the labels and their order, which breaks ties, must agree."""
        parts: list[TopRanks] = [self, *others]
        for one in others:
            if one.labels != self.labels:
                mine, yours = quoted(self.labels), quoted(one.labels)
                raise refuse("merge_settings", CannotMerge, name="labels", mine=mine, yours=yours)
        units = [one.units for one in parts if one.units is not None]
        if len(units) not in (0, len(parts)):
            raise refuse("merge_one_has_clusters", CannotMerge)
        squares = None
        if any(one.weighted for one in parts):
            squares = np.sum([one.sum_of_squares for one in parts], axis=0)
        return replace(
            self,
            weight=np.sum([one.weight for one in parts], axis=0),
            squares=squares,
            units=score_units.together(units) if units else None,
        )

    def redrawn(self, times: Floats) -> Self:
        """The ranks after taking each cluster as often as `times[..., unit]` says."""
        if self.units is None:
            raise refuse("no_clusters")
        return replace(
            self, weight=self.units.redrawn(times, self.classes), squares=None, units=None
        )

    def by_unit(self) -> Self:
        """The ranks of each cluster, on a leading axis."""
        if self.units is None:
            raise refuse("no_clusters")
        return replace(self, weight=self.units.dense(self.classes), squares=None, units=None)

    def by_chance(self) -> Self:
        """Every rank as likely as any other: probabilities that know nothing of the truth."""
        even = np.broadcast_to(np.asarray(self.total)[..., None] / self.classes, self.weight.shape)
        return replace(self, weight=even.copy(), squares=None, units=None)

    # equality and printing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TopRanks):
            return NotImplemented
        if self.units is None or other.units is None:
            units_alike = self.units is other.units
        else:
            units_alike = self.units.same(other.units)
        return (
            units_alike
            and self.labels == other.labels
            and np.array_equal(self.weight, other.weight)
            and np.array_equal(self.sum_of_squares, other.sum_of_squares)
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        axes = f", leading axes {self.shape}" if self.shape else ""
        return f"{type(self).__name__}({self.classes} ranks, labels {quoted(self.labels)}{axes})"


def ranks_of(truth: Ints, scores: Any) -> Ints:
    """Rank − 1 of the true column in each row; among equal scores the first column ranks first.

    `truth` is the place of the true class among the columns, `scores` is (K, n).
    """
    rank = np.empty(len(truth), np.int64)
    for start in range(0, len(truth), _PIECE):
        part = slice(start, start + _PIECE)
        place, piece = truth[part], scores[:, part]
        own = np.take_along_axis(piece, place[None], 0)[0]
        above = (piece > own).sum(0)
        before = (piece == own) & (np.arange(len(piece))[:, None] < place)
        rank[part] = above + before.sum(0)
    return rank


def true_columns(joint: JointScores) -> Ints:
    """For each entry the place of the column that holds the probability of its true class."""
    places = np.full(joint.classes, -1)
    for i in np.unique(joint.truth).tolist():  # a class that never occurs needs no column
        places[i] = place_of_name(joint.names, joint.labels[i])
    return places[joint.truth]
