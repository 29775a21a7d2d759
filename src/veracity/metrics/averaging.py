"""Averages over classes: each is a function from a metric to a metric.

One-versus-rest adds a class axis. Macro is a mean over that axis, weighted a mean with the
class sizes as weights, micro a sum of the tables before the metric.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.cases import NO_ROWS
from veracity.metrics.metric import Case, Chance, Metric
from veracity.words import Text

AVERAGES = ("macro", "micro", "weighted")
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
        "单标签任务中：微平均的查准率、召回率、F1 都等于准确率，同样有准确率悖论",
    ),
    "weighted": Text(
        "one class is common: it decides the average",
        "某类占多数时：平均值由它决定",
    ),
}
FROM_MARGINS = Text("computed from the class shares and call shares", "由类别比例与判定比例算出")


def mean_over_classes(values: Floats, occupied: Any) -> Floats:
    """Mean over the last axis of the classes that occur; nan where one of them is undefined."""
    return ratio(np.where(occupied, values, 0.0).sum(-1), occupied.sum(-1))


def occupied(c: Any) -> Any:
    """Classes that occur in truth or prediction; the others are left out of every average."""
    return (c.truth + c.called) > 0


def averaged(metric: Metric, how: str) -> Metric:
    """The macro, micro or weighted average of a metric of two classes."""
    if how == "micro":
        undefined = tuple(_pooled_case(case) for case in metric.undefined_when)
        infinite = tuple(_pooled_case(case) for case in metric.infinite_when)
    else:
        undefined, infinite = (NO_ROWS, _undefined_class(metric, how)), ()
    compute = {"macro": _macro, "micro": _micro, "weighted": _weighted}[how](metric)
    return replace(
        metric,
        key=f"{how}_{metric.key}",
        names=AVERAGE_NAMES[how].filled(name=_inside_a_sentence(metric.names)),
        aliases=(),
        question=AVERAGE_QUESTIONS[how].filled(question=metric.question),
        formula=_formula(metric, how),
        compute=compute,
        classes="any",
        range=metric.bounds,
        chance=Chance(FROM_MARGINS, lambda c, **values: compute(c.by_chance(), **values)),
        moves_with_prevalence=metric.moves_with_prevalence
        or how != "macro"
        or set(metric.uses) > {"TP", "FN"},
        misleads_when=AVERAGE_MISLEADS[how],
        undefined_when=undefined,
        infinite_when=infinite,
        limit=None,
        successes=None,
        trials=None,
        moves={},
        identities=(),
        average=how,
        of=metric,
        examples=(),
    )


def _inside_a_sentence(name: Text) -> Text:
    """A name without its capital, unless the capital is part of it (F1, d′, AC1)."""
    first, rest = name.en[:1], name.en[1:]
    return Text(first.lower() + rest if rest[:1].islower() else name.en, name.zh)


def _macro(metric: Metric) -> Any:
    return lambda c, **values: mean_over_classes(
        metric.compute(c.one_vs_rest(), **values), occupied(c)
    )


def _micro(metric: Metric) -> Any:
    return lambda c, **values: metric.compute(c.pooled_classes(), **values)


def _weighted(metric: Metric) -> Any:
    def compute(c: Any, **values: Any) -> Floats:
        each = metric.compute(c.one_vs_rest(), **values)
        parts = np.where(c.truth > 0, each, 0.0) * c.truth
        return ratio(parts.sum(-1), c.total)

    return compute


def _undefined_class(metric: Metric, how: str) -> Case:
    def holds(c: Any) -> Any:
        counted = c.truth > 0 if how == "weighted" else occupied(c)
        return (np.isnan(metric(c.one_vs_rest())) & counted).any(-1)

    return Case(
        Text("it is undefined for a class", "对某一类没有定义"),
        holds,
    )


def _pooled_case(case: Case) -> Case:
    return Case(case.words, lambda c: case.holds(c.pooled_classes()))


def _formula(metric: Metric, how: str) -> str:
    if how == "micro":
        return metric.formula + r"\ \text{of}\ \sum_k (TP_k, FP_k, FN_k, TN_k)"
    weight = r"\frac{1}{K}\sum_k" if how == "macro" else r"\sum_k\frac{x_{k+}}{n}"
    return rf"{weight}\,{metric.formula}\Big|_k"
