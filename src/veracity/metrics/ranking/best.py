"""Records of the best value over all thresholds: KS, Youden's J, maximal F1 and MCC."""

from __future__ import annotations

from functools import partial

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.ranking.areas import prevalence_of
from veracity.metrics.ranking.grid_brackets import ks_bracket, largest_distance
from veracity.metrics.ranking.staircase import BOTH, NO_POSITIVES, RankingMetric, defined, totals
from veracity.metrics.record.cases import AT_ZERO
from veracity.metrics.record.interval_facts import NoInterval
from veracity.metrics.record.metric import Chance
from veracity.statistics import ScoreTable
from veracity.words import Text

BEST = Text(
    "the best of many thresholds on the same rows is biased upwards; resampling intervals are "
    "invalid. See choose() for the optimism of a chosen threshold",
    "在同一批数据的众多阈值中取最好者有向上的偏差，重抽样区间无效。所选阈值的乐观偏差见 choose()",
)
BEST_MISLEADS = Text(
    "it is reported as performance: the threshold was chosen on the same rows",
    "被当作实际性能报告：阈值是在同一批数据上选出的",
)

_best = partial(RankingMetric, interval=NoInterval(BEST), misleads_when=BEST_MISLEADS)


def ks(table: ScoreTable) -> Floats:
    """Largest distance between the two cumulative distributions of the score."""
    return np.asarray(largest_distance(table))[()]


# Recall only grows at the steps of the curve, and until the next one only false positives are
# added. So the best thresholds of all kinds are among the steps, or above everything.


def youden_max(table: ScoreTable) -> Floats:
    """Largest TPR − FPR over the thresholds."""
    s, (positives, negatives) = table.steps, totals(table)
    return defined(table, (ratio(s.tp, positives) - ratio(s.fp, negatives)).max(-1, initial=0.0))


def max_f1(table: ScoreTable) -> Floats:
    """Largest F1 over the thresholds."""
    s, (positives, _) = table.steps, totals(table)
    value = ratio(2 * s.tp, s.tp + s.fp + positives).max(-1, initial=0.0)
    return np.where(table.positives > 0, value, np.nan)[()]


def max_mcc(table: ScoreTable) -> Floats:
    """Largest Matthews correlation over the thresholds; 0 where calls are constant."""
    best, (positives, negatives) = np.zeros(table.shape), totals(table)
    for s in table.steps.parts():
        called_positive, fn, tn = s.tp + s.fp, positives - s.tp, negatives - s.fp
        spread = (
            np.sqrt(called_positive) * np.sqrt(fn + tn) * np.sqrt(positives) * np.sqrt(negatives)
        )
        value = np.where(spread > 0, ratio(s.tp * tn - s.fp * fn, spread), 0.0)
        best = np.maximum(best, value.max(-1))
    return defined(table, np.minimum(best, 1.0))


KS = _best(
    key="ks",
    names=Text("Kolmogorov–Smirnov distance", "KS 距离"),
    aliases=("kolmogorov smirnov", "ks statistic"),
    question=Text(
        "How far apart are the score distributions of positives and negatives at most?",
        "正负例的分数分布最大相差多少？",
    ),
    formula=r"\max_t |TPR(t) - FPR(t)|",
    compute=ks,
    on_grid=ks_bracket,
    chance=AT_ZERO,
    moves_with_prevalence=False,
    undefined_when=BOTH,
    references=("Massey FJ (1951) J Am Stat Assoc 46(253):68–78",),
)

YOUDEN_MAX = _best(
    key="youden_max",
    names=Text("Largest Youden index", "最大约登指数"),
    aliases=("max youden", "best youden"),
    question=Text(
        "What is the best sum of sensitivity and specificity, minus 1, over the thresholds?",
        "在所有阈值中，灵敏度与特异度之和减 1 的最大值是多少？",
    ),
    formula=r"\max_t\,(TPR(t) - FPR(t))",
    compute=youden_max,
    on_grid="rises",
    chance=AT_ZERO,
    moves_with_prevalence=False,
    undefined_when=BOTH,
    references=("Youden WJ (1950) Cancer 3(1):32–35",),
)

MAX_F1 = _best(
    key="max_f1",
    names=Text("Best F1 over thresholds", "各阈值中最高的 F1"),
    aliases=("best f1", "f1 max", "fmax"),
    question=Text(
        "What is the best F1 that any threshold reaches on these rows?",
        "在这些数据上，任一阈值能达到的最高 F1 是多少？",
    ),
    formula=r"\max_t F_1(t)",
    compute=max_f1,
    on_grid="rises",
    chance=Chance(
        Text("2π/(1 + π): calling everything positive", "2π/(1 + π)：全部判为正"),
        lambda t, **values: 2 * prevalence_of(t) / (1 + prevalence_of(t)),
    ),
    undefined_when=(NO_POSITIVES,),
    references=("Lipton ZC, Elkan C, Naryanaswamy B (2014) ECML PKDD, LNCS 8725:225–239",),
)

MAX_MCC = _best(
    key="max_mcc",
    names=Text("Best Matthews correlation over thresholds", "各阈值中最高的马修斯相关系数"),
    aliases=("best mcc", "mcc max"),
    question=Text(
        "What is the best Matthews correlation that any threshold reaches on these rows?",
        "在这些数据上，任一阈值能达到的最高马修斯相关系数是多少？",
    ),
    formula=r"\max_t MCC(t)",
    compute=max_mcc,
    on_grid="rises",
    chance=AT_ZERO,
    undefined_when=BOTH,
    references=("Matthews BW (1975) Biochim Biophys Acta 405(2):442–451",),
)
