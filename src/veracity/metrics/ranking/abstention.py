"""Leaving out what is least sure: errors against coverage."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.ranking.staircase import point_at
from veracity.metrics.record.cases import NO_ROWS, chance_of
from veracity.metrics.record.interval_facts import MovingThreshold
from veracity.metrics.record.metric import Metric
from veracity.parameters import Parameter
from veracity.statistics.grid.bounds import harmonic_numbers
from veracity.statistics.joint.top_label import WRONG, TopLabel
from veracity.statistics.numerics.weighted_sums import pieces
from veracity.statistics.scores.areas import area_under_roc
from veracity.words import Text

GEIFMAN = "Geifman Y, El-Yaniv R (2017) Advances in Neural Information Processing Systems 30"
UZIEL = "Geifman Y, Uziel G, El-Yaniv R (2019) Int Conf on Learning Representations"


def aurc(label: TopLabel) -> Floats:
    """The mean over rows of the error rate among the rows that are at least as sure.

    (1/n) Σ_i r(κ_i), r(θ) being the share of errors among rows with confidence ≥ θ: each row's
    own confidence is a threshold once (Geifman, Uziel & El-Yaniv 2019). So rows of equal
    confidence share one threshold. The trapezoid under the points (coverage, risk) and the mean
    over random orders of ties are other numbers.
    """
    if label.lone is not None:
        return _aurc_apart(label)
    axes = label.weight.shape[:-2]
    risks, wrong, kept = (np.zeros(axes) for _ in range(3))
    for part in pieces(label.weight.shape[-1]):  # running sums go on from piece to piece
        false = label.negative[..., part]
        rows = label.positive[..., part] + false
        falls = np.cumsum(false, axis=-1) + wrong[..., None]
        ends = np.cumsum(rows, axis=-1) + kept[..., None]
        risks = risks + np.where(rows > 0, rows * ratio(falls, ends), 0.0).sum(-1)
        wrong, kept = falls[..., -1], ends[..., -1]
    return np.asarray(ratio(risks, label.total))[()]


def _aurc_apart(label: TopLabel) -> Floats:
    """The same where each row has a confidence of its own, from the ranks of the rarer kind.

    A wrong row at rank k counts in the rates of all ranks from k to n: Σ 1/i. Right ones are
    what wrong ones leave of 1.
    """
    assert label.lone is not None
    kind, index = label.lone
    shares = len(index) * float(harmonic_numbers(np.array([len(label)], np.float64))[0])
    for part in pieces(len(index)):
        shares -= float(harmonic_numbers(index[part].astype(np.float64)).sum())
    mean = ratio(shares, label.total)
    return np.asarray(mean if label.labels[kind] == WRONG else 1 - mean)[()]


def augrc(label: TopLabel) -> Floats:
    """The mean over coverages of the share of all rows that are kept and wrong.

    Rows are left out from the least sure on, one after the other; tied ones in proportion. So it
    is e²/2 + e(1 − e)(1 − A) with the error rate e and the area A at which right rows are surer
    than wrong ones (Traub et al. 2024, eq. 8).
    """
    wrong, right = _error_rate(label), _accuracy(label)
    both = wrong * right > 0
    behind = np.where(both, 1 - np.where(both, area_under_roc(label), 1.0), 0.0)
    mean = wrong * wrong / 2 + wrong * right * behind
    return np.asarray(np.minimum(mean, 0.5))[()]  # a last digit may round above


def accuracy_at_coverage(label: TopLabel, c: float = 0.8) -> Floats:
    """Share of right predictions among the most confident share c of all rows.

    Ties at the cut-off share it evenly: the expected value if they were broken at random.
    """
    cases = label.total * c
    return np.asarray(ratio(point_at(label, cases).tp, cases))[()]


def _error_rate(label: TopLabel) -> Floats:
    return ratio(label.negatives, label.total)


def _accuracy(label: TopLabel) -> Floats:
    return ratio(label.positives, label.total)


AURC: Metric[TopLabel] = Metric(
    key="aurc",
    names=Text("Area under the risk–coverage curve", "风险-覆盖率曲线下面积"),
    aliases=("area under the risk coverage curve", "risk coverage area"),
    question=Text(
        "What is the mean error rate over all coverages, when the least sure rows are left out "
        "first?",
        "按置信度从低到高舍弃样本，错误率在各覆盖率上的平均值是多少？",
    ),
    formula=r"\frac1n \sum_i \frac{\sum_j [\kappa_j \ge \kappa_i]\,[\hat y_j \ne y_j]}"
    r"{\sum_j [\kappa_j \ge \kappa_i]}",
    compute=aurc,
    reads=TopLabel,
    classes="any",
    better="lower",
    chance=chance_of(
        "the error rate at full coverage",
        "不舍弃任何样本时的错误率",
        _error_rate,
    ),
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "models of different accuracy are compared: it mixes how many errors there are with how "
        "well the confidence orders them",
        "比较准确率不同的模型时：它把错误的多少与置信度排序的好坏混在一起",
    ),
    references=(GEIFMAN, UZIEL),
)

AUGRC: Metric[TopLabel] = Metric(
    key="augrc",
    names=Text("Area under the generalised risk–coverage curve", "广义风险-覆盖率曲线下面积"),
    aliases=("area under the generalized risk coverage curve", "generalised risk coverage area"),
    question=Text(
        "How often is a row kept and wrong, averaged over all coverages from none to all?",
        "覆盖率从零到全部取平均，样本被保留且判错的比例是多少？",
    ),
    formula=r"\frac{e^2}{2} + e(1-e)\,P(\kappa_{wrong} > \kappa_{right})",
    compute=augrc,
    reads=TopLabel,
    classes="any",
    range=(0.0, 0.5),
    better="lower",
    chance=chance_of(
        "half the error rate at full coverage",
        "不舍弃任何样本时错误率的一半",
        lambda label: _error_rate(label) / 2,
    ),
    undefined_when=(NO_ROWS,),
    misleads_when=AURC.misleads_when,
    references=("Traub J, et al. (2024) Advances in Neural Information Processing Systems 37",),
)

ACCURACY_AT_COVERAGE: Metric[TopLabel] = Metric(
    key="accuracy_at_coverage",
    names=Text("Accuracy at a coverage", "给定覆盖率下的准确率"),
    aliases=("selective accuracy", "选择性准确率"),
    question=Text(
        "How accurate are the predictions if only the most confident share c of rows is answered?",
        "若只回答置信度最高的 c 比例的样本，预测的准确率是多少？",
    ),
    formula=r"\frac{R_c}{c\,n}",
    compute=accuracy_at_coverage,
    interval=MovingThreshold(),
    reads=TopLabel,
    classes="any",
    chance=chance_of("the accuracy at full coverage", "不舍弃任何样本时的准确率", _accuracy),
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "the rows left out are forgotten: somebody has to decide them, and they may all belong "
        "to one group",
        "忘记被舍弃的样本时：它们仍需有人判断，而且可能集中于某个群体",
    ),
    parameters=(
        Parameter(
            "c",
            0.8,
            Text("the share of rows that is answered", "回答的样本比例"),
            between=(1e-6, 1),
        ),
    ),
    examples=("accuracy_at_coverage(0.5)", "accuracy_at_coverage(1)"),
    references=(GEIFMAN,),
)
