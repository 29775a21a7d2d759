"""Net benefit, expected cost and others: what counts are worth to someone who acts on them."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import ratio
from veracity.metrics.counts.skill import INFORMEDNESS, informedness
from veracity.metrics.record.cases import AT_HALF, NO_NEGATIVES, NO_POSITIVES, NO_ROWS, chance_of
from veracity.metrics.record.interval_facts import MeanPerCase
from veracity.metrics.record.metric import Case, Chance, Identity, Metric, Through
from veracity.parameters import Parameter
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

INF = float("inf")
VICKERS = "Vickers AJ, Elkin EB (2006) Medical Decision Making 26(6):565–574"
BALAYLA = "Balayla J (2020) PLoS ONE 15(10):e0240215"

THRESHOLD = Parameter(
    "threshold",
    0.5,
    Text(
        "threshold probability, at or above which action is taken; its odds are the cost of a "
        "false alarm in true positives",
        "阈值概率：达到它就采取行动；其几率表示一次误报抵掉多少次真发现",
    ),
    between=(0, 1),
    ends=False,
)


def net_benefit(c: ConfusionMatrix, threshold: float = 0.5) -> Any:
    """TP/n − FP/n · odds of the threshold."""
    return ratio(c.tp, c.total) - ratio(c.fp, c.total) * (threshold / (1 - threshold))


def _shares(c: ConfusionMatrix) -> tuple[Any, Any]:
    """Prevalence and share called positive."""
    return ratio(c.tp + c.fn, c.total), ratio(c.tp + c.fp, c.total)


def _net_benefit_by_chance(c: ConfusionMatrix, threshold: float = 0.5) -> Any:
    positive, called_positive = _shares(c)
    return called_positive * (positive - (1 - positive) * threshold / (1 - threshold))


def _standardised_by_chance(c: ConfusionMatrix, threshold: float = 0.5) -> Any:
    return ratio(_net_benefit_by_chance(c, threshold), _shares(c)[0])


def standardised_net_benefit(c: ConfusionMatrix, threshold: float = 0.5) -> Any:
    """Net benefit as a part of the largest possible one, the prevalence."""
    return ratio(c.tp - c.fp * (threshold / (1 - threshold)), c.tp + c.fn)


NET_BENEFIT: Metric[ConfusionMatrix] = Metric(
    key="net_benefit",
    names=Text("Net benefit", "净获益"),
    aliases=("nb", "净收益"),
    question=Text(
        "How many true positives per case remain after subtracting the cost of false alarms?",
        "扣除误报的代价后，平均每个样本还剩多少次真发现？",
    ),
    formula=r"\frac{TP}{n}-\frac{FP}{n}\cdot\frac{t}{1-t}",
    compute=net_benefit,
    range=lambda threshold=0.5: (-threshold / (1 - threshold), 1.0),
    chance=Chance(
        Text(
            "q(π − (1 − π) t/(1 − t)) with prevalence π and share called positive q",
            "q(π − (1 − π) t/(1 − t))，π 为患病率，q 为判正率",
        ),
        _net_benefit_by_chance,
    ),
    interval=MeanPerCase(),
    acts_at="threshold",
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "the threshold does not reflect the real trade-off between false alarms and true "
        "positives, or the prevalence of use differs",
        "阈值不能反映误报与真发现的真实取舍，或实际患病率不同",
    ),
    parameters=(THRESHOLD,),
    examples=("net_benefit(0.1)", "net_benefit(0.9)"),
    references=(VICKERS,),
)

STANDARDISED_NET_BENEFIT: Metric[ConfusionMatrix] = Metric(
    key="standardised_net_benefit",
    names=Text("Standardised net benefit", "标准化净获益"),
    aliases=("standardized net benefit",),
    question=Text(
        "What part of the largest possible net benefit is reached?",
        "达到了最大可能净获益的多大部分？",
    ),
    formula=r"\frac{TP - FP\,\frac{t}{1-t}}{TP+FN}",
    compute=standardised_net_benefit,
    range=(-INF, 1.0),
    chance=Chance(
        Text(
            "q(1 − (1 − π)/π · t/(1 − t)) with prevalence π and share called positive q",
            "q(1 − (1 − π)/π · t/(1 − t))，π 为患病率，q 为判正率",
        ),
        _standardised_by_chance,
    ),
    acts_at="threshold",
    undefined_when=(
        Case(
            Text(
                "there are no positive cases (TP + FN = 0) and no false alarm",
                "没有实际为正的样本（TP + FN = 0），也没有误报",
            ),
            lambda c: (c.tp + c.fn == 0) & (c.fp == 0),
        ),
    ),
    infinite_when=(
        Case(
            Text(
                "there are false alarms and no positive case to find (TP + FN = 0)",
                "有误报而没有可找的正例（TP + FN = 0）",
            ),
            lambda c: (c.tp + c.fn == 0) & (c.fp > 0),
        ),
    ),
    misleads_when=Text(
        "prevalences differ: equal standardised values are then unequal benefits",
        "患病率不同时：相等的标准化值并不代表相等的获益",
    ),
    uses=("TP", "FP", "FN"),
    parameters=(THRESHOLD,),
    examples=("standardised_net_benefit(0.1)",),
    references=("Kerr KF, Brown MD, Zhu K, Janes H (2016) J Clin Oncol 34(21):2534–2540",),
)


def expected_cost(c: ConfusionMatrix, fp: float = 1, fn: float = 1) -> Any:
    """(cost of a false positive · FP + cost of a false negative · FN)/n."""
    each = fp * ratio(c.fp, c.total) + fn * ratio(c.fn, c.total)
    return np.minimum(each, float(max(fp, fn)))


def _cost_by_chance(c: ConfusionMatrix, fp: float = 1, fn: float = 1) -> Any:
    positive, called_positive = _shares(c)
    return fp * called_positive * (1 - positive) + fn * (1 - called_positive) * positive


EXPECTED_COST: Metric[ConfusionMatrix] = Metric(
    key="expected_cost",
    names=Text("Expected cost", "期望代价"),
    aliases=("classification cost", "mean cost", "平均代价"),
    question=Text(
        "What does one case cost on average, given the price of each kind of error?",
        "给定两种错误各自的代价，平均每个样本的代价是多少？",
    ),
    formula=r"\frac{c_{FP}\,FP + c_{FN}\,FN}{n}",
    compute=expected_cost,
    range=lambda fp=1, fn=1: (0.0, float(max(fp, fn))),
    better="lower",
    chance=Chance(
        Text(
            "c_FP q(1 − π) + c_FN (1 − q)π with prevalence π and share called positive q",
            "c_FP q(1 − π) + c_FN (1 − q)π，π 为患病率，q 为判正率",
        ),
        _cost_by_chance,
    ),
    interval=MeanPerCase(),
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "the prevalence of use differs from that of the test, or costs vary between cases",
        "实际患病率与测试时不同，或各样本的代价不同",
    ),
    parameters=(
        Parameter("fp", 1, Text("cost of a false positive", "一次假阳性的代价"), between=(0, 1e15)),
        Parameter("fn", 1, Text("cost of a false negative", "一次假阴性的代价"), between=(0, 1e15)),
    ),
    examples=("expected_cost(1, fn=25)", "expected_cost(3)"),
    references=("Elkan C (2001) Proc. 17th IJCAI, 973–978",),
)


def _rates(c: ConfusionMatrix) -> tuple[Any, Any]:
    return ratio(c.tp, c.tp + c.fn), ratio(c.fp, c.tn + c.fp)


def prevalence_for_ppv(c: ConfusionMatrix, ppv: float = 0.5) -> Any:
    """The prevalence at which a positive call is right with probability ppv."""
    hit, false = _rates(c)
    return ratio(ppv * false, ppv * false + (1 - ppv) * hit)


def _prevalence_threshold(c: ConfusionMatrix) -> Any:
    hit, false = _rates(c)
    return ratio(np.sqrt(false), np.sqrt(hit) + np.sqrt(false))


_NEVER_POSITIVE = Case(
    Text("nothing was called positive (TP = FP = 0)", "没有任何样本被判为正（TP = FP = 0）"),
    lambda c: c.tp + c.fp == 0,
)

PREVALENCE_THRESHOLD: Metric[ConfusionMatrix] = Metric(
    key="prevalence_threshold",
    names=Text("Prevalence threshold", "患病率阈值"),
    aliases=(),
    question=Text(
        "Below which prevalence does the precision of this test fall off sharply?",
        "患病率低于多少时，该检测的查准率开始急剧下降？",
    ),
    formula=r"\frac{\sqrt{FPR}}{\sqrt{TPR}+\sqrt{FPR}}",
    compute=_prevalence_threshold,
    better="lower",
    chance=AT_HALF,
    moves_with_prevalence=False,
    undefined_when=(NO_POSITIVES, NO_NEGATIVES, _NEVER_POSITIVE),
    misleads_when=Text(
        "it is read as a limit of usefulness: it is only where the curve bends most",
        "被当作可用与否的界限：它只是曲线弯曲最大的位置",
    ),
    identities=(
        Identity("1 / (1 + sqrt(LR+))", lambda of: ratio(1.0, 1 + np.sqrt(of("lr_plus")))),
    ),
    references=(BALAYLA,),
)

PREVALENCE_FOR_PPV: Metric[ConfusionMatrix] = Metric(
    key="prevalence_for_ppv",
    names=Text("Prevalence needed for a precision", "达到指定查准率所需的患病率"),
    aliases=("break-even prevalence",),
    question=Text(
        "How common must positives be for a positive call to be right with this probability?",
        "正例要多常见，判正才能以该概率正确？",
    ),
    formula=r"\frac{v\,FPR}{v\,FPR+(1-v)\,TPR}",
    compute=prevalence_for_ppv,
    better="lower",
    chance=Chance(Text("the precision asked for", "所要求的查准率"), lambda c, ppv=0.5: ppv),
    moves_with_prevalence=False,
    undefined_when=(NO_POSITIVES, NO_NEGATIVES, _NEVER_POSITIVE),
    misleads_when=Text(
        "sensitivity or false-alarm rate change with the population",
        "灵敏度或假阳性率随人群变化",
    ),
    parameters=(
        Parameter(
            "ppv",
            0.5,
            Text("the precision to be reached", "要达到的查准率"),
            between=(0, 1),
            ends=False,
        ),
    ),
    examples=("prevalence_for_ppv(0.9)",),
    identities=(
        Identity(
            "1 / (1 + LR+ (1 - v)/v)",
            lambda of, ppv=0.5: ratio(1.0, 1 + of("lr_plus") * (1 - ppv) / ppv),
        ),
    ),
    references=("Vecchio TJ (1966) New England Journal of Medicine 274(21):1171–1173",),
)

NUMBER_NEEDED_TO_DIAGNOSE: Metric[ConfusionMatrix] = Metric(
    key="number_needed_to_diagnose",
    names=Text("Number needed to diagnose", "诊断所需人数"),
    aliases=("nnd",),
    question=Text(
        "How many positives must be tested for one more positive call than the same number of "
        "negatives gives?",
        "要比检测同样多的负例多得到一次判正，需检测多少个正例？",
    ),
    formula=r"\frac{1}{TPR - FPR}",
    compute=lambda c: ratio(1.0, informedness(c)),
    range=(-INF, INF),
    better="neither",
    chance=chance_of("infinite", "无穷", lambda c: INF),
    moves_with_prevalence=False,
    interval=Through(
        INFORMEDNESS,
        lambda informedness, c: float(ratio(1.0, informedness)),
        Text(
            "1 / informedness jumps between the infinities where informedness is 0, so its "
            "interval can fall into two pieces; for a single table the interval of informedness "
            "is transformed",
            "约登指数为 0 时其倒数在正负无穷之间跳动，区间可能断成两段；"
            "单个表格的区间由约登指数的区间映射得到",
        ),
        pole=0.0,
    ),
    undefined_when=(NO_POSITIVES, NO_NEGATIVES),
    infinite_when=(
        Case(
            Text(
                "TPR equals FPR: the calls tell nothing, no number is enough",
                "TPR 等于 FPR：判定不提供信息，多少人都不够",
            ),
            lambda c: (c.tp * c.tn == c.fp * c.fn) & (c.tp + c.fn > 0) & (c.tn + c.fp > 0),
        ),
    ),
    misleads_when=Text(
        "two are compared: from 1 upwards lower is better, but a classifier worse than chance has "
        "a negative one, and near chance it jumps between the infinities",
        "比较大小时：在 1 以上越低越好，但差于偶然的分类器为负值；接近偶然时在正负无穷之间跳动",
    ),
    moves={"classes_swapped": "number_needed_to_diagnose"},
    identities=(Identity("1 / informedness", lambda of: ratio(1.0, of("informedness"))),),
    references=("Linn S, Grunau PD (2006) Epidemiologic Perspectives & Innovations 3:11",),
)
