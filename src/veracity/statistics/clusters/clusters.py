"""The sparse axis of clusters (patients, recordings, folds) under a matrix or a table of scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics.clusters.random_groups import alike, group_ids, groups_of
from veracity.statistics.labels import Label, ordered

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Clusters:
    """What each cluster adds to each cell: entries (cluster, cell, weight), in that order.

    `cluster` is the index of the cluster among `ids`. The cell is truth · K + prediction under a
    matrix, class · T + score under a table of T scores, rank − 1 under ranks. Only occupied
    entries are kept: 100,000 patients with three cells each cost 300,000 numbers whatever K is.
    """

    ids: tuple[Label, ...]
    cluster: Ints
    cell: Ints
    weight: Floats
    squares: Floats | None = None

    @classmethod
    def of_entries(
        cls,
        ids: tuple[Label, ...],
        cluster: Ints,
        cell: Ints,
        weight: Floats,
        squares: Floats | None = None,
    ) -> Clusters:
        """From entries in any order; those of one cluster and cell are summed.

        One key for cluster and cell together sorts several times faster than two.
        """
        key = cluster * (int(cell.max(initial=0)) + 1) + cell
        if (key[1:] > key[:-1]).all():
            return cls(ids, cluster, cell, weight, squares)
        order = np.argsort(key, kind="stable")
        key = key[order]
        first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
        kept = order[first]
        return cls(
            ids,
            cluster[kept],
            cell[kept],
            np.add.reduceat(weight[order], first),
            None if squares is None else np.add.reduceat(squares[order], first),
        )

    def __len__(self) -> int:
        return len(self.ids)

    def _in_cells(self, cell: Ints) -> Clusters:
        """The same entries in other cells; those whose cell is below 0 are left out."""
        kept = cell >= 0
        if kept.all():
            return Clusters.of_entries(self.ids, self.cluster, cell, self.weight, self.squares)
        squares = None if self.squares is None else self.squares[kept]
        return Clusters.of_entries(
            self.ids, self.cluster[kept], cell[kept], self.weight[kept], squares
        )

    # under a matrix

    def at_indices(self, indices: Ints, size_before: int, size: int) -> Clusters:
        """The same entries after the classes of a matrix moved to other indices."""
        truth, predicted = np.divmod(self.cell, size_before)
        return self._in_cells(indices[truth] * size + indices[predicted])

    def transposed(self, size: int) -> Clusters:
        """Truth and prediction exchanged."""
        truth, predicted = np.divmod(self.cell, size)
        return self._in_cells(predicted * size + truth)

    def scaled(self, factor: Floats, per_class: int) -> Clusters:
        """Each true class, of so many cells, multiplied by its factor, (K,)."""
        times = factor[self.cell // per_class]
        squares = self.sum_of_squares * times**2
        return Clusters(self.ids, self.cluster, self.cell, self.weight * times, squares)

    def among(self, indices: Ints, size: int, *, rest: bool) -> Clusters:
        """Entries of these classes only; with `rest`, all others together before them."""
        moved = np.full(size, 0 if rest else -1)
        moved[indices] = np.arange(len(indices)) + rest
        truth, predicted = (moved[part] for part in np.divmod(self.cell, size))
        known = (truth >= 0) & (predicted >= 0)
        return self._in_cells(np.where(known, truth * (len(indices) + rest) + predicted, -1))

    # under a table of scores

    def moved(self, classes: Ints, scores: Ints, size: int) -> Clusters:
        """The same entries in another table of scores.

        Class k becomes classes[k] and score t becomes scores[t], of `size` scores; entries of
        classes that become -1 are left out.
        """
        truth, score = np.divmod(self.cell, len(scores))
        truth = classes[truth]
        return self._in_cells(np.where(truth >= 0, truth * size + scores[score], -1))

    # under anything

    def plus(self, other: Clusters) -> Clusters:
        """Both together; clusters with equal ids are one."""
        return merged_clusters((self, other))

    def in_random_groups(self) -> Clusters:
        """The same with clusters put together into 1,024 groups, by their ids alone."""
        used, group = np.unique(groups_of(self.ids), return_inverse=True)
        ids, cluster = group_ids(used.tolist()), group.reshape(-1)[self.cluster]
        return Clusters.of_entries(ids, cluster, self.cell, self.weight, self.squares)

    def dense(self, cells: int) -> Floats:
        """What each cluster adds to each cell, (clusters, cells)."""
        table = np.zeros((len(self), cells))
        table[self.cluster, self.cell] = self.weight
        return table

    def resampled(self, times: Floats, cells: int) -> Floats:
        """Cell sums after taking each cluster as often as `times[..., cluster]` says."""
        from scipy.sparse import csr_array

        table = csr_array((self.weight, (self.cluster, self.cell)), (len(self), cells))
        return np.asarray((table.T @ times.reshape(-1, len(self)).T).T).reshape(
            *times.shape[:-1], cells
        )

    def __eq__(self, other: object) -> bool:
        """Whether both know the same clusters with the same entries."""
        if not isinstance(other, Clusters):
            return NotImplemented
        parts = ("cluster", "cell", "weight", "sum_of_squares")
        return self.ids == other.ids and all(
            np.array_equal(getattr(self, part), getattr(other, part)) for part in parts
        )

    @property
    def sum_of_squares(self) -> Floats:
        """Σw² of each entry; without weights that is the count itself."""
        return self.weight if self.squares is None else self.squares


def merged_ids(every: Sequence[tuple[Label, ...]]) -> tuple[tuple[Label, ...], list[Ints]]:
    """The ids of the clusters of several parts, equal ones once, and the index of each old one.

    Where one part has random groups of clusters, the clusters of the others join them. Ids come in
    order, so that resamples do not depend on how the whole was divided; tuples, the numbers that
    files give to their clusters, stay in the order of merging.
    """
    grouped = alike(every)
    names = every if grouped is None else [ids for ids, _ in grouped]
    ids = tuple(dict.fromkeys(label for part in names for label in part))
    if grouped is not None or not any(isinstance(label, tuple) for label in ids):
        ids = ordered(ids)
    index = {label: i for i, label in enumerate(ids)}
    moved = [np.array([index[label] for label in part], np.int64) for part in names]
    if grouped is not None:
        moved = [to[before] for to, (_, before) in zip(moved, grouped, strict=True)]
    return ids, moved


def merged_clusters(parts: Sequence[Clusters]) -> Clusters:
    """The clusters of several statistics that have the same cells; those with equal ids are one."""
    ids, moved = merged_ids([part.ids for part in parts])
    squares = None
    if any(part.squares is not None for part in parts):
        squares = np.concatenate([part.sum_of_squares for part in parts])
    return Clusters.of_entries(
        ids,
        np.concatenate([to[part.cluster] for to, part in zip(moved, parts, strict=True)]),
        np.concatenate([part.cell for part in parts]),
        np.concatenate([part.weight for part in parts]),
        squares,
    )
