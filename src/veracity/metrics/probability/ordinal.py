"""Ranking of ordered classes: the ROC areas of every split of the order, averaged."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats
from veracity.metrics.probability.sums import ProbabilityMetric
from veracity.metrics.record.cases import AT_HALF
from veracity.metrics.record.interval_facts import Smooth
from veracity.metrics.record.metric import Case
from veracity.metrics.record.row_derivatives import moves_of_thresholds
from veracity.statistics.joint.cumulative_scores import CumulativeScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.scores.areas import area_under_roc
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text

WAEGEMAN = "Waegeman W, De Baets B, Boullart L (2008) Pattern Recognition Letters 29(1):1–9"


def ordinal_auroc(statistic: ProbabilityTable | ScoreColumns) -> Floats:
    """For each split between neighbouring classes, how well P(Y ≤ k) tells the two sides apart.

    The mean of the K − 1 ROC areas. Of two classes it is the ROC area.
    """
    if not statistic.several_columns:
        return np.asarray(area_under_roc(statistic))[()]
    areas = []
    for name, one in zip(statistic.names, statistic.tables, strict=True):
        table = one.edges
        reached = table.labels.index(name) + 1
        sides = [table.weight[..., reached:, :].sum(-2), table.weight[..., :reached, :].sum(-2)]
        pair = ScoreTable(table.scores, np.stack(sides, -2), (0, 1), 1)
        areas.append(np.asarray(area_under_roc(pair)))
    return np.asarray(np.mean(areas, axis=0))[()]


ORDINAL_AUROC: ProbabilityMetric[ProbabilityTable | ScoreColumns] = ProbabilityMetric(
    key="ordinal_auroc",
    names=Text("Ordinal AUROC", "有序 AUROC"),
    aliases=("ordinal auc", "ordinal roc auc", "有序AUC"),
    question=Text(
        "For ordered classes: how well do the probabilities separate classes above a cut-off in "
        "the order from those below it, averaged over the cut-offs?",
        "对有序类别：概率区分高于与不高于某一切点的能力，对所有切点取平均是多少？",
    ),
    formula=r"\frac{1}{K-1}\sum_{k<K} AUROC\bigl(P(Y \le k);\ y \le k\bigr)",
    compute=ordinal_auroc,
    also_reads=(CumulativeScores,),
    classes="any",
    interval=Smooth(by_entry=moves_of_thresholds),
    chance=AT_HALF,
    undefined_when=(
        Case(
            Text("the lowest or the highest class has no case", "最低或最高的类别没有样本"),
            lambda t: (t.truth[..., 0] == 0) | (t.truth[..., -1] == 0),
        ),
    ),
    misleads_when=Text(
        "labels were not given in their order; or compared with the c-index of a single score or "
        "the mean over pairs of classes, which are other averages",
        "标签没有按顺序给出时；或与单一分数的 c 指数、类别对平均相比时：那是另外的平均",
    ),
    references=(WAEGEMAN,),
)
