"""Averages over classes: each is a function from a metric to a metric.

One-versus-rest adds a class axis. Macro is a mean over that axis, weighted a mean with the
class sizes as weights, micro a sum of the tables before the metric.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import numpy as np

from veracity.arrays import Floats, quiet, ratio
from veracity.metrics.record.cases import NO_ROWS, ONLY_TRUE_NEGATIVES
from veracity.metrics.record.interval_facts import NoInterval, Smooth
from veracity.metrics.record.metric import ALL_CELLS, Case, Chance, ClassAverage, Limit, Metric
from veracity.statistics import ConfusionMatrix
from veracity.words import Text
from veracity.words.layout import inside_sentence

Average = Literal["macro", "micro", "weighted"]
AVERAGES: tuple[Average, ...] = ("macro", "micro", "weighted")
AVERAGE_NAMES = {
    "macro": Text("Macro {name}", "宏平均 {name}"),
    "micro": Text("Micro {name}", "微平均 {name}"),
    "weighted": Text("Weighted {name}", "加权平均 {name}"),
}
AVERAGE_QUESTIONS = {
    "macro": Text(
        "Averaged over the classes, every class counting the same: {question}",
        "对各类取平均，每一类同等计入：{question}",
    ),
    "micro": Text(
        "With the one-versus-rest tables of all classes added up, every case counting the same: "
        "{question}",
        "把所有类的一对多表相加，每个样本同等计入：{question}",
    ),
    "weighted": Text(
        "Averaged over the classes, each weighted by its true cases: {question}",
        "对各类按真实样本数加权平均：{question}",
    ),
}
AVERAGE_MISLEADS = {
    "macro": Text(
        "a class has few cases: its noise counts as much as a common class's signal",
        "某类样本很少时：它的波动与大类同等计入",
    ),
    "micro": Text(
        "one label per case: micro precision, recall and F1 are all equal to accuracy and share "
        "its paradox",
        "单标签任务中：微平均的查准率、召回率、F1 都等于总体准确率，同样有准确率悖论",
    ),
    "weighted": Text(
        "one class is common: it decides the average",
        "某类占多数时：平均值由它决定",
    ),
}
FROM_MARGINS = Text("computed from the class shares and call shares", "由类别比例与判定比例算出")


def mean_over_classes(values: Floats, c: ConfusionMatrix) -> Floats:
    """Mean over the last axis of the classes that occur; nan where one of them is undefined."""
    with quiet():  # inf − inf
        return ratio(np.where(c.occupied, values, 0.0).sum(-1), c.occupied_number)


def averaged(metric: Metric, how: Average) -> Metric:
    """The macro, micro or weighted average of a metric of two classes."""
    return replace(
        metric,
        key=f"{how}_{metric.key}",
        names=AVERAGE_NAMES[how].filled(
            name=Text(inside_sentence(metric.names.en), metric.names.zh)
        ),
        aliases=(),
        question=AVERAGE_QUESTIONS[how].filled(question=metric.question),
        formula=_formula(metric, how),
        classes="any",
        uses=ALL_CELLS,
        misleads_when=AVERAGE_MISLEADS[how],
        interval=NoInterval(metric.no_interval) if metric.no_interval else Smooth(),
        acts_at=None,
        moves={},
        identities=(),
        restate=lambda **values: _of_metric(metric.with_values(**values), how),
        examples=(),
        **_of_metric(metric, how),
    )


def _of_metric(metric: Metric, how: Average) -> dict[str, Any]:
    """What an average has from its metric, at the parameter values of that metric."""
    compute = {"macro": _macro, "micro": _micro, "weighted": _weighted}[how](metric)
    if how == "micro":
        undefined = tuple(_pooled_case(case) for case in metric.undefined_when)
        infinite = tuple(_pooled_case(case) for case in metric.infinite_when)
    else:
        undefined, infinite = _undefined_cases(metric, how), _infinite_cases(metric, how)
    low, high = metric.bounds
    return {
        "compute": lambda c, **values: np.minimum(np.maximum(compute(c), low), high),
        "range": metric.bounds,
        "chance": Chance(FROM_MARGINS, lambda c, **values: compute(c.by_chance())),
        "moves_with_prevalence": metric.moves_with_prevalence
        or how != "macro"
        or not {*metric.uses} <= {"TP", "FN"},
        "undefined_when": undefined,
        "infinite_when": infinite,
        "limit": _pooled_limit(metric.limit) if metric.limit and how == "micro" else None,
        "scale_free": metric.scale_free,
        "average": ClassAverage(how, metric),
    }


def _macro(metric: Metric) -> Any:
    return lambda c: mean_over_classes(metric(c.one_vs_rest()), c)


def _micro(metric: Metric) -> Any:
    return lambda c: metric(c.pooled_classes())


def _weighted(metric: Metric) -> Any:
    def compute(c: ConfusionMatrix) -> Floats:
        with quiet():
            parts = np.where(c.truth > 0, metric(c.one_vs_rest()), 0.0) * c.truth
            return ratio(parts.sum(-1), c.truth_total)

    return compute


def _classes(metric: Metric, how: Average, c: ConfusionMatrix) -> tuple[Any, Any, Any]:
    """Whether the metric is nan, +infinite, -infinite for any class that counts."""
    counts = c.truth > 0 if how == "weighted" else c.occupied
    each = np.where(counts, metric(c.one_vs_rest()), 0.0)
    return np.isnan(each).any(-1), np.isposinf(each).any(-1), np.isneginf(each).any(-1)


def _undefined_cases(metric: Metric, how: Average) -> tuple[Case, ...]:
    if metric.undefined_when == (ONLY_TRUE_NEGATIVES,):
        return (NO_ROWS,)  # a class that counts has a positive case or a positive call
    undefined_class = Case(
        Text("it is undefined for a class", "对某一类无定义"),
        lambda c: _classes(metric, how, c)[0],
    )
    if not metric.infinite_when or not np.isinf(metric.bounds).all():
        return NO_ROWS, undefined_class

    def both_ends(c: ConfusionMatrix) -> Any:
        undefined, above, below = _classes(metric, how, c)
        return ~undefined & above & below

    opposite = Text("it is ∞ for one class and −∞ for another", "对某一类为 ∞，对另一类为 −∞")
    return NO_ROWS, undefined_class, Case(opposite, both_ends)


def _infinite_cases(metric: Metric, how: Average) -> tuple[Case, ...]:
    def holds(c: ConfusionMatrix) -> Any:
        undefined, above, below = _classes(metric, how, c)
        return ~undefined & (above ^ below)

    words = Text("it is infinite for a class", "对某一类为无穷")
    return (Case(words, holds),) if metric.infinite_when else ()


def _pooled_limit(limit: Limit) -> Limit:
    return Limit(_pooled_case(limit.case), limit.value)


def _pooled_case(case: Case) -> Case:
    return Case(case.words, lambda c: case.holds(c.pooled_classes()))


def _formula(metric: Metric, how: Average) -> str:
    if how == "micro":
        return metric.formula + r"\ \text{of}\ \sum_k (TP_k, FP_k, FN_k, TN_k)"
    weight = r"\frac{1}{K}\sum_k" if how == "macro" else r"\sum_k\frac{x_{k+}}{n}"
    return rf"{weight}\,{metric.formula}\Big|_k"
