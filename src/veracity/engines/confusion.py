"""Rows summed by truth and prediction → confusion matrices, whatever engine summed them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.grouped import Grouped
from veracity.statistics import ConfusionMatrix, labels, units
from veracity.statistics.cells import gathered
from veracity.statistics.labels import Label

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Entries:
    """The summed rows as numbered classes."""

    truth: Ints
    called: Ints
    weight: NDArray[np.float64]
    squares: NDArray[np.float64] | None

    def where(self, kept: NDArray[np.bool_]) -> Entries:
        """Only some of the entries."""
        squares = None if self.squares is None else self.squares[kept]
        return Entries(self.truth[kept], self.called[kept], self.weight[kept], squares)


def confusion_matrix(
    grouped: Grouped,
    *,
    listed: Iterable[Any] | None = None,
    pos_label: Any = None,
    cluster: int | None = None,
) -> ConfusionMatrix:
    """The matrix of key 0 (truth) by key 1 (prediction); `cluster` is the place of its key."""
    names, entries = _numbered(grouped, listed)
    positive = labels.chosen_positive(names, pos_label)
    return _matrix(names, positive, entries, _clusters(grouped, cluster))


def by_group(
    grouped: Grouped,
    places: tuple[int, ...],
    *,
    listed: Iterable[Any] | None = None,
    pos_label: Any = None,
    cluster: int | None = None,
) -> dict[Label, ConfusionMatrix]:
    """One matrix for each combination of the group keys, all over the same labels."""
    names, entries = _numbered(grouped, listed)
    positive = labels.chosen_positive(names, pos_label)
    code = np.zeros(len(grouped.rows), dtype=np.int64)
    for place in places:
        code = code * len(grouped.levels[place]) + grouped.codes[place]
    matrices: dict[Label, ConfusionMatrix] = {}
    for one in np.unique(code):
        kept = code == one
        first = int(np.argmax(kept))
        value = tuple(grouped.levels[p][grouped.codes[p][first]] for p in places)
        clusters = _clusters(grouped, cluster)
        inside = clusters and (clusters[0], clusters[1][kept])
        matrices[value[0] if len(value) == 1 else value] = _matrix(
            names, positive, entries.where(kept), inside
        )
    return matrices


def _numbered(grouped: Grouped, listed: Iterable[Any] | None) -> tuple[tuple[Label, ...], Entries]:
    truth, called = grouped.levels[:2]
    labels.one_kind(truth, called)
    if listed is None:
        names = labels.completed(labels.ordered((*truth, *called)))
    else:
        names = labels.checked(listed)
    place = {label: i for i, label in enumerate(names)}
    weight = grouped.rows.astype(np.float64) if grouped.weight is None else grouped.weight
    return names, Entries(
        np.array([place[v] for v in truth], dtype=np.int64)[grouped.codes[0]],
        np.array([place[v] for v in called], dtype=np.int64)[grouped.codes[1]],
        weight,
        grouped.squares,
    )


def _clusters(grouped: Grouped, place: int | None) -> tuple[tuple[Label, ...], Ints] | None:
    return None if place is None else (grouped.levels[place], grouped.codes[place])


def _matrix(
    names: tuple[Label, ...],
    positive: Label | None,
    entries: Entries,
    clusters: tuple[tuple[Label, ...], Ints] | None,
) -> ConfusionMatrix:
    size = len(names)
    sizes = entries.truth, entries.called
    axis = None
    if clusters is not None:
        ids, unit = clusters
        present, renumbered = np.unique(unit, return_inverse=True)
        axis = units.gathered(
            tuple(ids[i] for i in present),
            renumbered.reshape(-1).astype(np.int64),
            entries.truth * size + entries.called,
            entries.weight,
            entries.squares,
        )
    return ConfusionMatrix.made(
        gathered(*sizes, entries.weight, size),
        names,
        positive,
        None if entries.squares is None else gathered(*sizes, entries.squares, size),
        axis,
    )
