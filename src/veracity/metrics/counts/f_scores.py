"""How far the called positives and the true positives overlap; none of these looks at TN."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import ratio
from veracity.metrics.record.averaging import mean_over_classes
from veracity.metrics.record.cases import (
    NO_POSITIVES,
    NONE_CALLED_POSITIVE,
    ONLY_TRUE_NEGATIVES,
    chance_of,
)
from veracity.metrics.record.metric import Case, Chance, Identity, Metric, proportion
from veracity.parameters import Parameter
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

RIJSBERGEN = "van Rijsbergen CJ (1979) Information Retrieval, 2nd ed., Butterworths, ch. 7"


def fbeta(c: ConfusionMatrix, beta: float = 1) -> Any:
    """Weighted harmonic mean of precision and recall, from counts: 0/0 only where TP=FP=FN=0."""
    hit = (1 + beta**2) * c.tp
    return ratio(hit, hit + beta**2 * c.fn + c.fp)


def _f_by_chance(c: ConfusionMatrix, beta: float = 1) -> Any:
    return ratio(
        (1 + beta**2) * (c.tp + c.fn) * (c.tp + c.fp),
        (beta**2 * (c.tp + c.fn) + c.tp + c.fp) * c.total,
    )


def f_score(*, by_chance: Text, **record: Any) -> Metric[ConfusionMatrix]:
    """A member of the family of F: what its records share (formula, chance, undefined cases)."""
    return Metric(
        compute=fbeta,
        chance=Chance(by_chance, _f_by_chance),
        undefined_when=(ONLY_TRUE_NEGATIVES,),
        uses=("TP", "FP", "FN"),
        **record,
    )


F1 = f_score(
    key="f1",
    names=Text("F1 score", "F1 分数"),
    aliases=(
        "f meas",
        "f-score",
        "f-measure",
        "dice",
        "dice coefficient",
        "sørensen–dice",
        "sorensen",
        "F1值",
        "F1度量",
        "综合分类率",
    ),
    question=Text(
        "What is the harmonic mean of precision and recall?",
        "查准率与召回率的调和平均有多高？",
    ),
    formula=r"\frac{2\,TP}{2\,TP + FP + FN}",
    by_chance=Text(
        "the harmonic mean of the prevalence and the share called positive",
        "患病率与判正率的调和平均",
    ),
    misleads_when=Text(
        "the positive class is common: calling everything positive scores high (900 of 1000 "
        "positive: 0.947), and swapping the classes changes it",
        "正类占多数时：全部判为正也能得高分（1000 中 900 个为正：0.947）；交换正负类结果就变了",
    ),
    moves={"transposed": "f1"},
    identities=(
        Identity(
            "2 P R / (P + R)",
            lambda of: ratio(2 * of("precision") * of("recall"), of("precision") + of("recall")),
        ),
        Identity("2 J / (1 + J)", lambda of: 2 * of("jaccard") / (1 + of("jaccard"))),
    ),
    references=(RIJSBERGEN, "Dice LR (1945) Ecology 26(3):297–302"),
)

FBETA = f_score(
    key="fbeta",
    names=Text("F-beta score", "Fβ 分数"),
    aliases=("f_beta", "Fβ", "加权调和平均"),
    question=Text(
        "What is the harmonic mean of precision and recall, recall counting beta times as much?",
        "召回率的重要性为查准率的 β 倍时，两者的调和平均有多高？",
    ),
    formula=r"\frac{(1+\beta^2)\,TP}{(1+\beta^2)\,TP + \beta^2 FN + FP}",
    by_chance=Text(
        "the same weighted mean of the share called positive and the prevalence",
        "判正率与患病率的同样加权的平均",
    ),
    misleads_when=Text(
        "beta is read as a cost ratio: it is not one; use expected_cost for costs",
        "把 β 当作代价比：它不是；要考虑代价请用 expected_cost",
    ),
    parameters=(
        Parameter(
            "beta",
            1,
            Text("how much recall counts relative to precision", "召回率相对查准率的重要性"),
            between=(0, 1e6),
            ends=False,
        ),
    ),
    examples=("fbeta(2)", "fbeta(0.5)"),
    references=(RIJSBERGEN,),
)

JACCARD: Metric[ConfusionMatrix] = proportion(
    key="jaccard",
    names=Text("Jaccard index", "Jaccard 指数"),
    aliases=(
        "critical success index",
        "csi",
        "threat score",
        "intersection over union",
        "iou",
        "交并比",
        "临界成功指数",
    ),
    question=Text(
        "Of all cases that are positive or called positive, what share is both?",
        "在实际为正或被判为正的样本中，两者兼是的占多少？",
    ),
    formula=r"\frac{TP}{TP + FP + FN}",
    successes=lambda c: c.tp,
    trials=lambda c: c.tp + c.fp + c.fn,
    chance=chance_of(
        "πq / (π + q − πq) with prevalence π and share called positive q",
        "πq / (π + q − πq)，π 为患病率，q 为判正率",
        lambda c: ratio(
            (c.tp + c.fn) * (c.tp + c.fp),
            (2 * c.tp + c.fn + c.fp) * c.total - (c.tp + c.fn) * (c.tp + c.fp),
        ),
    ),
    undefined_when=(ONLY_TRUE_NEGATIVES,),
    misleads_when=Text(
        "the positive class is common: like F1 it ignores the true negatives",
        "正类占多数时：与 F1 一样，它忽略真阴性",
    ),
    uses=("TP", "FP", "FN"),
    moves={"transposed": "jaccard"},
    identities=(Identity("F1 / (2 - F1)", lambda of: of("f1") / (2 - of("f1"))),),
    references=("Jaccard P (1912) New Phytologist 11(2):37–50",),
)


def tversky(c: ConfusionMatrix, alpha: float = 0.5, beta: float = 0.5) -> Any:
    """TP/(TP + α FP + β FN)."""
    return ratio(c.tp, c.tp + alpha * c.fp + beta * c.fn)


def _tversky_by_chance(c: ConfusionMatrix, alpha: float = 0.5, beta: float = 0.5) -> Any:
    positive, called_positive = c.tp + c.fn, c.tp + c.fp
    hit = ratio(positive * called_positive, c.total)
    return ratio(hit, hit + alpha * (called_positive - hit) + beta * (positive - hit))


def _tversky_cells(alpha: float = 0.5, beta: float = 0.5) -> dict[str, Any]:
    """What a weight of 0 changes: the cells that count, and where nothing does."""
    uses = ("TP", *(("FP",) if alpha else ()), *(("FN",) if beta else ()))
    words = {
        (True, True): ONLY_TRUE_NEGATIVES,
        (True, False): NONE_CALLED_POSITIVE,
        (False, True): NO_POSITIVES,
        (False, False): Case(
            Text("there is no true positive (TP = 0)", "没有真阳性（TP = 0）"),
            lambda c: c.tp == 0,
        ),
    }
    case = words[alpha > 0, beta > 0]
    return {"uses": uses, "undefined_when": (case,), "moves_with_prevalence": alpha > 0}


TVERSKY: Metric[ConfusionMatrix] = Metric(
    key="tversky",
    names=Text("Tversky index", "Tversky 指数"),
    aliases=("tversky similarity",),
    question=Text(
        "How far do calls and positives overlap, if false positives count α and false negatives β?",
        "若假阳性按 α、假阴性按 β 计入，判正与实际为正的重合度有多高？",
    ),
    formula=r"\frac{TP}{TP + \alpha FP + \beta FN}",
    compute=tversky,
    chance=Chance(
        Text(
            "the same of πq, q − πq and π − πq with prevalence π and share called positive q",
            "由 πq、q − πq、π − πq 得到的同一指数，π 为患病率，q 为判正率",
        ),
        _tversky_by_chance,
    ),
    misleads_when=Text(
        "α and β are exchanged: here, as in image segmentation, α weighs false positives; PyCM's "
        "α weighs false negatives",
        "α 与 β 弄反时：这里与图像分割中一样，α 用于假阳性；PyCM 的 α 用于假阴性",
    ),
    parameters=(
        Parameter(
            "alpha", 0.5, Text("weight of a false positive", "假阳性的权重"), between=(0, 1e6)
        ),
        Parameter(
            "beta", 0.5, Text("weight of a false negative", "假阴性的权重"), between=(0, 1e6)
        ),
    ),
    restate=_tversky_cells,
    examples=("tversky(0.3, beta=0.7)", "tversky(0, beta=1)"),
    references=(
        "Tversky A (1977) Psychological Review 84(4):327–352",
        "Salehi SSM, Erdogmus D, Gholipour A (2017) MLMI, LNCS 10541:379–387",
    ),
    **_tversky_cells(),
)

FOWLKES_MALLOWS: Metric[ConfusionMatrix] = Metric(
    key="fowlkes_mallows",
    names=Text("Fowlkes–Mallows index", "Fowlkes–Mallows 指数"),
    aliases=("ooc", "otsuka–ochiai", "g-measure", "cosine similarity of calls and truth"),
    question=Text(
        "What is the geometric mean of precision and recall?",
        "查准率与召回率的几何平均是多少？",
    ),
    formula=r"\frac{TP}{\sqrt{(TP+FP)(TP+FN)}}",
    compute=lambda c: ratio(c.tp, np.sqrt((c.tp + c.fp) * (c.tp + c.fn))),
    chance=chance_of(
        "the geometric mean of prevalence and share called positive",
        "患病率与判正率的几何平均",
        lambda c: ratio(np.sqrt((c.tp + c.fp) * (c.tp + c.fn)), c.total),
    ),
    undefined_when=(NONE_CALLED_POSITIVE, NO_POSITIVES),
    misleads_when=Text(
        "the positive class is common: like F1 it ignores the true negatives",
        "正类占多数时：与 F1 一样，它忽略真阴性",
    ),
    uses=("TP", "FP", "FN"),
    moves={"transposed": "fowlkes_mallows"},
    identities=(Identity("sqrt(P R)", lambda of: np.sqrt(of("precision") * of("recall"))),),
    references=("Fowlkes EB, Mallows CL (1983) J Am Stat Assoc 78(383):553–569",),
)


def _f1_of_macro(c: ConfusionMatrix) -> Any:
    tables = c.one_vs_rest()
    precision = mean_over_classes(ratio(tables.tp, tables.tp + tables.fp), c)
    recall = mean_over_classes(ratio(tables.tp, tables.tp + tables.fn), c)
    return ratio(2 * precision * recall, precision + recall)


def _a_class_is_undefined(c: ConfusionMatrix) -> Any:
    return (((c.truth == 0) != (c.predicted == 0)).any(-1)) | (c.right == 0)


F1_OF_MACRO: Metric[ConfusionMatrix] = Metric(
    key="f1_of_macro",
    names=Text("F1 of macro precision and macro recall", "宏查准率与宏召回率的 F1"),
    aliases=("f1 of the means", "均值的F1"),
    question=Text(
        "What is the harmonic mean of macro precision and macro recall?",
        "各类查准率的均值与召回率的均值，其调和平均是多少？",
    ),
    formula=r"\frac{2\,\bar P\,\bar R}{\bar P+\bar R}",
    compute=_f1_of_macro,
    classes="any",
    chance=chance_of(
        "F1 of the mean class share and the mean call share, 1/K each: 1/K",
        "平均类别比例与平均判定比例的 F1，各为 1/K：1/K",
        lambda c: ratio(1.0, ((c.truth + c.predicted) > 0).sum(-1)),
    ),
    undefined_when=(
        Case(
            Text(
                "a class is in the truth or in the predictions but not in both, or nothing is "
                "right",
                "有类别只出现在真实标签或只出现在预测中，或没有一个预测正确",
            ),
            _a_class_is_undefined,
        ),
    ),
    misleads_when=Text(
        "it is called macro-F1: that name also means the mean of the F1s, a different number; a "
        "class with high precision and low recall and one with the opposite hide each other",
        "被称作宏 F1：该名称也指各类 F1 的均值，两者数值不同；"
        "一类查准率高召回率低、另一类相反时会互相掩盖",
    ),
    moves={"transposed": "f1_of_macro", "classes_swapped": "f1_of_macro"},
    references=("Opitz J, Burst S (2019) arXiv:1911.03347",),
)
