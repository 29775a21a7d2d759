"""Groups in two halves of their rows, and the sums of these by the values of some columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from veracity.resampling.parts import parts_of
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import tallied
from veracity.statistics.statistic import Statistic

Halves = tuple[Any, Any]
Where = tuple[tuple[str, Label], ...]


def in_halves(read: Mapping[Label, Any], random: np.random.Generator) -> dict[Label, Halves]:
    """Every group in two halves: by rows, or by whole clusters, each in one half of all groups."""
    if all(one.clusters is None for one in read.values()):
        return {name: _halved(one, random) for name, one in read.items()}
    ids = list(dict.fromkeys(label for one in read.values() for label in one.clusters.ids))
    first = {ids[index] for index in random.permutation(len(ids))[: len(ids) // 2]}
    return {name: _clusters_halved(one, first) for name, one in read.items()}


def _clusters_halved(read: Any, first: set[Label]) -> Halves:
    """The clusters of the first half and all others, as statistics that know their clusters."""
    clusters, parts = read.clusters, parts_of(read)
    inside = np.array([label in first for label in clusters.ids], bool)[clusters.cluster]
    assert parts.clusters is not None
    cell = parts.clusters.cell

    def half(kept: Any) -> Any:
        """The entries of some clusters, added up by cell; their order is that of the parts."""
        cells = cell[kept]
        some = tallied(cells, clusters.weight[kept], len(parts))
        squares = None
        if clusters.squares is not None:
            squares = tallied(cells, clusters.squares[kept], len(parts))
        there, cluster = np.unique(clusters.cluster[kept], return_inverse=True)
        own = Clusters.of_entries(
            tuple(clusters.ids[one] for one in there.tolist()),
            cluster.astype(np.int64),
            clusters.cell[kept],
            clusters.weight[kept],
            None if clusters.squares is None else clusters.squares[kept],
        )
        made = parts.put(some, squares)
        if made.kind == "confusion_matrix":
            return made.changed(clusters=own).plain()
        return replace(made, clusters=own)

    return half(inside), half(~inside)


def _halved(read: Statistic, random: np.random.Generator) -> Halves:
    """Each row in one of two halves, by a coin; rows of one cell are identical."""
    parts = parts_of(read)
    whole = np.asarray(parts.weight)
    first = random.binomial(whole.round().astype(np.int64), 0.5).astype(np.float64)
    return parts.put(first, None), parts.put(whole - first, None)


class Divided:
    """The halves of all groups, added up by the values of one column or of two.

    The sums of the columns asked for last are kept, so that slices of the same columns add up
    what lies outside them from these few and not from every group again.
    """

    def __init__(
        self, halves: Mapping[Label, Halves], members: Mapping[Where, Sequence[Label]]
    ) -> None:
        self.halves, self.members = halves, members
        self.summed_by: tuple[tuple[str, ...], int] | None = None
        self.sums: dict[Where, Any] = {}

    def slice_and_rest(self, where: Where, half: int) -> tuple[Any, Any] | None:
        """One half of a slice and of all other rows; None where there are no others."""
        asked = columns_of(where), half
        if self.summed_by != asked:
            self.summed_by = asked
            self.sums = {
                one: together([self.halves[name][half] for name in names])
                for one, names in self.members.items()
                if columns_of(one) == asked[0]
            }
        rest = [one for other, one in self.sums.items() if other != where]
        return (self.sums[where], together(rest)) if rest else None


def columns_of(where: Where) -> tuple[str, ...]:
    """The columns of a slice."""
    return tuple(column for column, _ in where)


def together(parts: Sequence[Any]) -> Any:
    """All parts added up at once: one by one, thousands of small groups would take minutes."""
    return parts[0].merged(parts[1:])
