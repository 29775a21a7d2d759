"""Statistics made fit for sharing: coarser scores, no small cells, no names of people."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from veracity.errors import refuse
from veracity.evaluation.state.small_cells import effect_of_hiding, emptied, uncut
from veracity.statistics import ConfusionMatrix
from veracity.statistics.clusters.random_groups import groups_in
from veracity.statistics.grid.building import coarser, gridded
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.grid.suppression import enough_rows, split_at, without_small_buckets
from veracity.statistics.held import Held, Scores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.labels import Label
from veracity.words import Text, say


@dataclass(frozen=True, slots=True)
class Sharing:
    """How much is given away: bits of a score, least rows in a cell, ids of clusters.

    `threshold` is that of the matrix, if it was made of scores.
    """

    bits: int | None
    min_count: int | None
    numbers: Mapping[Label, Label]
    threshold: float | None = None

    def shared(self, whole: Held, groups: Mapping[Label, Held]) -> tuple[Held, dict[Label, Held]]:
        """Everything that is held, of all rows and of each group, as it may be shared."""
        if self.min_count is not None and whole.clusters is not None:
            raise refuse("min_count_with_clusters")
        if self.min_count is not None and whole.scores is not None and self.bits is None:
            raise refuse("min_count_needs_bits")
        every = [whole, *groups.values()]
        made = [self._coarse(held) for held in every]
        if self.min_count is not None:
            made = self._without_small_cells(every, made)
        return made[0], dict(zip(groups, made[1:], strict=True))

    def notes(self, whole: Held, shared: Held) -> tuple[Text, ...]:
        """What a reader of the file should know of it."""
        if self.min_count is None:
            return ()
        if whole.scores is None:
            return effect_of_hiding(whole, shared, self.min_count)
        joined = say("small_buckets_joined", value=self.min_count)
        if whole.confusion is None or shared.confusion is None:
            return (joined,)
        gone = float(whole.confusion.total) > float(shared.confusion.total) * (1 + 1e-12)
        return (joined, say("small_cells_of_matrix", value=self.min_count)) if gone else (joined,)

    # coarser

    def _coarse(self, held: Held) -> Held:
        family = "line" if held.probabilities is None else "unit"
        both = held.scores is not held.probabilities and held.probabilities is not None
        scores = self._scores(held.scores, "line" if both else family)
        return replace(
            held,
            confusion=None if held.confusion is None else self._matrix(held.confusion),
            fewest=None if held.fewest is None else self._matrix(held.fewest),
            scores=scores,
            probabilities=self._scores(held.probabilities, "unit")
            if both
            else (None if held.probabilities is None else scores),
            ranks=None if held.ranks is None else self._ranks(held.ranks),
        )

    def _matrix(self, matrix: ConfusionMatrix) -> ConfusionMatrix:
        return matrix.changed(clusters=self._renamed(matrix.clusters))

    def _scores(self, scores: Any, family: str) -> Any:
        if scores is None:
            return None
        if scores.by_row and self.bits is None:
            if scores.cluster is None or not self.numbers:
                return scores
            return replace(
                scores, cluster_labels=tuple(self.numbers[i] for i in scores.cluster_labels)
            )
        if scores.several_columns:  # coarse tuples are nearly rows, and state no bound
            columns = scores.as_read
            return replace(columns, tables=tuple(self._scores(t, family) for t in columns.tables))
        if self.bits is not None:
            scores = (
                gridded(scores, self.bits, family) if scores.exact else coarser(scores, self.bits)
            )
        return scores.with_clusters(self._renamed(scores.clusters))

    def _ranks(self, ranks: TopRanks) -> TopRanks:
        return replace(ranks, clusters=self._renamed(ranks.clusters))

    def _renamed(self, clusters: Any) -> Any:
        if clusters is None or not self.numbers:
            return clusters
        return replace(clusters, ids=tuple(self.numbers[name] for name in clusters.ids))

    # no small cells

    def _without_small_cells(self, every: Sequence[Held], made: Sequence[Held]) -> list[Held]:
        assert self.min_count is not None
        least, whole = self.min_count, made[0]
        beside = whole.scores is not None
        if not beside or self.threshold is None:
            made = emptied(made, least, beside=beside)
        if not beside:
            return list(made)
        if any(held.ranks is not None and not _ranks_displayed(held.ranks, least) for held in made):
            made = [replace(held, ranks=None) for held in made]
        both = whole.probabilities is not None and whole.probabilities is not whole.scores
        if whole.scores is not None and whole.scores.kind == "score_columns":
            columns = [_columns(held.scores) for held in made]
            grids = [self._joined(column) for column in zip(*columns, strict=True)]
            done = [
                ScoreColumns(whole.scores.names, tuple(column[i] for column in grids))
                for i in range(len(made))
            ]
            return [_with_scores(h, s, s) for h, s in zip(made, done, strict=True)]
        scores = self._joined([held.scores for held in made]) if both else ()
        split_grids, kept = self._split(every, made)
        if self.threshold is not None and not kept:
            made = [uncut(h, g, self.threshold) for h, g in zip(made, split_grids, strict=True)]
        return [
            _with_scores(held, scores[i] if both else split_grids[i], split_grids[i])
            for i, held in enumerate(made)
        ]

    def _split(
        self, every: Sequence[Held], made: Sequence[Held]
    ) -> tuple[tuple[ScoreGrid, ...], bool]:
        """The grids that thresholds apply to, and whether the matrix, without small cells, stays.

        Then no bucket lies on both sides of the threshold, so that what the matrix tells is a
        sum of buckets. Else the matrix is read off the buckets, known between two.
        """
        assert self.min_count is not None
        threshold = self.threshold
        grids: list[Any] = [held.table_at_thresholds for held in made]
        if threshold is None or any(held.fewest is not None for held in every):
            return self._joined(grids), False
        sources: list[Any] = [held.table_at_thresholds for held in every]
        matrices = [held.confusion for held in made]
        exact = all(s.is_exact_at(threshold) for s in sources)
        if exact and all(_shareable(matrix, self.min_count) for matrix in matrices):
            halves = [
                split_at(grid, source.edges, threshold)
                for grid, source in zip(grids, sources, strict=True)
            ]
            found = without_small_buckets(halves, self.min_count, threshold)
            if found is not None:
                return found, True
        return self._joined(grids), False

    def _joined(self, grids: Sequence[Any]) -> tuple[ScoreGrid, ...]:
        assert self.min_count is not None
        found = without_small_buckets(grids, self.min_count)
        if found is None:
            raise refuse("min_count_leaves_nothing", value=self.min_count)
        return found


def numbered_ids(held: Held) -> dict[Label, Label]:
    """A number for each cluster, the same in every group, that equals one of no other file.

    Random groups of clusters name nobody, and keep their names.
    """
    ids = held.some.cluster_ids
    if ids is None or groups_in(ids) is not None:
        return {}
    file = uuid.uuid4().hex
    return {name: (file, number) for number, name in enumerate(ids)}


def _with_scores(held: Held, scores: Scores | None, probabilities: Scores | None) -> Held:
    same = held.probabilities is held.scores or held.probabilities is None
    probable = None if held.probabilities is None else (scores if same else probabilities)
    return replace(held, scores=scores, probabilities=probable)


def _columns(scores: Any) -> tuple[Any, ...]:
    tables: tuple[Any, ...] = scores.tables
    return tables


def _shareable(matrix: ConfusionMatrix | None, least: float) -> bool:
    """Whether no cell of a matrix is small."""
    if matrix is None:
        return True
    squares = None if matrix.squares is None else matrix.squares.array()
    return bool(enough_rows(matrix.cells.array(), squares, least).all())


def _ranks_displayed(ranks: TopRanks, least: float) -> bool:
    return bool(np.all(enough_rows(ranks.weight, ranks.squares, least)))
