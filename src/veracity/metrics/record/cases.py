"""Cases and chance levels that many records share."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio, sum_of_others
from veracity.metrics.record.interval_facts import Of
from veracity.metrics.record.metric import Case, Chance
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

NO_ROWS = Case(Text("there are no rows", "没有任何数据行"), lambda c: c.total == 0)
NO_POSITIVES = Case(
    Text("there are no positive cases (TP + FN = 0)", "没有实际为正的样本（TP + FN = 0）"),
    lambda c: c.tp + c.fn == 0,
)
NO_NEGATIVES = Case(
    Text("there are no negative cases (TN + FP = 0)", "没有实际为负的样本（TN + FP = 0）"),
    lambda c: c.tn + c.fp == 0,
)
NONE_CALLED_POSITIVE = Case(
    Text("nothing was called positive (TP + FP = 0)", "没有任何样本被判为正（TP + FP = 0）"),
    lambda c: c.tp + c.fp == 0,
)
NONE_CALLED_NEGATIVE = Case(
    Text("nothing was called negative (TN + FN = 0)", "没有任何样本被判为负（TN + FN = 0）"),
    lambda c: c.tn + c.fn == 0,
)
ONLY_TRUE_NEGATIVES = Case(
    Text(
        "there is neither a positive case nor a positive call (TP + FP + FN = 0)",
        "既没有正例也没有判正（TP + FP + FN = 0）",
    ),
    lambda c: c.tp + c.fp + c.fn == 0,
)
ALL_IN_ONE_CLASS = Case(
    Text(
        "truth and predictions all fall in one and the same class",
        "真实标签与预测全部落在同一个类别",
    ),
    lambda c: constant(c.truth) & constant(c.predicted) & (c.right == c.total) & (c.total > 0),
)
ONE_LABEL = Case(
    Text("only one label is known", "只有一个已知标签"), lambda c: np.asarray(c.classes < 2)
)


def constant(margin: Floats) -> Any:
    """Whether at most one class has any weight."""
    return (margin > 0).sum(-1) <= 1


def expected_disagreement(c: ConfusionMatrix) -> Any:
    """One minus the agreement expected from the class shares, without its cancellation."""
    return ratio((c.truth * sum_of_others(c.predicted)).sum(-1), c.total**2)


def chance_of(en: str, zh: str, value: Of) -> Chance:
    """A chance level that does not depend on the metric's parameters."""
    return Chance(Text(en, zh), lambda c, **values: value(c))


AT_ZERO = chance_of("0", "0", lambda c: 0.0)
AT_ONE = chance_of("1", "1", lambda c: 1.0)
AT_HALF = chance_of("1/2", "1/2", lambda c: 0.5)
AT_PREVALENCE = chance_of("the prevalence", "患病率", lambda c: ratio(c.tp + c.fn, c.total))
AT_ONE_MINUS_PREVALENCE = chance_of(
    "one minus the prevalence", "1 减患病率", lambda c: ratio(c.tn + c.fp, c.total)
)
AT_CALLED_POSITIVE = chance_of(
    "the share called positive", "判为正的比例", lambda c: ratio(c.tp + c.fp, c.total)
)
AT_CALLED_NEGATIVE = chance_of(
    "the share called negative", "判为负的比例", lambda c: ratio(c.tn + c.fn, c.total)
)
EXPECTED_AGREEMENT = chance_of(
    "the agreement expected from the class shares alone",
    "仅由类别比例期望的一致率",
    lambda c: ratio((c.truth * c.predicted).sum(-1), c.total**2),
)
