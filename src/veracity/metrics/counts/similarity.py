"""Other summaries of two classes: overlap by the smaller or larger set, distances, four rates."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import ratio
from veracity.metrics.counts.f_scores import fbeta
from veracity.metrics.record.averaging import FROM_MARGINS
from veracity.metrics.record.cases import (
    NO_NEGATIVES,
    NO_POSITIVES,
    NO_ROWS,
    NONE_CALLED_POSITIVE,
    ONLY_TRUE_NEGATIVES,
    chance_of,
)
from veracity.metrics.record.interval_facts import NoInterval, Of
from veracity.metrics.record.metric import Case, Chance, Identity, Metric
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

OF_TWO_RATES = NoInterval(
    Text(
        "the smaller or larger of two rates has no derivative where they are equal, and is biased "
        "there; precision and recall have intervals",
        "两个比率中的较小（大）者在两者相等处不可导且有偏差；查准率与召回率各有区间",
    )
)


def _by_chance(compute: Of) -> Chance:
    """The same figure of the table with the same margins and no association."""
    return Chance(FROM_MARGINS, lambda c, **values: compute(c.by_chance()))


BRAUN_BLANQUET: Metric[ConfusionMatrix] = Metric(
    key="braun_blanquet",
    names=Text("Braun-Blanquet similarity", "Braun-Blanquet 相似度"),
    aliases=("bb", "braun blanquet", "smaller of precision and recall"),
    question=Text(
        "What is the smaller of precision and recall?",
        "查准率与召回率中较小的是多少？",
    ),
    formula=r"\frac{TP}{\max(TP+FP,\,TP+FN)}",
    compute=lambda c: ratio(c.tp, c.tp + np.maximum(c.fp, c.fn)),
    chance=chance_of(
        "the smaller of prevalence and share called positive",
        "患病率与判正率中的较小者",
        lambda c: ratio(np.minimum(c.tp + c.fn, c.tp + c.fp), c.total),
    ),
    undefined_when=(ONLY_TRUE_NEGATIVES,),
    interval=OF_TWO_RATES,
    misleads_when=Text(
        "the positive class is common: like F1 it ignores the true negatives",
        "正类占多数时：与 F1 一样，它忽略真阴性",
    ),
    uses=("TP", "FP", "FN"),
    moves={"transposed": "braun_blanquet"},
    references=("Braun-Blanquet J (1932) Plant Sociology, McGraw-Hill",),
)

OVERLAP_COEFFICIENT: Metric[ConfusionMatrix] = Metric(
    key="overlap_coefficient",
    names=Text("Overlap coefficient", "重叠系数"),
    aliases=("oc", "szymkiewicz–simpson", "simpson similarity", "larger of precision and recall"),
    question=Text(
        "What is the larger of precision and recall?",
        "查准率与召回率中较大的是多少？",
    ),
    formula=r"\frac{TP}{\min(TP+FP,\,TP+FN)}",
    compute=lambda c: ratio(c.tp, c.tp + np.minimum(c.fp, c.fn)),
    chance=chance_of(
        "the larger of prevalence and share called positive",
        "患病率与判正率中的较大者",
        lambda c: ratio(np.maximum(c.tp + c.fn, c.tp + c.fp), c.total),
    ),
    undefined_when=(
        Case(
            Text(
                "there is no positive case, or nothing was called positive",
                "没有正例，或没有任何样本被判为正",
            ),
            lambda c: c.tp + np.minimum(c.fp, c.fn) == 0,
        ),
    ),
    interval=OF_TWO_RATES,
    misleads_when=Text(
        "one of the two is poor: a single right call, or calling everything positive, gives 1",
        "两者之一很差时：只判对一个，或全部判为正，都得 1",
    ),
    uses=("TP", "FP", "FN"),
    moves={"transposed": "overlap_coefficient"},
    references=("Szymkiewicz D (1934) Acta Societatis Botanicorum Poloniae 11(3):249–265",),
)


def distance_index(c: ConfusionMatrix) -> Any:
    """√(FNR² + FPR²): from the corner of the ROC plot in which nothing is wrong."""
    return np.hypot(ratio(c.fn, c.tp + c.fn), ratio(c.fp, c.tn + c.fp))


def _corner(**facts: Any) -> Metric[ConfusionMatrix]:
    """What the two readings of one distance share."""
    return Metric(
        moves_with_prevalence=False,
        undefined_when=(NO_POSITIVES, NO_NEGATIVES),
        interval=NoInterval(
            Text(
                "a distance is at its end where nothing is wrong and biased upwards near it; "
                "recall and fpr have intervals",
                "距离在没有错误处处于边界，其附近有向上的偏差；召回率与假阳性率各有区间",
            )
        ),
        misleads_when=Text(
            "a lost percent of recall and a percent of false alarms are not worth the same; "
            "thresholds chosen by it differ from those of Youden's J",
            "召回率与假阳性率的一个百分点轻重不同时；按它选出的阈值与约登指数选出的不同",
        ),
        references=("Perkins NJ, Schisterman EF (2006) American J Epidemiology 163(7):670–675",),
        **facts,
    )


DISTANCE_INDEX = _corner(
    key="distance_index",
    names=Text("Distance to the ROC corner", "到 ROC 左上角的距离"),
    aliases=("distance index", "dind", "euclidean distance of roc", "closest to top left"),
    question=Text(
        "How far is the point (FPR, TPR) from the corner (0, 1) of the ROC plot?",
        "点 (FPR, TPR) 距离 ROC 图左上角 (0, 1) 有多远？",
    ),
    formula=r"\sqrt{FNR^2+FPR^2}",
    compute=distance_index,
    range=(0.0, float(np.sqrt(2))),
    better="lower",
    chance=_by_chance(distance_index),
    moves={"classes_swapped": "distance_index"},
)

SIMILARITY_INDEX = _corner(
    key="similarity_index",
    names=Text("Similarity index", "相似度指数"),
    aliases=("sind",),
    question=Text(
        "How near is the point (FPR, TPR) to the best corner of the ROC plot, on a scale to 1?",
        "点 (FPR, TPR) 距离 ROC 图左上角有多近（以 1 为最好）？",
    ),
    formula=r"1-\sqrt{\tfrac12(FNR^2+FPR^2)}",
    compute=lambda c: 1 - distance_index(c) / np.sqrt(2),
    chance=_by_chance(lambda c: 1 - distance_index(c) / np.sqrt(2)),
    moves={"classes_swapped": "similarity_index"},
    identities=(Identity("1 - d / sqrt(2)", lambda of: 1 - of("distance_index") / np.sqrt(2)),),
)

CLASSIFICATION_SUCCESS_INDEX: Metric[ConfusionMatrix] = Metric(
    key="classification_success_index",
    names=Text("Classification success index", "分类成功指数"),
    aliases=("icsi", "individual classification success index"),
    question=Text(
        "How far do precision and recall together exceed 1?",
        "查准率与召回率之和超过 1 多少？",
    ),
    formula=r"PPV + TPR - 1",
    compute=lambda c: ratio(c.tp, c.tp + c.fp) - ratio(c.fn, c.tp + c.fn),
    range=(-1.0, 1.0),
    chance=chance_of(
        "prevalence plus share called positive, less 1",
        "患病率与判正率之和减 1",
        lambda c: ratio(c.tp + c.fn, c.total) - ratio(c.tn + c.fn, c.total),
    ),
    undefined_when=(NONE_CALLED_POSITIVE, NO_POSITIVES),
    misleads_when=Text(
        "its short name CSI is read as the critical success index, which is jaccard",
        "其缩写 CSI 常被当作临界成功指数（即 jaccard）",
    ),
    uses=("TP", "FP", "FN"),
    moves={"transposed": "classification_success_index"},
    identities=(Identity("precision + recall - 1", lambda of: of("precision") + of("recall") - 1),),
    references=("Labatut V, Cherifi H (2011) Proc. 5th Int Conf on Information Technology",),
)


def p4(c: ConfusionMatrix) -> Any:
    """Harmonic mean of PPV, TPR, TNR and NPV from counts; 0 where nothing is right."""
    four = 4 * c.tp * c.tn
    wrong = c.fp + c.fn
    mean = ratio(four, four + (c.tp + c.tn) * wrong)
    return np.where((c.tp + c.tn == 0) & (wrong > 0), 0.0, mean)[()]


P4: Metric[ConfusionMatrix] = Metric(
    key="p4",
    names=Text("P4", "P4 指标"),
    aliases=("p4 metric", "p4-metric", "symmetric f"),
    question=Text(
        "What is the harmonic mean of precision, recall, specificity and negative predictive "
        "value?",
        "查准率、召回率、特异度与阴性预测值的调和平均是多少？",
    ),
    formula=r"\frac{4\,TP\,TN}{4\,TP\,TN+(TP+TN)(FP+FN)}",
    compute=p4,
    chance=_by_chance(p4),
    undefined_when=(
        NO_ROWS,
        Case(
            Text(
                "all cases are of one class and all of them right",
                "所有样本同属一类且全部判对",
            ),
            lambda c: (c.fp + c.fn == 0) & (c.tp * c.tn == 0) & (c.total > 0),
        ),
    ),
    misleads_when=Text(
        "one class is rare: the worst of four rates decides it, often precision",
        "某类稀有时：四个比率中最差的（常是查准率）决定它",
    ),
    moves={"transposed": "p4", "classes_swapped": "p4"},
    identities=(
        Identity(
            "4 / (1/PPV + 1/TPR + 1/TNR + 1/NPV)",
            lambda of: ratio(
                4.0, sum(ratio(1.0, of(k)) for k in ("precision", "recall", "specificity", "npv"))
            ),
        ),
    ),
    references=("Sitarz M (2023) Entropy 25(2):290",),
)


def adjusted_f(c: ConfusionMatrix) -> Any:
    """√(F2 · F0.5 of the negative class)."""
    inverse = ratio(1.25 * c.tn, 1.25 * c.tn + 0.25 * c.fp + c.fn)
    return np.sqrt(fbeta(c, 2) * inverse)


ADJUSTED_F: Metric[ConfusionMatrix] = Metric(
    key="adjusted_f",
    names=Text("Adjusted F-measure", "校正 F 度量"),
    aliases=("agf", "adjusted f-score", "adjusted f-measure"),
    question=Text(
        "What is the geometric mean of F2 and of F0.5 with the classes exchanged?",
        "F2 与交换正负类后的 F0.5，其几何平均是多少？",
    ),
    formula=r"\sqrt{F_2\cdot F_{0.5}^{-}}",
    compute=adjusted_f,
    chance=_by_chance(adjusted_f),
    undefined_when=(
        ONLY_TRUE_NEGATIVES,
        Case(
            Text(
                "all cases are positive and called positive (TN + FP + FN = 0)",
                "所有样本都为正且都判为正（TN + FP + FN = 0）",
            ),
            lambda c: (c.tn + c.fp + c.fn == 0) & (c.tp > 0),
        ),
    ),
    misleads_when=Text(
        "compared with an F-measure: it favours recall of the rare class and counts true "
        "negatives, which no F-measure does",
        "与 F 分数比较时：它偏重稀有类的召回率且计入真阴性，而 F 分数不计",
    ),
    identities=(),
    references=("Maratea A, Petrosino A, Manzo M (2014) Information Sciences 257:331–341",),
)


def adjusted_g_mean(c: ConfusionMatrix) -> Any:
    """(G-mean + TNR · share of negatives)/(1 + share of negatives); 0 without a true positive."""
    share = ratio(c.tn + c.fp, c.total)
    tpr, tnr = ratio(c.tp, c.tp + c.fn), ratio(c.tn, c.tn + c.fp)
    return np.where(tpr == 0, tnr * 0, (np.sqrt(tpr * tnr) + tnr * share) / (1 + share))[()]


ADJUSTED_G_MEAN: Metric[ConfusionMatrix] = Metric(
    key="adjusted_g_mean",
    names=Text("Adjusted geometric mean", "校正几何平均"),
    aliases=("agm", "adjusted geometric mean", "adjusted g-mean"),
    question=Text(
        "How high is the G-mean if specificity counts more, the more negatives there are?",
        "若负例越多特异度权重越大，G-mean 有多高？",
    ),
    formula=r"\frac{\sqrt{TPR\,TNR}+TNR\,(1-\pi)}{1+(1-\pi)}\quad(TPR>0)",
    compute=adjusted_g_mean,
    chance=_by_chance(adjusted_g_mean),
    undefined_when=(NO_POSITIVES, NO_NEGATIVES),
    misleads_when=Text(
        "recall is near 0: it then jumps from 0 to nearly half the specificity with the first "
        "true positive",
        "召回率接近 0 时：出现第一个真阳性，它就从 0 跳到近特异度的一半",
    ),
    references=(
        "Batuwita R, Palade V (2012) J Bioinformatics and Computational Biology 10(4):1250003",
    ),
)
