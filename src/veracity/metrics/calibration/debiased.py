"""The calibration error by bins without what chance adds to it."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.calibration.binned_errors import BINS, KUMAR, bin_parameters, of_bins
from veracity.metrics.calibration.bins import Strategy, bins_of
from veracity.metrics.probability.sums import ProbabilityMetric
from veracity.metrics.record.cases import AT_ZERO, NO_ROWS
from veracity.metrics.record.interval_facts import NoInterval
from veracity.metrics.record.metric import Case
from veracity.statistics import ScoreTable
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text


def ece_debiased(table: ScoreTable, bins: int = BINS, strategy: Strategy = "quantile") -> Floats:
    """The root mean square gap with its bias taken off (Kumar, Liang and Ma 2019).

    In each bin the variance of the share, s(1 − s)/(n − 1), is taken from gap²; the mean over
    bins, by weight, is an unbiased estimate of the squared error of the binned probabilities
    (Bröcker 2012 and Ferro and Fricker 2012 give the same). A mean below 0 becomes 0; bins of
    a single row say nothing and add nothing, as in their own code, and where no bin has two it
    is undefined. With weights n is the effective number of rows.
    """
    found = bins_of(table, bins, strategy)
    rows, share = found.rows, found.share
    noise = np.where(rows > 1, ratio(share * (1 - share), rows - 1), 0.0)
    square = np.where(rows > 1, found.gap**2 - noise, 0.0)
    mean = ratio((found.weight * square).sum(-1), table.total)
    return np.where((rows > 1).any(-1), np.sqrt(np.maximum(mean, 0.0)), np.nan)[()]


def _single_rows(bins: int = BINS, strategy: Strategy = "quantile") -> Case:
    """Nothing can be taken off as chance where no bin has two rows."""
    return Case(
        Text("no bin holds two rows", "没有任何分箱含有两行以上的数据"),
        lambda t: (np.asarray(t.total) > 0) & ~(bins_of(t, bins, strategy).rows > 1).any(-1),
    )


ECE_DEBIASED: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="ece_debiased",
    names=Text("Debiased calibration error (root mean square)", "去偏校准误差（均方根）"),
    aliases=("debiased ece", "debiased calibration error"),
    question=Text(
        "How far is the share of positives from the predicted probability, root mean square "
        "over bins, corrected for chance?",
        "扣除随机波动之后，各分箱正例比例与所给概率之差的均方根是多少？",
    ),
    formula=r"\sqrt{\max\left(0, \sum_b \frac{n_b}{n}\left[(\bar y_b - \bar p_b)^2"
    r" - \frac{\bar y_b (1-\bar y_b)}{n_b - 1}\right]\right)}",
    compute=ece_debiased,
    remark=lambda t, bins=BINS, strategy="quantile": of_bins(t, bins, strategy),
    interval=NoInterval(
        Text(
            "it is bounded by 0, where the usual intervals fail",
            "它以 0 为界，常用区间在该处不成立",
        )
    ),
    better="lower",
    chance=AT_ZERO,
    undefined_when=(NO_ROWS, _single_rows()),
    restate=lambda **values: {"undefined_when": (NO_ROWS, _single_rows(**values))},
    misleads_when=Text(
        "compared with an ECE: it is a root mean square, and 0 means less than chance would "
        "bring, not perfect calibration",
        "与 ECE 直接比较时：它是均方根；等于 0 只表示差距小于随机波动，并不表示校准完美",
    ),
    parameters=bin_parameters("quantile"),
    references=(KUMAR, "Ferro CAT, Fricker TE (2012) Q J R Meteorol Soc 138(668):1954–1960"),
)
