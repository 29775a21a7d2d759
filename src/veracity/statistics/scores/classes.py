"""Classes of a score table renamed, pooled or left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.statistics.labels import Label, merged_positive
from veracity.statistics.scores.sweep import Sweep

Table = TypeVar("Table", bound=Sweep)


def moved_classes(
    table: Table, classes: NDArray[np.int64], labels: tuple[Label, ...], positive: Label | None
) -> Table:
    """Class k becomes class classes[k] of these labels, or is left out where that is -1."""
    clusters = table.clusters and table.clusters.moved(classes, np.arange(len(table)), len(table))
    return replace(
        table,
        weight=moved_weights(table.weight, classes, len(labels)),
        labels=labels,
        pos_label=positive,
        squares=None
        if table.squares is None
        else moved_weights(table.squares, classes, len(labels)),
        clusters=clusters,
    )


def relabelled(table: Table, labels: tuple[Label, ...]) -> Table:
    """The same weights among these labels, in this order; all that were found are there."""
    if labels == table.labels:
        return replace(table, labels=labels)
    index = {label: i for i, label in enumerate(labels)}
    classes = np.array([index.get(label, -1) for label in table.labels])
    positive = merged_positive(labels, (table.labels, table.pos_label))
    return moved_classes(table, classes, labels, positive)


def swapped(table: Table) -> Table:
    """The other one of two classes is positive; a high score still ranks first."""
    return replace(table, pos_label=table.labels[1 if table.positive_first else 0])


def moved_weights(weight: Floats, classes: NDArray[np.int64], size: int) -> Floats:
    """The rows of weight (..., K, T) added into `size` classes."""
    moved = np.zeros((*weight.shape[:-2], size, weight.shape[-1]))
    for before, after in enumerate(classes.tolist()):
        if after >= 0:
            moved[..., after, :] += weight[..., before, :]
    return moved


def scaled_classes(table: Table, factor: Floats) -> Table:
    """Each class multiplied by its factor, (..., K); with more axes, clusters are forgotten."""
    clusters = None
    if table.clusters is not None and factor.ndim == 1:
        clusters = table.clusters.scaled(factor, table.cells_per_class)
    return replace(
        table,
        weight=table.weight * factor[..., None],
        squares=table.sum_of_squares * factor[..., None] ** 2,
        clusters=clusters,
    )


def reversed_scores(table: Table, *, reflect: bool) -> Table:
    """The table with the other of two classes positive and ranked first.

    A score s becomes −s; with `reflect` it is a probability p and becomes 1 − p, and scores
    that rounding makes equal are one.
    """
    scores = (1.0 - table.scores if reflect else 0.0 - table.scores)[::-1]
    first = np.flatnonzero(np.concatenate(([True], scores[1:] != scores[:-1])))
    index = np.cumsum(np.isin(np.arange(len(scores)), first))[::-1] - 1

    def pooled(weight: Floats) -> Floats:
        return np.add.reduceat(weight[..., ::-1], first, axis=-1)

    classes = np.arange(table.classes)
    clusters = table.clusters and table.clusters.moved(classes, index, len(first))
    reversed_table = replace(
        table,
        scores=scores[first],
        weight=pooled(table.weight),
        squares=None if table.squares is None else pooled(table.squares),
        clusters=clusters,
    )
    return swapped(reversed_table)


def expected_weights(weight: Floats) -> Floats:
    """The weights (..., K, T) had class and score nothing to do with each other."""
    truth, total = weight.sum(-1, keepdims=True), weight.sum((-2, -1), keepdims=True)
    expected: Floats = ratio(truth, total) * weight.sum(-2, keepdims=True)
    return expected
