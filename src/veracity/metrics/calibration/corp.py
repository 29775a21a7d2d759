"""A mean score taken apart by isotonic regression: CORP."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.isotonic import Decomposition, corp
from veracity.isotonic.corp import Score
from veracity.memo import remember
from veracity.metrics.calibration.binned_errors import BIASED
from veracity.metrics.probability.brier import BRIER, uncertainty
from veracity.metrics.probability.log_loss import LOG_LOSS, entropy
from veracity.metrics.probability.rows import rows_of
from veracity.metrics.probability.sums import WRONG_CERTAINTY, ProbabilityMetric
from veracity.metrics.record.cases import AT_ZERO
from veracity.metrics.record.interval_facts import NoInterval, Of, OfShare
from veracity.metrics.record.metric import Chance, Identity
from veracity.parameters import Parameter
from veracity.statistics import ScoreTable
from veracity.statistics.grid.bounds import extreme_orders
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text

DIMITRIADIS = "Dimitriadis T, Gneiting T, Jordan AI (2021) PNAS 118(8):e2016191118"
SCORE = Parameter(
    "score",
    "brier",
    Text("the score to decompose", "被分解的评分"),
    words=("brier", "log"),
)


def parts(table: ScoreTable, score: Score = "brier") -> Decomposition:
    """The CORP decomposition, made once for its three parts."""
    return remember(table, ("corp", score), lambda: corp(table, score, rows_of(table)))


def corp_uncertainty(table: ScoreTable, score: str = "brier") -> Floats:
    """The mean score of the base rate: π(1 − π), or its entropy for the logarithmic score."""
    return entropy(table) if score == "log" else uncertainty(table)


def brier_of_share(share: float) -> float:
    """The Brier score of the base rate, from it alone."""
    return share * (1 - share)


def _entropy_of_share(share: float) -> float:
    from scipy.special import entr

    return float(entr(share) + entr(1 - share))


def _corp_bracket(grid: ScoreGrid, score: Score = "brier", *, errors: bool) -> tuple[Any, Any]:
    """Of discrimination or miscalibration: the least and the greatest that the rows can have.

    The isotonic fit is best where in every bucket all positives lie above all negatives, and
    worst where they cannot be distinguished: of two ROC curves the one above has the hull above,
    and with it the better fit by every proper score. Miscalibration is S − R + discrimination.
    """
    low, high = remember(grid, ("corp", score), lambda: _discrimination_ends(grid, score))
    if not errors:
        return low, high
    of_score = BRIER if score == "brier" else LOG_LOSS
    assert of_score.bracket is not None
    rest = corp_uncertainty(grid.table, score)
    ends = of_score.bracket(grid)
    return np.maximum(ends[0] - rest + low, 0.0), ends[1] - rest + high


def _discrimination_ends(grid: ScoreGrid, score: Score) -> tuple[Floats, Floats]:
    with np.errstate(all="ignore"):
        low, high = (
            corp(one, score).discrimination for one in (grid.table, extreme_orders(grid)[1])
        )
    return low, high


def exactly_known(compute: Of) -> Any:
    """The bracket of what depends on the classes alone: a grid has them exactly."""
    return lambda grid, **values: (compute(grid.table, **values),) * 2


ITSELF = Text("it is itself what the base rate scores", "它本身就是基准率的得分")

CORP_MISCALIBRATION: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="corp_miscalibration",
    names=Text("Miscalibration (CORP)", "失校准度（CORP）"),
    aliases=("corp mcb",),
    question=Text(
        "How much of the mean score would an isotonic recalibration save?",
        "经保序回归重新校准，平均得分能减少多少？",
    ),
    formula=r"\bar S(p) - \bar S(\hat y)",
    compute=lambda t, score="brier": parts(t, score).miscalibration,
    on_grid=partial(_corp_bracket, errors=True),
    interval=NoInterval(BIASED),
    restate=lambda score: (
        {"range": (0.0, float("inf")), "infinite_when": (WRONG_CERTAINTY,)}
        if score == "log"
        else {}
    ),
    better="lower",
    chance=AT_ZERO,
    misleads_when=Text(
        "rows are few: the isotonic fit follows chance, and calibrated probabilities seem "
        "miscalibrated",
        "样本很少时：保序拟合会追随随机波动，已校准的概率也显得未校准",
    ),
    parameters=(SCORE,),
    examples=("corp_miscalibration(log)",),
    references=(DIMITRIADIS,),
)

CORP_DISCRIMINATION: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="corp_discrimination",
    names=Text("Discrimination (CORP)", "区分度（CORP）"),
    aliases=("corp dsc",),
    question=Text(
        "How much better than the base rate would the probabilities score, once recalibrated?",
        "重新校准之后，概率的得分比基准率好多少？",
    ),
    formula=r"\bar S(\pi) - \bar S(\hat y)",
    compute=lambda t, score="brier": parts(t, score).discrimination,
    on_grid=partial(_corp_bracket, errors=False),
    interval=NoInterval(BIASED),
    range=(0.0, 0.25),
    restate=lambda score: {"range": (0.0, float(np.log(2)))} if score == "log" else {},
    chance=AT_ZERO,
    misleads_when=Text(
        "rows are few: the isotonic fit finds order in chance",
        "样本很少时：保序拟合会在随机波动中找到次序",
    ),
    parameters=(SCORE,),
    references=(DIMITRIADIS,),
)

CORP_UNCERTAINTY: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="corp_uncertainty",
    names=Text("Uncertainty (CORP)", "不确定性（CORP）"),
    aliases=("corp unc",),
    question=Text(
        "What does the base rate score, as everyone's probability?",
        "对所有样本都给出基准率时，得分是多少？",
    ),
    formula=r"\bar S(\pi)",
    compute=corp_uncertainty,
    on_grid=exactly_known(corp_uncertainty),
    interval=OfShare(brier_of_share),
    range=(0.0, 0.25),
    restate=lambda score: (
        {"range": (0.0, float(np.log(2))), "interval": OfShare(_entropy_of_share)}
        if score == "log"
        else {}
    ),
    better="neither",
    chance=Chance(ITSELF, lambda t, score="brier": corp_uncertainty(t, score)),
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
