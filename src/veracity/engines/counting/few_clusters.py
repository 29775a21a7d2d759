"""Sums of very many clusters as those of few random groups of them, whatever engine summed."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from veracity.engines.counting.counting import collect_entries
from veracity.engines.counting.grouped import Grouped
from veracity.statistics.clusters.random_groups import GROUPS, group_ids, groups_in, groups_of


def with_few_clusters(grouped: Grouped, index: int) -> Grouped:
    """The sums with random groups in the place of more than 1,024 clusters, which key `index` is.

    >>> one = np.zeros(3000, np.int64)
    >>> many = Grouped((one, np.arange(3000)), one + 1, categories=((0,), tuple(range(3000))))
    >>> few = with_few_clusters(many, 1)
    >>> int(few.rows.sum()), len(few.rows) <= 1024, few.categories[1][0]
    (3000, True, ('random group of clusters', 1024, 0))
    """
    ids = grouped.categories[index]
    if len(ids) <= GROUPS or groups_in(ids) is not None:
        return grouped
    used, group = np.unique(groups_of(ids), return_inverse=True)
    codes = list(grouped.codes)
    codes[index] = group.reshape(-1)[codes[index]]
    made = collect_entries(tuple(codes), grouped.rows, grouped.weight, grouped.squares)
    return replace(made, categories=_with(grouped, index, used.tolist()))


def with_group_names(grouped: Grouped, index: int) -> Grouped:
    """The same, where the labels of clusters, key `index`, are the numbers of random groups.

    >>> one = np.zeros(2, np.int64)
    >>> text = Grouped((one, np.arange(2)), one + 1, categories=((0,), ("3", "7")))
    >>> with_group_names(text, 1).categories[1][1]
    ('random group of clusters', 1024, 7)
    """
    numbers = [int(str(label)) for label in grouped.categories[index]]
    return replace(grouped, categories=_with(grouped, index, numbers))


def _with(grouped: Grouped, index: int, numbers: list[int]) -> tuple[tuple[object, ...], ...]:
    named = list(grouped.categories)
    named[index] = group_ids(numbers)
    return tuple(named)
