"""Discrimination D, unreliability U and quality Q: likelihood gained, and lost by miscalibration.

The indexes of Harrell's `val.prob` (R package rms): D compares the probabilities with the base
rate, U with the best line of their log odds; Q is what D leaves after U.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.memo import remember
from veracity.metrics.calibration.logistic import logit_sums, loss_of_line
from veracity.metrics.calibration.slope_intercept import EXTREME, all_equal, line, separated
from veracity.metrics.probability.log_loss import entropy, log_loss
from veracity.metrics.probability.sums import ONE_CLASS, WRONG_CERTAINTY, ProbabilityMetric
from veracity.metrics.record.cases import NO_ROWS
from veracity.metrics.record.interval_facts import NoInterval
from veracity.metrics.record.metric import Chance, Identity
from veracity.statistics import ScoreTable
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text

INF = float("inf")
HARRELL = "Harrell FE, Lee KL (1987) Statistics in Medicine 6(2):105–121"
MILLER = "Miller ME, Hui SL, Tierney WM (1991) Statistics in Medicine 10(8):1213–1226"
FITTED = (NO_ROWS, ONE_CLASS, EXTREME, all_equal(), separated())


def discrimination_d(table: ScoreTable) -> Floats:
    """(deviance of the base rate − deviance of the probabilities − 1)/n."""
    gained = 2 * (entropy(table) - log_loss(table))
    return np.asarray(gained - ratio(1.0, table.effective_total))[()]


def _recalibrated(table: ScoreTable) -> Floats:
    """The log loss of the probabilities after the best line of their log odds."""
    return remember(table, "recalibrated", lambda: _fitted_loss(table))


def _fitted_loss(table: ScoreTable) -> Floats:
    a, b = line(table, 0.0)
    with np.errstate(invalid="ignore", over="ignore"):
        return ratio(loss_of_line(logit_sums(table), a, b), table.total)


def unreliability_u(table: ScoreTable) -> Floats:
    """(deviance of the probabilities − deviance after the best line − 2)/n."""
    lost = np.maximum(2 * (log_loss(table) - _recalibrated(table)), 0.0)
    fitted = np.where(np.isfinite(line(table, 0.0)[1]), lost, np.nan)
    return np.asarray(fitted - ratio(2.0, table.effective_total))[()]


def quality_q(table: ScoreTable) -> Floats:
    """D − U."""
    return np.asarray(discrimination_d(table) - unreliability_u(table))[()]


_INDEX: dict[str, Any] = {"scale_free": False, "references": (HARRELL, MILLER)}

DISCRIMINATION_D: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="discrimination_d",
    names=Text("Discrimination index D", "区分指数 D"),
    aliases=("discrimination index", "index d", "val.prob d"),
    question=Text(
        "How much likelihood do the probabilities gain over the base rate, for each case?",
        "与基准率相比，这些概率平均每个样本提高了多少似然？",
    ),
    formula=r"\frac{\chi^2_{LR} - 1}{n},\quad \chi^2_{LR}=2n(H-L)",
    compute=discrimination_d,
    range=(-INF, INF),
    chance=Chance(
        Text("−1/n (no likelihood is gained)", "−1/n（似然没有提高）"),
        lambda t, **values: -ratio(1.0, t.effective_total),
    ),
    infinite_when=(WRONG_CERTAINTY,),
    misleads_when=Text(
        "probabilities are miscalibrated: that lowers it too, so that it is no pure measure of "
        "discrimination; and its largest value is twice the entropy of the base rate",
        "概率未校准时：它也会降低，因此并非纯粹的区分度；其最大值为基准率之熵的两倍",
    ),
    **_INDEX,
)

UNRELIABILITY_U: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="unreliability_u",
    names=Text("Unreliability index U", "不可靠指数 U"),
    aliases=("unreliability index", "index u", "val.prob u"),
    question=Text(
        "How much likelihood is lost because the log odds are shifted or stretched, for each case?",
        "因对数几率偏移或伸缩，平均每个样本损失了多少似然？",
    ),
    formula=r"\frac{\chi^2_{recal} - 2}{n},\quad \chi^2_{recal}=2n(L-L_{a+bx})",
    compute=unreliability_u,
    range=(-INF, INF),
    better="lower",
    chance=Chance(
        Text("−2/n, calibrated probabilities about 0", "−2/n；已校准的概率约为 0"),
        lambda t, **values: -ratio(2.0, t.effective_total),
    ),
    undefined_when=FITTED,
    interval=NoInterval(
        Text(
            "where probabilities are calibrated it lies at the end of what is possible, where "
            "resampling is invalid; see the calibration tests and the slope",
            "概率已校准时它处在可能取值的端点，重抽样区间无效；请看校准检验与斜率",
        )
    ),
    misleads_when=Text(
        "the calibration curve bends: only a line of the log odds is fitted",
        "校准曲线弯曲时：这里只拟合对数几率的直线",
    ),
    **_INDEX,
)

QUALITY_Q: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="quality_q",
    names=Text("Quality index Q", "质量指数 Q"),
    aliases=("quality index", "index q", "val.prob q"),
    question=Text(
        "How much likelihood is gained over the base rate, less what miscalibration loses?",
        "相对基准率提高的似然，减去因校准不良损失的似然，还剩多少？",
    ),
    formula=r"D - U",
    compute=quality_q,
    range=(-INF, INF),
    chance=Chance(
        Text("1/n, nearly 0", "1/n，近于零"), lambda t, **values: ratio(1.0, t.effective_total)
    ),
    undefined_when=FITTED,
    misleads_when=Text(
        "D already falls with miscalibration, so that Q counts it twice",
        "D 本身已随校准不良而降低，因此 Q 把它计入了两次",
    ),
    identities=(Identity("D - U", lambda of: of("discrimination_d") - of("unreliability_u")),),
    **_INDEX,
)
