"""Log loss relative to what the base rates lose: skill and Nagelkerke's R²."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.probability.log_loss import LOG_LOSS, entropy, log_loss
from veracity.metrics.probability.sums import (
    ONE_CLASS,
    WRONG_CERTAINTY,
    ProbabilityMetric,
)
from veracity.metrics.record.cases import AT_ZERO, NO_ROWS
from veracity.metrics.record.interval_facts import Smooth
from veracity.metrics.record.metric import Case, Identity
from veracity.metrics.record.row_derivatives import log_skill_moves, of_truth
from veracity.statistics import ScoreTable
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text

MCFADDEN = "McFadden D (1974) in Zarembka P (ed) Frontiers in Econometrics, 105–142"
NAGELKERKE = "Nagelkerke NJD (1991) Biometrika 78(3):691–692"
INF = float("inf")


def log_loss_skill(statistic: ScoreTable | ScoreColumns) -> Floats:
    """1 − log loss / entropy of the base rates."""
    return np.asarray(1 - ratio(log_loss(statistic), entropy(statistic)))[()]


def nagelkerke_r2(table: ScoreTable) -> Floats:
    """(1 − e^{2(L − H)})/(1 − e^{−2H}), L the log loss and H that of the base rate."""
    base = entropy(table)
    with np.errstate(over="ignore"):
        return ratio(-np.expm1(2 * (log_loss(table) - base)), -np.expm1(-2 * base))[()]


def _skill_bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    assert LOG_LOSS.bracket is not None
    low, high = LOG_LOSS.bracket(grid)
    base = entropy(grid if grid.several_columns else grid.as_read)
    return 1 - ratio(high, base), 1 - ratio(low, base)


def _nagelkerke_bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    assert LOG_LOSS.bracket is not None
    low, high = LOG_LOSS.bracket(grid)
    base = entropy(grid.as_read)
    with np.errstate(over="ignore"):
        ends = (ratio(-np.expm1(2 * (x - base)), -np.expm1(-2 * base)) for x in (high, low))
        least, most = ends
    return least, most


def _log_skill_moves(joint: JointScores) -> Floats:
    return log_skill_moves(joint, np.asarray(-np.log(of_truth(joint))))


PERFECT_ALONE = Case(
    Text(
        "only one class occurs and every probability is exactly right",
        "只出现一个类别且所有概率都完全正确",
    ),
    lambda t: ONE_CLASS.holds(t) & (log_loss(t) == 0),
)
WORSE_THAN_CERTAIN = Case(
    Text(
        "what happened was given the probability 0, or only one class occurs (the base rate then "
        "loses nothing)",
        "实际发生的结果被赋予了概率 0，或只出现一个类别（此时基准率没有损失）",
    ),
    lambda t: WRONG_CERTAINTY.holds(t) | (ONE_CLASS.holds(t) & (log_loss(t) > 0)),
)

LOG_LOSS_SKILL: ProbabilityMetric[ProbabilityTable | ScoreColumns] = ProbabilityMetric(
    key="log_loss_skill",
    names=Text("Log loss skill", "对数损失技巧分数"),
    aliases=(
        "one minus normalized entropy",
        "logarithmic skill score",
        "mcfadden r2",
        "mcfadden's r²",
        "d2 log loss",
        "d2 log loss score",
        "mcfadden pseudo r2",
        "ignorance skill score",
    ),
    question=Text(
        "What share of the base rates' log loss do the probabilities save?",
        "与一律给出基准率相比，对数损失减少了多大比例？",
    ),
    formula=r"1-\frac{L}{H},\quad H=-\sum_k \pi_k\ln\pi_k",
    compute=log_loss_skill,
    also_reads=(ScoreColumns,),
    classes="any",
    proper="no",
    on_grid=_skill_bracket,
    interval=Smooth(by_entry=_log_skill_moves),
    range=(-INF, 1.0),
    chance=AT_ZERO,
    undefined_when=(NO_ROWS, PERFECT_ALONE),
    infinite_when=(WORSE_THAN_CERTAIN,),
    misleads_when=Text(
        "rows are few: the base rate is taken from the same rows; or it is called R²: McFadden's "
        "is that of a fitted model, this one of probabilities as given, and may be negative",
        "样本很少时：基准率取自同一批数据；或称之为 R²：McFadden 的定义针对拟合模型，"
        "这里针对给定的概率，可以为负",
    ),
    identities=(
        Identity("1 - L / H", lambda of: 1 - ratio(of("log_loss"), of("corp_uncertainty(log)"))),
    ),
    references=(MCFADDEN, "Roulston MS, Smith LA (2002) Monthly Weather Review 130(6):1653–1660"),
)

NAGELKERKE_R2: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="nagelkerke_r2",
    names=Text("Nagelkerke's R²", "Nagelkerke 决定系数 R²"),
    aliases=("nagelkerke r2", "nagelkerke r²", "cragg-uhler r2", "nagelkerke"),
    question=Text(
        "How much of the likelihood that could be gained over the base rate is gained, on the "
        "scale of a squared correlation?",
        "以决定系数的尺度衡量，相对基准率可获得的似然提高了多少？",
    ),
    formula=r"\frac{1-e^{2(L-H)}}{1-e^{-2H}}",
    compute=nagelkerke_r2,
    proper="no",
    on_grid=_nagelkerke_bracket,
    range=(-INF, 1.0),
    chance=AT_ZERO,
    undefined_when=(NO_ROWS, PERFECT_ALONE),
    infinite_when=(WORSE_THAN_CERTAIN,),
    misleads_when=Text(
        "taken for a share of explained variance, or compared with that of a fitted model: here "
        "the probabilities are judged as they are (as in rms val.prob), and it may be negative",
        "当作解释方差的比例，或与拟合模型的值相比时：这里按给定的概率评价"
        "（同 rms 的 val.prob），可以为负",
    ),
    references=(NAGELKERKE, "Harrell FE (2015) Regression Modeling Strategies, 2nd ed., Springer"),
)
