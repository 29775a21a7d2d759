"""The paired table: truth by the labels that several models gave to the same rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.clusters import matrix_clusters as units
from veracity.statistics.joint.paired_merging import gathered_tuples, merged_tables
from veracity.statistics.joint.shared_rows import SharedLabels
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import DenseCells, Ints, gathered, tallied
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix

if TYPE_CHECKING:
    from veracity.statistics.joint.joint_scores import JointScores


@dataclass(frozen=True, eq=False, repr=False)
class PairedTable(SharedLabels):
    """Distinct tuples (truth, label of each model), and the cluster where there are clusters.

    Entry t stands for rows of the class with place `truth[t]` among the labels, to which model
    m gave the label with place `called[m, t]`; together they weigh `weight[..., t]`, where
    leading axes are redraws. `squares` is Σw² where rows carried weights, `unit` the place of
    the cluster among `unit_ids`. The constructor takes parts that are known to fit; `of_rows`
    makes them.

    >>> table = PairedTable.of_rows([0, 1, 1, 1], {"A": [0, 1, 1, 0], "B": [0, 1, 0, 1]})
    >>> table.matrix("A").counts.tolist(), table.discordant("A", "B")
    ([[1, 0], [1, 2]], (1.0, 1.0))
    """

    names: tuple[Label, ...]
    called: Ints
    truth: Ints
    weight: Floats
    labels: tuple[Label, ...]
    pos_label: Label | None = None
    squares: Floats | None = None
    unit: Ints | None = None
    unit_ids: tuple[Label, ...] = ()

    def __post_init__(self) -> None:
        for array in (self.called, self.truth, self.weight, self.squares, self.unit):
            if array is not None:
                array.flags.writeable = False

    @classmethod
    def of_rows(
        cls,
        truth: Any,
        called: Mapping[Any, Any],
        weight: Any = None,
        *,
        labels: Iterable[Any] = (0, 1),
        pos_label: Any = None,
        squares: Any = None,
        unit: Any = None,
        unit_ids: Iterable[Any] = (),
    ) -> Self:
        """From rows or sums of rows that are known to be good; classes are places among labels.

        `squares` is Σw² of each (None: the weights are counts of rows), `unit` the place of
        the cluster among `unit_ids`.
        """
        classes, names = naming.checked(labels), naming.checked(called)
        places = np.stack([np.array(one, np.int64).reshape(-1) for one in called.values()])
        weights = np.ones(places.shape[1]) if weight is None else np.array(weight, np.float64)
        return gathered_tuples(
            cls(
                names,
                places,
                np.array(truth, np.int64).reshape(-1),
                weights,
                classes,
                naming.chosen_positive(classes, pos_label),
                None if squares is None else np.array(squares, np.float64),
                None if unit is None else np.array(unit, np.int64),
                tuple(naming.canonical(one) for one in unit_ids),
            )
        )

    @classmethod
    def of_joint(cls, joint: JointScores, threshold: float) -> Self:
        """Scores of two classes cut at a threshold: score >= threshold is called positive."""
        yes = joint.positive_place
        return gathered_tuples(
            cls(
                joint.names,
                np.where(joint.scores >= threshold, yes, 1 - yes),
                joint.truth.copy(),
                joint.weight.copy(),
                joint.labels,
                joint.pos_label,
                joint.squares,
                joint.unit,
                joint.unit_ids,
            )
        )

    # what it holds

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return self.weight.shape[:-1]

    @property
    def total(self) -> Any:
        """Weight of everything, (...)."""
        return self.weight.sum(-1)

    @property
    def effective_total(self) -> Any:
        """How many unweighted rows would be as informative: n, or (Σw)²/Σw² (Kish 1965)."""
        return self.total if self.squares is None else ratio(self.total**2, self.squares.sum())

    def place(self, name: Any) -> int:
        """Where a model stands among the names."""
        wanted = naming.canonical(name)
        if wanted not in self.names:
            raise refuse("model_unknown", name=repr(name), names=quoted(self.names))
        return self.names.index(wanted)

    # what can be asked of it

    def cells(self, name: Any) -> Ints:
        """The cell truth · K + called of each entry in the matrix of one model, (T,)."""
        cell: Ints = self.truth * self.classes + self.called[self.place(name)]
        return cell

    def matrix(self, name: Any) -> ConfusionMatrix:
        """The confusion matrix of one model, with clusters where there are some."""
        size, called = self.classes, self.called[self.place(name)]
        if self.shape:
            flat = tallied(self.cells(name), self.weight, size * size)
            cells = DenseCells(flat.reshape(*self.shape, size, size))
            return ConfusionMatrix.made(cells, self.labels, self.pos_label)
        squares, axis = self.squares, None
        if self.unit is not None:
            parts = self.unit, self.cells(name), self.weight, squares
            axis = units.gathered(self.unit_ids, *parts)
        return ConfusionMatrix.made(
            gathered(self.truth, called, self.weight, size),
            self.labels,
            self.pos_label,
            None if squares is None else gathered(self.truth, called, squares, size),
            axis,
        )

    @cached_property
    def right(self) -> Any:
        """Which entries each model gets right, (M, T)."""
        return self.called == self.truth

    def discordant(self, first: Any, second: Any) -> tuple[Any, Any]:
        """Weight of the rows that only the first model gets right, and only the second."""
        mine, yours = self.right[self.place(first)], self.right[self.place(second)]
        one, other = (self.weight[..., only].sum(-1) for only in (mine & ~yours, yours & ~mine))
        return (one, other) if self.shape else (float(one), float(other))

    def by_label(self, first: Any, second: Any) -> Floats:
        """Weight by the label of one model (rows) and of another, (..., K, K)."""
        cell = self.called[self.place(first)] * self.classes + self.called[self.place(second)]
        flat = tallied(cell, self.weight, self.classes**2)
        return flat.reshape(*self.shape, self.classes, self.classes)

    # other tables made from it

    def redrawn(self, weight: Floats) -> Self:
        """The same tuples with other weights (..., T); clusters and Σw² are forgotten."""
        if weight.shape[-1:] != (len(self),):
            raise refuse("entry_weights", given=weight.shape, entries=len(self))
        return replace(self, weight=weight, squares=None, unit=None, unit_ids=())

    def among(self, names: Sequence[Any]) -> Self:
        """Only some of the models; entries that they do not tell apart are added up."""
        chosen = [self.place(name) for name in names]
        kept = tuple(self.names[i] for i in chosen)
        return gathered_tuples(replace(self, names=kept, called=self.called[chosen]))

    # merging

    def __add__(self, other: PairedTable) -> Self:
        return merged_tables(self, other) if isinstance(other, PairedTable) else NotImplemented

    def __radd__(self, other: object) -> Self:
        """0 + table, so that `sum(tables)` works."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    # equality and printing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PairedTable):
            return NotImplemented
        said = ("names", "labels", "pos_label", "unit_ids", "clustered")
        held = ("called", "truth", "weight", "sum_of_squares")
        return (
            all(getattr(self, part) == getattr(other, part) for part in said)
            and all(np.array_equal(getattr(self, p), getattr(other, p)) for p in held)
            and (self.unit is None or np.array_equal(self.unit, np.asarray(other.unit)))
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        positive = "" if self.pos_label is None else f", positive {self.pos_label!r}"
        axes = f", leading axes {self.shape}" if self.shape else ""
        held = f"{len(self):,} entries, models {quoted(self.names)}, labels {quoted(self.labels)}"
        return f"{type(self).__name__}({held}{positive}{axes})"
