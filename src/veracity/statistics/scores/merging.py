"""Score tables added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from veracity.statistics.clusters.clusters import merged_clusters
from veracity.statistics.scores.alignment import summed, united
from veracity.statistics.scores.classes import relabelled
from veracity.statistics.scores.sweep import Sweep
from veracity.statistics.statistic import merged_labels

Table = TypeVar("Table", bound=Sweep)


def merged_tables(first: Table, others: Sequence[Sweep]) -> Table:
    """One table over all scores and labels, of the type of the first.

    Counts are added as whole numbers: parts give the table of the whole, bit for bit, in any
    order.
    """
    given: list[Sweep] = [first, *others]
    labels, positive = merged_labels(given)
    parts = [relabelled(one, labels) for one in given]
    with_cluster_axis = [one.clusters for one in parts if one.clusters is not None]
    scores, indices = united([one.scores for one in parts])
    squares = None
    if any(one.weighted for one in parts):
        squares = summed([one.sum_of_squares for one in parts], indices, len(scores))
    clusters = [
        one.moved(np.arange(len(labels)), index, len(scores))
        for one, index in zip(with_cluster_axis, indices, strict=False)
    ]
    return replace(
        first,
        scores=scores,
        weight=summed([one.weight for one in parts], indices, len(scores)),
        labels=labels,
        pos_label=positive,
        squares=squares,
        clusters=merged_clusters(clusters) if clusters else None,
    )
