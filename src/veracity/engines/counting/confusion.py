"""Rows summed by truth and prediction → confusion matrices, whatever engine summed them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.counting.group_clusters import own
from veracity.engines.counting.grouped import Grouped
from veracity.statistics import ConfusionMatrix, labels
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import gathered

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class SumsByClass:
    """The summed rows as numbered classes."""

    truth: Ints
    predicted: Ints
    weight: NDArray[np.float64]
    squares: NDArray[np.float64] | None

    def where(self, kept: Ints) -> SumsByClass:
        """Only some of the entries."""
        squares = None if self.squares is None else self.squares[kept]
        return SumsByClass(self.truth[kept], self.predicted[kept], self.weight[kept], squares)


def confusion_matrix(
    grouped: Grouped,
    *,
    listed: Iterable[Any] | None = None,
    pos_label: Label | None = None,
    cluster: int | None = None,
) -> ConfusionMatrix:
    """The matrix of key 0 (truth) by key 1 (prediction); `cluster` is the index of its key."""
    names, positive, entries = _numbered(grouped, listed, pos_label)
    return _matrix(names, positive, entries, _clusters(grouped, cluster))


def by_group(
    grouped: Grouped,
    indices: tuple[int, ...],
    *,
    listed: Iterable[Any] | None = None,
    pos_label: Label | None = None,
    cluster: int | None = None,
) -> dict[Label, ConfusionMatrix]:
    """One matrix for each combination of the group keys, all over the same labels."""
    names, positive, entries = _numbered(grouped, listed, pos_label)
    code = np.zeros(len(grouped.rows), dtype=np.int64)
    for index in indices:
        code = code * len(grouped.categories[index]) + grouped.codes[index]
    matrices: dict[Label, ConfusionMatrix] = {}
    clusters, order = _clusters(grouped, cluster), np.argsort(code, kind="stable")
    starts = np.flatnonzero(np.diff(code[order], prepend=-1))
    for kept in np.split(order, starts[1:]) if len(order) else ():
        first = int(kept[0])
        value = tuple(grouped.categories[p][grouped.codes[p][first]] for p in indices)
        inside = clusters and (clusters[0], clusters[1][kept])
        matrices[value[0] if len(value) == 1 else value] = _matrix(
            names, positive, entries.where(kept), inside
        )
    return matrices


def _numbered(
    grouped: Grouped, listed: Iterable[Any] | None, pos_label: Label | None
) -> tuple[tuple[Label, ...], Label | None, SumsByClass]:
    """The labels, the positive one, and the entries with classes as indices among the labels."""
    truth, predicted = grouped.categories[:2]
    every = truth
    if truth != predicted:
        labels.one_kind(truth, predicted)
        every = (*truth, *predicted)
    if listed is not None:
        names = labels.checked(listed)
    else:
        names = labels.completed(labels.ordered(every))
    positive = labels.chosen_positive(names, pos_label)
    weight = grouped.rows.astype(np.float64) if grouped.weight is None else grouped.weight
    entries = SumsByClass(
        _classes(truth, grouped.codes[0], names),
        _classes(predicted, grouped.codes[1], names),
        weight,
        grouped.squares,
    )
    return names, positive, entries


def _classes(found: tuple[Label, ...], codes: Ints, names: tuple[Label, ...]) -> Ints:
    """Codes as indices among the names: themselves, where these are what was found."""
    if found == names:
        return codes
    index = {label: i for i, label in enumerate(names)}
    return np.array([index[one] for one in found], dtype=np.int64)[codes]


def _clusters(grouped: Grouped, index: int | None) -> tuple[tuple[Label, ...], Ints] | None:
    return None if index is None else (grouped.categories[index], grouped.codes[index])


def _matrix(
    names: tuple[Label, ...],
    positive: Label | None,
    entries: SumsByClass,
    clusters: tuple[tuple[Label, ...], Ints] | None,
) -> ConfusionMatrix:
    size = len(names)
    sizes = entries.truth, entries.predicted
    axis = None
    if clusters is not None:
        ids, cluster = clusters
        cell = entries.truth * size + entries.predicted
        axis = own(Clusters.of_entries(ids, cluster, cell, entries.weight, entries.squares))
    return ConfusionMatrix.made(
        gathered(*sizes, entries.weight, size),
        names,
        positive,
        None if entries.squares is None else gathered(*sizes, entries.squares, size),
        axis,
    )
