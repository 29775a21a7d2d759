"""One column of scores of very many rows: looked at once, then counted in buckets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import chunks
from veracity.engines.kernels.bucket_sums import BucketSums, ListedScores, SlotSums
from veracity.engines.kernels.buckets import BucketReader
from veracity.engines.kernels.grids import cells_of_sample, spread, together
from veracity.engines.kernels.sums import Floats, Ints, Rows
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.grid.building import grid_of_buckets
from veracity.statistics.grid.cells import GridCells
from veracity.statistics.grid.codes import Family
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.labels import Label
from veracity.statistics.scores.score_table import ScoreTable

Statistic = ScoreTable | ScoreGrid
Buckets = GridCells | NDArray[np.float64]
_LOOKED_AT = 1 << 17


class ColumnLook:
    """What one pass over a column finds: its scores while they are few, and a sample of rows."""

    def __init__(self, rows: int, most: int | None) -> None:
        self._most, self._all = most, rows <= len(spread(rows))
        self._chosen = spread(rows)
        self._start, self._parts = 0, list[Rows]()
        self.scores: Floats | None = None if most is None else np.empty(0)

    def add(self, rows: Rows) -> None:
        """One more piece of the rows."""
        first, last = np.searchsorted(self._chosen, (self._start, self._start + len(rows)))
        chosen: Any = self._chosen[first:last] - self._start
        self._parts.append(rows if self._all else rows.picked(chosen))
        self._start += len(rows)
        for part in chunks(len(rows), _LOOKED_AT):
            if self.scores is None or self._most is None:
                return
            more = rows.scores[part].astype(np.float64) + 0.0  # no negative zero
            self.scores = np.union1d(self.scores, more)
            if len(self.scores) > self._most:
                self.scores = None

    def cells(self, family: Family, bits: int, thresholds: tuple[float, ...]) -> GridCells:
        """The buckets of a grid for such rows."""
        sample = together(self._parts)
        return cells_of_sample(sample, family, bits, thresholds, sampled=not self._all)


class ColumnSums:
    """Counts in the buckets of a column; each slot (a group, a cluster of it) on its own."""

    def __init__(self, buckets: Buckets, slots: int, like: Rows) -> None:
        self.buckets, self.slots = buckets, slots
        reader = BucketReader(buckets) if isinstance(buckets, GridCells) else ListedScores(buckets)
        kind: Any = {"weighted": like.weight is not None, "squares": like.squares}
        size, classes = len(buckets), like.classes
        self._whole = BucketSums(reader, size, classes, **kind) if slots == 1 else None
        self._slots = SlotSums(reader, size, slots, classes, **kind) if slots > 1 else None

    def add(self, rows: Rows, slot: Ints | None) -> None:
        """Rows, and the slot of each."""
        if self._whole is not None:
            self._whole.added(rows)
        elif self._slots is not None and slot is not None:
            self._slots.add(rows, slot)

    def whole(self) -> Floats:
        """The weight of all slots, (K, B)."""
        sums, seen = self._sums()
        return _spread_out(_added_up(sums[0]), seen, len(self.buckets))

    def statistics(
        self, labels: tuple[Label, ...], pos_label: Label | None, clusters: tuple[Label, ...] | None
    ) -> list[Statistic]:
        """The table or grid of each group; its slots are the clusters, if there are such."""
        sums, seen = self._sums()
        every = 1 if clusters is None else len(clusters)
        groups = [part.reshape(-1, every, *part.shape[1:]) for part in sums]
        return [
            _statistic(self.buckets, one, seen, labels, pos_label, clusters)
            for one in zip(*groups, strict=True)
        ]

    def _sums(self) -> tuple[list[NDArray[Any]], Ints]:
        """By slot, class and bucket, and which buckets these are."""
        if self._slots is not None:
            return self._slots.sums(), self._slots.seen
        assert self._whole is not None
        return [part[None] for part in self._whole.sums()], np.arange(len(self.buckets))


def _spread_out(sums: Floats, seen: Ints, buckets: int) -> Floats:
    """Sums by class and some of the buckets as sums over all of them."""
    every = np.zeros((len(sums), buckets))
    every[:, seen] = sums
    return every


def _added_up(sums: NDArray[Any]) -> Floats:
    """Over the first axis."""
    found: Floats = sums.sum(0, dtype=np.float64)
    return found


def _statistic(
    buckets: Buckets,
    sums: Sequence[NDArray[Any]],
    seen: Ints,
    labels: tuple[Label, ...],
    pos_label: Label | None,
    cluster_labels: tuple[Label, ...] | None,
) -> Statistic:
    """From sums by cluster, class and bucket that was seen."""
    weight, *rest = (_spread_out(_added_up(part), seen, len(buckets)) for part in sums)
    squares = rest[0] if rest else None
    held = np.flatnonzero(weight.sum(0))
    low = buckets.low if isinstance(buckets, GridCells) else buckets
    held = held[np.argsort(low[held], kind="stable")[::-1]]
    clusters = None
    if cluster_labels is not None:
        number = np.zeros(len(buckets), np.int64)
        number[seen] = np.arange(len(seen))
        clusters = _clusters(cluster_labels, sums, number[held])
    if isinstance(buckets, GridCells):
        grid = grid_of_buckets(buckets, weight, squares, labels, pos_label)
        return replace(grid, table=replace(grid.table, clusters=clusters))
    squares = None if squares is None else squares[:, held]
    return ScoreTable(buckets[held], weight[:, held], labels, pos_label, squares, clusters)


def _clusters(ids: tuple[Label, ...], sums: Sequence[NDArray[Any]], held: Ints) -> Clusters:
    """What each cluster adds to each class and occupied bucket; clusters without rows are left out.

    One cluster after the other: all at once would take as much room again.
    """
    names, cells = list[Label](), list[Ints]()
    parts: list[list[Floats]] = [[] for _ in sums]
    for index, name in enumerate(ids):
        weight, *squares = (part[index][:, held].reshape(-1) for part in sums)
        entry = np.flatnonzero(weight)
        if len(entry):
            names.append(name)
            cells.append(entry)
            for some, part in zip(parts, (weight, *squares), strict=True):
                some.append(part[entry].astype(np.float64))
    cluster = np.repeat(np.arange(len(names)), [len(cell) for cell in cells])
    weights, *squares = (np.concatenate(some) for some in parts)
    return Clusters(
        tuple(names), cluster, np.concatenate(cells), weights, squares[0] if squares else None
    )
