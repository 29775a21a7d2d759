"""The Brier score taken apart by forecast value: Murphy's reliability, resolution, uncertainty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.memo import remember
from veracity.metrics.calibration.binned_errors import BIASED
from veracity.metrics.calibration.bins import bins_of
from veracity.metrics.calibration.brackets import murphy_bracket
from veracity.metrics.calibration.corp import ITSELF, brier_of_share, exactly_known
from veracity.metrics.probability.brier import MURPHY, brier, uncertainty
from veracity.metrics.probability.sums import ProbabilityMetric, base_rate
from veracity.metrics.record.cases import AT_ZERO
from veracity.metrics.record.interval_facts import NoInterval, OfShare
from veracity.metrics.record.metric import Chance, Identity
from veracity.parameters import Parameter
from veracity.statistics import ScoreTable
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text

_PIECE = 1 << 15
BINS = Parameter(
    "bins",
    None,
    Text(
        "number of bins of equal width; without it each distinct probability is a bin",
        "等宽分箱个数；不给出时每个概率值自成一组",
    ),
    between=(1, 100_000),
)


def murphy(table: ScoreTable, bins: int | None = None) -> tuple[Floats, Floats]:
    """Reliability and resolution (Murphy 1973), rows grouped by probability.

    Reliability is the mean of (share − p)², resolution that of (share − π)², both by weight
    over the groups. Without `bins` each distinct probability is a group, and Brier =
    reliability − resolution + π(1 − π) exactly. With bins (equal width, p being the mean of the
    bin) that sum misses what varies inside the bins (Stephenson, Coelho and Jolliffe 2008).
    """
    return remember(table, ("murphy", bins), lambda: _murphy(table, bins))


def _murphy(table: ScoreTable, bins: int | None) -> tuple[Floats, Floats]:
    rate = np.asarray(base_rate(table))[..., None]
    if bins is not None:
        found = bins_of(table, bins)
        weight, share, p = found.weight, found.share, found.mean
        return _spread(weight, share, p, table.total), _spread(weight, share, rate, table.total)
    if table.apart:  # every share is 0 or 1
        return brier(table), uncertainty(table)
    reliability, resolution = np.zeros((2, *table.shape))
    for start in range(0, len(table), _PIECE):
        piece = slice(start, start + _PIECE)
        yes = table.positive[..., piece]
        weight = yes + table.negative[..., piece]
        share = ratio(yes, weight)
        reliability = reliability + _squares(weight, share, table.scores[piece])
        resolution = resolution + _squares(weight, share, rate)
    return ratio(reliability, table.total)[()], ratio(resolution, table.total)[()]


def _murphy_on_grid(*, resolution: bool) -> Any:
    """Bins are known from a grid, single probabilities are not."""

    def restated(bins: int | None) -> Mapping[str, Any]:
        if bins is None:
            return {}
        return {"on_grid": lambda grid, bins: murphy_bracket(grid, bins, resolution=resolution)}

    return restated


def _squares(weight: Floats, share: Floats, p: Floats) -> Any:
    away = np.where(weight > 0, share - p, 0.0)
    return (weight * away * away).sum(-1)


def _spread(weight: Floats, share: Floats, p: Floats, total: Floats) -> Floats:
    return ratio(_squares(weight, share, p), total)[()]


ALL_DISTINCT = Text(
    "almost every row has a probability of its own: then reliability is the whole Brier score "
    "and resolution the whole uncertainty. CORP needs no groups",
    "几乎每行的概率都各不相同时：可靠性等于整个布里尔分数，分辨力等于整个不确定性。"
    "CORP 分解不需要分组",
)

MURPHY_RELIABILITY: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="murphy_reliability",
    names=Text("Reliability (Murphy)", "可靠性（Murphy 分解）"),
    aliases=("brier reliability",),
    question=Text(
        "How far is the share of positives from each predicted probability, squared, on average?",
        "各概率值下正例比例与该概率之差的平方，平均是多少？",
    ),
    formula=r"\frac1n \sum_v n_v (\bar y_v - p_v)^2",
    compute=lambda t, bins=None: murphy(t, bins)[0],
    interval=NoInterval(BIASED),
    better="lower",
    chance=AT_ZERO,
    misleads_when=ALL_DISTINCT,
    parameters=(BINS,),
    restate=_murphy_on_grid(resolution=False),
    examples=("murphy_reliability(10)",),
    references=(MURPHY,),
)

MURPHY_RESOLUTION: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="murphy_resolution",
    names=Text("Resolution (Murphy)", "分辨力（Murphy 分解）"),
    aliases=("brier resolution",),
    question=Text(
        "How far are the shares of positives at each predicted probability from the base rate, "
        "squared, on average?",
        "各概率值下的正例比例与基准率之差的平方，平均是多少？",
    ),
    formula=r"\frac1n \sum_v n_v (\bar y_v - \pi)^2",
    compute=lambda t, bins=None: murphy(t, bins)[1],
    interval=NoInterval(BIASED),
    range=(0.0, 0.25),
    chance=AT_ZERO,
    misleads_when=ALL_DISTINCT,
    parameters=(BINS,),
    restate=_murphy_on_grid(resolution=True),
    references=(MURPHY,),
)

MURPHY_UNCERTAINTY: ProbabilityMetric[ProbabilityTable] = ProbabilityMetric(
    key="murphy_uncertainty",
    names=Text("Uncertainty (Murphy)", "不确定性（Murphy 分解）"),
    aliases=("brier uncertainty",),
    question=Text(
        "What is the Brier score of the base rate, π(1 − π)?",
        "基准率的布里尔分数 π(1 − π) 是多少？",
    ),
    formula=r"\pi(1-\pi)",
    compute=lambda t: uncertainty(t),
    on_grid=exactly_known(uncertainty),
    interval=OfShare(brier_of_share),
    range=(0.0, 0.25),
    better="neither",
    chance=Chance(ITSELF, lambda t, **values: uncertainty(t)),
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
