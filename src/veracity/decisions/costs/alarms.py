"""The burden of alarms: how many come, how many are false, how long they take, what is missed.

Cases (windows of a recording, patients of a day) come at a known rate; each is called positive
or not as in the test. So every number is the rate times a share of the table, and its interval
the rate times that of the share. The rate itself is taken as known, and cases as alike: alarms
that come in bursts have the same mean, not the same spread from hour to hour.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

from veracity.arrays import is_number, ratio
from veracity.decisions.expected_loss.population import Population
from veracity.decisions.prevalence.prevalence import estimate_at
from veracity.errors import refuse
from veracity.intervals import Estimator, Settings
from veracity.metrics import Metric, find
from veracity.metrics.record.metric import proportion
from veracity.results import Estimate
from veracity.results.decisions.alarms import Alarms
from veracity.statistics import ConfusionMatrix
from veracity.words import Text, joined, say


def _share_of(key: str, names: Text, cell: str) -> Metric:
    """The share of all cases that lie in one cell."""
    like = find("detection_rate")
    return proportion(
        key=key,
        names=names,
        question=like.question,
        formula=like.formula,
        successes=lambda c: getattr(c, cell),
        trials=lambda c: c.total,
        per_case=True,
        better="lower",
        chance=like.chance,
        undefined_when=like.undefined_when,
        misleads_when=like.misleads_when,
        references=like.references,
    )


FALSE_ALARM_SHARE = _share_of("false_alarm_share", Text("False alarms", "误报"), "fp")
MISSED_SHARE = _share_of("missed_share", Text("Missed cases", "漏报"), "fn")


@dataclass(frozen=True, slots=True)
class Traffic:
    """How many cases come, in which period, and how long one review takes."""

    per: Literal["hour", "day"]
    cases: float
    minutes_each: float | None


def traffic(
    per_hour: float | None = None, per_day: float | None = None, minutes_each: float | None = None
) -> Traffic:
    """Cases for each hour or each day, and minutes for each review, checked."""
    if (per_hour is None) == (per_day is None):
        raise refuse("alarms_rate")
    name, rate = ("per_hour", per_hour) if per_day is None else ("per_day", per_day)
    cases = _number(name, rate)
    if cases == 0:
        raise refuse("alarms_number", name=name, value=repr(rate))
    minutes = None if minutes_each is None else _number("minutes_each", minutes_each)
    return Traffic("hour" if per_day is None else "day", cases, minutes)


def _number(name: str, value: object) -> float:
    if not is_number(value) or not 0 <= value < math.inf:
        raise refuse("alarms_number", name=name, value=repr(value))
    return float(value)


def alarms(
    matrix: ConfusionMatrix,
    *,
    per_hour: float | None = None,
    per_day: float | None = None,
    minutes_each: float | None = None,
    where: Population | None = None,
    settings: Settings | None = None,
) -> Alarms:
    """Expected alarms, false ones for each true one, hours of review and missed cases.

    `where` is the population of use, if positives are rarer (or more common) there than in the
    test; they nearly always are. Without it the prevalence of the test is used, and noted.

    >>> from veracity.decisions.expected_loss.population import population
    >>> matrix = ConfusionMatrix([[8910, 990], [5, 95]], labels=(0, 1))
    >>> found = alarms(matrix, per_hour=1800, minutes_each=0.5, where=population(0.01))
    >>> print(found.alarms, found.false_per_true, found.review_hours)
    195.30 [184.98, 206.12] 10.42 [9.675, 11.22] 1.627 [1.542, 1.718]
    """
    settings = settings or Settings()
    flow = traffic(per_hour, per_day, minutes_each)
    estimator = Estimator(matrix, settings)

    def share(metric: Metric) -> Estimate:
        if where is None:
            return estimator.estimate(metric)
        return estimate_at(estimator, metric, where)

    called_positive = share(find("predicted_positive_rate"))
    hours = None
    if flow.minutes_each is not None:
        hours = scaled(called_positive, flow.cases * flow.minutes_each / 60)
    true, false, missed = _parts(estimator, where, share)
    alone = [say("one_cluster")] if estimator.sample.cluster_count == 1 else []
    return Alarms(
        flow.per,
        flow.cases,
        scaled(called_positive, flow.cases),
        scaled(true, flow.cases),
        scaled(false, flow.cases),
        scaled(missed, flow.cases),
        _odds(share(find("precision"))),
        hours,
        flow.minutes_each,
        joined([_at(matrix, where), say("alarms_assume"), *alone]),
    )


def _parts(
    estimator: Estimator, where: Population | None, share: Callable[[Metric], Estimate]
) -> list[Estimate]:
    """True alarms, false alarms and missed cases as shares of all.

    At a known prevalence each is a rate times the share of its class, with the rate's interval;
    so none of them can exceed the class itself.
    """
    if where is None or where.counted:
        return [share(m) for m in (find("detection_rate"), FALSE_ALARM_SHARE, MISSED_SHARE)]
    positive = where.positive_share
    parts = (("recall", positive), ("fpr", 1 - positive), ("fnr", positive))
    return [scaled(estimator.estimate(find(key)), times) for key, times in parts]


def _at(matrix: ConfusionMatrix, where: Population | None) -> Text:
    if where is not None:
        return say("label_shift", share=where.words)
    return say("alarms_at_test", share=f"{float(find('prevalence')(matrix)):.3g}")


def scaled(estimate: Estimate, times: float) -> Estimate:
    """The estimate of so many times as much."""
    return replace(
        estimate,
        value=estimate.value * times,
        low=estimate.low * times,
        high=estimate.high * times,
        bound=estimate.bound * times,
    )


def _odds(precision: Estimate) -> Estimate:
    """False alarms for each true one, (1 − precision)/precision: the ends turn round."""
    value, low, high = (
        float(ratio(1 - end, end)) for end in (precision.value, precision.high, precision.low)
    )
    return replace(precision, value=value, low=low, high=high)
