"""Information: how many bits the predictions carry about the truth."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from veracity.arrays import Floats, Ints, ratio
from veracity.metrics.counts.overall import ACCURACY, wrong
from veracity.metrics.record.cases import (
    EXPECTED_AGREEMENT,
    NO_ROWS,
    ONE_LABEL,
    chance_of,
    expected_disagreement,
)
from veracity.metrics.record.interval_facts import NoInterval
from veracity.metrics.record.metric import Case, Chance, Limit, Metric, Through
from veracity.parameters import Parameter
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

INF = float("inf")
SHANNON = "Shannon CE (1948) Bell System Technical Journal 27:379–423"
BIASED = Text(
    "the plug-in value is biased upwards and bounded by 0, so resampling intervals are invalid; "
    "see mutual_information_bits(miller_madow) for a debiased value",
    "插入式估计有向上的偏差且以 0 为界，重抽样区间无效；"
    "去偏的值见 mutual_information_bits(miller_madow)",
)

UNEVEN = Text(
    "its bias is taken off to first order only, and near 0 it does not vary as a normal number "
    "does: intervals by resampling or linearisation are invalid",
    "其偏差只去除到一阶，且在 0 附近不按正态分布波动：重抽样与线性化区间均无效",
)


def plogp(part: Floats, whole: Floats) -> Any:
    """p·log2 p of a share, 0 at 0; from 1 − p where p is large, so that no digit is lost."""
    share = ratio(part, whole)
    common = share > 0.5
    rest = np.where(common, ratio(whole - part, whole), 0.0)
    logs = np.where(common, np.log1p(-rest), np.log(np.where(share > 0, share, 1.0)))
    return np.where(share > 0, share * logs, 0.0) / np.log(2)


def entropy_of(margin: Floats, total: Floats) -> Any:
    """Entropy in bits of class shares."""
    return np.abs(plogp(margin, np.asarray(total)[..., None]).sum(-1))


def mutual_information(c: ConfusionMatrix, estimator: str = "plugin") -> Floats:
    """I(truth; prediction) in bits; Miller–Madow takes off the first-order bias."""
    plugin = ratio(np.maximum(c.over_cells(_surprise(c)), 0.0), c.total * np.log(2))
    if estimator == "plugin":
        return plugin
    occupied = c.over_cells(lambda i, j, w: (w > 0).astype(float))
    margins = (c.truth > 0).sum(-1) + (c.predicted > 0).sum(-1)
    return plugin + ratio(margins - 1 - occupied, 2 * np.log(2) * c.effective_total)


def _surprise(c: ConfusionMatrix) -> Any:
    """Weight times ln(n·x/(t·k)) of a cell; near 0 from n·x − t·k, which does not cancel.

    Where every cell is listed each gives up its n·x − t·k, which add up to 0: what is left is of
    second order, so that tables without association come out as 0 to the last digit.
    """
    total = np.asarray(c.total)[..., None]

    def of_cell(i: Ints, j: Ints, w: Floats) -> Any:
        truth, predicted = c.truth[..., i], c.predicted[..., j]
        beyond = w * (total - truth - predicted + w) - (truth - w) * (predicted - w)
        product = truth * predicted
        gain = np.where(w > 0, ratio(beyond, product), 0.0)
        near = np.abs(gain) < 0.5
        far = np.where(near, 1.0, ratio(w * total, product))
        found = w * np.where(near, np.log1p(np.where(near, gain, 0.0)), np.log(far))
        return found - ratio(beyond, total) if c.lists_cells else found

    return of_cell


def _information_by_chance(c: ConfusionMatrix, estimator: str = "plugin") -> Any:
    """0; Miller–Madow takes off what a sample would have had on top."""
    if estimator == "plugin":
        return 0.0
    free = ((c.truth > 0).sum(-1) - 1) * ((c.predicted > 0).sum(-1) - 1)
    return -ratio(free, 2 * np.log(2) * c.effective_total)


def _by_estimator(estimator: str = "plugin") -> dict[str, Any]:
    plugin = estimator == "plugin"
    return {
        "range": (0.0 if plugin else -INF, INF),
        "scale_free": plugin,
        "interval": NoInterval(BIASED if plugin else UNEVEN),
    }


MUTUAL_INFORMATION_BITS: Metric[ConfusionMatrix] = Metric(
    key="mutual_information_bits",
    names=Text("Mutual information (bits)", "互信息（比特）"),
    aliases=("mutual info", "mutual information", "mi", "互信息"),
    question=Text(
        "How many bits about the truth does one prediction carry?",
        "一次预测携带多少比特关于真实标签的信息？",
    ),
    formula=r"H(Y)+H(\hat Y)-H(Y,\hat Y)",
    compute=mutual_information,
    classes="any",
    restate=_by_estimator,
    **_by_estimator(),
    chance=Chance(
        Text(
            "0 (samples lie a little above it; miller_madow takes that off)",
            "0（样本值略高于 0；miller_madow 会减去这一偏差）",
        ),
        _information_by_chance,
    ),
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "the sample is small or K large: the plug-in value is too high by about "
        "(K−1)²/(2n ln 2); and it does not see whether the labels are swapped",
        "样本小或类别多时：插入式估计约偏高 (K−1)²/(2n ln 2)；而且它看不出标签是否被互换",
    ),
    moves={
        "transposed": "mutual_information_bits",
        "classes_swapped": "mutual_information_bits",
    },
    parameters=(
        Parameter(
            "estimator",
            "plugin",
            Text("plugin, or miller_madow (debiased)", "plugin（插入式）或 miller_madow（去偏）"),
            words=("plugin", "miller_madow"),
        ),
    ),
    examples=("mutual_information_bits(miller_madow)",),
    references=(SHANNON, "Miller GA (1955) Information Theory in Psychology II-B, 95–100"),
)


def normalised_mutual_information(c: ConfusionMatrix) -> Floats:
    """I / mean of the two entropies."""
    mean = (entropy_of(c.truth, c.total) + entropy_of(c.predicted, c.total)) / 2
    return np.minimum(ratio(mutual_information(c), mean), 1.0)


NORMALISED_MUTUAL_INFORMATION: Metric[ConfusionMatrix] = Metric(
    key="normalised_mutual_information",
    names=Text("Normalised mutual information", "归一化互信息"),
    aliases=("v-measure", "normalized mutual info", "nmi", "normalized mutual information"),
    question=Text(
        "What part of the mean entropy of truth and prediction do the two share?",
        "真实与预测共享了两者平均熵的多大部分？",
    ),
    formula=r"\frac{2\,I(Y;\hat Y)}{H(Y)+H(\hat Y)}",
    compute=normalised_mutual_information,
    classes="any",
    chance=chance_of(
        "0 (a little above it in small samples)", "0（小样本中略高于 0）", lambda c: 0.0
    ),
    undefined_when=(
        NO_ROWS,
        Case(
            Text(
                "both truth and predictions are constant: there is no entropy to share",
                "真实标签与预测都只有一个类别：没有熵可共享",
            ),
            lambda c: ((c.truth > 0).sum(-1) == 1) & ((c.predicted > 0).sum(-1) == 1),
        ),
    ),
    interval=NoInterval(BIASED),
    misleads_when=Text(
        "compared with other normalisations (by the larger, the smaller, or the truth's entropy): "
        "they are different numbers under one name",
        "与其他归一化方式（按较大、较小或真实标签的熵）比较时：同名而数值不同",
    ),
    moves={
        "transposed": "normalised_mutual_information",
        "classes_swapped": "normalised_mutual_information",
    },
    references=("Vinh NX, Epps J, Bailey J (2010) JMLR 11:2837–2854",),
)


def _transfer(c: ConfusionMatrix, kind: str = "wolpaw", per_minute: float = 1) -> Floats:
    """Bits a selection, times selections a minute."""
    if kind == "mutual_information":
        return mutual_information(c) * per_minute
    return _wolpaw(c, c.right, wrong(c), c.total) * per_minute


def _of_accuracy(accuracy: float, c: ConfusionMatrix, per_minute: float = 1, **_: str) -> float:
    """Wolpaw's rate from the accuracy alone; 0 up to 1/K, rising from there."""
    if math.isnan(accuracy) or accuracy <= 1 / c.classes:
        return accuracy * 0.0
    shares = (np.array(share) for share in (accuracy, 1 - accuracy, 1.0))
    return float(_wolpaw(c, *shares)) * per_minute


def _wolpaw(c: ConfusionMatrix, right: Floats, wrong: Floats, total: Floats) -> Floats:
    """Bits passed on if all classes are equally likely and errors are spread evenly."""
    others = np.float64(c.classes - 1)
    spread = ratio(wrong, total) * np.log2(np.where(others > 0, others, np.nan))
    bits = np.log2(c.classes) + plogp(right, total) + plogp(wrong, total) - spread
    return np.where(total > 0, np.maximum(bits, 0.0), np.nan)[()]


def _transfer_by_chance(c: ConfusionMatrix, kind: str = "wolpaw", per_minute: float = 1) -> Any:
    if kind == "mutual_information":
        return 0.0
    agreement, disagreement = EXPECTED_AGREEMENT.value(c), expected_disagreement(c)
    bits = _wolpaw(c, agreement, disagreement, np.ones_like(agreement))
    return np.where(agreement < 1 / c.classes, 0.0, bits * per_minute)


_WOLPAW: dict[str, Any] = {
    "interval": Through(
        ACCURACY,
        _of_accuracy,
        Text(
            "bounded by 0 at chance accuracy, where intervals by resampling or linearisation are "
            "invalid; for a single table the interval of accuracy is transformed",
            "在随机水平处以 0 为界，重抽样与线性化区间均无效；"
            "单个表格的区间由总体准确率的区间映射得到",
        ),
    ),
    "formula": r"\log_2 K + P\log_2 P + (1-P)\log_2\frac{1-P}{K-1}\quad (P\ge 1/K)",
    "undefined_when": (NO_ROWS, ONE_LABEL),
    "limit": Limit(
        Case(
            Text(
                "0 is given below chance accuracy 1/K, where Wolpaw's formula would rise again",
                "总体准确率低于随机水平 1/K 时取 0，否则 Wolpaw 公式会重新上升",
            ),
            lambda c: c.right * c.classes < c.total,
        ),
        0.0,
    ),
}
_OF_MUTUAL_INFORMATION: dict[str, Any] = {
    "interval": NoInterval(BIASED),
    "formula": MUTUAL_INFORMATION_BITS.formula,
    "undefined_when": (NO_ROWS,),
    "limit": None,
}


def _by_kind(kind: str = "wolpaw", per_minute: float = 1) -> dict[str, Any]:  # noqa: ARG001
    return _WOLPAW if kind == "wolpaw" else _OF_MUTUAL_INFORMATION


INFORMATION_TRANSFER_RATE: Metric[ConfusionMatrix] = Metric(
    key="information_transfer_rate",
    names=Text("Information transfer rate", "信息传输率"),
    aliases=("itr", "bit rate", "信息传输速率"),
    question=Text(
        "How many bits does the interface pass on in one selection (or in a minute)?",
        "该接口每次选择（或每分钟）传递多少比特？",
    ),
    compute=_transfer,
    classes="any",
    range=(0.0, INF),
    chance=Chance(
        Text(
            "0 for balanced classes; more where one class is common, which the formula ignores",
            "类别均衡时为 0；某类常见时更高，公式没有考虑这一点",
        ),
        _transfer_by_chance,
    ),
    restate=_by_kind,
    **_by_kind(),
    misleads_when=Text(
        "classes are unequally likely or errors unequally spread: Wolpaw's formula assumes both "
        "equal; use kind=mutual_information",
        "各类出现概率不等或错误分布不均时：Wolpaw 公式假定两者均匀；请用 kind=mutual_information",
    ),
    moves={
        "transposed": "information_transfer_rate",
        "classes_swapped": "information_transfer_rate",
    },
    parameters=(
        Parameter(
            "kind",
            "wolpaw",
            Text("wolpaw, or mutual_information", "wolpaw 或 mutual_information（互信息）"),
            words=("wolpaw", "mutual_information"),
        ),
        Parameter(
            "per_minute",
            1,
            Text(
                "selections a minute; 1 leaves bits a selection",
                "每分钟选择次数；取 1 即每次选择的比特数",
            ),
            between=(0, 1e9),
            ends=False,
        ),
    ),
    examples=(
        "information_transfer_rate(per_minute=20)",
        "information_transfer_rate(mutual_information)",
    ),
    references=("Wolpaw JR et al. (1998) IEEE Trans Rehabil Eng 6(3):326–333",),
)
