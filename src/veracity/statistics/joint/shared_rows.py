"""Rows that several columns or models share: truth, weight and cluster of each entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from veracity.arrays import Floats
from veracity.errors import CannotMerge, refuse
from veracity.statistics import labels as naming
from veracity.statistics.joint.entries import Ints
from veracity.statistics.labels import Label


class SharedRows:
    """What joint scores and paired tables have in common: entries, each for rows alike in all."""

    names: tuple[Label, ...]
    truth: Ints
    weight: Floats
    labels: tuple[Label, ...]
    pos_label: Label | None
    squares: Floats | None
    unit: Ints | None
    unit_ids: tuple[Label, ...]

    def __len__(self) -> int:
        """Number of entries T."""
        return len(self.truth)

    @property
    def classes(self) -> int:
        """Number of classes K."""
        return len(self.labels)

    @property
    def weighted(self) -> bool:
        """Whether rows carried weights, so that Σw² differs from Σw."""
        return self.squares is not None

    @property
    def clustered(self) -> bool:
        """Whether it knows which cluster an entry belongs to."""
        return self.unit is not None

    @property
    def sum_of_squares(self) -> Floats:
        """Σw² of each entry; without weights that is the count itself."""
        return self.weight if self.squares is None else self.squares

    def changed(self, **parts: Any) -> Self:
        """The same with some of its parts replaced."""
        here: Any = self  # every class of this kind is a dataclass
        made: Self = replace(here, **parts)
        return made


class SharedScores(SharedRows):
    """With scores, (M, T), one row for each column."""

    scores: Floats


class SharedLabels(SharedRows):
    """With the places of labels, (M, T), one row for each model."""

    called: Ints


@dataclass(frozen=True, slots=True)
class MergedParts:
    """What all parts have together: labels, true classes, weights and clusters of all entries."""

    labels: tuple[Label, ...]
    pos_label: Label | None
    moved: tuple[Ints, ...]
    truth: Ints
    weight: Floats
    squares: Floats | None
    unit: Ints | None
    unit_ids: tuple[Label, ...]

    def common(self) -> dict[str, Any]:
        """The parts by name, for a statistic that adds its own."""
        names = ("labels", "pos_label", "truth", "weight", "squares", "unit", "unit_ids")
        return {name: getattr(self, name) for name in names}


def merged_parts(parts: Sequence[SharedRows]) -> MergedParts:
    """The entries of all parts one after the other; `moved` are the new places of labels."""
    labels, positive = parts[0].labels, parts[0].pos_label
    for one in parts[1:]:
        before, labels = labels, naming.merged(labels, one.labels)
        positive = naming.merged_positive(labels, (before, positive), (one.labels, one.pos_label))
    if len({one.clustered for one in parts}) > 1:
        raise refuse("merge_one_has_clusters", CannotMerge)
    place = {label: i for i, label in enumerate(labels)}
    moved = tuple(np.array([place.get(v, -1) for v in one.labels], np.int64) for one in parts)
    squares = None
    if any(one.weighted for one in parts):
        squares = np.concatenate([one.sum_of_squares for one in parts])
    return MergedParts(
        labels,
        positive,
        moved,
        np.concatenate([to[one.truth] for one, to in zip(parts, moved, strict=True)]),
        np.concatenate([one.weight for one in parts]),
        squares,
        *_united(parts),
    )


def _united(parts: Sequence[SharedRows]) -> tuple[Ints | None, tuple[Label, ...]]:
    """The clusters of all parts; those with equal ids are one, in order, as in a merged table.

    Tuples, the numbers that files give to their clusters, stay in the order of merging.
    """
    if not parts[0].clustered:
        return None, ()
    ids = tuple(dict.fromkeys(label for one in parts for label in one.unit_ids))
    if not any(isinstance(label, tuple) for label in ids):
        ids = naming.ordered(ids)
    place = {label: i for i, label in enumerate(ids)}
    moved = [np.array([place[v] for v in one.unit_ids], np.int64) for one in parts]
    units = [n[np.asarray(one.unit)] for n, one in zip(moved, parts, strict=True)]
    return np.concatenate(units), ids
