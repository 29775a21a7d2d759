"""Random groups of clusters that are whole numbers, as an expression that every engine computes."""

from __future__ import annotations

import narwhals as nw

from veracity.statistics.clusters.random_groups import GROUPS, PRIME, SHIFT


def group_of_numbers(column: nw.Expr) -> nw.Expr:
    """The random group of a whole number, as `random_groups` has it; no product is above 2^62."""
    one = (column.cast(nw.Int64) % PRIME + (PRIME + SHIFT)) % PRIME
    square = (one * one) % PRIME
    return ((square * square) % PRIME * one) % PRIME % GROUPS
