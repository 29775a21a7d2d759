"""Distances from a smooth calibration curve: ICI, its quantiles and its largest value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.memo import remember
from veracity.metrics.calibration.binned_errors import BIASED
from veracity.metrics.calibration.lowess import (
    far_from_lines,
    many_alone,
    smooth_share,
)
from veracity.metrics.calibration.slope_intercept import EXTREME, all_equal, separated
from veracity.metrics.probability.rows import alone, rows_of
from veracity.metrics.probability.sums import ONE_CLASS, ProbabilityMetric
from veracity.metrics.record.cases import AT_ZERO, NO_ROWS
from veracity.metrics.record.interval_facts import NoInterval, Of
from veracity.parameters import Parameter
from veracity.statistics import ScoreTable
from veracity.statistics.numerics.weighted_sums import pieces
from veracity.words import Text

AUSTIN = "Austin PC, Steyerberg EW (2019) Statistics in Medicine 38(21):4051–4065"
EQUAL = 1e-9  # weights that differ by less, as parts of each other
HARRELL = "Harrell FE (2015) Regression Modeling Strategies, 2nd ed., Springer; rms::val.prob"


def distances(table: ScoreTable, smoother: str) -> Floats:
    """|smooth share − p| at each probability of one table, (T,)."""
    return remember(table, ("distances", smoother), lambda: _distances(table, smoother))


def _distances(table: ScoreTable, smoother: str) -> Floats:
    far = smooth_share(table, smoother)
    np.subtract(far, table.scores, out=far)
    return np.abs(far, out=far)


def ici(table: ScoreTable, smoother: str = "lowess") -> Floats:
    """Integrated calibration index: the mean of |smooth share − p| over the rows.

    With lowess it is Eavg of rms `val.prob`; Austin and Steyerberg (2019) name it ICI and use
    loess of degree 2 with a span of 3/4: the smoother `loess`.
    """
    table = _counted(table)
    if _far_along_lines(table, smoother):
        return np.asarray(far_from_lines(table, smoother).mean())[()]
    return _each(table, smoother, lambda far, weight: _mean(far, weight))


def quantile_distance(table: ScoreTable, share: float, smoother: str = "lowess") -> Floats:
    """A quantile of |smooth share − p| over the rows.

    Without weights that of R and numpy (type 7: straight lines between the ordered values);
    with weights the value at which the weight reached first is the share or more.
    """
    table = _counted(table)
    if _far_along_lines(table, smoother):
        return _both_quantiles(table, smoother)[share]
    return _each(table, smoother, lambda far, weight: _quantile(far, weight, share, table.weighted))


def emax(table: ScoreTable, smoother: str = "lowess") -> Floats:
    """The largest |smooth share − p|."""
    table = _counted(table)
    if _far_along_lines(table, smoother):
        return np.asarray(far_from_lines(table, smoother).largest())[()]
    return _each(table, smoother, lambda far, weight: far.max())


def _counted(table: ScoreTable) -> ScoreTable:
    """The same rows without their weights, where these are all equal."""
    if table.squares is None or table.shape:
        return table
    return remember(table, "counted", lambda: _without_equal_weights(table))


def _without_equal_weights(table: ScoreTable) -> ScoreTable:
    held = table.weight > 0
    if not held.any():
        return table
    each = ratio(table.sum_of_squares, table.weight)[held]
    rows = table.weight / each.max()
    whole = np.rint(rows)
    if np.ptp(each) > EQUAL * each.max() or (np.abs(rows - whole) > EQUAL * whole).any():
        return table
    return replace(table, weight=whole, squares=None, clusters=None)


def _each(table: ScoreTable, smoother: str, summary: Of) -> Floats:
    values = np.full(table.shape, np.nan)
    for axes, one in table.single_tables():
        weight, every = rows_of(one), len(one) > 0 and alone(one)
        held = None if every else weight > 0
        if held is not None and not held.any():
            continue
        far = distances(one, smoother)
        if held is not None and not held.all():
            far, weight = far[held], weight[held]
        values[axes] = np.nan if np.isnan(far).any() else summary(far, weight)
    return values[()]


def _mean(far: Floats, weight: Floats) -> float:
    sums = np.array(
        [[(weight[one] * far[one]).sum(), weight[one].sum()] for one in pieces(len(far))]
    )
    return float(ratio(*sums.sum(0)))


def _far_along_lines(table: ScoreTable, smoother: str) -> bool:
    """Whether distances are read off the lines between the points of a curve."""
    return smoother in ("lowess", "loess") and many_alone(table)


def _both_quantiles(table: ScoreTable, smoother: str) -> dict[float, Floats]:
    """The quantiles of E50 and E90, found at once."""

    def found() -> dict[float, Floats]:
        shares = (0.5, 0.9)
        values = far_from_lines(table, smoother).quantiles(shares)
        return {share: np.asarray(one)[()] for share, one in zip(shares, values, strict=True)}

    return remember(table, ("quantiles", smoother), found)


def _quantile(far: Floats, weight: Floats, share: float, weighted: bool) -> float:
    order = np.argsort(far)
    reached = np.cumsum(weight[order])
    if weighted:
        index = np.searchsorted(reached, share * reached[-1] * (1 - 1e-12), "left")
        return float(far[order[min(index, len(far) - 1)]])
    position = share * (reached[-1] - 1)
    below = np.floor(position)
    indices = np.searchsorted(reached, [below, min(below + 1, reached[-1] - 1)], "right")
    first, second = far[order[indices]]
    return float(first + (position - below) * (second - first))


SMOOTHER = Parameter(
    "smoother",
    "lowess",
    Text(
        "the curve: lowess as in rms val.prob, loess of degree 2 as Austin and Steyerberg have "
        "it, isotonic regression, or a logistic line",
        "平滑方法：与 rms val.prob 相同的 lowess、Austin 与 Steyerberg 所用的二次 loess、"
        "保序回归或逻辑回归线",
    ),
    words=("lowess", "loess", "isotonic", "logistic"),
)
OF_SMOOTHERS = Text(
    "rows are few: the curve bends with chance, and calibrated probabilities seem miscalibrated; "
    "and another smoother gives another value",
    "样本很少时：曲线随随机波动弯曲，已校准的概率也显得未校准；换一种平滑方法结果就不同",
)


def _undefined(smoother: str) -> Mapping[str, Any]:
    """A logistic line is not always there."""
    if smoother != "logistic":
        return {}
    return {"undefined_when": (NO_ROWS, ONE_CLASS, EXTREME, all_equal(), separated())}


def _record(
    key: str,
    names: Text,
    aliases: tuple[str, ...],
    question: Text,
    formula: str,
    compute: Of,
    misleads: Text = OF_SMOOTHERS,
) -> ProbabilityMetric:
    return ProbabilityMetric(
        key=key,
        names=names,
        aliases=aliases,
        question=question,
        formula=formula,
        compute=compute,
        interval=NoInterval(BIASED),
        range=(0.0, float("inf")),
        better="lower",
        chance=AT_ZERO,
        undefined_when=(NO_ROWS,),
        misleads_when=misleads,
        parameters=(SMOOTHER,),
        restate=_undefined,
        examples=(f"{key}(isotonic)", *(("ici(loess)", "ici(logistic)") if key == "ici" else ())),
        references=(AUSTIN, HARRELL),
    )


ICI = _record(
    "ici",
    Text("Integrated calibration index", "综合校准指数"),
    ("integrated calibration index", "eavg", "e avg"),
    Text(
        "How far is the smoothed share of positives from the predicted probability, on average?",
        "平滑后的正例比例与所给概率的差距，平均是多少？",
    ),
    r"\frac1n \sum_i |\hat y(p_i) - p_i|",
    ici,
)
E50 = _record(
    "e50",
    Text("Median calibration distance E50", "校准差距中位数 E50"),
    ("median calibration error",),
    Text(
        "How far is the smoothed share of positives from the predicted probability, at most, "
        "for half of the rows?",
        "对一半的样本而言，平滑后的正例比例与所给概率最多相差多少？",
    ),
    r"median_i |\hat y(p_i) - p_i|",
    lambda t, smoother="lowess": quantile_distance(t, 0.5, smoother),
)
E90 = _record(
    "e90",
    Text("Calibration distance E90", "校准差距第 90 百分位数 E90"),
    ("90th percentile of calibration error",),
    Text(
        "How far is the smoothed share of positives from the predicted probability, at most, "
        "for 90% of the rows?",
        "对 90% 的样本而言，平滑后的正例比例与所给概率最多相差多少？",
    ),
    r"q_{0.9}\, |\hat y(p_i) - p_i|",
    lambda t, smoother="lowess": quantile_distance(t, 0.9, smoother),
)
EMAX = _record(
    "emax",
    Text("Largest calibration distance Emax", "最大校准差距 Emax"),
    ("largest calibration distance",),
    Text(
        "How far is the smoothed share of positives from the predicted probability, at worst?",
        "平滑后的正例比例与所给概率最大相差多少？",
    ),
    r"\max_i |\hat y(p_i) - p_i|",
    emax,
    Text(
        "few rows have the most extreme probabilities: the end of the curve decides",
        "极端概率处样本很少时：结果由曲线末端决定",
    ),
)
