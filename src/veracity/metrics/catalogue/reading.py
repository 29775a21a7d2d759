"""Which statistic a metric reads: answered here once, for evaluations, comparisons, cautions."""

from __future__ import annotations

from typing import Any

from veracity.metrics.catalogue.catalogue import PROBABILITY
from veracity.metrics.record.metric import Metric
from veracity.statistics import ConfusionMatrix
from veracity.statistics.held import Held
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.scores.probability_table import ProbabilityTable


def kind_of(metric: Metric, several_columns: bool) -> type:
    """Which of the statistics that a metric takes it reads of one column, or of one a class."""
    kinds = (metric.reads, *metric.also_reads)
    if several_columns:
        return next((kind for kind in kinds if kind is not ProbabilityTable), ProbabilityTable)
    return ProbabilityTable if ProbabilityTable in kinds else metric.reads


def kind_read(metric: Metric, held: Held) -> type:
    """Which of the statistics that a metric takes is the one at hand."""
    if metric.base_key not in PROBABILITY:
        return metric.reads
    return kind_of(metric, held.probabilities is not None and held.probabilities.several_columns)


def fits_counts(metric: Metric, matrix: ConfusionMatrix) -> bool:
    """Whether a metric of counts can be computed of this matrix: its classes are those it asks."""
    two = matrix.classes == 2 and (matrix.pos_label is not None or metric.symmetric)
    return metric.classes == "any" or two


def read_by(metric: Metric, held: Held, threshold: float | None = None) -> Any:
    """The statistic that a metric reads; `threshold` is the one that calls are made at."""
    kind = kind_read(metric, held)
    if kind is ConfusionMatrix:
        assert held.confusion is not None
        return held.confusion.plain()
    if kind is TopRanks:
        return held.ranks
    if kind is TopLabel:
        return top_label(held, threshold)
    if metric.base_key not in PROBABILITY:
        return held.scores
    table = held.probabilities
    assert table is not None
    if table.kind == "score_table":
        return ProbabilityTable.like(table)
    from veracity.statistics.joint.cumulative_scores import CumulativeScores

    if kind is CumulativeScores and table.by_row:
        return CumulativeScores.of_joint(table)
    from veracity.statistics.joint.unit_length import UnitScores

    if kind is UnitScores and table.by_row:
        return UnitScores.of_joint(table)
    return table


def top_label(held: Held, threshold: float | None = None) -> TopLabel:
    """The probability of the predicted class of each row, and whether that was right.

    Of two classes the calls are those at the threshold, or at one half where labels were given
    beside the probabilities (nothing says which label goes with which probability).
    """
    given = held.probabilities
    assert given is not None
    if given.by_row:
        return TopLabel.of_joint(given)
    assert given.kind == "score_table"
    return TopLabel.of_table(given, 0.5 if threshold is None else threshold)
