"""Likelihood ratios and odds: what a call does to the odds of being positive."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, quiet, ratio
from veracity.metrics.record.cases import (
    AT_ONE,
    AT_ZERO,
    NO_NEGATIVES,
    NO_POSITIVES,
    NONE_CALLED_POSITIVE,
)
from veracity.metrics.record.metric import Case, Identity, Metric
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

INF = float("inf")
DEEKS = "Deeks JJ, Altman DG (2004) BMJ 329(7458):168–169"
GLAS = "Glas AS et al. (2003) Journal of Clinical Epidemiology 56(11):1129–1135"
SMALL = Text(
    "a cell is 0 or nearly so: the ratio is infinite or wild, and its interval very wide",
    "某一格为 0 或接近 0 时：比值为无穷或极不稳定，区间很宽",
)


def lr_plus(c: ConfusionMatrix) -> Any:
    """TPR / FPR from counts, without rounding twice."""
    return _of_two_classes(c, ratio(c.tp * (c.tn + c.fp), c.fp * (c.tp + c.fn)))


def lr_minus(c: ConfusionMatrix) -> Any:
    """FNR / TNR from counts."""
    return _of_two_classes(c, ratio(c.fn * (c.tn + c.fp), c.tn * (c.tp + c.fn)))


def _of_two_classes(c: ConfusionMatrix, value: Floats) -> Any:
    both = (c.tp + c.fn > 0) & (c.tn + c.fp > 0)
    return np.where(both, value, np.nan)[()]


LR_PLUS: Metric[ConfusionMatrix] = Metric(
    key="lr_plus",
    names=Text("Positive likelihood ratio", "阳性似然比"),
    aliases=("lr+", "plr", "positive likelihood ratio"),
    question=Text(
        "By what factor does a positive call raise the odds of being positive?",
        "一次判正使“实际为正”的几率变为原来的多少倍？",
    ),
    formula=r"\frac{TPR}{FPR}",
    compute=lr_plus,
    range=(0.0, INF),
    chance=AT_ONE,
    moves_with_prevalence=False,
    undefined_when=(
        NO_POSITIVES,
        NO_NEGATIVES,
        Case(
            Text(
                "nothing was called positive (TP = FP = 0)", "没有任何样本被判为正（TP = FP = 0）"
            ),
            lambda c: c.tp + c.fp == 0,
        ),
    ),
    infinite_when=(
        Case(
            Text(
                "no false positive and at least one true positive: TPR/FPR has no upper end",
                "没有假阳性而至少有一个真阳性：TPR/FPR 没有上界",
            ),
            lambda c: (c.fp == 0) & (c.tp > 0) & (c.tn > 0),
        ),
    ),
    misleads_when=SMALL,
    moves={},
    identities=(Identity("TPR / FPR", lambda of: ratio(of("recall"), of("fpr"))),),
    references=(DEEKS,),
)

LR_MINUS: Metric[ConfusionMatrix] = Metric(
    key="lr_minus",
    names=Text("Negative likelihood ratio", "阴性似然比"),
    aliases=("lr-", "nlr", "negative likelihood ratio"),
    question=Text(
        "By what factor does a negative call change the odds of being positive?",
        "一次判负使“实际为正”的几率变为原来的多少倍？",
    ),
    formula=r"\frac{FNR}{TNR}",
    compute=lr_minus,
    range=(0.0, INF),
    better="lower",
    chance=AT_ONE,
    moves_with_prevalence=False,
    undefined_when=(
        NO_POSITIVES,
        NO_NEGATIVES,
        Case(
            Text(
                "nothing was called negative (TN = FN = 0)", "没有任何样本被判为负（TN = FN = 0）"
            ),
            lambda c: c.tn + c.fn == 0,
        ),
    ),
    infinite_when=(
        Case(
            Text(
                "no true negative and at least one false negative: FNR/TNR has no upper end",
                "没有真阴性而至少有一个假阴性：FNR/TNR 没有上界",
            ),
            lambda c: (c.tn == 0) & (c.fn > 0) & (c.fp > 0),
        ),
    ),
    misleads_when=SMALL,
    identities=(Identity("FNR / TNR", lambda of: ratio(of("fnr"), of("specificity"))),),
    references=(DEEKS,),
)

_DOR_UNDEFINED = Case(
    Text(
        "a whole class, or a whole kind of call, is missing: both products are 0",
        "缺少某一整类样本或某一整种判定：两个乘积都为 0",
    ),
    lambda c: (c.tp * c.tn == 0) & (c.fp * c.fn == 0),
)

DOR: Metric[ConfusionMatrix] = Metric(
    key="dor",
    names=Text("Diagnostic odds ratio", "诊断优势比"),
    aliases=("odds ratio", "diagnostic odds ratio", "诊断比值比"),
    question=Text(
        "How many times higher are the odds of a positive call among positives than among "
        "negatives?",
        "正例被判正的几率是负例被判正的几率的多少倍？",
    ),
    formula=r"\frac{TP\cdot TN}{FP\cdot FN}",
    compute=lambda c: ratio(c.tp * c.tn, c.fp * c.fn),
    range=(0.0, INF),
    chance=AT_ONE,
    moves_with_prevalence=False,
    undefined_when=(_DOR_UNDEFINED,),
    infinite_when=(
        Case(
            Text(
                "no false positive or no false negative: the odds ratio has no upper end",
                "没有假阳性或没有假阴性：优势比没有上界",
            ),
            lambda c: (c.fp * c.fn == 0) & (c.tp * c.tn > 0),
        ),
    ),
    misleads_when=Text(
        "one number for two errors: very different pairs of sensitivity and specificity share it",
        "一个数概括两种错误：差别很大的灵敏度、特异度组合可以有相同的值",
    ),
    moves={"transposed": "dor", "classes_swapped": "dor"},
    identities=(Identity("LR+ / LR-", lambda of: ratio(of("lr_plus"), of("lr_minus"))),),
    references=(GLAS,),
)

YULE_Q: Metric[ConfusionMatrix] = Metric(
    key="yule_q",
    names=Text("Yule's Q", "Yule Q 系数"),
    aliases=("q", "odds ratio skill score", "orss"),
    question=Text(
        "How strong is the association, with the odds ratio put on the scale from -1 to 1?",
        "把优势比换到 −1 到 1 的刻度上，关联有多强？",
    ),
    formula=r"\frac{TP\,TN - FP\,FN}{TP\,TN + FP\,FN}",
    compute=lambda c: ratio(c.tp * c.tn - c.fp * c.fn, c.tp * c.tn + c.fp * c.fn),
    range=(-1.0, 1.0),
    chance=AT_ZERO,
    moves_with_prevalence=False,
    undefined_when=(_DOR_UNDEFINED,),
    misleads_when=Text(
        "one cell is 0: it is then 1 or -1 however bad the rest is",
        "某一格为 0 时：无论其余多差，它都是 1 或 −1",
    ),
    moves={"transposed": "yule_q", "classes_swapped": "yule_q"},
    identities=(Identity("(DOR - 1) / (DOR + 1)", lambda of: ratio(of("dor") - 1, of("dor") + 1)),),
    references=("Yule GU (1900) Phil Trans R Soc A 194:257–319",),
)


def _yule_y(c: ConfusionMatrix) -> Any:
    same, other = np.sqrt(c.tp) * np.sqrt(c.tn), np.sqrt(c.fp) * np.sqrt(c.fn)
    return ratio(same - other, same + other)


YULE_Y: Metric[ConfusionMatrix] = Metric(
    key="yule_y",
    names=Text("Yule's Y (colligation)", "Yule Y 系数（综合系数）"),
    aliases=("yule's y", "coefficient of colligation"),
    question=Text(
        "How strong is the association, if both margins were made equal by re-weighting?",
        "若经重新加权使两边合计均衡，关联有多强？",
    ),
    formula=r"\frac{\sqrt{TP\,TN}-\sqrt{FP\,FN}}{\sqrt{TP\,TN}+\sqrt{FP\,FN}}",
    compute=_yule_y,
    range=(-1.0, 1.0),
    chance=AT_ZERO,
    moves_with_prevalence=False,
    undefined_when=(_DOR_UNDEFINED,),
    misleads_when=YULE_Q.misleads_when,
    moves={"transposed": "yule_y", "classes_swapped": "yule_y"},
    identities=(
        Identity(
            "(sqrt(DOR) - 1) / (sqrt(DOR) + 1)",
            lambda of: ratio(np.sqrt(of("dor")) - 1, np.sqrt(of("dor")) + 1),
        ),
        Identity(
            "(1 - sqrt(1 - Q²)) / Q",
            lambda of: ratio(1 - np.sqrt(1 - of("yule_q") ** 2), of("yule_q")),
        ),
    ),
    references=("Yule GU (1912) J R Stat Soc 75(6):579–652",),
)


def _discriminant_power(c: ConfusionMatrix) -> Any:
    with quiet():
        return np.sqrt(3) / np.pi * np.log(ratio(c.tp * c.tn, c.fp * c.fn))


DISCRIMINANT_POWER: Metric[ConfusionMatrix] = Metric(
    key="discriminant_power",
    names=Text("Discriminant power", "判别力"),
    aliases=("dp",),
    question=Text(
        "How far apart are the two classes, in standard deviations of a logistic score?",
        "两类相距多少个逻辑斯谛分数的标准差？",
    ),
    formula=r"\frac{\sqrt3}{\pi}\,\ln\frac{TP\cdot TN}{FP\cdot FN}",
    compute=_discriminant_power,
    range=(-INF, INF),
    chance=AT_ZERO,
    moves_with_prevalence=False,
    undefined_when=(_DOR_UNDEFINED,),
    infinite_when=(
        Case(
            Text(
                "one of the two products TP·TN, FP·FN is 0: the logarithm has no end",
                "TP·TN 与 FP·FN 之一为 0：对数趋于无穷",
            ),
            lambda c: (c.tp * c.tn == 0) != (c.fp * c.fn == 0),
        ),
    ),
    misleads_when=Text(
        "the rule of thumb (below 1 poor, above 3 good) is used without an interval; some tools "
        "print it with base-10 logarithms, which is 2.303 times smaller",
        "不带区间而套用经验界限（小于 1 差，大于 3 好）；有的工具用常用对数，数值小 2.303 倍",
    ),
    moves={"transposed": "discriminant_power", "classes_swapped": "discriminant_power"},
    references=(
        "Blakeley DD, Oddone EZ, Hasselblad V, Simel DL, Matchar DB (1995) "
        "Annals of Internal Medicine 122(5):360–367",
        "Sokolova M, Japkowicz N, Szpakowicz S (2006) LNCS 4304:1015–1021",
    ),
)


def lift_score(c: ConfusionMatrix) -> Any:
    """PPV / prevalence from counts."""
    some = (c.tp + c.fp > 0) & (c.tp + c.fn > 0)
    lift = ratio(c.tp * c.total, (c.tp + c.fp) * (c.tp + c.fn))
    return np.where(some, lift, np.nan)[()]


def _bits(c: ConfusionMatrix) -> Any:
    """Bits of the lift; near 1 from what is beyond it, which does not cancel."""
    lift = lift_score(c)
    more = ratio(c.tp * c.tn - c.fp * c.fn, (c.tp + c.fp) * (c.tp + c.fn))
    near = np.abs(more) < 0.5
    with quiet():
        bits = np.where(near, np.log1p(np.where(near, more, 0.0)), np.log(lift)) / np.log(2)
    return np.where(np.isnan(lift), np.nan, bits)[()]


LIFT_SCORE: Metric[ConfusionMatrix] = Metric(
    key="lift_score",
    names=Text("Lift of positive calls", "判正提升度"),
    aliases=("lift score", "ls", "enrichment of calls"),
    question=Text(
        "How many times more common are positives among positive calls than overall?",
        "在判为正的样本中，正例是总体中的多少倍？",
    ),
    formula=r"\frac{PPV}{\pi}",
    compute=lift_score,
    range=(0.0, INF),
    chance=AT_ONE,
    undefined_when=(NONE_CALLED_POSITIVE, NO_POSITIVES),
    misleads_when=Text(
        "prevalences differ between data sets: its largest value is 1/π; and lift among the k "
        "highest scores is another number (lift)",
        "各数据集的患病率不同时：其最大值为 1/π；分数最高的 k 个样本的提升度是另一个数（lift）",
    ),
    moves={"transposed": "lift_score"},
    identities=(Identity("PPV / π", lambda of: ratio(of("precision"), of("prevalence"))),),
    references=("Brin S, Motwani R, Ullman JD, Tsur S (1997) SIGMOD Record 26(2):255–264",),
)

INFORMATION_SCORE: Metric[ConfusionMatrix] = Metric(
    key="information_score",
    names=Text("Information score", "信息得分"),
    aliases=("is", "information score", "log lift"),
    question=Text(
        "How many bits does a positive call add to the belief that a case is positive?",
        "一次判正使“实际为正”的可信度增加多少比特？",
    ),
    formula=r"\log_2\frac{PPV}{\pi}",
    compute=_bits,
    range=(-INF, INF),
    chance=AT_ZERO,
    undefined_when=(NONE_CALLED_POSITIVE, NO_POSITIVES),
    infinite_when=(
        Case(
            Text(
                "there is no true positive: the logarithm of 0",
                "没有真阳性：0 的对数",
            ),
            lambda c: (c.tp == 0) & (c.fp > 0) & (c.fn > 0),
        ),
    ),
    misleads_when=Text(
        "prevalences differ: its largest value is −log₂ π",
        "患病率不同时：其最大值为 −log₂ π",
    ),
    moves={"transposed": "information_score"},
    references=("Kononenko I, Bratko I (1991) Machine Learning 6(1):67–80",),
)
