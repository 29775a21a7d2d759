"""Rows that several columns or models share: the base of joint scores and of paired tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self

import numpy as np

from veracity.arrays import Floats
from veracity.errors import quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.clusters.clusters import merged_ids
from veracity.statistics.joint.entries import Ints, in_groups, one_key, summed_groups
from veracity.statistics.labels import Label
from veracity.statistics.statistic import ClusterEntries, Statistic, freeze, merged_labels


class SharedRows(Statistic):
    """Entries, each for rows alike in all columns: truth, weight, cluster, and what columns say.

    `answers` names the part that holds what each column or model says of each entry, (M, T).
    `cluster` is the index of the cluster of each entry among `cluster_labels`.
    """

    compared = (
        *("names", "labels", "pos_label", "cluster_labels"),
        *("given", "truth", "weight", "sum_of_squares", "cluster"),
    )
    answers: ClassVar[str]
    name_unknown: ClassVar[str]  # the message for a column or a model that is not there

    names: tuple[Label, ...]
    truth: Ints
    weight: Floats
    labels: tuple[Label, ...]
    pos_label: Label | None
    squares: Floats | None
    cluster: Ints | None
    cluster_labels: tuple[Label, ...]

    def __post_init__(self) -> None:
        freeze(self.given, self.truth, self.weight, self.squares, self.cluster)

    def __len__(self) -> int:
        """Number of entries T."""
        return len(self.truth)

    @property
    def given(self) -> Any:
        """What each column says of each entry, (M, T)."""
        return getattr(self, self.answers)

    @property
    def row_parts(self) -> dict[str, Any]:
        """All that does not depend on what columns say, for others of the same rows."""
        names = "truth", "weight", "labels", "pos_label", "squares", "cluster", "cluster_labels"
        return {name: getattr(self, name) for name in names}

    @property
    def weighted(self) -> bool:
        """Whether rows carried weights, so that Σw² differs from Σw."""
        return self.squares is not None

    @property
    def clustered(self) -> bool:
        """Whether it knows which cluster an entry belongs to."""
        return self.cluster is not None

    @property
    def cluster_ids(self) -> tuple[Label, ...] | None:
        """The ids of the clusters; None without clusters."""
        return None if self.cluster is None else self.cluster_labels

    @property
    def cluster_entries(self) -> ClusterEntries | None:
        """The entries of all clusters; None without clusters."""
        if self.cluster is None:
            return None
        return ClusterEntries(self.cluster_labels, self.cluster, self.truth, self.weight)

    @property
    def sum_of_squares(self) -> Floats:
        """Σw² of each entry; without weights that is the count itself."""
        return self.weight if self.squares is None else self.squares

    @property
    def square_total(self) -> Floats:
        """Σw² of everything."""
        return np.asarray(self.sum_of_squares.sum(-1))[()]

    @property
    def class_totals(self) -> Floats:
        """Weight of each true class, (K,)."""
        return np.bincount(self.truth, self.weight, self.classes).astype(np.float64)

    @property
    def class_squares(self) -> Floats:
        """Σw² of each true class, (K,)."""
        return np.bincount(self.truth, self.sum_of_squares, self.classes).astype(np.float64)

    def index_of_name(self, name: object) -> int:
        """The index of a column or a model among the names."""
        label = naming.canonical(name)
        if label not in self.names:
            raise refuse(self.name_unknown, name=repr(label), names=quoted(self.names))
        return self.names.index(label)

    def changed(self, **parts: Any) -> Self:
        """The same with some of its parts replaced."""
        here: Any = self  # every class of this kind is a dataclass
        made: Self = replace(here, **parts)
        return made

    def among(self, names: Iterable[object]) -> Self:
        """Only some of the columns; entries that they do not tell apart are added up."""
        chosen = [self.index_of_name(name) for name in names]
        kept = tuple(self.names[i] for i in chosen)
        return self.changed(names=kept, **{self.answers: self.given[chosen]}).gathered()

    # entries in order, and added up

    def sort_keys(self) -> list[tuple[Ints, int]]:
        """Codes of the entries with their number, in the order in which entries are sorted."""
        raise NotImplementedError

    def with_cluster_key(self, *keys: tuple[Ints, int]) -> list[tuple[Ints, int]]:
        """These keys, and that of the clusters where there are some."""
        return [
            *keys,
            *([] if self.cluster is None else [(self.cluster, len(self.cluster_labels))]),
        ]

    def gathered(self) -> Self:
        """The same with entries in order, and equal ones added up."""
        return self.grouped(*in_groups(one_key(self.sort_keys())))

    def grouped(self, order: Ints, first: Ints) -> Self:
        """The entries in this order, with those from each `first` to the next added up."""
        kept, squares = order[first], self.squares
        return self.changed(
            **{self.answers: self.given[:, kept] + 0},  # no score is -0.0
            truth=self.truth[kept],
            weight=summed_groups(self.weight, order, first),
            squares=None if squares is None else summed_groups(squares, order, first),
            cluster=None if self.cluster is None else self.cluster[kept],
        )

    def agree(self, other: Self) -> None:
        """Refuse one that cannot be added, as it has other columns."""
        raise NotImplementedError

    def moved_answers(self, moved: Ints) -> Any:  # noqa: ARG002  (scores stay as they are)
        """What columns say after class k became moved[k]."""
        return self.given

    def merged(self, others: Sequence[Self]) -> Self:
        """All entries together, of the type of the first; clusters with equal ids are one.

        Counts are added as whole numbers: parts give the entries of the whole, bit for bit, in
        any order.
        """
        parts: list[Self] = [self, *others]
        for one in others:
            self.agree(one)
        labels, positive = merged_labels(parts)
        index = {label: i for i, label in enumerate(labels)}
        moved = [np.array([index.get(v, -1) for v in one.labels], np.int64) for one in parts]
        answers = [
            one.moved_answers(to)[[one.names.index(name) for name in self.names]]
            for one, to in zip(parts, moved, strict=True)
        ]
        squares = None
        if any(one.weighted for one in parts):
            squares = np.concatenate([one.sum_of_squares for one in parts])
        cluster, cluster_labels = None, self.cluster_labels
        if self.clustered:
            cluster_labels, renamed = merged_ids([one.cluster_labels for one in parts])
            each = zip(parts, renamed, strict=True)
            cluster = np.concatenate([to[np.asarray(one.cluster)] for one, to in each])
        together = self.changed(
            **{self.answers: np.concatenate(answers, axis=1)},
            labels=labels,
            pos_label=positive,
            truth=np.concatenate([to[one.truth] for one, to in zip(parts, moved, strict=True)]),
            weight=np.concatenate([one.weight for one in parts]),
            squares=squares,
            cluster=cluster,
            cluster_labels=cluster_labels,
        )
        return together.gathered()
