"""The adaptive calibration error: gaps in ranges that hold equally many cases, class by class."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.calibration.binned_errors import BIASED, BINS
from veracity.metrics.calibration.bins import Bins, bins_of, bins_of_other
from veracity.metrics.probability.sums import ProbabilityMetric
from veracity.metrics.record.cases import AT_ZERO
from veracity.metrics.record.interval_facts import NoInterval
from veracity.parameters import Parameter
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text

NIXON = "Nixon J, Dusenberry M, Jerfel G, et al. (2019) CVPR Workshops, 38–41"


def adaptive_calibration_error(
    statistic: ProbabilityTable | ScoreColumns, bins: int = BINS
) -> Floats:
    """The mean over classes and ranges of |share of the class − mean probability|.

    Ranges are those between the quantiles of each class's probabilities, so that each holds as
    many cases, up to ties; ranges that hold nothing do not count. Of two classes both columns,
    p and 1 − p, are looked at.
    """
    if statistic.several_columns:
        tables = [
            ProbabilityTable.like(statistic.column(name).edges.one_vs_rest(name))
            for name in statistic.labels
        ]
        found = [bins_of(one, bins, "quantile") for one in tables]
    else:
        found = [of(statistic, bins, "quantile") for of in (bins_of, bins_of_other)]
    return np.asarray(np.mean([_mean_gap(one) for one in found], axis=0))[()]


def _mean_gap(found: Bins) -> Floats:
    return ratio(np.abs(found.gap).sum(-1), (found.weight > 0).sum(-1))


ADAPTIVE_CALIBRATION_ERROR: ProbabilityMetric[ProbabilityTable | ScoreColumns] = ProbabilityMetric(
    key="adaptive_calibration_error",
    names=Text("Adaptive calibration error", "自适应的校准偏差"),
    aliases=("ace",),
    question=Text(
        "How far are the probabilities of all classes from the shares that occur, in ranges "
        "that hold equally many cases?",
        "在各含同样多样本的区间内，所有类别的概率与实际比例平均相差多少？",
    ),
    formula=r"\frac{1}{K R}\sum_k \sum_r |share_{kr} - \bar p_{kr}|",
    compute=adaptive_calibration_error,
    also_reads=(ScoreColumns,),
    classes="any",
    proper="no",
    interval=NoInterval(BIASED),
    better="lower",
    chance=AT_ZERO,
    misleads_when=Text(
        "compared with another number of ranges, another sample size or with ECE: it is biased "
        "upwards, and a class that nearly never gets any probability lowers it",
        "与不同区间数、不同样本量或 ECE 比较时：它有向上的偏差，几乎从不获得概率的类别会拉低它",
    ),
    parameters=(
        Parameter(
            "bins",
            BINS,
            Text("number of ranges", "区间个数"),
            between=(1, 10**6),
            whole_from=1,
        ),
    ),
    examples=("adaptive_calibration_error(10)",),
    references=(NIXON,),
)
