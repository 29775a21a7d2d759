"""Scores of probabilities by squared distance: Brier, its sum over classes, its skill, RPS."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.memo import remember
from veracity.metrics.probability.brackets import mean_between
from veracity.metrics.probability.sums import (
    ONE_CLASS,
    ClassProbabilities,
    ProbabilityMetric,
    base_rates,
    columns_of,
    summed,
    two_classes,
)
from veracity.metrics.record.cases import AT_ZERO, NO_ROWS
from veracity.metrics.record.interval_facts import Smooth
from veracity.metrics.record.metric import Case, Chance, Identity
from veracity.metrics.record.row_derivatives import (
    mean_moves,
    ranked_losses,
    skill_moves,
    squared_losses,
)
from veracity.statistics import ScoreTable
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.cumulative_scores import CumulativeScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text

GLENN_BRIER = "Brier GW (1950) Monthly Weather Review 78(1):1–3"
MURPHY = "Murphy AH (1973) Journal of Applied Meteorology 12(4):595–600"
GNEITING = "Gneiting T, Raftery AE (2007) J Am Stat Assoc 102(477):359–378"
ROUNDING = 1e-14  # two Brier scores as near as this are the same
EPSTEIN = "Epstein ES (1969) Journal of Applied Meteorology 8(6):985–987"


def _miss(p: Floats) -> Floats:
    rest: Floats = 1.0 - p
    return rest * rest


def _square(p: Floats) -> Floats:
    return p * p


def brier(statistic: ScoreTable | ScoreColumns) -> Floats:
    """Mean squared distance of probability and outcome.

    Two classes: mean of (p − y)², y being 1 or 0. K columns: ½ Σ_k (p_k − y_k)², which is the
    same for K = 2. Undefined without rows. Brier GW (1950), halved.
    """
    if statistic.several_columns:
        return np.asarray(brier_1950(statistic) / 2)[()]
    return remember(statistic, "brier", lambda: _brier(statistic))


def _brier(table: ScoreTable) -> Floats:
    return np.minimum(ratio(summed(two_classes(table), _miss, _square), table.total), 1.0)[()]


def brier_1950(statistic: ScoreTable | ScoreColumns) -> Floats:
    """Mean of Σ_k (p_k − y_k)² over all classes, as Brier wrote it: twice the common form."""
    if not statistic.several_columns:
        return np.asarray(2 * brier(statistic))[()]
    total = sum(summed(column, _miss, _square) for column in columns_of(statistic))
    return np.minimum(ratio(total, statistic.total), 2.0)[()]  # a last digit may round above


def uncertainty(statistic: ScoreTable | ScoreColumns) -> Floats:
    """The Brier score of the base rate: π(1 − π), or ½ Σ π_k(1 − π_k) for K classes."""
    rates = base_rates(statistic)
    return np.asarray((rates * (1 - rates)).sum(-1) / 2)[()]


def brier_skill(statistic: ScoreTable | ScoreColumns) -> Floats:
    """1 − Brier / Brier of the base rate in the same rows; undefined for one class only."""
    skill = 1 - ratio(brier(statistic), uncertainty(statistic))
    return np.where(np.abs(skill) <= ROUNDING, 0.0, skill)[()]


def rps(statistic: ScoreTable | ScoreColumns) -> Floats:
    """Ranked probability score: mean of Σ_k (F_k − O_k)² / (K − 1) over ordered classes.

    F_k is the probability of class k or one before it, O_k is 1 where the outcome is one of
    these; the division by K − 1 keeps it between 0 and 1 (Epstein 1969, in Murphy's form).
    For two classes it is the Brier score. K columns are read cumulated: `CumulativeScores`.
    """
    if not statistic.several_columns:
        return brier(statistic)
    total: Any = 0.0
    for name, one in zip(statistic.names, statistic.tables, strict=True):
        table = one.edges
        reached = table.labels.index(name) + 1
        yes, no = table.weight[..., :reached, :], table.weight[..., reached:, :]
        total = total + summed(
            ClassProbabilities(table.scores, yes.sum(-2), no.sum(-2)), _miss, _square
        )
    return np.minimum(ratio(total, statistic.total * len(statistic.names)), 1.0)[()]


def _rps_of_base_rate(statistic: ScoreTable | ScoreColumns) -> Floats:
    reached = np.cumsum(base_rates(statistic), -1)[..., :-1]
    return np.asarray((reached * (1 - reached)).mean(-1))[()]


def _bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    if grid.several_columns:
        low, high = _bracket_1950(grid)
        return low / 2, high / 2
    return remember(grid, "brier", lambda: mean_between(grid, _miss, _square))


def _bracket_1950(grid: ScoreGrid) -> tuple[Any, Any]:
    if not grid.several_columns:
        low, high = _bracket(grid)
        return 2 * low, 2 * high
    low, high = np.zeros((2, *grid.shape))
    for name, one in zip(grid.names, grid.tables, strict=True):
        alone = one.one_vs_rest(name)
        exact = alone.exact
        ends = (brier(alone),) * 2 if exact else mean_between(alone, _miss, _square)
        low, high = low + ends[0], high + ends[1]
    return low, high


def _skill_bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    low, high = _bracket(grid)
    base = uncertainty(grid.as_read)
    return 1 - ratio(high, base), 1 - ratio(low, base)


OF_BASE_RATE = Chance(
    Text(
        "π(1 − π), what the base rate as everyone's probability scores",
        "π(1 − π)，即对所有样本都给出基准率时的得分",
    ),
    lambda t, **values: uncertainty(t),
)
PERFECT_AND_ONE_CLASS = Case(
    Text(
        "only one class occurs and every probability is exactly right",
        "只出现一个类别且所有概率都完全正确",
    ),
    lambda t: ONE_CLASS.holds(t) & (brier(t) == 0),
)
IMPERFECT_AND_ONE_CLASS = Case(
    Text(
        "only one class occurs, so that the base rate has a Brier score of 0",
        "只出现一个类别，此时基准率的布里尔分数为 0",
    ),
    lambda t: ONE_CLASS.holds(t) & (brier(t) > 0),
)

BRIER: ProbabilityMetric[ProbabilityTable | ScoreColumns] = ProbabilityMetric(
    key="brier",
    names=Text("Brier score", "布里尔分数"),
    aliases=("brier class", "brier score", "brier loss", "brier_score_loss", "均方概率误差"),
    question=Text(
        "How far are the probabilities from what happened, squared, on average?",
        "概率与实际结果之差的平方，平均是多少？",
    ),
    formula=r"\frac1n \sum_i (p_i - y_i)^2",
    compute=brier,
    also_reads=(ScoreColumns,),
    classes="any",
    proper="strictly",
    on_grid=_bracket,
    interval=Smooth(by_entry=lambda joint: mean_moves(joint, squared_losses(joint) / 2)),
    better="lower",
    chance=OF_BASE_RATE,
    misleads_when=Text(
        "read as calibration alone: it mixes calibration and refinement, and a calibrated "
        "constant may score worse than a sharp but miscalibrated model; and where positives are "
        "rare, tiny values say nothing without the base rate's. Brier's own form of 1950 is "
        "twice this one",
        "把它只当作校准度来读时：它混合了校准与精细度，校准完美的常数预测可能不如锐利但未校准的模型；"
        "正例稀少时，不与基准率的得分相比，很小的值说明不了什么。Brier 1950 年的原式是本式的两倍",
    ),
    identities=(
        Identity(
            "REL - RES + UNC",
            lambda of: (
                of("murphy_reliability") - of("murphy_resolution") + of("murphy_uncertainty")
            ),
        ),
        Identity(
            "MCB - DSC + UNC",
            lambda of: (
                of("corp_miscalibration") - of("corp_discrimination") + of("corp_uncertainty")
            ),
        ),
        Identity("Brier_1950 / 2", lambda of: of("brier_1950") / 2),
    ),
    references=(GLENN_BRIER, MURPHY, GNEITING),
)

BRIER_1950: ProbabilityMetric[ProbabilityTable | ScoreColumns] = ProbabilityMetric(
    key="brier_1950",
    names=Text(
        "Brier score, 1950 form (sum over classes)", "布里尔分数（1950 年原式，对类别求和）"
    ),
    aliases=("brier 1950", "multiclass brier", "brier sum"),
    question=Text(
        "How far are the probabilities of all classes from what happened, squared and summed "
        "over the classes, on average?",
        "各类别概率与实际结果之差的平方对类别求和，平均是多少？",
    ),
    formula=r"\frac1n \sum_i \sum_k (p_{ik} - y_{ik})^2",
    compute=brier_1950,
    also_reads=(ScoreColumns,),
    classes="any",
    proper="strictly",
    on_grid=_bracket_1950,
    interval=Smooth(by_entry=lambda joint: mean_moves(joint, squared_losses(joint))),
    range=(0.0, 2.0),
    better="lower",
    chance=Chance(
        Text("Σ π_k(1 − π_k), what the base rates score", "Σ π_k(1 − π_k)，即基准率的得分"),
        lambda t, **values: 2 * uncertainty(t),
    ),
    misleads_when=Text(
        "compared with values of the common form, which for two classes are half as large",
        "与常用形式的数值相比时：两类情形下常用形式只有它的一半",
    ),
    identities=(Identity("2 Brier", lambda of: 2 * of("brier")),),
    references=(GLENN_BRIER,),
)

BRIER_SKILL: ProbabilityMetric[ProbabilityTable | ScoreColumns] = ProbabilityMetric(
    key="brier_skill",
    names=Text("Brier skill score", "布里尔技巧分数"),
    aliases=(
        "brier skill score",
        "bss",
        "scaled brier",
        "d2 brier score",
        "index of prediction accuracy",
        "ipa",
    ),
    question=Text(
        "What share of the base rate's Brier score do the probabilities save?",
        "与一律给出基准率相比，布里尔分数减少了多大比例？",
    ),
    formula=r"1 - \frac{Brier}{\pi(1-\pi)}",
    compute=brier_skill,
    also_reads=(ScoreColumns,),
    classes="any",
    proper="no",
    on_grid=_skill_bracket,
    interval=Smooth(by_entry=lambda joint: skill_moves(joint, squared_losses(joint) / 2)),
    range=(float("-inf"), 1.0),
    chance=AT_ZERO,
    undefined_when=(NO_ROWS, PERFECT_AND_ONE_CLASS),
    infinite_when=(IMPERFECT_AND_ONE_CLASS,),
    misleads_when=Text(
        "rows are few: the base rate is taken from the same rows, so that honest probabilities "
        "are not quite the best answer; or data sets with other base rates are compared",
        "样本很少时：基准率取自同一批数据，如实给出的概率因而不一定得分最高；或比较基准率不同的数据集时",
    ),
    identities=(
        Identity("1 - Brier / UNC", lambda of: 1 - ratio(of("brier"), of("murphy_uncertainty"))),
        Identity(
            "(DSC - MCB) / UNC",
            lambda of: ratio(
                of("corp_discrimination") - of("corp_miscalibration"), of("corp_uncertainty")
            ),
        ),
    ),
    references=(MURPHY, "Steyerberg EW, et al. (2010) Epidemiology 21(1):128–138"),
)

RPS: ProbabilityMetric[ProbabilityTable | ScoreColumns] = ProbabilityMetric(
    key="rps",
    names=Text("Ranked probability score", "秩概率评分"),
    aliases=("ranked prob score", "ranked probability score", "ranked probability", "分级概率评分"),
    question=Text(
        "For ordered classes: how far are the cumulated probabilities from what happened, "
        "squared, on average?",
        "对有序类别：累积概率与实际结果之差的平方，平均是多少？",
    ),
    formula=r"\frac1{n(K-1)} \sum_i \sum_{k<K} (F_{ik} - O_{ik})^2",
    compute=rps,
    also_reads=(CumulativeScores,),
    classes="any",
    proper="strictly",
    on_grid=_bracket,
    interval=Smooth(by_entry=lambda joint: mean_moves(joint, ranked_losses(joint))),
    better="lower",
    chance=Chance(
        Text("what the base rates score", "基准率的得分"),
        lambda t, **values: _rps_of_base_rate(t),
    ),
    misleads_when=Text(
        "the classes have no order, or the labels were not given in theirs; some packages leave "
        "the sum undivided by K − 1",
        "类别没有顺序，或标签没有按其顺序给出时；有的软件不除以 K − 1",
    ),
    identities=(Identity("Brier, for two classes", lambda of: of("brier")),),
    references=(EPSTEIN, "Murphy AH (1971) Journal of Applied Meteorology 10(1):155–156"),
)
