"""Records of partial ROC areas: up to a false positive rate, or from a recall on."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.metrics.ranking.staircase import BOTH, RankingMetric, defined, totals
from veracity.metrics.record.interval_facts import Smooth
from veracity.metrics.record.metric import Chance
from veracity.parameters import NO_OR_YES, Parameter
from veracity.statistics import ScoreTable
from veracity.statistics.scores.steps import Steps
from veracity.words import Text

MCCLISH = "McClish DK (1989) Medical Decision Making 9(3):190–195"


def partial_auroc(
    table: ScoreTable,
    max_fpr: float = 0.1,
    min_tpr: float | None = None,
    standardised: str = "no",
    min_fpr: float = 0.0,
) -> Floats:
    """Area of the ROC curve between two rates, or above min_tpr; McClish's scale on request.

    From a false positive rate of 0 to 1, and above a recall of 0, it is the whole area.
    """
    strip, by_chance = _strip(max_fpr, min_tpr, min_fpr)
    pairs, of = np.zeros(table.shape), totals(table)
    for s in table.steps.parts():
        some = _left_of(s, max_fpr, of) if min_tpr is None else _above(s, min_tpr, of)
        if min_tpr is None and min_fpr:
            some = some - _left_of(s, min_fpr, of)
        pairs = pairs + some.sum(-1)
    share = ratio(pairs, table.positives * table.negatives)
    area = np.clip(share, 0.0, strip)  # up to rounding
    if standardised == "yes":
        area = (1 + (area - by_chance) / (strip - by_chance)) / 2
    return defined(table, area)


def _left_of(s: Steps, max_fpr: float, of: tuple[Floats, Floats]) -> Floats:
    """Pairs of each step with the negatives left of a rate; a tied one leads up on a line."""
    end = max_fpr * of[1]
    run = np.clip(end - (s.fp - s.negative), 0.0, s.negative)
    bend = np.where(s.negative > 0, ratio(run * run, 2 * s.negative), 0.0)
    pairs: Floats = s.positive * (np.maximum(end - s.fp, 0.0) + bend)
    return pairs


def _above(s: Steps, min_tpr: float, of: tuple[Floats, Floats]) -> Floats:
    """Pairs of what each step adds above a recall with the negatives that rank below it."""
    up = np.clip(s.tp - min_tpr * of[0], 0.0, s.positive)
    bend = np.where(s.positive > 0, ratio(s.negative * up, 2 * s.positive), 0.0)
    pairs: Floats = up * (of[1] - s.fp + bend)
    return pairs


def _strip(max_fpr: float, min_tpr: float | None, min_fpr: float) -> tuple[float, float]:
    """How wide the region is, and the area of it under the diagonal."""
    if min_tpr is not None:
        return 1 - min_tpr, (1 - min_tpr) ** 2 / 2
    if min_fpr >= max_fpr:
        raise refuse("partial_rates", low=min_fpr, high=max_fpr)
    return max_fpr - min_fpr, (max_fpr**2 - min_fpr**2) / 2


def _partial_range(
    max_fpr: float = 0.1,
    min_tpr: float | None = None,
    standardised: str = "no",
    min_fpr: float = 0.0,
) -> tuple[float, float]:
    strip, by_chance = _strip(max_fpr, min_tpr, min_fpr)
    low = (1 - by_chance / (strip - by_chance)) / 2
    return (low, 1.0) if standardised == "yes" else (0.0, float(strip))


def _partial_by_chance(
    _: ScoreTable,
    max_fpr: float = 0.1,
    min_tpr: float | None = None,
    standardised: str = "no",
    min_fpr: float = 0.0,
) -> float:
    return 0.5 if standardised == "yes" else _strip(max_fpr, min_tpr, min_fpr)[1]


PARTIAL_AUROC = RankingMetric(
    key="partial_auroc",
    names=Text("Partial area under the ROC curve", "部分 ROC 曲线下面积"),
    aliases=("pauc", "partial auc"),
    question=Text(
        "How well does the score rank where the false positive rate is small (or recall high)?",
        "在假阳性率较小（或召回率较高）的区域，分数的排序能力如何？",
    ),
    formula=r"\int_0^{f} TPR(x)\,dx",
    compute=partial_auroc,
    on_grid="rises",
    interval=Smooth(part=True),
    range=_partial_range,
    chance=Chance(
        Text("f²/2, or 1/2 when standardised", "f²/2；标准化后为 1/2"),
        _partial_by_chance,
    ),
    moves_with_prevalence=False,
    undefined_when=BOTH,
    misleads_when=Text(
        "the region is chosen after looking at the curve, or raw and standardised values are "
        "compared",
        "看过曲线之后再选区域，或把原始值与标准化值相比较",
    ),
    parameters=(
        Parameter(
            "max_fpr",
            0.1,
            Text("largest false positive rate", "最大假阳性率"),
            between=(0, 1),
            ends=(False, True),
        ),
        Parameter(
            "min_tpr",
            None,
            Text("instead: smallest recall", "改为：最小召回率"),
            between=(0, 1),
            ends=(True, False),
            instead_of="max_fpr",
        ),
        Parameter(
            "standardised",
            "no",
            Text(
                "yes: McClish's scale, 1/2 by chance and 1 at best",
                "yes：McClish 标准化，偶然为 1/2，最好为 1",
            ),
            words=NO_OR_YES,
        ),
        Parameter(
            "min_fpr",
            0,
            Text("smallest false positive rate", "最小假阳性率"),
            between=(0, 1),
            ends=(True, False),
        ),
    ),
    examples=(
        "partial_auroc(0.2, standardised=yes)",
        "partial_auroc(min_tpr=0.8)",
        "partial_auroc(0.3, min_fpr=0.1)",
    ),
    references=(MCCLISH, "Jiang Y, Metz CE, Nishikawa RM (1996) Radiology 201(3):745–750"),
)
