"""Calibration errors by bins: ECE in its variants, and the largest gap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.calibration.bins import (
    Bins,
    Strategy,
    bins_of,
    bins_of_other,
    bins_of_top,
)
from veracity.metrics.calibration.brackets import (
    cells_of_classes,
    cells_of_grid,
    cells_of_top,
    on_equal_widths,
)
from veracity.metrics.probability.rows import rows_of
from veracity.metrics.probability.sums import ProbabilityMetric
from veracity.metrics.record.cases import AT_ZERO
from veracity.metrics.record.interval_facts import NoInterval, Of
from veracity.metrics.record.metric import Identity
from veracity.parameters import Parameter
from veracity.statistics import ScoreTable
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text, say

NAEINI = "Naeini MP, Cooper GF, Hauskrecht M (2015) Proc. AAAI 29:2901–2907"
GUO = "Guo C, Pleiss G, Sun Y, Weinberger KQ (2017) Proc. 34th ICML, 1321–1330"
KUMAR = "Kumar A, Liang P, Ma T (2019) Advances in Neural Information Processing Systems 32"
KULL = "Kull M, et al. (2019) Advances in Neural Information Processing Systems 32"
BINS = 15

BIASED = Text(
    "it cannot be less than 0 and chance alone makes it larger, so the usual intervals almost "
    "always miss the true value; see the calibration tests and slope",
    "它不会小于 0，且仅随机波动就会使其偏大，常用区间几乎总会错过真值；请参看校准检验与校准斜率",
)


def ece(
    table: ScoreTable, bins: int = BINS, strategy: Strategy = "uniform", norm: str = "l1"
) -> Floats:
    """Expected calibration error: the gap between share of positives and mean probability.

    `l1`: the mean of |gap| over bins, by weight; `l2`: the root of the mean of gap²; `max`: the
    largest |gap| of a bin that holds anything. Bins as `bins_of` says. It is biased upwards:
    even calibrated probabilities have a positive ECE (Kumar et al. 2019).
    """
    return _distance(bins_of(table, bins, strategy), norm, table.total)


def _distance(found: Bins, norm: str, total: Floats) -> Floats:
    gap = np.abs(found.gap)
    if norm == "max":
        return np.where(np.asarray(total) > 0, gap.max(-1), np.nan)[()]
    if norm == "l2":
        return np.asarray(np.sqrt(ratio((found.weight * gap**2).sum(-1), total)))[()]
    return ratio((found.weight * gap).sum(-1), total)[()]


def ece_classwise(
    statistic: ProbabilityTable | ScoreColumns,
    bins: int = BINS,
    strategy: Strategy = "uniform",
    norm: str = "l1",
) -> Floats:
    """The mean over classes of the calibration error of each class's probabilities (Kull 2019).

    For two classes both columns, p and 1 − p, are looked at.
    """
    if statistic.several_columns:
        tables = [
            ProbabilityTable.like(statistic.column(name).edges.one_vs_rest(name))
            for name in statistic.labels
        ]
        each = [ece(one, bins, strategy, norm) for one in tables]
    else:
        found = bins_of(statistic, bins, strategy), bins_of_other(statistic, bins, strategy)
        each = [_distance(one, norm, statistic.total) for one in found]
    return np.asarray(np.mean(each, axis=0))[()]


def ece_top_label(
    table: ScoreTable, bins: int = BINS, strategy: Strategy = "uniform", norm: str = "l1"
) -> Floats:
    """The calibration error of the predicted class's probability against its being right.

    Reads `TopLabel`, or probabilities of two classes, where p >= 1/2 calls the positive class
    and 1 − p is the confidence of the other (Guo et al. 2017).
    """
    if isinstance(table, TopLabel):
        return ece(table, bins, strategy, norm)
    if strategy == "quantile":
        return ece(TopLabel.of_table(table), bins, strategy, norm)
    return _distance(bins_of_top(table, bins), norm, table.total)


def of_bins(
    table: ScoreTable, bins: int = BINS, strategy: Strategy = "uniform", **others: Any
) -> tuple[Text, ...]:
    """What to say of bins that hold nothing, and of fewer probabilities than bins."""
    del others  # the norm changes nothing
    if not isinstance(table, ProbabilityTable):  # buckets of a grid, columns of classes
        return ()
    empty = int((bins_of(table, bins, strategy).weight <= 0).sum())
    if not empty:
        return ()
    distinct = np.count_nonzero(rows_of(table) > 0)
    if distinct < bins:
        return (say("bins_few_values", bins=int(bins), n=distinct, empty=empty),)
    return (say("reliability_empty_bins", n=empty, bins=int(bins)),)


def _on_grid(bracket: Of) -> Any:
    """Quantiles are not known from a grid; equal widths are, whatever the norm."""

    def restated(strategy: str, **others: Any) -> Mapping[str, Any]:  # noqa: ARG001
        return {"on_grid": bracket if strategy == "uniform" else None}

    return restated


_BRACKET = on_equal_widths(cells_of_grid, BINS)
_TOP_BRACKET = on_equal_widths(cells_of_top, BINS)
_CLASSWISE_BRACKET = on_equal_widths(cells_of_classes, BINS)
_MCE_BRACKET = on_equal_widths(cells_of_grid, BINS, "max")


def bin_parameters(strategy: str = "uniform") -> tuple[Parameter, ...]:
    """How many bins, and how they are divided."""
    return (
        Parameter("bins", BINS, Text("number of bins", "分箱个数"), between=(1, 100_000)),
        Parameter(
            "strategy",
            strategy,
            Text("bins of equal width, or of equal weight", "等宽分箱或等频分箱"),
            words=("uniform", "quantile"),
        ),
    )


NORM = Parameter(
    "norm",
    "l1",
    Text("mean of the gaps, root mean square, or the largest", "各箱差距的均值、均方根或最大值"),
    words=("l1", "l2", "max"),
)
OF_BINS = Text(
    "rows are few for the bins: chance gaps add up and calibrated probabilities seem "
    "miscalibrated; and other bins give another value. A constant base rate scores 0",
    "每箱样本很少时：随机差距会累加，已校准的概率也显得未校准；换一种分箱结果就不同。"
    "恒定的基准率得分为 0",
)

ECE: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="ece",
    names=Text("Expected calibration error", "期望校准误差"),
    aliases=("expected calibration error", "binned calibration error"),
    question=Text(
        "How far is the share of positives from the predicted probability, on average over bins?",
        "各分箱中正例比例与所给概率的差距，平均是多少？",
    ),
    formula=r"\sum_b \frac{n_b}{n} |\bar y_b - \bar p_b|",
    compute=ece,
    on_grid=_BRACKET,
    restate=_on_grid(_BRACKET),
    remark=of_bins,
    interval=NoInterval(BIASED),
    better="lower",
    chance=AT_ZERO,
    misleads_when=OF_BINS,
    parameters=(*bin_parameters(), NORM),
    examples=("ece(10)", "ece(strategy=quantile)", "ece(norm=l2)", "ece(norm=max)"),
    references=(NAEINI, GUO, KUMAR),
)

ECE_TOP_LABEL: ProbabilityMetric[TopLabel | ProbabilityTable] = ProbabilityMetric(
    key="ece_top_label",
    names=Text("Expected calibration error of the top label", "最高概率类别的期望校准误差"),
    aliases=("top label ece", "confidence ece", "confidence calibration error"),
    question=Text(
        "How far is the accuracy from the confidence of the predicted class, on average over bins?",
        "按预测类别的置信度分箱，准确率与置信度的差距平均是多少？",
    ),
    formula=r"\sum_b \frac{n_b}{n} |acc_b - conf_b|",
    compute=ece_top_label,
    reads=TopLabel,
    also_reads=(ProbabilityTable,),
    classes="any",
    on_grid=_TOP_BRACKET,
    restate=_on_grid(_TOP_BRACKET),
    interval=NoInterval(BIASED),
    better="lower",
    chance=AT_ZERO,
    misleads_when=Text(
        "the other probabilities are used too: only the largest one is checked; and rows are few "
        "for the bins",
        "其余概率也会被使用时：它只检查最大的那个概率；以及每箱样本很少时",
    ),
    parameters=(*bin_parameters(), NORM),
    examples=("ece_top_label(10)",),
    references=(GUO,),
)

ECE_CLASSWISE: ProbabilityMetric[ProbabilityTable | ScoreColumns] = ProbabilityMetric(
    key="ece_classwise",
    names=Text("Class-wise expected calibration error", "逐类期望校准误差"),
    aliases=("classwise ece", "class-wise ece", "static calibration error"),
    question=Text(
        "How far is the share of each class from its predicted probability, averaged over bins "
        "and classes?",
        "各类别的实际比例与其所给概率的差距，对分箱与类别取平均是多少？",
    ),
    formula=r"\frac1K \sum_k \sum_b \frac{n_{bk}}{n} |\bar y_{bk} - \bar p_{bk}|",
    compute=ece_classwise,
    also_reads=(ScoreColumns,),
    classes="any",
    on_grid=_CLASSWISE_BRACKET,
    restate=_on_grid(_CLASSWISE_BRACKET),
    interval=NoInterval(BIASED),
    better="lower",
    chance=AT_ZERO,
    misleads_when=Text(
        "there are many classes: almost all probabilities are near 0 and hide the few that count",
        "类别很多时：绝大多数概率接近 0，会掩盖少数真正重要的概率",
    ),
    parameters=(*bin_parameters(), NORM),
    references=(KULL, "Nixon J, et al. (2019) CVPR Workshops, 38–41"),
)

MCE: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="mce",
    names=Text("Maximum calibration error", "最大校准误差"),
    aliases=("maximum calibration error", "max calibration error"),
    question=Text(
        "How far is the share of positives from the predicted probability, in the worst bin?",
        "在最差的分箱中，正例比例与所给概率相差多少？",
    ),
    formula=r"\max_b |\bar y_b - \bar p_b|",
    compute=lambda t, bins=BINS, strategy="uniform": ece(t, bins, strategy, "max"),
    on_grid=_MCE_BRACKET,
    restate=_on_grid(_MCE_BRACKET),
    remark=of_bins,
    interval=NoInterval(BIASED),
    better="lower",
    chance=AT_ZERO,
    misleads_when=Text(
        "a bin holds few rows: its chance gap decides; with one row in a bin it is near 1",
        "某个分箱样本很少时：结果由其随机差距决定；一箱只有一行时接近 1",
    ),
    parameters=bin_parameters(),
    identities=(Identity("ECE by the norm max", lambda of: of("ece(norm=max)")),),
    references=(NAEINI,),
)
