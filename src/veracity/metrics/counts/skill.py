"""Skill scores: how much better than knowing nothing, for two classes."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import ratio
from veracity.metrics.record.cases import (
    ALL_IN_ONE_CLASS,
    AT_ZERO,
    NO_NEGATIVES,
    NO_POSITIVES,
    NO_ROWS,
    NONE_CALLED_NEGATIVE,
    NONE_CALLED_POSITIVE,
)
from veracity.metrics.record.metric import Case, Identity, Metric
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

POWERS = "Powers DMW (2011) Journal of Machine Learning Technologies 2(1):37–63"


def informedness(c: ConfusionMatrix) -> Any:
    """TPR + TNR − 1 as one fraction of counts: no cancellation near 0."""
    return ratio(c.tp * c.tn - c.fp * c.fn, (c.tp + c.fn) * (c.tn + c.fp))


def markedness(c: ConfusionMatrix) -> Any:
    """PPV + NPV − 1 as one fraction of counts."""
    return ratio(c.tp * c.tn - c.fp * c.fn, (c.tp + c.fp) * (c.tn + c.fn))


INFORMEDNESS: Metric[ConfusionMatrix] = Metric(
    key="informedness",
    names=Text("Informedness", "约登指数"),
    aliases=(
        "bm",
        "hanssen and kuipers",
        "j index",
        "youden's index",
        "kuipers score",
        "youden",
        "youden's j",
        "youden j",
        "youden index",
        "bookmaker informedness",
        "peirce skill",
        "peirce skill score",
        "pss",
        "true skill statistic",
        "tss",
        "hanssen–kuipers",
        "youden指数",
    ),
    question=Text(
        "How much more often is a positive called positive than a negative?",
        "正例被判正的比例比负例高出多少？",
    ),
    formula=r"TPR + TNR - 1",
    compute=informedness,
    range=(-1.0, 1.0),
    chance=AT_ZERO,
    moves_with_prevalence=False,
    undefined_when=(NO_POSITIVES, NO_NEGATIVES),
    misleads_when=Text(
        "positives are rare: it weighs a lost percent of recall like a percent of false alarms, "
        "which may be a hundred times more cases",
        "正例很少时：它把召回率的一个百分点与假阳性率的一个百分点等同，而后者的样本数可能多上百倍",
    ),
    moves={"transposed": "markedness", "classes_swapped": "informedness"},
    identities=(
        Identity("TPR - FPR", lambda of: of("recall") - of("fpr")),
        Identity("2 balanced accuracy - 1", lambda of: 2 * of("balanced_accuracy") - 1),
    ),
    references=(
        "Youden WJ (1950) Cancer 3(1):32–35",
        "Peirce CS (1884) Science 4(93):453–454",
        POWERS,
    ),
)

MARKEDNESS: Metric[ConfusionMatrix] = Metric(
    key="markedness",
    names=Text("Markedness", "标记度"),
    aliases=("delta p", "δp", "predictive summary index", "clayton skill score", "mk"),
    question=Text(
        "How much more often is a positive call truly positive than a negative call?",
        "判正的样本实际为正的比例，比判负的样本高出多少？",
    ),
    formula=r"PPV + NPV - 1",
    compute=markedness,
    range=(-1.0, 1.0),
    chance=AT_ZERO,
    undefined_when=(NONE_CALLED_POSITIVE, NONE_CALLED_NEGATIVE),
    misleads_when=Text(
        "it is carried to another prevalence: like precision it falls as positives get rarer",
        "被搬到另一患病率下使用：与查准率一样，正例越少它越低",
    ),
    moves={"transposed": "informedness", "classes_swapped": "markedness"},
    identities=(Identity("PPV + NPV - 1", lambda of: of("precision") + of("npv") - 1),),
    references=(POWERS,),
)


def _equitable(c: ConfusionMatrix) -> Any:
    """(TP − r)/(TP + FP + FN − r), r = (TP+FN)(TP+FP)/n, multiplied by n: no cancellation."""
    wrong = (c.fp + c.fn) * c.total
    beyond = c.tp * c.tn - c.fp * c.fn
    return np.clip(ratio(beyond, beyond + wrong), -1 / 3, 1.0)


THREAT_SCORE_EQUITABLE: Metric[ConfusionMatrix] = Metric(
    key="threat_score_equitable",
    names=Text("Equitable threat score", "公平技巧评分"),
    aliases=("ets", "gilbert skill score", "gss", "ts评分（公平）"),
    question=Text(
        "Of all cases positive or called positive, what share is both, beyond lucky hits?",
        "在实际为正或被判为正的样本中，扣除偶然命中后两者兼是的占多少？",
    ),
    formula=r"\frac{TP-r}{TP+FP+FN-r},\quad r=\frac{(TP+FN)(TP+FP)}{n}",
    compute=_equitable,
    range=(-1 / 3, 1.0),
    chance=AT_ZERO,
    undefined_when=(NO_ROWS, ALL_IN_ONE_CLASS),
    misleads_when=Text(
        "events get very rare: it tends to 0 for any forecast",
        "事件极稀有时：任何预报的值都趋于 0",
    ),
    moves={"transposed": "threat_score_equitable", "classes_swapped": "threat_score_equitable"},
    identities=(Identity("κ / (2 - κ)", lambda of: ratio(of("kappa"), 2 - of("kappa"))),),
    references=("Gilbert GK (1884) American Meteorological Journal 1(5):166–172",),
)


def _sedi(c: ConfusionMatrix) -> Any:
    with np.errstate(divide="ignore", invalid="ignore"):
        hit, false = ratio(c.tp, c.tp + c.fn), ratio(c.fp, c.tn + c.fp)
        miss, quiet = ratio(c.fn, c.tp + c.fn), ratio(c.tn, c.tn + c.fp)
        up = np.log(false) - np.log(hit) - np.log(quiet) + np.log(miss)
        down = np.log(false) + np.log(hit) + np.log(quiet) + np.log(miss)
        inside = (c.tp > 0) & (c.fp > 0) & (c.fn > 0) & (c.tn > 0)
        return np.where(inside, up / down, np.nan)[()]


SEDI: Metric[ConfusionMatrix] = Metric(
    key="sedi",
    names=Text("Symmetric extremal dependence index", "对称极端依赖指数"),
    aliases=("symmetric extremal dependence index",),
    question=Text(
        "How good is the detection of very rare events, on a scale that does not fade to 0?",
        "对极稀有事件的检测有多好（其刻度不会随稀有程度趋于 0）？",
    ),
    formula=r"\frac{\ln F-\ln H-\ln(1-F)+\ln(1-H)}{\ln F+\ln H+\ln(1-F)+\ln(1-H)}",
    compute=_sedi,
    range=(-1.0, 1.0),
    chance=AT_ZERO,
    moves_with_prevalence=False,
    undefined_when=(
        Case(
            Text(
                "one of TP, FP, FN, TN is 0: a logarithm of 0 is in the formula",
                "TP、FP、FN、TN 中有一个为 0：公式中出现 0 的对数",
            ),
            lambda c: (c.tp == 0) | (c.fp == 0) | (c.fn == 0) | (c.tn == 0),
        ),
    ),
    misleads_when=Text(
        "the sample is small: one cell of 0 makes it undefined, one of 1 makes it wild",
        "样本很小时：某格为 0 则无定义，为 1 则极不稳定",
    ),
    moves={"classes_swapped": "sedi"},
    references=("Ferro CAT, Stephenson DB (2011) Weather and Forecasting 26(5):699–713",),
)
