"""Accuracy and its kin: how much is right over all classes, plain, balanced or by chance."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Bools, Floats, ratio
from veracity.metrics.record.cases import (
    EXPECTED_AGREEMENT,
    NO_NEGATIVES,
    NO_POSITIVES,
    NO_ROWS,
    chance_of,
    expected_disagreement,
)
from veracity.metrics.record.interval_facts import NoInterval
from veracity.metrics.record.metric import Case, Identity, Metric, proportion
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

BRODERSEN = "Brodersen KH et al. (2010) Proc. 20th ICPR, 3121–3124"
PARADOX = Text(
    "one class is common: always answering that class already scores its share (0.995 where "
    "0.5% are positive)",
    "某一类占绝大多数时：始终预测该类就能得到它的占比（正例占 0.5% 时为 0.995）",
)


def wrong(c: ConfusionMatrix) -> Any:
    """Weight predicted wrong, added up as such: total − right would round for weights."""
    return c.over_cells(lambda i, j, w: np.where(i == j, 0.0, w))


def counted(c: ConfusionMatrix) -> Any:
    """Weight of everything as right + wrong, so that neither is ever more than all."""
    return c.right + wrong(c)


def share_right(c: ConfusionMatrix) -> Any:
    """Accuracy, never above 1."""
    return ratio(c.right, counted(c))


def recalls(c: ConfusionMatrix) -> tuple[Any, Any]:
    """Recall of each class, 0 where it is absent from the truth, and which classes are present."""
    present = c.truth > 0
    return np.where(present, ratio(c.hits, c.truth), 0.0), present


def balanced_accuracy(c: ConfusionMatrix) -> Any:
    """Mean recall over the classes present in the truth."""
    recall, present = recalls(c)
    return ratio(recall.sum(-1), present.sum(-1))


def g_mean(c: ConfusionMatrix) -> Any:
    """Geometric mean of the recalls of the classes present in the truth."""
    return _geometric_mean(*recalls(c))


def _geometric_mean(rates: Floats, present: Bools) -> Any:
    with np.errstate(divide="ignore"):
        logs = np.log(np.where(present, rates, 1.0))
    return np.exp(ratio(logs.sum(-1), present.sum(-1)))


def _g_mean_by_chance(c: ConfusionMatrix) -> Any:
    return _geometric_mean(ratio(c.predicted, np.asarray(c.total)[..., None]), c.truth > 0)


def balanced_by_chance(c: ConfusionMatrix) -> Any:
    """Mean share of calls of the classes present in the truth."""
    present = c.truth > 0
    return ratio((c.predicted * present).sum(-1), c.total * present.sum(-1))


ACCURACY: Metric[ConfusionMatrix] = proportion(
    key="accuracy",
    names=Text("Accuracy", "总体准确率"),
    aliases=(
        "acc",
        "percent correct",
        "总体精度",
        "proportion correct",
        "fraction correct",
        "overall accuracy",
        "oa",
        "correct classification rate",
        "pixel accuracy",
        "正确率",
    ),
    question=Text("What share of all cases is predicted right?", "所有样本中，预测正确的占多少？"),
    formula=r"\frac{TP + TN}{n}",
    successes=lambda c: c.right,
    trials=counted,
    classes="any",
    chance=EXPECTED_AGREEMENT,
    per_case=True,
    undefined_when=(NO_ROWS,),
    misleads_when=PARADOX,
    moves={"transposed": "accuracy", "classes_swapped": "accuracy"},
    identities=(
        Identity(
            "π TPR + (1 - π) TNR",
            lambda of: of("prevalence") * of("recall") + (1 - of("prevalence")) * of("specificity"),
        ),
    ),
    references=("Fawcett T (2006) Pattern Recognition Letters 27(8):861–874",),
)

ERROR_RATE: Metric[ConfusionMatrix] = proportion(
    key="error_rate",
    names=Text("Error rate", "错误率"),
    aliases=("err", "misclassification rate", "zero-one loss"),
    question=Text("What share of all cases is predicted wrong?", "所有样本中，预测错误的占多少？"),
    formula=r"\frac{FP + FN}{n}",
    successes=wrong,
    trials=counted,
    classes="any",
    better="lower",
    chance=chance_of(
        "one minus the agreement expected from the class shares",
        "1 减由类别比例期望的一致率",
        expected_disagreement,
    ),
    per_case=True,
    undefined_when=(NO_ROWS,),
    misleads_when=PARADOX,
    moves={"transposed": "error_rate", "classes_swapped": "error_rate"},
    identities=(Identity("1 - accuracy", lambda of: 1 - of("accuracy")),),
    references=("Hastie T, Tibshirani R, Friedman J (2009) The Elements of Statistical Learning",),
)

HAMMING_LOSS: Metric[ConfusionMatrix] = proportion(
    key="hamming_loss",
    names=Text("Hamming loss", "汉明损失"),
    aliases=(
        "hamming distance",
        "hd",
    ),
    question=Text(
        "What share of the labels is wrong? (With one label per case: the error rate.)",
        "标签中错误的占多少？（单标签任务中即错误率。）",
    ),
    formula=r"\frac{1}{n}\sum_i [\hat y_i \ne y_i]",
    successes=wrong,
    trials=counted,
    classes="any",
    better="lower",
    chance=ERROR_RATE.chance,
    per_case=True,
    undefined_when=(NO_ROWS,),
    misleads_when=PARADOX,
    moves={"transposed": "hamming_loss", "classes_swapped": "hamming_loss"},
    identities=(Identity("error rate", lambda of: of("error_rate")),),
    references=("Tsoumakas G, Katakis I (2007) Int J Data Warehousing and Mining 3(3):1–13",),
)

BALANCED_ACCURACY: Metric[ConfusionMatrix] = Metric(
    key="balanced_accuracy",
    names=Text("Balanced accuracy", "平衡准确率"),
    aliases=(
        "bal accuracy",
        "average_accuracy",
        "aa",
        "mean recall",
        "unweighted average recall",
        "uar",
    ),
    question=Text(
        "What is the mean recall over the classes that occur in the truth?",
        "真实标签中出现的各类，其召回率的均值是多少？",
    ),
    formula=r"\frac{1}{K}\sum_k \frac{x_{kk}}{x_{k+}}",
    compute=balanced_accuracy,
    classes="any",
    chance=chance_of("1/K (1/2 for two classes)", "1/K（二分类为 1/2）", balanced_by_chance),
    moves_with_prevalence=False,
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "a rare class has a handful of cases: its noisy recall counts as much as that of a "
        "common class; and many false alarms hide in a tiny fall of specificity",
        "稀有类只有少量样本时：它波动很大的召回率与大类同等计入；大量误报可能只体现为特异度的微小下降",
    ),
    moves={"classes_swapped": "balanced_accuracy"},
    identities=(Identity("(TPR + TNR) / 2", lambda of: (of("recall") + of("specificity")) / 2),),
    references=(BRODERSEN,),
)

G_MEAN: Metric[ConfusionMatrix] = Metric(
    key="g_mean",
    names=Text("Geometric mean of recalls", "召回率几何平均"),
    aliases=("gm", "geometric mean score", "g-mean", "geometric mean", "几何平均", "G 均值"),
    question=Text(
        "What is the geometric mean of the recalls of the classes that occur in the truth?",
        "真实标签中出现的各类，其召回率的几何平均是多少？",
    ),
    formula=r"\Bigl(\prod_k \frac{x_{kk}}{x_{k+}}\Bigr)^{1/K}",
    compute=g_mean,
    classes="any",
    chance=chance_of(
        "the geometric mean of the call shares of the classes that occur",
        "真实标签中出现的各类，其判定比例的几何平均",
        _g_mean_by_chance,
    ),
    moves_with_prevalence=False,
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "one class is never found: it is then 0 whatever the others do",
        "只要有一类从未被找出，无论其他类如何，它都是 0",
    ),
    moves={"classes_swapped": "g_mean"},
    identities=(Identity("sqrt(TPR TNR)", lambda of: np.sqrt(of("recall") * of("specificity"))),),
    references=("Kubat M, Matwin S (1997) Proc. 14th ICML, 179–186",),
)

NO_INFORMATION_RATE: Metric[ConfusionMatrix] = Metric(
    key="no_information_rate",
    names=Text("No-information rate", "无信息率"),
    aliases=("nir", "majority share", "多数类占比"),
    question=Text(
        "What accuracy does always predicting the most common class have?",
        "始终预测最常见的类，总体准确率是多少？",
    ),
    formula=r"\max_k \frac{x_{k+}}{n}",
    compute=lambda c: ratio(c.truth.max(-1), c.total),
    classes="any",
    better="neither",
    chance=chance_of(
        "itself: it does not look at the predictions",
        "即自身：它不看预测",
        lambda c: ratio(c.truth.max(-1), c.total),
    ),
    undefined_when=(NO_ROWS,),
    interval=NoInterval(
        Text(
            "a maximum of shares is biased upwards where classes are about equally common; "
            "resampling intervals are invalid",
            "各类占比的最大值在类别接近均衡时有向上的偏差，重抽样区间无效",
        )
    ),
    misleads_when=Text(
        "the class shares in use differ from those of the test",
        "实际使用中的类别比例与测试时不同",
    ),
    moves={"classes_swapped": "no_information_rate"},
    references=("Kuhn M (2008) Journal of Statistical Software 28(5):1–26",),
)


def _optimized_precision(c: ConfusionMatrix) -> Any:
    tpr, tnr = ratio(c.tp, c.tp + c.fn), ratio(c.tn, c.tn + c.fp)
    return ratio(c.right, c.total) - ratio(np.abs(tnr - tpr), tnr + tpr)


OPTIMIZED_PRECISION: Metric[ConfusionMatrix] = Metric(
    key="optimized_precision",
    names=Text("Optimized precision", "优化精度指标"),
    aliases=("op",),
    question=Text(
        "How high is accuracy after a penalty for unequal recall of the two classes?",
        "在惩罚两类召回率不等之后，总体准确率还有多高？",
    ),
    formula=r"\frac{TP+TN}{n} - \frac{|TNR - TPR|}{TNR + TPR}",
    compute=_optimized_precision,
    range=(-1.0, 1.0),
    chance=chance_of(
        "expected agreement minus the difference of the two call shares",
        "期望一致率减去两类判定比例之差",
        lambda c: EXPECTED_AGREEMENT.value(c) - ratio(np.abs(c.tn + c.fn - c.tp - c.fp), c.total),
    ),
    undefined_when=(
        NO_POSITIVES,
        NO_NEGATIVES,
        Case(
            Text("nothing is right (TP = TN = 0)", "没有一个预测正确（TP = TN = 0）"),
            lambda c: c.tp + c.tn == 0,
        ),
    ),
    misleads_when=Text(
        "read as a precision, which it is not despite its name; its first part depends on the "
        "prevalence",
        "名字虽含“精度”却不是查准率；其第一部分随患病率变化",
    ),
    moves={"classes_swapped": "optimized_precision"},
    references=(
        "Ranawana R, Palade V (2006) IEEE Congress on Evolutionary Computation, 2254–2261",
    ),
)
