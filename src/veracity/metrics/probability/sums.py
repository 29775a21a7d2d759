"""Sums over probabilities: what every mean score is made of, for two classes and for K."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from veracity.arrays import Floats, Ints, ratio
from veracity.errors import refuse
from veracity.metrics.record.cases import NO_ROWS
from veracity.metrics.record.metric import Case, Metric, S
from veracity.parameters import Parameter
from veracity.statistics import ScoreTable
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.numerics.weighted_sums import PIECE, Loss, sum_of_both, weighted_sum
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text

Value = TypeVar("Value")
CLIP = Parameter(
    "clip",
    0.0,
    Text(
        "probabilities are limited to clip and 1 − clip; 0 clips nothing",
        "把概率限制在 clip 与 1 − clip 之间；0 表示不截断",
    ),
    between=(0.0, 0.5),
)


class ClassProbabilities(NamedTuple):
    """Probabilities of one class, (T,), and the weight of that class and of the rest, (..., T).

    `lone` says, of many probabilities with one row each, which rows are positive, or negative.
    """

    p: Floats
    positive: Floats
    negative: Floats
    lone: tuple[Ints, bool] | None = None


def summed(column: ClassProbabilities, of_positive: Loss, of_negative: Loss) -> Any:
    """Σ positive · f(p) + Σ negative · g(p)."""
    if column.lone is not None:
        rows, positive = column.lone
        own, other = (of_positive, of_negative) if positive else (of_negative, of_positive)
        found = sum_of_both(column.p, rows, own, other)
        if np.isfinite(found):
            return np.float64(found)
    of_yes = weighted_sum(column.positive, column.p, of_positive)
    return of_yes + weighted_sum(column.negative, column.p, of_negative)


def two_classes(table: ScoreTable) -> ClassProbabilities:
    """The one column of a table of two classes."""
    lone = None
    if len(table) > PIECE and not table.shape and table.lone is not None:
        lone = table.lone.position, table.lone.truth == table.positive_index
    return ClassProbabilities(table.scores, table.positive, table.negative, lone)


def columns_of(statistic: ScoreTable | ScoreColumns) -> Iterator[ClassProbabilities]:
    """The probability of each class against that of all others together.

    For a table of two classes those are p and 1 − p; K columns need the names of the classes.
    """
    if statistic.several_columns:
        if set(statistic.names) != set(statistic.labels):
            raise refuse("ordered_columns", names=statistic.names, labels=statistic.labels)
        for name, one in zip(statistic.names, statistic.tables, strict=True):
            table = one.edges
            own = table.weight[..., table.labels.index(name), :]
            yield ClassProbabilities(table.scores, own, np.maximum(table.weight.sum(-2) - own, 0.0))
    else:
        yield two_classes(statistic)
        table = statistic
        yield ClassProbabilities(1.0 - table.scores, table.negative, table.positive)


def base_rates(statistic: ScoreTable | ScoreColumns) -> Floats:
    """The share of each class, (..., K)."""
    return ratio(statistic.truth, np.asarray(statistic.total)[..., None])


def base_rate(table: ScoreTable) -> Floats:
    """The share of positives, (...)."""
    return ratio(table.positive_total, table.total)


_PROBABILITIES: Any = ProbabilityTable


@dataclass(frozen=True, slots=True, kw_only=True)
class ProbabilityMetric(Metric[S]):
    """A record whose chance level is the base rate as the forecast for everyone."""

    reads: type[S] = _PROBABILITIES
    undefined_when: tuple[Case, ...] = (NO_ROWS,)

    def at_chance(self, statistic: S) -> Floats:
        """What the base rate scores, or what `chance` says instead."""
        return np.asarray(self.chance.value(statistic, **self.values))[()]


ONE_CLASS = Case(
    Text("only one class occurs", "只出现了一个类别"),
    lambda t: (t.truth > 0).sum(-1) == 1,
)
WRONG_CERTAINTY = Case(
    Text(
        "something with probability 0 happened at least once",
        "至少有一次实际发生的结果被赋予了概率 0",
    ),
    lambda t: wrong_certainty(t),
)


def wrong_certainty(statistic: ScoreTable | ScoreColumns) -> Any:
    """Whether an outcome that had the probability 0 occurred."""
    if not statistic.several_columns:  # its scores fall: 1 comes first, 0 last
        rising = statistic.scores[::-1]
        never = len(rising) - int(np.searchsorted(rising, 0.0, "right"))
        always = len(rising) - int(np.searchsorted(rising, 1.0, "left"))
        missed = (statistic.positive[..., never:] > 0).any(-1)
        return missed | (statistic.negative[..., :always] > 0).any(-1)
    found: Any = False
    for column in columns_of(statistic):
        found = found | (column.positive[..., column.p == 0] > 0).any(-1)
    return found
