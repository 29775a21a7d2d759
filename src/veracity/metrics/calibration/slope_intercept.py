"""Calibration as a line: slope, intercept, in the large, observed over expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.memo import remember
from veracity.metrics.calibration.logistic import (
    logistic_line,
    offset_intercept,
    solvable,
)
from veracity.metrics.calibration.slope_bounds import line_brackets
from veracity.metrics.probability.brackets import at_edges, observed_expected_bracket
from veracity.metrics.probability.sums import (
    CLIP,
    ONE_CLASS,
    ClassProbabilities,
    ProbabilityMetric,
    summed,
    two_classes,
)
from veracity.metrics.record.cases import AT_ONE, AT_ZERO, NO_ROWS
from veracity.metrics.record.metric import Case, Chance
from veracity.statistics import ScoreTable
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text

COX = "Cox DR (1958) Biometrika 45(3/4):562–565"
MILLER = "Miller ME, Hui SL, Tierney WM (1991) Statistics in Medicine 10(8):1213–1226"
CALSTER = "Van Calster B, et al. (2019) BMC Medicine 17:230"


def line(table: ScoreTable, clip: float) -> tuple[Floats, Floats]:
    """Intercept and slope, fitted once for both."""
    return remember(table, ("line", clip), lambda: logistic_line(table, clip))


def calibration_slope(table: ScoreTable, clip: float = 0.0) -> Floats:
    """Slope b of the logistic regression logit P(y = 1) = a + b · logit p; 1 is ideal.

    Below 1 the probabilities are too extreme, above 1 too timid. Undefined where a probability
    is exactly 0 or 1 (rms `val.prob` leaves those rows out), infinite where a threshold
    separates the classes. Cox DR (1958).
    """
    return line(table, clip)[1]


def calibration_intercept(table: ScoreTable, clip: float = 0.0) -> Floats:
    """Intercept a of the same regression, slope and intercept fitted together; 0 is ideal.

    This is the Intercept of rms `val.prob`. The intercept with the slope held at 1, which many
    papers also call calibration intercept, is `calibration_in_the_large` here.
    """
    return line(table, clip)[0]


def calibration_in_the_large(table: ScoreTable, clip: float = 0.0) -> Floats:
    """Intercept a of logit P(y = 1) = a + logit p, the slope held at 1; 0 is ideal.

    Above 0 the probabilities are too low on the whole, below 0 too high.
    """
    return remember(table, ("in the large", clip), lambda: offset_intercept(table, clip))


def observed_expected(table: ScoreTable) -> Floats:
    """Positives observed over positives expected, Σy/Σp; 1 is ideal, above 1 p is too low."""
    return ratio(table.positive_total, expected(table))[()]


def expected(table: ScoreTable) -> Any:
    """Σ w·p: the number of positives that the probabilities expect."""
    column: ClassProbabilities = two_classes(table)
    return summed(column, lambda p: p, lambda p: p)


def _large_bracket(grid: ScoreGrid, clip: float = 0.0) -> tuple[Any, Any]:
    low, high = at_edges(grid)
    return calibration_in_the_large(high, clip), calibration_in_the_large(low, clip)


def _extreme(table: ScoreTable) -> Any:
    ends = (table.scores == 0) | (table.scores == 1)
    return ((table.positive[..., ends] + table.negative[..., ends]) > 0).any(-1)


def _all_equal(table: ScoreTable, clip: float) -> Any:
    held = (table.positive + table.negative) > 0
    p = np.clip(table.scores, clip, 1 - clip)
    most = np.where(held, p, -np.inf).max(-1, initial=-np.inf)
    least = np.where(held, p, np.inf).min(-1, initial=np.inf)
    return most == least


EXTREME = Case(Text("a probability is exactly 0 or 1", "有概率恰好为 0 或 1"), _extreme)


def all_equal(clip: float = 0.0) -> Case:
    """Nothing can be fitted to a single logit."""
    return Case(
        Text("all probabilities are the same", "所有概率都相同"),
        lambda t: _all_equal(t, clip),
    )


def separated(clip: float = 0.0) -> Case:
    """The likelihood rises with the slope without end."""
    return Case(
        Text("a threshold separates the two classes", "某个阈值能把两类完全分开"),
        lambda t: solvable(t, clip)[1] != 0,
    )


def _clipped_slope(clip: float) -> Mapping[str, Any]:
    """Clipped probabilities are never 0 or 1."""
    if not clip:
        return {}
    return {
        "undefined_when": (NO_ROWS, ONE_CLASS, all_equal(clip)),
        "infinite_when": (separated(clip),),
    }


def _clipped_intercept(clip: float) -> Mapping[str, Any]:
    if not clip:
        return {}
    return {"undefined_when": (NO_ROWS, ONE_CLASS, all_equal(clip), separated(clip))}


CALIBRATION_SLOPE: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="calibration_slope",
    names=Text("Calibration slope", "校准斜率"),
    aliases=("calibration slope", "cox slope"),
    question=Text(
        "By how much must the log odds be stretched to fit what happened? Below 1 they are too "
        "extreme.",
        "对数几率须拉伸多少倍才与实际相符？小于 1 表示概率过于极端。",
    ),
    formula=r"b:\ \text{logit}\,P(y=1) = a + b\,\text{logit}\,p",
    compute=calibration_slope,
    on_grid=lambda grid, clip=0.0: line_brackets(grid, clip)[1],
    range=(float("-inf"), float("inf")),
    better="neither",
    chance=Chance(
        Text("0: log odds unrelated to the truth", "0，即对数几率与真实结果无关"),
        lambda t, **values: 0.0,
    ),
    undefined_when=(NO_ROWS, ONE_CLASS, EXTREME, all_equal()),
    infinite_when=(separated(),),
    misleads_when=Text(
        "read alone: slope 1 and intercept 0 are ideal together, and a curve that bends may "
        "have both",
        "单独解读时：须斜率为 1 且截距为 0 才理想，而弯曲的曲线也可能两者兼备",
    ),
    parameters=(CLIP,),
    restate=_clipped_slope,
    examples=("calibration_slope(1e-6)",),
    references=(COX, MILLER, CALSTER),
)

CALIBRATION_INTERCEPT: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="calibration_intercept",
    names=Text("Calibration intercept (slope fitted too)", "校准截距（与斜率同时拟合）"),
    aliases=("cox intercept", "recalibration intercept"),
    question=Text(
        "By how much must the log odds be shifted, once stretched, to fit what happened?",
        "对数几率拉伸之后，还须平移多少才与实际相符？",
    ),
    formula=r"a:\ \text{logit}\,P(y=1) = a + b\,\text{logit}\,p",
    compute=calibration_intercept,
    on_grid=lambda grid, clip=0.0: line_brackets(grid, clip)[0],
    range=(float("-inf"), float("inf")),
    better="neither",
    chance=Chance(
        Text("the log odds of the base rate", "基准率的对数几率"),
        lambda t, **values: _log_odds_of_base_rate(t),
    ),
    undefined_when=(NO_ROWS, ONE_CLASS, EXTREME, all_equal(), separated()),
    misleads_when=Text(
        "taken for the intercept with the slope held at 1 (calibration in the large), or read "
        "without the slope",
        "误当作斜率固定为 1 的截距（总体校准），或不与斜率一起解读时",
    ),
    parameters=(CLIP,),
    restate=_clipped_intercept,
    references=(COX, MILLER, "Harrell FE (2015) Regression Modeling Strategies, 2nd ed., Springer"),
)


def _log_odds_of_base_rate(table: ScoreTable) -> Floats:
    yes, no = table.positive_total, table.negative_total
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(ratio(yes, no)))[()]


CALIBRATION_IN_THE_LARGE: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="calibration_in_the_large",
    names=Text("Calibration in the large", "总体校准（斜率固定为 1 的截距）"),
    aliases=("calibration in the large", "calibration-in-the-large", "citl", "mean calibration"),
    question=Text(
        "By how much are the log odds too low (above 0) or too high (below 0) on the whole?",
        "对数几率总体上偏低（大于 0）或偏高（小于 0）多少？",
    ),
    formula=r"a:\ \text{logit}\,P(y=1) = a + \text{logit}\,p",
    compute=calibration_in_the_large,
    on_grid=_large_bracket,
    range=(float("-inf"), float("inf")),
    better="neither",
    chance=AT_ZERO,
    undefined_when=(NO_ROWS, ONE_CLASS, EXTREME),
    misleads_when=Text(
        "too high for some and too low for others cancel out",
        "一部分偏高、一部分偏低而相互抵消时",
    ),
    parameters=(CLIP,),
    restate=lambda clip: {"undefined_when": (NO_ROWS, ONE_CLASS)} if clip else {},
    references=(COX, CALSTER),
)

NOTHING_EXPECTED = Case(
    Text("positives occur and all probabilities are 0", "有正例出现而所有概率都为 0"),
    lambda t: (t.positive_total > 0) & (expected(t) == 0),
)
NOTHING_AT_ALL = Case(
    Text("no positives occur and all probabilities are 0", "没有正例且所有概率都为 0"),
    lambda t: (t.positive_total == 0) & (expected(t) == 0),
)

OBSERVED_EXPECTED: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="observed_expected",
    names=Text("Observed over expected positives", "观察值与期望值之比（O/E）"),
    aliases=("o/e", "o:e ratio", "oe ratio", "observed to expected ratio"),
    question=Text(
        "How many positives occurred for each one that the probabilities expected?",
        "概率每预期一个正例，实际出现了几个？",
    ),
    formula=r"\frac{\sum_i y_i}{\sum_i p_i}",
    compute=observed_expected,
    on_grid=observed_expected_bracket,
    range=(0.0, float("inf")),
    better="neither",
    chance=AT_ONE,
    undefined_when=(NOTHING_AT_ALL,),
    infinite_when=(NOTHING_EXPECTED,),
    misleads_when=Text(
        "too high for some and too low for others cancel out; and some papers give E/O, its "
        "inverse",
        "一部分偏高、一部分偏低而相互抵消时；有的论文给出的是其倒数 E/O",
    ),
    references=(CALSTER, "Debray TPA, et al. (2017) BMJ 356:i6460"),
)
