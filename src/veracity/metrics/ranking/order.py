"""The order as a whole: rank correlation, discounted gain, and Hand's H-measure."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.isotonic.fit import falling_fit
from veracity.metrics.ranking.discounts import discount_sums, discounts, discounts_between
from veracity.metrics.ranking.staircase import BOTH, NO_POSITIVES, RankingMetric
from veracity.metrics.record.cases import AT_ZERO
from veracity.metrics.record.interval_facts import MovingThreshold, NoInterval
from veracity.metrics.record.metric import Case, Chance
from veracity.parameters import Parameter
from veracity.statistics import ScoreTable
from veracity.statistics.grid.bounds import extreme_orders
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.numerics.weighted_sums import PIECE, inner, pieces
from veracity.statistics.scores.areas import area_under_roc
from veracity.statistics.scores.steps import Steps
from veracity.words import Text


def kendall_tau_b(table: ScoreTable) -> Floats:
    """(C − D) / sqrt(pairs untied in truth · pairs untied in score)."""
    positives, negatives = table.positives, table.negatives
    mixed = positives * negatives
    tau = ratio(mixed * (2 * area_under_roc(table) - 1), np.sqrt(mixed) * np.sqrt(_untied(table)))
    return np.clip(tau, -1.0, 1.0)[()]


def _untied(table: ScoreTable) -> Floats:
    """Weight of the pairs with two different scores."""
    total = np.asarray(table.total)
    if table.apart:
        return np.asarray(total * (total - 1) / 2)
    both = table.positive + table.negative
    if table.squares is None:  # whole numbers: no digit is lost
        return np.asarray((total**2 - np.einsum("...t,...t->...", both, both)) / 2)
    before = np.cumsum(both[..., :-1], axis=-1)
    return np.asarray(np.einsum("...t,...t->...", both[..., 1:], before))


KENDALL_TAU_B = RankingMetric(
    key="kendall_tau_b",
    names=Text("Kendall's tau-b", "Kendall τ_b"),
    aliases=("kendall tau", "kendall's tau", "tau-b", "τ_b"),
    question=Text(
        "How strongly are score and truth ordered alike, with ties allowed for on both sides?",
        "考虑两侧的并列后，分数与真实标签的次序有多一致？",
    ),
    formula=r"\frac{C - D}{\sqrt{(n_0-n_1)(n_0-n_2)}}",
    compute=kendall_tau_b,
    range=(-1.0, 1.0),
    chance=AT_ZERO,
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


def ndcg(table: ScoreTable, k: float = 0) -> Floats:
    """Σ gain / log2(rank + 1) over the top k, relative to the best order; ties by their mean.

    Rows with weights have no ranks: nan.
    """
    if table.squares is not None:
        return np.full(table.shape, np.nan)[()]
    s = table.steps  # elsewhere there is nothing to gain
    most = int(np.max(np.asarray(s.positives) + s.negatives, initial=0.0))
    depth = most if k == 0 else min(int(k), most)
    if table.apart:  # every positive has a rank of its own
        rank = s.tp + s.fp
        best = discounts(np.arange(1.0, min(depth, len(rank)) + 1)).sum()
        return ratio(discounts(rank[: np.searchsorted(rank, depth, "right")]).sum(), best)
    sums = discount_sums(depth)
    gain = _gain_of_each(s, depth) if table.shape else _gain_of_one(s, depth)
    return ratio(gain, sums(_whole(np.asarray(s.positives), depth)))


def _whole(rank: Floats, depth: int) -> Floats:
    """Ranks as whole numbers, none beyond the depth."""
    return np.minimum(np.rint(rank), depth)


def _gain_of_one(s: Steps, depth: int) -> float:
    """The discounts of the ranks of each score, shared by its rows; other scores gain nothing."""
    between, gain = discounts_between(depth), 0.0
    for part in pieces(s.tp.shape[-1]):
        p, both = s.positive[part], s.positive[part] + s.negative[part]
        last = s.tp[part] + s.fp[part]
        width = between(_whole(last - both, depth), _whole(last, depth))
        gain += float(inner(p / both, width))
    return gain


def _gain_of_each(s: Steps, depth: int) -> Floats:
    """The same for leading axes: each score goes on where the one before it ended.

    So many tables at once that work on them stays near the processor.
    """
    upto, gain = discount_sums(depth), np.zeros(s.tp.shape[:-1])
    for part in pieces(len(gain), max(PIECE * len(gain) // max(2 * s.tp.size, 1), 1)):
        p, n = s.positive[part], s.negative[part]
        width = upto(_whole(s.tp[part] + s.fp[part], depth))
        width[..., 1:] -= width[..., :-1].copy()
        both = p + n
        both += both == 0  # an empty score has no share
        gain[part] = np.einsum("...t,...t->...", np.divide(p, both, out=both), width)
    return gain


def _weighted(table: ScoreTable) -> Any:
    return np.asarray(table.squares is not None)


NDCG = RankingMetric(
    key="ndcg",
    names=Text("Normalised discounted cumulative gain", "归一化折损累计增益"),
    aliases=("normalized discounted cumulative gain",),
    question=Text(
        "How close is the ranking to the best one, if lower ranks count less and less?",
        "若名次越靠后权重越小，该排序与最佳排序有多接近？",
    ),
    formula=r"\frac{\sum_{r\le k} y_{(r)}/\log_2(r+1)}{\sum_{r\le \min(k,P)} 1/\log_2(r+1)}",
    compute=ndcg,
    on_grid="rises",
    interval=MovingThreshold(),
    chance=Chance(
        Text("the mean over all orders", "所有排列的平均值"),
        lambda t, k=0: ndcg(t.by_chance(), k),
    ),
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
        "不看随机水平就解读：不截断时，长列表中随机排序的得分也很高",
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


def h_measure(table: ScoreTable, severity_ratio: float | None = None) -> Floats:
    """1 − expected minimum loss / that of the trivial rule, costs ~ Beta(1 + π, 2 − π).

    With a severity ratio r, the cost of a false positive over that of a false negative, costs
    are Beta(2, 1 + 1/r), most often r to 1 (Hand 2009; the R package hmeasure).
    """
    every = [_h_of_one(one, severity_ratio) for _, one in table.single_tables()]
    return np.array(every).reshape(table.shape)[()]


def _h_of_one(table: ScoreTable, severity_ratio: float | None) -> float:
    """One table: the hull, the costs at which each of its corners is best, the two integrals.

    c is the cost of a false positive as a share of both costs; the loss of a corner is
    c (1 − π) FPR + (1 − c) π (1 − TPR). The corners are where blocks of the isotonic fit begin.
    """
    tp, fp = table.reached(np.append(falling_fit(table).first, len(table)))
    positives, negatives = float(tp[-1]), float(fp[-1])
    if not (positives and negatives):
        return float("nan")
    pi = positives / (positives + negatives)
    shape = (1 + pi, 2 - pi) if severity_ratio is None else (2.0, 1 + 1 / severity_ratio)
    tpr, fpr = tp / positives, fp / negatives
    gained, lost = pi * np.diff(tpr), (1 - pi) * np.diff(fpr)
    ends = np.concatenate([[1.0], gained / (gained + lost), [0.0]])
    mean, mass = _beta_parts(ends[::-1], *shape)
    loss = ((1 - pi) * fpr[::-1] * mean + pi * (1 - tpr[::-1]) * (mass - mean)).sum()
    mean, mass = _beta_parts(np.array([0.0, pi, 1.0]), *shape)
    saved = float(1 - loss / ((1 - pi) * mean[0] + pi * (mass[1] - mean[1])))
    return min(max(saved, 0.0), 1.0) if abs(saved) > _ROUNDING else 0.0


def _beta_parts(ends: Floats, a: float, b: float) -> tuple[Floats, Floats]:
    """∫ c du and ∫ du between neighbouring ends, u = Beta(a, b)."""
    from scipy.special import betainc

    return a / (a + b) * np.diff(betainc(a + 1, b, ends)), np.diff(betainc(a, b, ends))


def _h_between(grid: ScoreGrid, severity_ratio: float | None = None) -> tuple[Any, Any]:
    """The least and the greatest that the rows can have.

    Rows of a bucket add least to the hull where no two can be distinguished, or the positives
    come last.
    """
    tables = grid.table, extreme_orders(grid)[1]
    low, high = (h_measure(one, severity_ratio) for one in tables)
    return low, high


H_MEASURE = RankingMetric(
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
    on_grid=_h_between,
    chance=AT_ZERO,
    undefined_when=BOTH,
    interval=NoInterval(
        Text(
            "the hull of the sample lies above that of the population, so resampling "
            "intervals are invalid",
            "样本的凸包高于总体的凸包，重抽样区间无效",
        )
    ),
    misleads_when=Text(
        "compared with another cost distribution (Beta(2, 2) in the first paper): the numbers "
        "differ",
        "与另一种代价分布（最初论文用 Beta(2, 2)）的值比较时：数值不同",
    ),
    parameters=(
        Parameter(
            "severity_ratio",
            None,
            Text(
                "cost of a false positive over that of a false negative; without it the costs "
                "follow the prevalence",
                "一次假阳性与一次假阴性的代价之比；不给出时代价分布由患病率决定",
            ),
            between=(0, 1e9),
            ends=False,
        ),
    ),
    examples=("h_measure(0.1)", "h_measure(1)"),
    references=(
        "Hand DJ (2009) Machine Learning 77(1):103–123",
        "Hand DJ, Anagnostopoulos C (2014) Pattern Recognition Letters 40:41–46",
    ),
)
