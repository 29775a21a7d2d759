"""Entries of a paired statistic, and the cell that each has in the statistic of every model.

Everything that compares any metric is said once in these terms: a derivative by cell, a redraw
of the entries, an exchange of two models within a row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.statistics import ConfusionMatrix
from veracity.statistics.cells import DenseCells, Ints, SparseCells, tallied
from veracity.statistics.joint_entries import in_groups, one_key, ranked, summed_groups
from veracity.statistics.joint_scores import JointScores
from veracity.statistics.labels import Label
from veracity.statistics.paired_table import PairedTable
from veracity.statistics.probability_table import ProbabilityTable
from veracity.statistics.score_coarsening import balanced_starts, pooled_table
from veracity.statistics.score_table import ScoreTable

FEW_CLASSES = 16  # dense cells are faster up to here
BUCKETS = 256  # of each column of scores
TOP = 256  # first scores that are not pooled, for metrics that read the top alone


@dataclass(frozen=True, eq=False)
class Layout:
    """T entries; `cells[m, t]` is the cell of entry t in the statistic of model m.

    `build(m, flat)` makes that statistic from the weight of each of the `size` cells,
    (..., size). `squares` is Σw² of each entry, None for counts; `unit` its cluster,
    `truth` the place of its true class.
    """

    names: tuple[Label, ...]
    cells: Ints
    size: int
    build: Callable[[int, Floats], Any]
    weight: Floats
    truth: Ints
    squares: Floats | None = None
    unit: Ints | None = None
    clusters: int = 0

    @property
    def sum_of_squares(self) -> Floats:
        """Σw² of each entry; without weights that is the count itself."""
        return self.weight if self.squares is None else self.squares

    @property
    def independent(self) -> float:
        """How many independent pieces of evidence there are: clusters, or effective rows."""
        if self.unit is not None:
            return float(self.clusters)
        total = self.weight.sum()
        return float(total if self.squares is None else ratio(total**2, self.squares.sum()))

    def flat(self, model: int, weight: Floats) -> Floats:
        """The weight of each cell of a model, where entries weigh `weight[..., t]`."""
        return tallied(self.cells[model], weight, self.size)

    def statistic(self, model: int) -> Any:
        """The statistic of one model, as coarse as the layout is."""
        return self.build(model, self.flat(model, self.weight))


def of_labels(table: PairedTable) -> Layout:
    """The layout of labels: cells are those of the confusion matrix that any model fills."""
    size = table.classes
    every = np.stack([table.cells(name) for name in table.names])
    occupied, places = np.unique(every, return_inverse=True)
    truth, called = np.divmod(occupied, size)

    def build(_: int, flat: Floats) -> ConfusionMatrix:
        if size > FEW_CLASSES:
            cells: Any = SparseCells(truth, called, flat, size)
        else:
            full = np.zeros((*flat.shape[:-1], size * size))
            full[..., occupied] = flat
            cells = DenseCells(full.reshape(*flat.shape[:-1], size, size))
        return ConfusionMatrix.made(cells, table.labels, table.pos_label)

    return _gathered(
        table,
        Layout(
            table.names,
            places.reshape(every.shape).astype(np.int64),
            len(occupied),
            build,
            table.weight,
            table.truth,
            table.squares,
            table.unit,
            len(table.unit_ids),
        ),
    )


def of_scores(joint: JointScores) -> Layout:
    """The layout of scores: every column pooled into buckets that hold about equal shares.

    Up to 512 different scores of a column nothing is pooled.
    """
    coarse = [_coarse(joint.column(name)) for name in joint.names]
    # a bucket stands for the scores from its own up to the next, which comes before it
    places = [
        np.searchsorted(-table.scores, -scores, "left")
        for table, scores in zip(coarse, joint.scores, strict=True)
    ]
    return _of_places(joint, places, [table.scores for table in coarse])


def of_probabilities(joint: JointScores) -> Layout:
    """The same, each bucket standing for the mean of its probabilities, read as numbers."""
    found = of_scores(joint)
    means = [_coarse(ProbabilityTable.like(joint.column(name))).scores for name in joint.names]

    def build(model: int, flat: Floats) -> ProbabilityTable:
        table = found.build(model, flat)
        return ProbabilityTable.like(replace(table, scores=means[model]))

    return replace(found, build=build)


def _coarse(table: ScoreTable) -> ScoreTable:
    if len(table) <= BUCKETS + TOP:
        return table
    return pooled_table(table, np.union1d(np.arange(TOP), balanced_starts(table.weight, BUCKETS)))


def of_ranks(joint: JointScores, first: int, second: int, levels: int = 4 * BUCKETS) -> Layout:
    """The layout of two columns as ranks, which have one scale where scores have two.

    A rank is the share of the weight below plus half of that at the score. Many different ranks
    are pooled into so many levels.
    """
    ranks = np.stack([_shares(joint.scores[place], joint.weight) for place in (first, second)])
    if len(np.unique(ranks)) > levels:
        ranks = np.floor(ranks * levels)
    falling = -np.unique(-ranks)
    places = [np.searchsorted(-falling, -column, "left") for column in ranks]
    names = joint.names[first], joint.names[second]
    return _of_places(joint, places, [falling, falling], names)


def _of_places(
    joint: JointScores,
    places: list[Any],
    scores: list[Floats],
    names: tuple[Label, ...] | None = None,
) -> Layout:
    size = max(map(len, scores))

    def build(model: int, flat: Floats) -> ScoreTable:
        weight = flat.reshape(*flat.shape[:-1], joint.classes, size)
        kept = np.ascontiguousarray(weight[..., : len(scores[model])])
        return ScoreTable(scores[model], kept, joint.labels, joint.pos_label)

    return _gathered(
        joint,
        Layout(
            joint.names if names is None else names,
            np.stack([joint.truth * size + np.asarray(one, np.int64) for one in places]),
            joint.classes * size,
            build,
            joint.weight,
            joint.truth,
            joint.squares,
            joint.unit,
            len(joint.unit_ids),
        ),
    )


def _shares(scores: Floats, weight: Floats) -> Floats:
    """The share of the weight below each entry's score, and half of that at it."""
    levels, place = ranked(scores)
    at = np.bincount(place, weight, len(levels))
    below = at.sum() - np.cumsum(at)
    shares: Floats = ((below + at / 2) / at.sum())[place]
    return shares


def _gathered(source: PairedTable | JointScores, layout: Layout) -> Layout:
    """Entries that have the same cells for every model (and one cluster) as one."""
    keys = [(cells, layout.size) for cells in layout.cells]
    if layout.unit is not None:
        keys.append((layout.unit, layout.clusters))
    order, first = in_groups(one_key(keys))
    if len(first) == len(source):
        return layout
    kept, squares = order[first], layout.squares
    return Layout(
        layout.names,
        layout.cells[:, kept],
        layout.size,
        layout.build,
        summed_groups(layout.weight, order, first),
        layout.truth[kept],
        None if squares is None else summed_groups(squares, order, first),
        None if layout.unit is None else layout.unit[kept],
        layout.clusters,
    )
