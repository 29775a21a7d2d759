"""Log loss, and scores of probabilities by distance (MAE) and by angle (spherical)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.memo import remember
from veracity.metrics.probability.brackets import mean_between
from veracity.metrics.probability.brier import GNEITING
from veracity.metrics.probability.sums import (
    CLIP,
    WRONG_CERTAINTY,
    ProbabilityMetric,
    base_rates,
    columns_of,
    summed,
    two_classes,
)
from veracity.metrics.record.interval_facts import Smooth
from veracity.metrics.record.metric import Chance
from veracity.metrics.record.row_derivatives import mean_moves, of_truth
from veracity.statistics import ScoreTable
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.unit_length import UnitScores
from veracity.statistics.numerics.weighted_sums import Loss, weighted_sum
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text

GOOD = "Good IJ (1952) J R Stat Soc B 14(1):107–114"


def _log_losses(clip: float) -> tuple[Loss, Loss]:
    """−ln p and −ln(1 − p), the probabilities first moved to between clip and 1 − clip."""

    def inside(p: Floats) -> Floats:
        return np.clip(p, clip, 1 - clip) if clip else p

    def of_positive(p: Floats) -> Floats:
        return np.asarray(-np.log(inside(p)))

    def of_negative(p: Floats) -> Floats:
        return np.asarray(-np.log1p(-inside(p)))

    return of_positive, of_negative


def log_loss(statistic: ScoreTable | ScoreColumns, clip: float = 0.0) -> Floats:
    """Mean of −ln(probability of what happened), in nats; for K columns that of the true class.

    Infinite where an outcome had the probability 0. With `clip` the probabilities are first
    moved to between clip and 1 − clip; without it nothing is clipped. scikit-learn always
    clips to the spacing of float64 (2.2e-16), so that a wrong certainty costs it 36. K columns
    are taken as they are, not divided by their sum. Good IJ (1952).
    """
    of_positive, of_negative = _log_losses(clip)
    if not statistic.several_columns:
        column = two_classes(statistic)
        total = remember(
            statistic, ("log loss", clip), lambda: summed(column, of_positive, of_negative)
        )
        return ratio(total, statistic.total)[()]
    columns = columns_of(statistic)
    total = sum(
        summed(one._replace(negative=np.zeros_like(one.negative)), of_positive, np.zeros_like)
        for one in columns
    )
    return ratio(total, statistic.total)[()]


def _log_moves(joint: JointScores, clip: float = 0.0) -> Floats:
    return mean_moves(joint, _log_losses(clip)[0](of_truth(joint)))


def _log_bracket(grid: ScoreGrid, clip: float = 0.0) -> tuple[Any, Any]:
    of_positive, of_negative = _log_losses(clip)
    if not grid.several_columns:
        both = of_positive, of_negative
        return remember(grid, ("log loss", clip), lambda: mean_between(grid, *both))
    return _between_columns(grid, of_positive)


def _between_columns(grid: ScoreColumns, of_positive: Loss) -> tuple[Any, Any]:
    """Of a mean loss that falls with the probability of the true class alone."""
    low, high = np.zeros((2, *grid.shape))
    for name, one in zip(grid.names, grid.tables, strict=True):
        alone = one.one_vs_rest(name)
        if alone.kind == "score_grid":
            ends = mean_between(alone, of_positive, np.zeros_like)
        else:
            ends = (ratio(summed(two_classes(alone), of_positive, np.zeros_like), one.total),) * 2
        low, high = low + ends[0], high + ends[1]
    return low, high


def entropy(statistic: ScoreTable | ScoreColumns) -> Floats:
    """The logarithmic score of the base rates, in nats."""
    from scipy.special import entr

    rates = base_rates(statistic)
    return np.asarray(entr(rates).sum(-1))[()]


def mae(statistic: ScoreTable | ScoreColumns) -> Floats:
    """Mean of |p − y|, the outcome y being 1 or 0. Not a proper score.

    K columns: ½ Σ_k |p_k − y_k|, which is one minus the probability of what happened, and the
    same for K = 2. With the true probability q above 1/2, the expected |p − Y| is least at
    p = 1, not at q.
    """
    if statistic.several_columns:
        return np.asarray(1 - _of_truth(statistic))[()]
    return ratio(summed(two_classes(statistic), _rest, _itself), statistic.total)[()]


def _of_truth(columns: ScoreColumns) -> Floats:
    """The mean of what the column of the true class says."""
    total = sum(weighted_sum(one.positive, one.p, _itself) for one in columns_of(columns))
    return ratio(total, columns.total)


def _rest(p: Floats) -> Floats:
    return np.asarray(1.0 - p)


def _itself(p: Floats) -> Floats:
    return p


def _mae_bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    if grid.several_columns:
        return _between_columns(grid, _rest)
    return mean_between(grid, _rest, _itself)


def spherical(statistic: ScoreTable | ScoreColumns) -> Floats:
    """Mean of p(what happened)/√(Σ_k p_k²); 1 is perfect.

    For two classes √(p² + (1 − p)²). K columns are read after each row was divided by its
    length: `UnitScores`. Good IJ (1971), in Godambe and Sprott; Gneiting and Raftery (2007).
    """
    if statistic.several_columns:
        return _of_truth(statistic)[()]
    return ratio(summed(two_classes(statistic), _along, _along_rest), statistic.total)[()]


def _along(p: Floats) -> Floats:
    return np.asarray(p / _length(p, 1 - p))


def _along_rest(p: Floats) -> Floats:
    rest = 1 - p
    rest /= _length(p, rest)
    return np.asarray(rest)


def _length(p: Floats, rest: Floats) -> Floats:
    length, square = p * p, rest * rest
    length += square
    return np.sqrt(length, out=length)


def _spherical_bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    low, high = mean_between(grid, lambda p: 1 - _along(p), lambda p: 1 - _along_rest(p))
    return 1 - high, 1 - low


def _length_of_base_rates(statistic: ScoreTable | ScoreColumns) -> Floats:
    return np.asarray(np.sqrt((base_rates(statistic) ** 2).sum(-1)))[()]


def _clipped(clip: float) -> Mapping[str, Any]:
    """A clipped loss is never infinite."""
    if not clip:
        return {}
    return {"infinite_when": (), "range": (0.0, float(-np.log(clip)))}


LOG_LOSS: ProbabilityMetric[ProbabilityTable | ScoreColumns] = ProbabilityMetric(
    key="log_loss",
    names=Text("Logarithmic loss", "对数损失"),
    aliases=(
        "mn log loss",
        "multinomial log loss",
        "logarithmic loss",
        "cross entropy",
        "cross-entropy",
        "negative log likelihood",
        "nll",
        "logarithmic score",
        "ignorance score",
        "交叉熵",
    ),
    question=Text(
        "How surprising was what happened, given the probabilities, in nats on average?",
        "按所给概率，实际结果平均有多“意外”（以纳特计）？",
    ),
    formula=r"-\frac1n \sum_i \ln p_i(y_i)",
    compute=log_loss,
    also_reads=(ScoreColumns,),
    classes="any",
    proper="strictly",
    on_grid=_log_bracket,
    interval=Smooth(by_entry=_log_moves),
    range=(0.0, float("inf")),
    better="lower",
    chance=Chance(
        Text("the entropy of the base rates", "基准率的熵"), lambda t, **values: entropy(t)
    ),
    infinite_when=(WRONG_CERTAINTY,),
    misleads_when=Text(
        "a few probabilities near 0 or 1 are wrong: they decide the mean; and values in bits or "
        "clipped values are another scale",
        "少数接近 0 或 1 的概率判断错误时：均值由它们决定；以比特计或截断过的数值属于另一种尺度",
    ),
    parameters=(CLIP,),
    restate=_clipped,
    examples=("log_loss(1e-15)",),
    references=(GOOD, GNEITING),
)

MAE: ProbabilityMetric[ProbabilityTable | ScoreColumns] = ProbabilityMetric(
    key="mae",
    names=Text("Mean absolute error of probabilities", "概率的平均绝对误差"),
    aliases=("mean absolute error", "mean absolute probability error", "平均绝对误差"),
    question=Text(
        "How far are the probabilities from what happened, on average?",
        "概率与实际结果之差的绝对值，平均是多少？",
    ),
    formula=r"\frac1n \sum_i \frac12 \sum_k |p_{ik} - y_{ik}|",
    compute=mae,
    also_reads=(ScoreColumns,),
    classes="any",
    proper="no",
    on_grid=_mae_bracket,
    interval=Smooth(by_entry=lambda joint: mean_moves(joint, 1 - of_truth(joint))),
    better="lower",
    chance=Chance(
        Text(
            "1 − Σ π_k², for two classes 2π(1 − π), what the base rates score; always saying the "
            "most common class scores less",
            "1 − Σ π_k²（两类时为 2π(1 − π)），即基准率的得分；一律断言最常见的类别反而得分更低",
        ),
        lambda t, **values: 1 - _length_of_base_rates(t) ** 2,
    ),
    misleads_when=Text(
        "models are chosen by it: it is not proper and rewards saying 0 or 1 instead of the "
        "true probability",
        "用它来选择模型时：它不是恰当评分，会奖励直接说 0 或 1 而不是真实概率",
    ),
    references=(GNEITING,),
)

SPHERICAL: ProbabilityMetric[ProbabilityTable | ScoreColumns] = ProbabilityMetric(
    key="spherical",
    names=Text("Spherical score", "球形评分"),
    aliases=("spherical score", "spherical scoring rule"),
    question=Text(
        "How large is the probability of what happened, divided by the length of the vector of "
        "probabilities, on average?",
        "实际结果的概率除以概率向量的长度，平均是多少？",
    ),
    formula=r"\frac1n \sum_i \frac{p_i(y_i)}{\sqrt{\sum_k p_{ik}^2}}",
    compute=spherical,
    also_reads=(UnitScores,),
    classes="any",
    proper="strictly",
    on_grid=_spherical_bracket,
    interval=Smooth(by_entry=lambda joint: mean_moves(joint, of_truth(joint))),
    chance=Chance(
        Text("√(Σ π_k²), what the base rates score", "√(Σ π_k²)，即基准率的得分"),
        lambda t, **values: _length_of_base_rates(t),
    ),
    misleads_when=Text(
        "read as a probability: a coin toss with p = 1/2 scores 0.71",
        "当作概率来读时：p = 1/2 的抛硬币得分就有 0.71",
    ),
    references=(GNEITING,),
)
