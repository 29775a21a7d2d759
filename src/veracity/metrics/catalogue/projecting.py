"""A metric at another prevalence: a function from a metric to a metric.

P(prediction | class), or P(score | class), is taken to stay as it was measured; only the class
frequencies change (label shift). The projected metric reads the statistic as it was measured,
so that its interval carries the uncertainty of TPR and FPR, and not that of the class totals,
on which it does not depend.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from veracity.errors import NotHere, refuse, spelled
from veracity.metrics.record.interval_facts import (
    MeanPerCase,
    MovingThreshold,
    Proportion,
    Smooth,
)
from veracity.metrics.record.metric import Case, Chance, IntervalFacts, Limit, Metric, Through
from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_label import TopLabel
from veracity.words import Text

Share = float | Mapping[Any, float]
AT_SHARE = Text("{name} at prevalence {share}", "患病率 {share} 下的{name}")


def can_move(metric: Metric) -> bool:
    """Whether there is a value at another prevalence: the same one, or of other class shares."""
    if not metric.moves_with_prevalence:
        return True
    classes = issubclass(metric.reads, (ConfusionMatrix, ScoreTable, ScoreColumns))
    return classes and not issubclass(metric.reads, TopLabel)  # right and wrong are no classes


def projected(metric: Metric, share: Share) -> Metric:
    """The metric in a population with another share of positives, or {label: share}.

    One that does not move with the prevalence stays as it is, with its exact intervals. At a
    share of 0 or 1 it is the limit (`at_the_limit`). Bayes' theorem for precision: Vecchio TJ
    (1966) New England Journal of Medicine 274:1171–1173.

    >>> from veracity.metrics import find
    >>> c = ConfusionMatrix([[95, 5], [10, 90]], labels=(0, 1))
    >>> [round(float(projected(find("precision"), p)(c)), 6) for p in (0.5, 0.1, 0.01, 0.0)]
    [0.947368, 0.666667, 0.153846, 0.0]
    """
    share = checked_share(share)
    if not metric.moves_with_prevalence:
        return metric
    if not can_move(metric):
        raise refuse("projected_not", NotHere, key=metric.key)
    limit = None if isinstance(share, Mapping) or 0 < share < 1 else share

    def compute(statistic: Any, **values: Any) -> Any:  # noqa: ARG001  (the metric has them)
        if limit is not None:
            from veracity.metrics.catalogue.prevalence_limits import at_the_limit

            return at_the_limit(metric, statistic, limit)
        return metric(seen(statistic))

    def seen(statistic: Any) -> Any:
        return statistic.at_prevalence(share)

    def moved(case: Case) -> Case:
        return Case(case.words, lambda statistic: case.holds(seen(statistic)))

    return replace(
        metric,
        key=f"{metric.key} @ {share_words(share)}",
        names=AT_SHARE.filled(name=metric.names, share=share_words(share)),
        aliases=(),
        compute=compute,
        chance=Chance(
            metric.chance.words,
            lambda statistic, **values: metric.chance.value(seen(statistic), **values),
        ),
        undefined_when=(_no_rates(share), *(moved(case) for case in metric.undefined_when))
        if limit is None
        else (_no_limit(metric, limit),),
        infinite_when=tuple(moved(case) for case in metric.infinite_when),
        limit=Limit(moved(metric.limit.case), metric.limit.value)
        if metric.limit and limit is None
        else None,
        moves_with_prevalence=False,
        interval=_projected_facts(metric, share, seen if limit is None else None),
        on_grid=metric.on_grid and _on_grid(metric, share),
        moves={},
        identities=(),
        restate=None,
        examples=(),
        average=None,
    )


def _projected_facts(
    metric: Metric, share: Share, seen: Callable[[Any], Any] | None
) -> IntervalFacts:
    """Where the interval comes from; `seen` is None at a limit, where there is no threshold."""

    def of_resamples(statistic: Any, **values: Any) -> Any:  # noqa: ARG001  (the metric has them)
        assert seen is not None
        return metric.of_resamples(seen(statistic))

    match metric.interval:
        case Proportion() | MeanPerCase():
            return Smooth()
        case Smooth(evenly_between=evenly, part=part):
            return Smooth(evenly_between=evenly, seen=seen, part=part)
        case Through(other, function, why):
            return Through(projected(other, share), function, why)
        case MovingThreshold(at, target) if seen is None:
            rate = at == "false_positive_rate"  # of the negatives alone
            return MovingThreshold(at, target) if rate else MovingThreshold()
        case MovingThreshold(ties_shared=shared) as moving:
            return replace(moving, ties_shared=shared and of_resamples, seen=seen)
        case facts:
            return facts


def carried(metric: Metric, share: Share | None) -> Metric:
    """The projected metric under its own key and name; the metric itself without a share."""
    if share is None or not metric.moves_with_prevalence:
        return metric
    return replace(projected(metric, share), key=metric.key, names=metric.names)


def _on_grid(metric: Metric, share: Share) -> Any:
    bracket = metric.bracket
    if bracket is None:
        return metric.on_grid
    return lambda grid, **values: bracket(grid.at_prevalence(share), **values)


def _no_rates(share: Share) -> Case:
    return Case(
        Text(
            "a class that is to occur has no cases in the test, so nothing is known of its calls",
            "测试中没有某个应出现的类别的样本，无从知道它会被如何判定",
        ),
        lambda statistic: np.isnan(statistic.at_prevalence(share).total),
    )


def _no_limit(metric: Metric, share: float) -> Case:
    def holds(statistic: Any) -> Any:
        with np.errstate(all="ignore"):
            from veracity.metrics.catalogue.prevalence_limits import at_the_limit

            return np.isnan(at_the_limit(metric, statistic, share))

    return Case(
        Text(
            "it tends to no value that could be found as one class becomes ever rarer (or the "
            "test has no cases of a class)",
            "当某一类越来越稀少时，找不到它所趋向的值（或测试中缺少某一类的样本）",
        ),
        holds,
    )


def checked_share(share: Any) -> Share:
    """A share of positives from 0 to 1, or shares of labels."""
    if isinstance(share, Mapping):
        return {label: _number(part) for label, part in share.items()}
    return _number(share)


def _number(share: Any) -> float:
    number = np.nan
    if isinstance(share, np.ndarray) and share.ndim == 0:
        share = share.item()
    if isinstance(share, (int, float, np.number)) and not isinstance(share, bool):
        number = float(share) if -1 <= share <= 2 else np.nan  # a longer one is no float
    if not 0 <= number <= 1:
        raise refuse("prevalence_outside", share=spelled(share))
    return number


def share_words(share: Share) -> str:
    """The share as people write it.

    >>> share_words(0.005), share_words({"a": 0.2, 1: 0.8})
    ('0.005', 'a: 0.2, 1: 0.8')
    """
    if isinstance(share, Mapping):
        return ", ".join(f"{label}: {part:g}" for label, part in share.items())
    return f"{share:g}"
