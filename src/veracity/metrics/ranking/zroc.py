"""The ROC curve on normal axes: signal detection with unequal variances, from ratings."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from veracity.arrays import Bools, Floats, ratio
from veracity.memo import remember
from veracity.metrics.ranking.staircase import BOTH, RankingMetric
from veracity.metrics.record.cases import AT_ONE, AT_ZERO
from veracity.metrics.record.interval_facts import Of
from veracity.metrics.record.metric import Case
from veracity.statistics import ScoreTable
from veracity.words import Text

SIMPSON = "Simpson AJ, Fitter MJ (1973) Psychological Bulletin 80(6):481–488"
MACMILLAN = "Macmillan NA, Creelman CD (2005) Detection Theory: A User's Guide, 2nd ed., chapter 3"
ROTELLO = "Macmillan NA, Rotello CM, Miller JO (2004) Perception & Psychophysics 66(3):406–421"

MOST_POINTS = 4096


class ZrocLine(NamedTuple):
    """The line through the zROC points: its middle, its direction, and how many points it has."""

    x: Floats
    y: Floats
    across: Floats
    up: Floats
    points: Floats


def zroc_line(table: ScoreTable) -> ZrocLine:
    """The line through the zROC points of a table, found once for all who read it."""
    return remember(table, "zroc line", lambda: _fitted(table))


def _fitted(table: ScoreTable) -> ZrocLine:
    """The line with the least squared distances, at right angles, to the points (z(FPR), z(TPR)).

    Each distinct operating point with both rates strictly between 0 and 1 counts once (total
    least squares); of more than 4,096 scores, so many of them, evenly spread by rank. Both
    rates are estimates, so that neither axis is the error-free one: unlike the regression of
    z(TPR) on z(FPR), which draws the slope towards 0, this line does not change when the
    classes are exchanged. The maximum-likelihood fit of ratings (Dorfman & Alf
    1969) is a third estimate; on points that lie on a line all three agree.
    """
    size = len(table.scores)
    some: Any = slice(None)
    if size > MOST_POINTS:
        some = np.linspace(0, size - 1, MOST_POINTS).round().astype(np.int64)
        tp, fp = table.reached(some + 1)
    else:
        tp, fp = table.tp[..., 1:], table.fp[..., 1:]
    P, N = np.asarray(table.positives)[..., None], np.asarray(table.negatives)[..., None]
    here = (table.positive[..., some] + table.negative[..., some]) > 0
    inside = here & (tp > 0) & (tp < P) & (fp > 0) & (fp < N)
    x, y = _quantile(inside, fp, N), _quantile(inside, tp, P)
    points = inside.sum(-1)
    middle = ratio(x.sum(-1), points), ratio(y.sum(-1), points)
    dx, dy = (
        np.where(inside, part - mean[..., None], 0.0)
        for part, mean in zip((x, y), middle, strict=True)
    )
    xx, yy, xy = (dx * dx).sum(-1), (dy * dy).sum(-1), (dx * dy).sum(-1)
    # the angle of the main axis; rates rise together, so that it lies between 0 and 90 degrees
    angle = np.arctan2(2 * xy, xx - yy) / 2
    upright, level = _all_alike(inside, x), _all_alike(inside, y)
    across = np.where(upright, 0.0, np.where(level, 1.0, np.cos(angle)))
    up = np.where(level, 0.0, np.where(upright, 1.0, np.sin(angle)))
    across, up = (np.where(upright & level, np.nan, part) for part in (across, up))
    return ZrocLine(*middle, across, up, points)


def _all_alike(inside: Bools, z: Floats) -> Any:
    """Whether the points have one and the same z: looked at, as a mean would be rounded."""
    if not z.shape[-1]:
        return np.ones(z.shape[:-1], np.bool_)
    return np.where(inside, z, -np.inf).max(-1) <= np.where(inside, z, np.inf).min(-1)


def _quantile(inside: Bools, part: Floats, whole: Floats) -> Floats:
    """Normal quantile of part/whole, exact near 1 as well; 0 where there is no point."""
    from scipy.special import ndtri

    rate, other = ratio(part, whole), ratio(whole - part, whole)
    low = np.where(inside, np.minimum(rate, other), 0.5)
    low = _row_by_row(ndtri, low) if low.ndim > 1 else ndtri(low)
    return np.where(rate <= other, low, -low)


def _row_by_row(function: Of, values: Floats) -> Floats:
    """A function of every number, of rows that repeat the one before them only once.

    Of tables that differ in one cell each, half have the same rate of one class.
    """
    rows = values.reshape(-1, values.shape[-1])
    new = np.ones(len(rows), np.bool_)
    np.any(rows[1:] != rows[:-1], axis=-1, out=new[1:])
    return np.asarray(function(rows[new])[np.cumsum(new) - 1].reshape(values.shape))


def zroc_slope(table: ScoreTable) -> Floats:
    """Slope of the zROC line: with normal scores σ of the negatives / σ of the positives."""
    line = zroc_line(table)
    return np.asarray(ratio(line.up, line.across))[()]


def d_a(table: ScoreTable) -> Floats:
    """Distance of the means in units of the root mean square of the two standard deviations.

    √(2/(1 + s²)) times the intercept of the zROC line with slope s (Simpson & Fitter 1973):
    √2 times the distance of that line from the origin. With equal variances it is d′, and
    Φ(d_a/√2) is the area under the normal ROC curve.
    """
    line = zroc_line(table)
    return np.asarray(np.sqrt(2) * (line.y * line.across - line.x * line.up))[()]


TOO_FEW = Case(
    Text(
        "fewer than two different operating points have both rates between 0 and 1",
        "真阳性率与假阳性率都严格介于 0 与 1 之间的工作点不足两个",
    ),
    lambda t: np.isnan(zroc_line(t).across) & (t.positives > 0) & (t.negatives > 0),
)
UPRIGHT = Case(
    Text(
        "all operating points between 0 and 1 have the same false positive rate",
        "介于 0 与 1 之间的各工作点假阳性率都相同",
    ),
    lambda t: zroc_line(t).across == 0,
)

ZROC_SLOPE = RankingMetric(
    key="zroc_slope",
    names=Text("Slope of the zROC line", "zROC 直线斜率"),
    aliases=("z-roc slope", "zroc s"),
    question=Text(
        "How does the spread of the negatives' scores compare with that of the positives' "
        "(1: equal; below 1: positives spread more)?",
        "负例与正例分数的离散程度之比是多少（1 表示相等；小于 1 表示正例更分散）？",
    ),
    formula=r"s:\ z(TPR) = a + s\,z(FPR)",
    compute=zroc_slope,
    range=(0.0, float("inf")),
    better="neither",
    chance=AT_ONE,
    moves_with_prevalence=False,
    undefined_when=(*BOTH, TOO_FEW),
    infinite_when=(UPRIGHT,),
    misleads_when=Text(
        "scores are far from normal on every scale: the points then do not lie on a line; and "
        "a regression or a maximum-likelihood fit gives another number",
        "分数在任何尺度上都远离正态分布时：各点不在一条直线上；普通回归或最大似然拟合给出的数值也不同",
    ),
    references=(MACMILLAN, ROTELLO),
)

D_A = RankingMetric(
    key="d_a",
    names=Text("d_a, sensitivity with unequal variances", "d_a（不等方差灵敏度）"),
    aliases=("d sub a", "da"),
    question=Text(
        "How many standard deviations apart are positives and negatives, when the two may "
        "spread differently?",
        "允许两类离散程度不同时，正负例相距多少个标准差？",
    ),
    formula=r"\sqrt{\frac{2}{1+s^2}}\;a,\quad z(TPR) = a + s\,z(FPR)",
    compute=d_a,
    range=(float("-inf"), float("inf")),
    chance=AT_ZERO,
    moves_with_prevalence=False,
    undefined_when=(*BOTH, TOO_FEW),
    misleads_when=Text(
        "scores are far from normal on every scale: then use auroc, which assumes nothing",
        "分数在任何尺度上都远离正态分布时：请用不作分布假设的 auroc",
    ),
    references=(SIMPSON, MACMILLAN),
)
