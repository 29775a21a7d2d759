"""What all statistics have in common: classes, totals, weights, clusters, addition, equality."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self, TypeGuard

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import CannotMerge, quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.clusters.clusters import Clusters, Ints
from veracity.statistics.labels import Label

# of the positives (a number, or an array that becomes the last leading axis), or of each label
ClassShares = float | Floats | Mapping[Any, float]


class ClusterEntries(NamedTuple):
    """Index of the cluster, true class and weight of each entry of a statistic with clusters."""

    ids: tuple[Label, ...]
    cluster: Ints
    truth: Ints
    weight: Floats


class Statistic:
    """A small value that adds up: the base of matrices, tables, grids, columns and ranks.

    `kind` is its word in saved files, the same for a class and its subclasses; only those of one
    kind add up or can be equal. `compared` names the parts that equal ones share. Callers ask
    what a statistic knows (`exact`, `by_row`, `several_columns`), not of which class it is.
    """

    kind: ClassVar[str]
    compared: ClassVar[tuple[str, ...]]
    by_row: ClassVar[bool] = False  # several columns that are known row by row
    several_columns: ClassVar[bool] = False

    if TYPE_CHECKING:  # dataclasses take what they inherit for a default

        @property
        def labels(self) -> tuple[Label, ...]:
            """The classes."""

        @property
        def pos_label(self) -> Label | None:
            """The positive one of two classes, if one is known."""

        @property
        def clusters(self) -> Clusters | None:
            """What each cluster adds; None without clusters."""

        @property
        def weighted(self) -> bool:
            """Whether rows carried weights, so that Σw² differs from Σw."""

        @property
        def total(self) -> Floats:
            """Weight of everything, (...)."""

        @property
        def class_totals(self) -> Floats:
            """Weight of each true class, (..., K)."""

        @property
        def class_squares(self) -> Floats:
            """Σw² of each true class, (..., K); without weights the same as their weight."""

        @property
        def square_total(self) -> Floats:
            """Σw² of everything, (...); without weights the same as the total."""

        def merged(self, others: Sequence[Self]) -> Self:
            """All of these added up."""

        def relabelled(self, labels: tuple[Label, ...]) -> Self:
            """The same among these labels, in this order; all that were found are there."""

    @property
    def classes(self) -> int:
        """Number of classes K."""
        return len(self.labels)

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return ()

    @property
    def exact(self) -> bool:
        """Whether no scores were put into buckets."""
        return True

    @property
    def lists_cells(self) -> bool:
        """Whether all its cells, also the empty ones, can be listed."""
        return False

    @property
    def resolution(self) -> str:
        """How finely scores were kept."""
        return "exact"

    @property
    def apart(self) -> bool:
        """Whether it is known that one row without a weight stands behind every score."""
        return False

    @property
    def as_read(self) -> Statistic:
        """What metrics read: of a grid the table of its edges, of joint scores their columns."""
        return self

    @property
    def effective_total(self) -> Floats:
        """How many unweighted rows would be as informative: n, or (Σw)²/Σw² (Kish 1965)."""
        return ratio(self.total**2, self.square_total) if self.weighted else self.total

    @property
    def effective_class_totals(self) -> Floats:
        """The effective number of rows of each true class, (..., K); 0 of one without rows."""
        weight = self.class_totals
        if not self.weighted:
            return weight
        return np.where(weight > 0, ratio(weight**2, self.class_squares), 0.0)

    @cached_property
    def positive_index(self) -> int:
        """The index of the positive one of two classes."""
        if self.classes != 2:
            raise refuse("needs_two_classes", classes=self.classes)
        if self.pos_label is None:
            raise refuse("needs_pos_label", labels=quoted(self.labels))
        return self.labels.index(self.pos_label)

    def index_of(self, label: object) -> int:
        """The index of a label among the classes."""
        known = naming.canonical(label)
        if known not in self.labels:
            raise refuse("label_unknown", label=repr(known), labels=quoted(self.labels))
        return self.labels.index(known)

    def share_factor(self, share: ClassShares) -> Floats:
        """What each class is to be multiplied by to have these shares of the total, (..., K)."""
        shares = requested_shares(share, self.classes, self.index_of, lambda: self.positive_index)
        unknown = np.where(shares > 0, np.nan, 0.0)  # nothing is known of a class without cases
        truth, total = self.class_totals, np.asarray(self.total)[..., None]
        return np.where(truth > 0, ratio(shares * total, truth), unknown)

    # clusters

    @property
    def cluster_entries(self) -> ClusterEntries | None:
        """The entries of all clusters; None without clusters."""
        if self.clusters is None:
            return None
        clusters = self.clusters
        return ClusterEntries(
            clusters.ids, clusters.cluster, clusters.cell // self.cells_per_class, clusters.weight
        )

    @property
    def cells_per_class(self) -> int:
        """How many cells of the cluster axis belong to one true class."""
        return self.classes

    @property
    def cluster_ids(self) -> tuple[Label, ...] | None:
        """The ids of the clusters; None without clusters."""
        return None if self.clusters is None else self.clusters.ids

    @property
    def cluster_count(self) -> int | None:
        """How many clusters there are; None where rows stand for themselves."""
        return None if self.cluster_ids is None else len(self.cluster_ids)

    @property
    def cluster_sizes(self) -> Floats | None:
        """Weight of each cluster; None where rows stand for themselves."""
        found = self.cluster_entries
        if found is None:
            return None
        return np.bincount(found.cluster, found.weight, len(found.ids)).astype(np.float64)

    @property
    def class_clusters(self) -> Floats | None:
        """How many clusters hold rows of each true class, (K,); None without clusters."""
        found = self.cluster_entries
        if found is None:
            return None
        held = np.unique(found.cluster * np.int64(self.classes) + found.truth) % self.classes
        return np.bincount(held, minlength=self.classes).astype(np.float64)

    def without_clusters(self) -> Self:
        """The same as if rows stood for themselves."""
        here: Any = self
        alone: Self = replace(here, clusters=None)
        return alone

    # addition and equality

    def alike(self, other: object) -> TypeGuard[Self]:
        """Whether the other is a statistic of the same kind."""
        return isinstance(other, Statistic) and other.kind == self.kind

    def __add__(self, other: object) -> Self:
        return self.merged([other]) if self.alike(other) else NotImplemented

    def __radd__(self, other: object) -> Self:
        """0 + statistic, so that `sum(parts)` works."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        if not self.alike(other):
            return NotImplemented
        return all(_same(getattr(self, part), getattr(other, part)) for part in self.compared)

    def __repr__(self) -> str:
        positive = "" if self.pos_label is None else f", positive {self.pos_label!r}"
        axes = f", leading axes {self.shape}" if self.shape else ""
        held = f"{self.described}, labels {quoted(self.labels)}"
        return f"{type(self).__name__}({held}{positive}{axes})"

    @property
    def described(self) -> str:
        """What it holds and how much of it, for `repr`."""
        return self.kind


def _same(mine: object, yours: object) -> bool:
    """Whether two parts are equal, both may be None."""
    if isinstance(mine, np.ndarray) and isinstance(yours, np.ndarray):
        return np.array_equal(mine, yours)
    return mine == yours


def freeze(*arrays: Floats | Ints | None) -> None:
    """Nobody may write into these arrays any more."""
    for array in arrays:
        if array is not None:
            array.flags.writeable = False


def merged_labels(parts: Sequence[Statistic]) -> tuple[tuple[Label, ...], Label | None]:
    """The labels of all parts and their positive class; all or none have clusters."""
    labels, positive = parts[0].labels, parts[0].pos_label
    for one in parts[1:]:
        before, labels = labels, naming.merged(labels, one.labels)
        positive = naming.merged_positive(labels, (before, positive), (one.labels, one.pos_label))
    if len({one.cluster_ids is None for one in parts}) > 1:
        raise refuse("merge_one_has_clusters", CannotMerge)
    return labels, positive


def requested_shares(
    share: ClassShares,
    classes: int,
    index_of: Callable[[object], int],
    positive_index: Callable[[], int],
) -> Floats:
    """Share of each class, (..., K): from {label: share}, or from the share of positives."""
    if isinstance(share, Mapping):
        shares = np.zeros(classes)
        for label, part in share.items():
            shares[index_of(label)] = part
        if not np.isclose(shares.sum(), 1.0):
            raise refuse("shares_do_not_sum", total=shares.sum())
    else:
        positive = np.asarray(share, dtype=np.float64)
        pair = [1 - positive, positive]
        shares = np.stack(pair if positive_index() else pair[::-1], -1)
    if not ((shares >= 0) & (shares <= 1)).all():
        raise refuse("prevalence_outside", share=share)
    return shares
