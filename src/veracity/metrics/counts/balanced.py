"""Scores in which every class counts the same, however many cases it has."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, Ints, ratio
from veracity.metrics.counts.overall import balanced_accuracy, balanced_by_chance
from veracity.metrics.record.averaging import mean_over_classes
from veracity.metrics.record.cases import NO_NEGATIVES, NO_POSITIVES, NO_ROWS, chance_of, constant
from veracity.metrics.record.interval_facts import NoInterval
from veracity.metrics.record.metric import Case, Chance, Identity, Metric
from veracity.parameters import Parameter
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

ONE_TRUE_CLASS = Case(
    Text("the truth has fewer than two classes", "真实标签少于两个类别"),
    lambda c: constant(c.truth),
)


def _above_uniform(c: ConfusionMatrix, recall: Any) -> Any:
    """(mean recall − 1/K)/(1 − 1/K), K classes in the truth."""
    present = (c.truth > 0).sum(-1)
    return np.where(present > 1, ratio(present * recall - 1, present - 1), np.nan)[()]


ADJUSTED_BALANCED_ACCURACY: Metric[ConfusionMatrix] = Metric(
    key="adjusted_balanced_accuracy",
    names=Text("Adjusted balanced accuracy", "校正平衡准确率"),
    aliases=("balanced accuracy adjusted", "chance corrected balanced accuracy"),
    question=Text(
        "How far is the mean recall above 1/K, as a part of what is possible?",
        "平均召回率超出 1/K 的部分占最大可能的多少？",
    ),
    formula=r"\frac{BA-1/K}{1-1/K}",
    compute=lambda c: _above_uniform(c, balanced_accuracy(c)),
    classes="any",
    range=(-1.0, 1.0),
    chance=chance_of(
        "0 where every call is a class of the truth",
        "所有判定都属于真实出现的类别时为 0",
        lambda c: _above_uniform(c, balanced_by_chance(c)),
    ),
    moves_with_prevalence=False,
    undefined_when=(ONE_TRUE_CLASS,),
    misleads_when=Text(
        "K differs: the worst value is −1/(K − 1), −1 for two classes only; and a rare class "
        "with few cases counts as much as a common one",
        "类别数不同时：最差值为 −1/(K − 1)，仅两类时为 −1；样本很少的稀有类与大类同等计入",
    ),
    moves={"classes_swapped": "adjusted_balanced_accuracy"},
    identities=(Identity("informedness (two classes)", lambda of: of("informedness")),),
    references=("Guyon I et al. (2015) Proc. IJCNN, 1–8",),
)


def class_balance_accuracy(c: ConfusionMatrix) -> Any:
    """The smaller of precision and recall, averaged over the classes that occur."""
    larger = np.maximum(c.truth, c.predicted)
    return mean_over_classes(ratio(c.hits, larger), c)


CLASS_BALANCE_ACCURACY: Metric[ConfusionMatrix] = Metric(
    key="class_balance_accuracy",
    names=Text("Class balance accuracy", "类别平衡指标（CBA）"),
    aliases=("cba",),
    question=Text(
        "What is the smaller of precision and recall, averaged over the classes?",
        "各类查准率与召回率中较小者的平均是多少？",
    ),
    formula=r"\frac{1}{K}\sum_k\frac{x_{kk}}{\max(x_{k+},\,x_{+k})}",
    compute=class_balance_accuracy,
    classes="any",
    chance=chance_of(
        "the mean over classes of the smaller of its share and its share of calls",
        "各类占比与判定占比中较小者的平均",
        lambda c: ratio(np.minimum(c.truth, c.predicted).sum(-1), c.total * c.occupied_number),
    ),
    undefined_when=(NO_ROWS,),
    interval=NoInterval(
        Text(
            "the smaller of two rates is biased downwards where they are equal: linearised "
            "intervals of 95% covered 90% in simulations",
            "两个比率相等时其较小者有向下的偏差：模拟中 95% 的线性化区间只覆盖 90%",
        )
    ),
    misleads_when=Text(
        "read as an accuracy: it is at most both macro precision and macro recall, and mistaken "
        "for balanced accuracy by its name",
        "当作准确程度来读时：它不超过宏查准率与宏召回率，且因名称易与平衡准确率混淆",
    ),
    moves={"transposed": "class_balance_accuracy", "classes_swapped": "class_balance_accuracy"},
    references=("Mosley L (2013) A balanced approach to the multi-class imbalance problem, Iowa",),
)


def _mean_rates(c: ConfusionMatrix) -> Any:
    tables = c.one_vs_rest()
    recall = mean_over_classes(ratio(tables.tp, tables.tp + tables.fn), c)
    rejected = mean_over_classes(ratio(tables.tn, tables.tn + tables.fp), c)
    return np.sqrt(recall * rejected)


G_MEAN_OF_MACRO: Metric[ConfusionMatrix] = Metric(
    key="g_mean_of_macro",
    names=Text("G-mean of macro recall and macro specificity", "宏召回率与宏特异度的几何平均"),
    aliases=("g-mean of the means", "均值的几何平均"),
    question=Text(
        "What is the geometric mean of the average recall over classes and the average "
        "specificity?",
        "各类召回率的均值与特异度的均值，其几何平均是多少？",
    ),
    formula=r"\sqrt{\bar R\cdot\bar S}",
    compute=_mean_rates,
    classes="any",
    chance=chance_of(
        "√(K − 1)/K", "√(K − 1)/K", lambda c: np.sqrt(c.occupied_number - 1) / c.occupied_number
    ),
    undefined_when=(
        Case(
            Text(
                "a class was called that the truth lacks, or all cases are of one class",
                "有类别被判出却不在真实标签中，或所有样本同属一类",
            ),
            lambda c: ((c.truth == 0) & (c.predicted > 0)).any(-1) | constant(c.truth),
        ),
    ),
    misleads_when=Text(
        "it is called macro G-mean: that name also means the mean of the classes' G-means "
        "(macro_g_mean), and g_mean is the geometric mean of the recalls; with many classes "
        "specificity is high for any model",
        "被称作宏 G-mean：该名称也指各类 G-mean 的均值（macro_g_mean），而 g_mean 是各类召回率的"
        "几何平均；类别多时任何模型的特异度都高",
    ),
    moves={"classes_swapped": "g_mean_of_macro"},
    identities=(Identity("balanced accuracy (two classes)", lambda of: of("balanced_accuracy")),),
    references=("Lemaître G, Nogueira F, Aridas CK (2017) JMLR 18(17):1–5",),
)


def macro_mae(c: ConfusionMatrix) -> Any:
    """Mean distance in classes of each true class, averaged over the classes of the truth."""
    present = c.truth > 0

    def of_cell(i: Ints, j: Ints, w: Floats) -> Any:
        return np.where(w > 0, ratio(np.abs(i - j) * w, c.truth[..., i]), 0.0)

    return ratio(c.over_cells(of_cell), present.sum(-1))


def _distance_by_chance(c: ConfusionMatrix) -> Any:
    """E|i − j| of the calls from each class of the truth, averaged, by running sums."""
    below = np.cumsum(c.predicted, -1)
    above = np.cumsum(c.predicted[..., ::-1], -1)[..., ::-1]
    zero = np.zeros_like(below[..., :1])
    left = np.cumsum(np.concatenate([zero, below[..., :-1]], -1), -1)
    right = np.cumsum(np.concatenate([above[..., 1:], zero], -1)[..., ::-1], -1)[..., ::-1]
    present = c.truth > 0
    apart = np.where(present, left + right, 0.0).sum(-1)
    return ratio(apart, c.total * present.sum(-1))


MACRO_MAE: Metric[ConfusionMatrix] = Metric(
    key="macro_mae",
    names=Text("Macro-averaged mean absolute error of classes", "类别的宏平均绝对误差"),
    aliases=("macro averaged mae", "macro-averaged mean absolute error", "mmae", "宏平均绝对误差"),
    question=Text(
        "For ordered classes: how many steps is a call from the truth, on average, every true "
        "class counting the same?",
        "对有序类别：判定平均偏离真实类别几级（每个真实类别同等计入）？",
    ),
    formula=r"\frac{1}{K}\sum_i \frac{1}{x_{i+}}\sum_j |i-j|\,x_{ij}",
    compute=macro_mae,
    classes="any",
    range=(0.0, float("inf")),
    better="lower",
    chance=chance_of(
        "the mean number of steps from each true class to the calls",
        "各真实类别到所有判定的平均级数",
        _distance_by_chance,
    ),
    moves_with_prevalence=False,
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "classes have no order, or labels were not given in it (labels=): steps are places in "
        "that list, not differences of numbers",
        "类别无序，或标签未按顺序给出（labels=）时：级数是在该列表中的位置差，而非数值之差",
    ),
    moves={"classes_swapped": "macro_mae"},
    identities=(
        Identity("1 - balanced accuracy (two classes)", lambda of: 1 - of("balanced_accuracy")),
    ),
    references=("Baccianella S, Esuli A, Sebastiani F (2009) Proc. 9th ISDA, 283–287",),
)


def iba(c: ConfusionMatrix, alpha: float = 0.1) -> Any:
    """(1 + α (TPR − TNR)) · TPR · TNR."""
    tpr, tnr = ratio(c.tp, c.tp + c.fn), ratio(c.tn, c.tn + c.fp)
    return np.minimum((1 + alpha * (tpr - tnr)) * tpr * tnr, 1.0)


def _iba_by_chance(c: ConfusionMatrix, alpha: float = 0.1) -> Any:
    called_positive, called_negative = ratio(c.tp + c.fp, c.total), ratio(c.tn + c.fn, c.total)
    return (1 + alpha * (called_positive - called_negative)) * called_positive * called_negative


IBA: Metric[ConfusionMatrix] = Metric(
    key="iba",
    names=Text("Index of balanced accuracy", "平衡准确率指数"),
    aliases=("index of balanced accuracy", "index balanced accuracy"),
    question=Text(
        "How high is the product of recall and specificity, with a bonus where recall is the "
        "higher one?",
        "召回率与特异度之积有多高（召回率较高时略有加分）？",
    ),
    formula=r"(1+\alpha\,(TPR-TNR))\cdot TPR\cdot TNR",
    compute=iba,
    chance=Chance(
        Text(
            "(1 + α(2q − 1)) q(1 − q) with the share called positive q",
            "(1 + α(2q − 1)) q(1 − q)，q 为判正率",
        ),
        _iba_by_chance,
    ),
    moves_with_prevalence=False,
    undefined_when=(NO_POSITIVES, NO_NEGATIVES),
    misleads_when=Text(
        "values with different α are compared (0.1 in imbalanced-learn, 1 in PyCM), or it is "
        "taken for a rate: it is a product of two",
        "比较不同 α 的值时（imbalanced-learn 用 0.1，PyCM 用 1），或把它当作比率：它是两个比率之积",
    ),
    parameters=(
        Parameter(
            "alpha",
            0.1,
            Text(
                "how much the difference of recall and specificity counts",
                "召回率与特异度之差的权重",
            ),
            between=(0, 1),
        ),
    ),
    examples=("iba(1)",),
    references=("García V, Mollineda RA, Sánchez JS (2009) Proc. IbPRIA, LNCS 5524:441–448",),
)
