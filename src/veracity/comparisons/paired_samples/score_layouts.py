"""Layouts of scores: one column of each model, one for each class, or what is read off these.

With `pair`, two models share one scale, so that their answers can be exchanged: probabilities
and confidences as they are, scores as ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.comparisons.paired_samples.layout import Layout, gathered
from veracity.comparisons.paired_samples.pooled_scores import (
    BUCKETS,
    TOP,
    PooledEntries,
    PooledScores,
    buckets_for,
    common_scores,
    pooled_scores,
    shares_below,
)
from veracity.statistics.joint.entries import ranked
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_classes import columns_of_model, columns_read, models_of
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_label import RIGHT, WRONG, TopLabel
from veracity.statistics.joint.top_ranks import TopRanks, ranks_of
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import Ints
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable

Pair = tuple[int, int]
RANK_BUCKETS = 4 * BUCKETS


def of_scores(joint: JointScores) -> Layout:
    """One column of each model, pooled; up to 512 different scores nothing is."""
    entries = PooledEntries(joint.truth, joint.weight, joint.classes)
    each = [[pooled_scores(one, entries, top=TOP)] for one in joint.ranked]
    return _of_pooled(joint, joint.names, each, _tables(joint, ScoreTable))


def of_probabilities(joint: JointScores, pair: Pair | None = None) -> Layout:
    """The same, each bucket standing for the mean of its probabilities, read as numbers."""
    make = _tables(joint, ProbabilityTable)
    if pair is not None:
        columns, truths = [joint.scores[m] for m in pair], [joint.truth] * 2
        common = common_scores(columns, truths, joint.weight, joint.classes, BUCKETS)
        return _of_pooled(joint, _named(joint.names, pair), [[one] for one in common], make)
    entries = PooledEntries(joint.truth, joint.weight, joint.classes)
    each = [[pooled_scores(one, entries, top=TOP, means=True)] for one in joint.ranked]
    return _of_pooled(joint, joint.names, each, make)


def of_ranks(joint: JointScores, pair: Pair, buckets: int = RANK_BUCKETS) -> Layout:
    """Two columns as ranks, which have one scale where scores have two.

    A rank is the share of the weight below plus half of that at the score. Many different ranks
    are pooled into so many levels.
    """
    ranks = np.stack([shares_below(joint.scores[index], joint.weight) for index in pair])
    if len(np.unique(ranks)) > buckets:
        ranks = np.floor(ranks * buckets)
    falling = -np.unique(-ranks)
    each = [[PooledScores(falling, np.searchsorted(-falling, -column, "left"))] for column in ranks]
    return _of_pooled(joint, _named(joint.names, pair), each, _tables(joint, ScoreTable))


def of_columns(joint: JointScores, pair: Pair | None = None, kind: Any = None) -> Layout:
    """A column for each class of every model, each entry with a cell in every column.

    `kind` is what the columns are made into first (cumulated ones, say), if anything.
    """
    names = models_of(joint)
    chosen = range(len(names)) if pair is None else pair
    read = [columns_read(joint, names[m], kind) for m in chosen]
    labels, columns = read[0][0], [scores for _, scores in read]
    count = len(labels)
    buckets = buckets_for(count, joint.classes)
    own = [joint.labels.index(label) for label in labels]
    each: list[list[PooledScores]]
    if pair is None:
        entries = PooledEntries(joint.truth, joint.weight, joint.classes)
        each = [
            [
                pooled_scores(ranked(one), entries, buckets=buckets, means=True, own=j)
                for j, one in zip(own, of_model, strict=True)
            ]
            for of_model in columns
        ]
    else:
        truths = [joint.truth] * len(columns)
        common = [
            common_scores(
                [one[i] for one in columns], truths, joint.weight, joint.classes, buckets, j
            )
            for i, j in enumerate(own)
        ]
        each = [list(of_model) for of_model in zip(*common, strict=True)]

    def make(tables: list[ScoreTable]) -> ScoreColumns:
        return ScoreColumns(labels, tuple(tables))

    build = _tables(joint, ScoreTable, make)
    return _of_pooled(joint, tuple(names[m] for m in chosen), each, build)


def of_tops(joint: JointScores, pair: Pair | None = None, threshold: float = 0.5) -> Layout:
    """How sure each model was, and whether it was right: two classes or several.

    Of two classes the positive one is predicted from the threshold on.
    """
    names, sure, right = _confidences(joint, threshold)
    chosen = range(len(names)) if pair is None else pair
    if pair is None:
        each = [
            [pooled_scores(ranked(s), PooledEntries(r, joint.weight, 2), top=TOP, means=True)]
            for s, r in zip(sure, right, strict=True)
        ]
    else:
        picked = [sure[m] for m in pair], [right[m] for m in pair]
        each = [[one] for one in common_scores(*picked, joint.weight, 2, BUCKETS)]

    def build(buckets: Sequence[Floats], weights: Sequence[Floats]) -> TopLabel:
        return TopLabel(buckets[0], weights[0], (WRONG, RIGHT), RIGHT)

    classes = [right[m] for m in chosen]
    return _of_pooled(joint, tuple(names[m] for m in chosen), each, build, classes, 2)


def of_truth_ranks(joint: JointScores) -> Layout:
    """At which rank the true class stands for each model; one scale for all."""
    names, labels = models_of(joint), joint.labels
    ranks = [ranks_of(joint.truth, columns_of_model(joint, name)) for name in names]

    def build(_: int, flat: Floats) -> TopRanks:
        return TopRanks(flat, labels)

    cells = np.stack(ranks).astype(np.int64)[:, None]
    return gathered(_layout(joint, names, cells, len(labels), build))


def _confidences(
    joint: JointScores, threshold: float
) -> tuple[tuple[Label, ...], list[Floats], list[Ints]]:
    """The models, how sure each was of every entry, and whether it was right."""
    if joint.classes == 2:
        yes, predicted = joint.positive_index, joint.scores >= threshold
        sure = np.where(predicted, joint.scores, 1.0 - joint.scores)
        right = np.where(predicted, yes, 1 - yes) == joint.truth
        return joint.names, list(sure), list(right.astype(np.int64))
    names = models_of(joint)
    columns = [columns_of_model(joint, name) for name in names]
    right = [(one.argmax(0) == joint.truth).astype(np.int64) for one in columns]
    return names, [one.max(0) for one in columns], right


Build = Callable[[Sequence[Floats], Sequence[Floats]], Any]


def _tables(joint: JointScores, kind: type[ScoreTable], make: Any = None) -> Build:
    """Tables of one kind, as they are or put together by `make`."""

    def build(buckets: Sequence[Floats], weights: Sequence[Floats]) -> Any:
        tables = [
            kind(scores, weight, joint.labels, joint.pos_label)
            for scores, weight in zip(buckets, weights, strict=True)
        ]
        return tables[0] if make is None else make(tables)

    return build


def _of_pooled(
    joint: JointScores,
    names: tuple[Label, ...],
    each: list[list[PooledScores]],
    make: Build,
    classes: list[Ints] | None = None,
    number: int | None = None,
) -> Layout:
    """Cells class · level, one column after the other; the true class unless another is given."""
    rows = joint.classes if number is None else number
    truths = [joint.truth] * len(each) if classes is None else classes
    sizes = [max(len(one.scores) for one in column) for column in zip(*each, strict=True)]
    starts = np.concatenate([[0], np.cumsum([rows * size for size in sizes])]).tolist()

    def build(model: int, flat: Floats) -> Any:
        weights = []
        for one, size, (start, stop) in zip(each[model], sizes, pairwise(starts), strict=True):
            weight = flat[..., start:stop].reshape(*flat.shape[:-1], rows, size)
            weights.append(np.ascontiguousarray(weight[..., : len(one.scores)]))
        return make([one.scores for one in each[model]], weights)

    cells = np.stack(
        [
            [
                truth * size + one.score_index + start
                for one, size, start in zip(of_model, sizes, starts, strict=False)
            ]
            for of_model, truth in zip(each, truths, strict=True)
        ]
    ).astype(np.int64)
    made = _layout(joint, names, cells, starts[-1], build)
    # entries with several columns are nearly all different: nothing is gained by looking
    return gathered(made) if len(sizes) == 1 else made


def _layout(
    joint: JointScores, names: tuple[Label, ...], cells: Ints, size: int, build: Any
) -> Layout:
    return Layout(
        names,
        cells,
        size,
        build,
        joint.weight,
        joint.truth,
        joint.squares,
        joint.cluster,
        len(joint.cluster_labels),
    )


def _named(names: tuple[Label, ...], pair: Pair) -> tuple[Label, ...]:
    return names[pair[0]], names[pair[1]]
