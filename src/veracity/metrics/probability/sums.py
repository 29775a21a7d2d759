"""Sums over probabilities: what every mean score is made of, for two classes and for K."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.metrics.record.cases import NO_ROWS
from veracity.metrics.record.metric import Case, Metric, S
from veracity.statistics import ScoreTable
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.numerics.weighted_sums import Loss, weighted_sum
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text

Value = TypeVar("Value")


class ClassProbabilities(NamedTuple):
    """Probabilities of one class, (T,), and the weight of that class and of the rest, (..., T)."""

    p: Floats
    positive: Floats
    negative: Floats


def summed(column: ClassProbabilities, of_positive: Loss, of_negative: Loss) -> Any:
    """Σ positive · f(p) + Σ negative · g(p)."""
    of_yes = weighted_sum(column.positive, column.p, of_positive)
    return of_yes + weighted_sum(column.negative, column.p, of_negative)


def two_classes(table: ScoreTable) -> ClassProbabilities:
    """The one column of a table of two classes."""
    return ClassProbabilities(table.scores, table.positive, table.negative)


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


def kept(statistic: ScoreTable | ScoreColumns, name: object, make: Callable[[], Value]) -> Value:
    """A value made once for all metrics that read it, where the statistic keeps values.

    A table of probabilities does; the buckets of a grid are a plain table and do not.
    """
    return statistic.kept(name, make) if isinstance(statistic, ProbabilityTable) else make()


def base_rates(statistic: ScoreTable | ScoreColumns) -> Floats:
    """The share of each class, (..., K)."""
    return ratio(statistic.truth, np.asarray(statistic.total)[..., None])


def base_rate(table: ScoreTable) -> Floats:
    """The share of positives, (...)."""
    return ratio(table.positive.sum(-1), table.total)


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
        "what happened was given the probability 0 at least once",
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
