"""The statistics held, with the calls made at a threshold."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from veracity.metrics import Metric
from veracity.statistics.held import Held


def moved_to(held: Held, threshold: float) -> Held:
    """The statistics with the matrix at a threshold; inside a bucket, with both of its ends."""
    table = held.table_at_thresholds
    assert table is not None
    if table.kind == "score_table":
        return replace(held, confusion=table.counts_at(threshold), fewest=None)
    few, most = table.counts_at(threshold)
    exact = table.is_exact_at(threshold)
    return replace(held, confusion=most, fewest=None if exact else few)


def acts(metric: Metric, held: Held) -> bool:
    """Whether a metric acts at its own threshold: it has one, and there are probabilities."""
    given = held.probabilities
    one = given is not None and not given.several_columns
    return one and metric.own_threshold is not None


def acting(metric: Metric, held: Held) -> Held:
    """What a metric is read from: the calls at its own threshold, where it acts at one.

    So the net benefit at t is that of acting on a probability of t or more, as the decision
    curve has it, at whichever threshold the evaluation makes its calls.
    """
    if not acts(metric, held):
        return held
    at: Any = metric.own_threshold
    return moved_to(held, at)
