"""Joint scores: which scores the same row has in several columns, by truth and by cluster."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.clusters import score_clusters as score_units
from veracity.statistics.joint.entries import (
    Ints,
    RankedColumn,
    in_groups,
    ranked,
    summed_groups,
)
from veracity.statistics.joint.merging import gathered_entries, merged_joint
from veracity.statistics.joint.row_tables import RowTables
from veracity.statistics.joint.score_columns import ScoreColumns, place_of_name
from veracity.statistics.joint.shared_rows import SharedScores
from veracity.statistics.labels import Label
from veracity.statistics.scores.score_table import ScoreTable

MOST_CELLS = 2**25  # of all tables of the columns together, 256 MiB; above it one at a time


@dataclass(frozen=True, eq=False, repr=False)
class JointScores(SharedScores):
    """Distinct tuples of scores by truth, and by cluster where there are clusters.

    Entry t has the scores `scores[:, t]`, one for each of the M columns, the class with place
    `truth[t]` among the labels and the weight `weight[t]`; entries are ordered by falling score
    in the first column, then in the next, then by class and by cluster. This is what paired
    comparisons need: the covariance of two areas, a redraw of all columns at once. `squares`
    is Σw² where rows carried weights; `unit` the place of the cluster among `unit_ids`. The
    constructor takes parts that are known to fit; `of_rows` makes them.

    >>> joint = JointScores.of_rows([0, 1, 1], {"A": [0.1, 0.9, 0.9], "B": [0.3, 0.2, 0.2]})
    >>> joint.scores, joint.truth, joint.weight
    (array([[0.9, 0.1], [0.2, 0.3]]), array([1, 0]), array([2., 1.]))
    """

    names: tuple[Label, ...]
    scores: Floats
    truth: Ints
    weight: Floats
    labels: tuple[Label, ...]
    pos_label: Label | None = None
    squares: Floats | None = None
    unit: Ints | None = None
    unit_ids: tuple[Label, ...] = ()

    def __post_init__(self) -> None:
        for array in (self.scores, self.truth, self.weight, self.squares, self.unit):
            if array is not None:
                array.flags.writeable = False

    @classmethod
    def of_rows(
        cls,
        truth: Any,
        columns: Mapping[Any, Any],
        weight: Any = None,
        *,
        labels: Iterable[Any] = (0, 1),
        pos_label: Any = None,
        unit: Any = None,
        unit_ids: Iterable[Any] = (),
        squares: bool = True,
    ) -> Self:
        """From rows that are known to be good: places among the labels, and columns of scores.

        `unit` is the place of each row's cluster among `unit_ids`. With `squares` False the
        weights are frequencies, and Σw² is not kept.
        """
        # a pair of which one label was assumed stays one, so that merging can forget it
        classes = labels if isinstance(labels, naming.Completed) else naming.checked(labels)
        names = naming.checked(columns)
        scores = np.stack([np.asarray(one, np.float64).reshape(-1) for one in columns.values()])
        if np.isnan(scores).any():
            raise refuse("table_scores_nan", n=int(np.isnan(scores).sum()))
        weights = np.ones(scores.shape[1]) if weight is None else np.array(weight, np.float64)
        return gathered_entries(
            cls(
                names,
                scores,
                np.array(truth, np.int64).reshape(-1),
                weights,
                classes,
                naming.chosen_positive(classes, pos_label),
                None if weight is None or not squares else weights * weights,
                None if unit is None else np.array(unit, np.int64),
                tuple(naming.canonical(one) for one in unit_ids),
            )
        )

    # what it holds

    @cached_property
    def truth_totals(self) -> Floats:
        """Weight of each true class, (K,)."""
        return np.bincount(self.truth, self.weight, self.classes).astype(np.float64)

    @property
    def total(self) -> Any:
        """Weight of everything."""
        return self.truth_totals.sum()

    @property
    def effective_total(self) -> Any:
        """How many unweighted rows would be as informative: n, or (Σw)²/Σw² (Kish 1965)."""
        return self.total if self.squares is None else ratio(self.total**2, self.squares.sum())

    @cached_property
    def positive_place(self) -> int:
        """Where the positive one of two classes stands."""
        if self.classes != 2:
            raise refuse("needs_two_classes", classes=self.classes)
        if self.pos_label is None:
            raise refuse("needs_pos_label", labels=quoted(self.labels))
        return self.labels.index(self.pos_label)

    # its columns

    @cached_property
    def ranked(self) -> tuple[RankedColumn, ...]:
        """For each column its distinct scores and the place of each entry: sorted once."""
        return tuple(ranked(column) for column in self.scores)

    def column(self, name: Any) -> ScoreTable:
        """The table of one column, with clusters where there are some."""
        return self.table(place_of_name(self.names, name))

    @cached_property
    def columns(self) -> ScoreColumns:
        """All columns, each as its own table; very many are made when they are looked at."""
        if len(self.names) * self.classes * len(self) > MOST_CELLS:
            return ScoreColumns(self.names, RowTables(self))
        return ScoreColumns(self.names, tuple(map(self.table, range(len(self.names)))))

    def columns_with_weights(self, weight: Any) -> ScoreColumns:
        """The columns if entry t had the weight `weight[..., t]`: a redraw of all at once.

        Leading axes stay in front; clusters and Σw² are forgotten. A table takes K times its
        distinct scores times the leading axes: give large redraws in batches.
        """
        weights = np.asarray(weight, np.float64)
        if weights.shape[-1:] != self.weight.shape:
            raise refuse("entry_weights", given=weights.shape, entries=len(self))
        tables = []
        for (scores, _), cells in zip(self.ranked, self._cells, strict=True):
            flat = np.zeros((*weights.shape[:-1], self.classes * len(scores)))
            flat[..., cells[0]] = summed_groups(weights, *cells[1:])
            shaped = flat.reshape(*weights.shape[:-1], self.classes, len(scores))
            tables.append(ScoreTable(scores, shaped, self.labels, self.pos_label))
        return ScoreColumns(self.names, tuple(tables))

    def redrawn(self, times: Floats) -> ScoreColumns:
        """The columns after taking each cluster as often as `times[..., unit]` says."""
        if self.unit is None:
            raise refuse("no_clusters")
        return self.columns_with_weights(self.weight * times[..., self.unit])

    @cached_property
    def _cells(self) -> tuple[tuple[Ints, Ints, Ints], ...]:
        """For each column the occupied cells class · T + score, and how entries fall into them."""
        found = []
        for scores, place in self.ranked:
            cell = self.truth * len(scores) + place
            order, first = in_groups(cell)
            found.append((cell[order[first]], order, first))
        return tuple(found)

    def table(self, column: int) -> ScoreTable:
        """The table of the column at this place."""
        scores, place = self.ranked[column]
        shape = self.classes, len(scores)
        cell = self.truth * shape[1] + place

        def summed(values: Floats) -> Floats:
            sums = np.bincount(cell, values, shape[0] * shape[1])
            return sums.astype(np.float64).reshape(shape)

        units = None
        if self.unit is not None:
            units = score_units.gathered(self.unit_ids, self.unit, cell, self.weight, self.squares)
        return ScoreTable(
            scores,
            summed(self.weight),
            self.labels,
            self.pos_label,
            None if self.squares is None else summed(self.squares),
            units,
        )

    # other joint scores made from it

    def among(self, names: Iterable[Any]) -> Self:
        """Only some of the columns; entries that they do not tell apart are added up."""
        chosen = [place_of_name(self.names, name) for name in names]
        kept = tuple(self.names[i] for i in chosen)
        return gathered_entries(replace(self, names=kept, scores=self.scores[chosen]))

    def relabelled(self, labels: tuple[Label, ...]) -> Self:
        """The same weights among these labels, in this order; all that were found are there."""
        if labels == self.labels:
            return replace(self, labels=labels)
        place = {label: i for i, label in enumerate(labels)}
        moved = np.array([place.get(label, -1) for label in self.labels])
        positive = naming.merged_positive(labels, (self.labels, self.pos_label))
        return gathered_entries(
            replace(self, truth=moved[self.truth], labels=labels, pos_label=positive)
        )

    # merging

    def __add__(self, other: JointScores) -> Self:
        return self.merged([other]) if isinstance(other, JointScores) else NotImplemented

    def __radd__(self, other: object) -> Self:
        """0 + joint scores, so that `sum(parts)` works."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def merged(self, others: Sequence[JointScores]) -> Self:
        """All of these added up; clusters with equal ids are one cluster."""
        return merged_joint(self, others)

    # equality and printing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, JointScores):
            return NotImplemented
        said = ("names", "labels", "pos_label", "unit_ids", "clustered")
        held = ("scores", "truth", "weight", "sum_of_squares")
        return (
            all(getattr(self, part) == getattr(other, part) for part in said)
            and all(np.array_equal(getattr(self, p), getattr(other, p)) for p in held)
            and (self.unit is None or np.array_equal(self.unit, np.asarray(other.unit)))
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        positive = "" if self.pos_label is None else f", positive {self.pos_label!r}"
        held = f"{len(self):,} entries, columns {quoted(self.names)}, labels {quoted(self.labels)}"
        return f"{type(self).__name__}({held}{positive})"
