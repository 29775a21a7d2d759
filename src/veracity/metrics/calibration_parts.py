"""A mean score taken apart: CORP (isotonic) and Murphy (by forecast value)."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.isotonic import Decomposition, corp
from veracity.isotonic.corp import Score
from veracity.metrics.calibration_bins import bins_of
from veracity.metrics.calibration_errors import BIASED
from veracity.metrics.cases import AT_ZERO, NO_ROWS
from veracity.metrics.metric import Chance, Identity
from veracity.metrics.parameters import Parameter
from veracity.metrics.probability_losses import entropy
from veracity.metrics.probability_rows import rows_of
from veracity.metrics.probability_scores import MURPHY, uncertainty
from veracity.metrics.probability_sums import (
    WRONG_CERTAINTY,
    ProbabilityMetric,
    base_rate,
    kept,
)
from veracity.statistics.probability_table import ProbabilityTable
from veracity.words import Text

DIMITRIADIS = "Dimitriadis T, Gneiting T, Jordan AI (2021) PNAS 118(8):e2016191118"
SCORE = Parameter(
    "score",
    "brier",
    Text("the score that is taken apart", "被分解的评分"),
    words=("brier", "log"),
)
BINS = Parameter(
    "bins",
    None,
    Text(
        "number of bins of equal width; without it each probability stands alone",
        "等宽分箱个数；不给出时每个概率值自成一组",
    ),
    between=(1, 100_000),
)


def parts(table: Any, score: Score = "brier") -> Decomposition:
    """The CORP decomposition, made once for its three parts."""
    return kept(table, ("corp", score), lambda: corp(table, score, rows_of(table)))


def corp_uncertainty(table: Any, score: str = "brier") -> Floats:
    """The mean score of the base rate: π(1 − π), or its entropy for the logarithmic score."""
    return entropy(table) if score == "log" else uncertainty(table)


def murphy(table: Any, bins: int | None = None) -> tuple[Floats, Floats]:
    """Reliability and resolution (Murphy 1973), rows grouped by probability.

    Reliability is the mean of (share − p)², resolution that of (share − π)², both by weight
    over the groups. Without `bins` each distinct probability is a group, and Brier =
    reliability − resolution + π(1 − π) exactly. With bins (equal width, p being the mean of the
    bin) that sum misses what varies inside the bins (Stephenson, Coelho and Jolliffe 2008).
    """
    return kept(table, ("murphy", bins), lambda: _murphy(table, bins))


def _murphy(table: Any, bins: int | None) -> tuple[Floats, Floats]:
    rate = np.asarray(base_rate(table))[..., None]
    if bins is not None:
        found = bins_of(table, bins)
        weight, share, p = found.weight, found.share, found.mean
        return _spread(weight, share, p, table.total), _spread(weight, share, rate, table.total)
    reliability, resolution = np.zeros((2, *table.shape))
    for start in range(0, len(table), _PIECE):
        piece = slice(start, start + _PIECE)
        yes = table.positive[..., piece]
        weight = yes + table.negative[..., piece]
        share = ratio(yes, weight)
        reliability = reliability + _squares(weight, share, table.scores[piece])
        resolution = resolution + _squares(weight, share, rate)
    return ratio(reliability, table.total)[()], ratio(resolution, table.total)[()]


_PIECE = 1 << 15


def _squares(weight: Floats, share: Floats, p: Floats) -> Any:
    away = np.where(weight > 0, share - p, 0.0)
    return (weight * away * away).sum(-1)


def _spread(weight: Floats, share: Floats, p: Floats, total: Any) -> Floats:
    return ratio(_squares(weight, share, p), total)[()]


ALL_DISTINCT = Text(
    "almost every row has a probability of its own: then reliability is the whole Brier score "
    "and resolution the whole uncertainty. CORP needs no groups",
    "几乎每行的概率都各不相同时：可靠性等于整个布里尔分数，分辨力等于整个不确定性。"
    "CORP 分解不需要分组",
)
UNC = Text("it is itself what the base rate scores", "它本身就是基准率的得分")

CORP_MISCALIBRATION = ProbabilityMetric(
    key="corp_miscalibration",
    names=Text("Miscalibration (CORP)", "失校准度（CORP）"),
    aliases=("corp mcb",),
    question=Text(
        "How much of the mean score would an isotonic recalibration save?",
        "经保序回归重新校准，平均得分能减少多少？",
    ),
    formula=r"\bar S(p) - \bar S(\hat y)",
    compute=lambda t, score="brier": parts(t, score).miscalibration,
    reads=ProbabilityTable,
    no_interval=BIASED,
    range=(0.0, 1.0),
    restate=lambda score: (
        {"range": (0.0, float("inf")), "infinite_when": (WRONG_CERTAINTY,)}
        if score == "log"
        else {}
    ),
    better="lower",
    chance=AT_ZERO,
    moves_with_prevalence=True,
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "rows are few: the isotonic fit follows chance, and true probabilities seem miscalibrated",
        "样本很少时：保序拟合会追随随机波动，真实概率也显得未校准",
    ),
    parameters=(SCORE,),
    examples=("corp_miscalibration(log)",),
    references=(DIMITRIADIS,),
)

CORP_DISCRIMINATION = ProbabilityMetric(
    key="corp_discrimination",
    names=Text("Discrimination (CORP)", "区分度（CORP）"),
    aliases=("corp dsc",),
    question=Text(
        "How much better than the base rate would the probabilities score, once recalibrated?",
        "重新校准之后，概率的得分比基准率好多少？",
    ),
    formula=r"\bar S(\pi) - \bar S(\hat y)",
    compute=lambda t, score="brier": parts(t, score).discrimination,
    reads=ProbabilityTable,
    no_interval=BIASED,
    range=(0.0, 0.25),
    restate=lambda score: {"range": (0.0, float(np.log(2)))} if score == "log" else {},
    better="higher",
    chance=AT_ZERO,
    moves_with_prevalence=True,
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "rows are few: the isotonic fit finds order in chance",
        "样本很少时：保序拟合会在随机波动中找到次序",
    ),
    parameters=(SCORE,),
    references=(DIMITRIADIS,),
)

CORP_UNCERTAINTY = ProbabilityMetric(
    key="corp_uncertainty",
    names=Text("Uncertainty (CORP)", "不确定性（CORP）"),
    aliases=("corp unc",),
    question=Text(
        "What does the base rate score, as everyone's probability?",
        "对所有样本都给出基准率时，得分是多少？",
    ),
    formula=r"\bar S(\pi)",
    compute=corp_uncertainty,
    reads=ProbabilityTable,
    range=(0.0, 0.25),
    restate=lambda score: {"range": (0.0, float(np.log(2)))} if score == "log" else {},
    better="neither",
    chance=Chance(UNC, lambda t, score="brier": corp_uncertainty(t, score)),
    moves_with_prevalence=True,
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "read as a property of the model: it depends on the base rate alone",
        "当作模型的性质来读时：它只取决于基准率",
    ),
    parameters=(SCORE,),
    identities=(
        Identity(
            "S - MCB + DSC",
            lambda of, score="brier": (
                of("brier") - of("corp_miscalibration") + of("corp_discrimination")
                if score == "brier"
                else of("log_loss")
                - of("corp_miscalibration(log)")
                + of("corp_discrimination(log)")
            ),
        ),
    ),
    references=(DIMITRIADIS,),
)

MURPHY_RELIABILITY = ProbabilityMetric(
    key="murphy_reliability",
    names=Text("Reliability (Murphy)", "可靠性（Murphy 分解）"),
    aliases=("brier reliability",),
    question=Text(
        "How far is the share of positives from each probability said, squared, on average?",
        "各概率值下正例比例与该概率之差的平方，平均是多少？",
    ),
    formula=r"\frac1n \sum_v n_v (\bar y_v - p_v)^2",
    compute=lambda t, bins=None: murphy(t, bins)[0],
    reads=ProbabilityTable,
    no_interval=BIASED,
    range=(0.0, 1.0),
    better="lower",
    chance=AT_ZERO,
    moves_with_prevalence=True,
    undefined_when=(NO_ROWS,),
    misleads_when=ALL_DISTINCT,
    parameters=(BINS,),
    examples=("murphy_reliability(10)",),
    references=(MURPHY,),
)

MURPHY_RESOLUTION = ProbabilityMetric(
    key="murphy_resolution",
    names=Text("Resolution (Murphy)", "分辨力（Murphy 分解）"),
    aliases=("brier resolution",),
    question=Text(
        "How far do the shares of positives at the probabilities said lie from the base rate, "
        "squared, on average?",
        "各概率值下的正例比例与基准率之差的平方，平均是多少？",
    ),
    formula=r"\frac1n \sum_v n_v (\bar y_v - \pi)^2",
    compute=lambda t, bins=None: murphy(t, bins)[1],
    reads=ProbabilityTable,
    no_interval=BIASED,
    range=(0.0, 0.25),
    better="higher",
    chance=AT_ZERO,
    moves_with_prevalence=True,
    undefined_when=(NO_ROWS,),
    misleads_when=ALL_DISTINCT,
    parameters=(BINS,),
    references=(MURPHY,),
)

MURPHY_UNCERTAINTY = ProbabilityMetric(
    key="murphy_uncertainty",
    names=Text("Uncertainty (Murphy)", "不确定性（Murphy 分解）"),
    aliases=("brier uncertainty",),
    question=Text(
        "What is the Brier score of the base rate, π(1 − π)?",
        "基准率的布里尔分数 π(1 − π) 是多少？",
    ),
    formula=r"\pi(1-\pi)",
    compute=lambda t: uncertainty(t),
    reads=ProbabilityTable,
    range=(0.0, 0.25),
    better="neither",
    chance=Chance(UNC, lambda t, **values: uncertainty(t)),
    moves_with_prevalence=True,
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "read as a property of the model: it depends on the base rate alone",
        "当作模型的性质来读时：它只取决于基准率",
    ),
    identities=(
        Identity("UNC of CORP", lambda of: of("corp_uncertainty")),
        Identity(
            "Brier - REL + RES",
            lambda of: of("brier") - of("murphy_reliability") + of("murphy_resolution"),
        ),
    ),
    references=(MURPHY,),
)
