"""The order as a whole: rank correlation, discounted gain, and Hand's H-measure."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.cases import AT_ZERO
from veracity.metrics.metric import Case, Chance, Metric
from veracity.metrics.parameters import Parameter
from veracity.metrics.staircase import BOTH, NO_POSITIVES
from veracity.statistics import ScoreTable
from veracity.statistics.score_areas import area_under_roc
from veracity.statistics.score_steps import places_of_steps, steps_at
from veracity.words import Text


def kendall_tau_b(table: Any) -> Floats:
    """(C − D) / sqrt(pairs untied in truth · pairs untied in score)."""
    positives, negatives = table.positives, table.negatives
    mixed = positives * negatives
    both = table.positive + table.negative
    all_pairs = (positives + negatives) ** 2 - table.sum_of_squares.sum((-2, -1))
    tied = (both**2).sum(-1) - table.sum_of_squares.sum((-2, -1))
    untied = (all_pairs - tied) / 2
    return ratio(mixed * (2 * area_under_roc(table) - 1), np.sqrt(mixed) * np.sqrt(untied))


KENDALL_TAU_B = Metric(
    key="kendall_tau_b",
    names=Text("Kendall's tau-b", "Kendall τ_b"),
    aliases=("kendall tau", "tau-b", "τ_b"),
    question=Text(
        "How strongly are score and truth ordered alike, with ties allowed for on both sides?",
        "考虑两侧的并列后，分数与真实标签的次序有多一致？",
    ),
    formula=r"\frac{C - D}{\sqrt{(n_0-n_1)(n_0-n_2)}}",
    compute=kendall_tau_b,
    reads=ScoreTable,
    range=(-1.0, 1.0),
    better="higher",
    chance=AT_ZERO,
    moves_with_prevalence=True,
    undefined_when=(
        *BOTH,
        Case(
            Text("all scores are equal", "所有分数都相同"),
            lambda t: ((t.positive + t.negative) > 0).sum(-1) <= 1,
        ),
    ),
    scale_free=False,
    misleads_when=Text(
        "scores are continuous: a truth of two classes has so many ties that even a perfect "
        "ranking stays far below 1",
        "分数连续时：两类真实标签并列太多，即使完美排序也远低于 1",
    ),
    references=("Kendall MG (1945) Biometrika 33(3):239–251",),
)


def ndcg(table: Any, k: float = 0) -> Floats:
    """Σ gain / log2(rank + 1) over the top k, relative to the best order; ties by their mean."""
    s = table.steps  # elsewhere there is nothing to gain
    most = int(np.max(np.asarray(s.positives) + s.negatives, initial=0.0))
    cut = most if k == 0 else min(int(k), most)
    discount = np.concatenate([[0.0], np.cumsum(1 / np.log2(np.arange(2.0, cut + 2)))])

    def upto(rank: Any) -> Any:
        return discount[np.minimum(np.round(rank), cut).astype(np.int64)]

    both, ends = s.positive + s.negative, s.tp + s.fp
    width = upto(ends) - upto(ends - both)
    gain = np.where(s.positive > 0, ratio(s.positive, both) * width, 0.0).sum(-1)
    return ratio(gain, upto(s.positives))


def _weighted(table: Any) -> Any:
    return np.asarray(table.squares is not None)


NDCG = Metric(
    key="ndcg",
    names=Text("Normalised discounted cumulative gain", "归一化折损累计增益"),
    aliases=("normalized discounted cumulative gain",),
    question=Text(
        "How close is the ranking to the best one, if places further down count less and less?",
        "若名次越靠后权重越小，该排序与最佳排序有多接近？",
    ),
    formula=r"\frac{\sum_{r\le k} y_{(r)}/\log_2(r+1)}{\sum_{r\le \min(k,P)} 1/\log_2(r+1)}",
    compute=lambda t, k=0: np.where(_weighted(t), np.nan, ndcg(t, k))[()],
    reads=ScoreTable,
    rises=True,
    quantile=True,
    range=(0.0, 1.0),
    better="higher",
    chance=Chance(
        Text("the mean over all orders", "所有排列的平均值"),
        lambda t, k=0: ndcg(t.by_chance(), k),
    ),
    moves_with_prevalence=True,
    undefined_when=(
        NO_POSITIVES,
        Case(
            Text("rows have weights: a rank is then no whole number", "样本带权重：名次不再是整数"),
            _weighted,
        ),
    ),
    scale_free=False,
    misleads_when=Text(
        "it is read without its chance level: without a cut at k even a random order scores "
        "high in long lists",
        "不看偶然水平就解读：不截断时，长列表中随机排序的得分也很高",
    ),
    parameters=(
        Parameter(
            "k",
            0,
            Text("only the first k places; 0 for all", "只看前 k 个；0 表示全部"),
            between=(0, 1e15),
            whole_from=0,
        ),
    ),
    examples=("ndcg(3)",),
    references=("Järvelin K, Kekäläinen J (2002) ACM Trans Inf Syst 20(4):422–446",),
)


_ROUNDING = 1e-13  # of the two integrals: what a ranking without a hull leaves


def h_measure(table: Any) -> Floats:
    """1 − expected minimum loss / that of the trivial rule, costs ~ Beta(1 + π, 2 − π)."""
    size = table.positive.shape[-1]
    rows = zip(table.positive.reshape(-1, size), table.negative.reshape(-1, size), strict=True)
    return np.array([_h_of_one(p, n) for p, n in rows]).reshape(table.positive.shape[:-1])[()]


def _h_of_one(positive: Floats, negative: Floats) -> float:
    """One table: the hull, the costs at which each of its corners is best, the two integrals.

    c is the cost of a false positive as a share of both costs; the loss of a corner is
    c (1 − π) FPR + (1 − c) π (1 − TPR).
    """
    total = positive.sum(), negative.sum()
    if not all(total):
        return float("nan")
    pi = total[0] / sum(total)
    tpr, fpr = _hull(positive / total[0], negative / total[1])
    gained, lost = pi * np.diff(tpr), (1 - pi) * np.diff(fpr)
    ends = np.concatenate([[1.0], gained / (gained + lost), [0.0]])
    mean, mass = _beta_parts(ends[::-1], pi)
    loss = ((1 - pi) * fpr[::-1] * mean + pi * (1 - tpr[::-1]) * (mass - mean)).sum()
    mean, mass = _beta_parts(np.array([0.0, pi, 1.0]), pi)
    saved = float(1 - loss / ((1 - pi) * mean[0] + pi * (mass[1] - mean[1])))
    return min(max(saved, 0.0), 1.0) if abs(saved) > _ROUNDING else 0.0


def _beta_parts(ends: Floats, pi: float) -> tuple[Floats, Floats]:
    """∫ c du and ∫ du between neighbouring ends, u = Beta(1 + π, 2 − π)."""
    from scipy.special import betainc

    a, b = 1 + pi, 2 - pi
    return a / (a + b) * np.diff(betainc(a + 1, b, ends)), np.diff(betainc(a, b, ends))


def _runs(positive: Floats, negative: Floats) -> tuple[Floats, Floats]:
    """The same curve with the negatives between two steps up as one run."""
    s = steps_at(places_of_steps(positive), positive, negative)
    size = 2 * len(s.positive) + 1
    ups, across = np.zeros(size), np.zeros(size)
    ups[1::2], across[1::2], across[::2] = s.positive, s.negative, s.between
    return ups, across


def _hull(positive: Floats, negative: Floats) -> tuple[Floats, Floats]:
    """Corners (TPR, FPR) of the upper hull: the ends of the blocks of isotonic regression."""
    from scipy.optimize import isotonic_regression

    positive, negative = _runs(positive, negative)
    both = positive + negative
    kept = both > 0
    share = positive[kept] / both[kept]
    blocks = isotonic_regression(share, weights=both[kept], increasing=False).blocks
    cumulated = (np.concatenate([[0.0], np.cumsum(w[kept])]) for w in (positive, negative))
    tpr, fpr = (sums[blocks] for sums in cumulated)
    return tpr, fpr


H_MEASURE = Metric(
    key="h_measure",
    names=Text("H-measure", "H 测度"),
    aliases=("h measure", "hand's h"),
    question=Text(
        "How much of the loss of the trivial rule is saved, averaged over one stated "
        "distribution of costs?",
        "按一个明确的代价分布取平均，平凡规则的损失被减少了多少？",
    ),
    formula=r"1-\frac{\int Q(c)\,u(c)\,dc}{\int Q_0(c)\,u(c)\,dc},\quad u=Beta(1+\pi,\,2-\pi)",
    compute=h_measure,
    reads=ScoreTable,
    rises=True,
    range=(0.0, 1.0),
    better="higher",
    chance=AT_ZERO,
    moves_with_prevalence=True,
    undefined_when=BOTH,
    no_interval=Text(
        "the hull of the sample lies above that of the population, so resampling would not cover",
        "样本的凸包高于总体的凸包，重抽样区间不能覆盖真值",
    ),
    misleads_when=Text(
        "compared with another cost distribution (Beta(2, 2) in the first paper): the numbers "
        "differ",
        "与另一种代价分布（最初论文用 Beta(2, 2)）的值比较时：数值不同",
    ),
    references=(
        "Hand DJ (2009) Machine Learning 77(1):103–123",
        "Hand DJ, Anagnostopoulos C (2014) Pattern Recognition Letters 40:41–46",
    ),
)
