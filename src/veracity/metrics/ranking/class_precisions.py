"""Average precision over K classes (macro, weighted, micro), and the ROC area of all pooled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.ranking.class_areas import tables_against_rest
from veracity.metrics.ranking.classes import (
    ABSENT,
    COMMON,
    FERRI,
    ONE_CLASS,
    PROVOST,
    RARE,
    MetricOfClasses,
    mean_of_classes,
)
from veracity.metrics.record.cases import NO_ROWS
from veracity.metrics.record.interval_facts import Smooth
from veracity.metrics.record.metric import Chance
from veracity.metrics.record.row_derivatives import (
    moves_of_pooled_area,
    moves_of_pooled_precision,
    moves_of_precisions,
)
from veracity.statistics.grid.bounds import average_precision_bracket
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.scores.areas import area_under_roc, average_precision
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text

MANNING = "Manning CD, Raghavan P, Schütze H (2008) Introduction to Information Retrieval"
POOLED = Text(
    "classes have unequal shares: once columns are pooled, giving the common class higher "
    "scores already ranks above chance, whatever the case; and common classes dominate",
    "各类占比不等时：合并后，只要给常见类更高的分数，不了解任何样本也能高于随机；且结果由大类决定",
)


def precisions(columns: ScoreColumns) -> Floats:
    """The average precision of each class against all others, (..., K)."""
    found = [np.asarray(average_precision(one)) for one in tables_against_rest(columns)]
    return np.stack(found, -1)


def macro_average_precision(columns: ScoreColumns) -> Floats:
    """The average precision of each class against the rest, averaged over the classes."""
    return np.asarray(mean_of_classes(precisions(columns)))[()]


def weighted_average_precision(columns: ScoreColumns) -> Floats:
    """The same, each class weighted by its share of the truth."""
    return np.asarray(mean_of_classes(precisions(columns), columns.truth))[()]


def _brackets(columns: ScoreColumns) -> tuple[Floats, Floats]:
    ends: list[tuple[Any, Any]] = []
    for label in columns.labels:
        one = columns.column(label).one_vs_rest(label)
        if one.kind == "score_grid":
            ends.append(average_precision_bracket(one))
        else:
            ends.append((average_precision(one),) * 2)
    low, high = (np.stack([np.asarray(e) for e in side], -1) for side in zip(*ends, strict=True))
    return low, high


def _macro_bracket(columns: ScoreColumns) -> tuple[Any, Any]:
    low, high = _brackets(columns)
    return mean_of_classes(low), mean_of_classes(high)


def _weighted_bracket(columns: ScoreColumns) -> tuple[Any, Any]:
    low, high = _brackets(columns)
    return mean_of_classes(low, columns.truth), mean_of_classes(high, columns.truth)


def pooled(columns: ScoreColumns) -> ScoreTable:
    """Every row once for each class: is it of that class, and what does the column say."""
    tables = list(tables_against_rest(columns))
    every = np.concatenate([table.scores for table in tables])
    scores, index = np.unique(-every, return_inverse=True)
    weight = np.zeros((*columns.shape, 2, len(scores)))
    start = 0
    for table in tables:
        size = len(table.scores)
        weight[..., index[start : start + size]] += table.weight
        start += size
    return ScoreTable(-scores, weight, (0, 1), 1)


def _buckets(columns: ScoreColumns) -> Iterator[tuple[ScoreTable | ScoreGrid, Floats, Floats]]:
    """Each column for its class against the rest: lowest and highest score of each bucket."""
    for label in columns.labels:
        one = columns.column(label).one_vs_rest(label)
        yield (
            (one, one.low, one.high)
            if isinstance(one, ScoreGrid)
            else (one, one.scores, one.scores)
        )


def _pooled_at(columns: ScoreColumns, *, best: bool) -> ScoreTable:
    """As if every row lay at an edge of its bucket: those of the class high, the others low.

    The area can only rise when a case of the class moves up or another one down, so that this is
    the best order there can be; the other way round it is the worst.
    """
    scores, sizes = [], []
    for one, *ends in _buckets(columns):
        low, high = ends if best else ends[::-1]
        none = np.zeros_like(one.positive)
        scores += [high, low]
        sizes += [np.stack([none, one.positive], -2), np.stack([one.negative, none], -2)]
    distinct, index = np.unique(-np.concatenate(scores), return_inverse=True)
    every = np.concatenate(sizes, -1)
    weight = np.zeros((*every.shape[:-1], len(distinct)))
    where: Any = (..., index)
    np.add.at(weight, where, every)
    return ScoreTable(-distinct, weight, (0, 1), 1)


def _least_precision(table: ScoreTable) -> Any:
    """The least average precision if tied cases lie in any order: positives spread, and last.

    With T positives above and M negatives at or above, p of them add p − M ln((T+p+M)/(T+M)).
    """
    positive, behind = table.positive, np.cumsum(table.negative, -1)
    before = np.cumsum(positive, -1) - positive
    lost = np.where(behind > 0, behind * np.log1p(ratio(positive, before + behind)), 0.0)
    return ratio((positive - lost).sum(-1), table.positives)


def _greatest_precision(columns: ScoreColumns) -> Any:
    """No average precision of the rows is greater: each case of a class read at its best score.

    At a score s at most T cases of their class lie at or above (whose buckets reach s), and at
    least F others do (whose buckets begin there); so no case read at s has a precision above
    T/(T + F). Buckets of different columns overlap: ties across columns then count for more than
    the highest positions would.
    """
    low, high, positive, negative = [], [], [], []
    for one, least, most in _buckets(columns):
        low.append(least)
        high.append(most)
        positive.append(one.positive)
        negative.append(one.negative)
    starts, ends = np.concatenate(low), np.concatenate(high)
    true, false = np.concatenate(positive, -1), np.concatenate(negative, -1)
    tops = np.unique(ends)
    reach, begin = _at_or_above(true, ends, tops), _at_or_above(false, starts, tops)
    precision = np.append(ratio(reach, reach + begin), np.zeros((*true.shape[:-1], 1)), -1)
    between = np.stack([np.searchsorted(tops, starts), np.searchsorted(tops, ends, "right")], -1)
    best = np.fmax.reduceat(precision, between.ravel(), axis=-1)[..., ::2]
    return ratio(np.where(true > 0, true * best, 0.0).sum(-1), true.sum(-1))


def _at_or_above(weight: Floats, scores: Floats, limits: Floats) -> Floats:
    """The weight at or above each of the ascending limits."""
    order = np.argsort(scores, kind="stable")
    behind = np.cumsum(weight[..., order[::-1]], -1)[..., ::-1]
    behind = np.append(behind, np.zeros((*weight.shape[:-1], 1)), -1)
    return behind[..., np.searchsorted(scores[order], limits)]


def _area_bracket(columns: ScoreColumns) -> tuple[Any, Any]:
    low, high = (area_under_roc(_pooled_at(columns, best=best)) for best in (False, True))
    return low, high


def _precision_bracket(columns: ScoreColumns) -> tuple[Any, Any]:
    low = _least_precision(_pooled_at(columns, best=False))
    return low, np.clip(_greatest_precision(columns), low, 1.0)


def micro_average_precision(columns: ScoreColumns) -> Floats:
    """The average precision of all answers to "is it this class", pooled."""
    return np.asarray(average_precision(pooled(columns)))[()]


def micro_auroc(columns: ScoreColumns) -> Floats:
    """The ROC area of all answers to "is it this class", pooled."""
    return np.asarray(area_under_roc(pooled(columns)))[()]


MACRO_AVERAGE_PRECISION = MetricOfClasses(
    key="macro_average_precision",
    names=Text("Macro average precision", "宏平均的平均查准率"),
    aliases=("macro ap", "mean average precision of classes", "macro auprc"),
    question=Text(
        "What is the average precision of each class against all others, averaged over the "
        "classes?",
        "各类别对其余样本的平均查准率，对类别取平均是多少？",
    ),
    formula=r"\frac1K \sum_k AP_k",
    compute=macro_average_precision,
    on_grid=_macro_bracket,
    interval=Smooth(by_entry=moves_of_precisions),
    chance=Chance(
        Text("1/K: the mean of the class shares", "1/K：各类占比的均值"),
        lambda columns, **values: 1 / columns.classes,
        beside=True,
    ),
    undefined_when=(ABSENT,),
    misleads_when=RARE,
    references=(MANNING,),
)

WEIGHTED_AVERAGE_PRECISION = MetricOfClasses(
    key="weighted_average_precision",
    names=Text("Weighted average precision", "加权平均的平均查准率"),
    aliases=("weighted ap", "weighted auprc"),
    question=Text(
        "What is the average precision of each class against all others, averaged with the "
        "class sizes as weights?",
        "各类别对其余样本的平均查准率，按类别样本数加权平均是多少？",
    ),
    formula=r"\sum_k \pi_k\,AP_k",
    compute=weighted_average_precision,
    on_grid=_weighted_bracket,
    interval=Smooth(by_entry=lambda joint: moves_of_precisions(joint, weighted=True)),
    chance=Chance(
        Text("Σ π_k²", "Σ π_k²"),
        lambda columns, **values: mean_of_classes(
            ratio(columns.truth, np.asarray(columns.total)[..., None]), columns.truth
        ),
        beside=True,
    ),
    undefined_when=(ABSENT,),
    misleads_when=COMMON,
    references=(MANNING,),
)

MICRO_AVERAGE_PRECISION = MetricOfClasses(
    key="micro_average_precision",
    names=Text("Micro average precision", "微平均的平均查准率"),
    aliases=("micro ap", "micro auprc"),
    question=Text(
        "With the answers of all columns pooled: what is the average precision of finding the "
        "true classes?",
        "把所有列的回答合并：找出真实类别的平均查准率是多少？",
    ),
    formula=r"AP\ \text{of}\ \{(p_{ik},\,[y_i = k])\}",
    compute=micro_average_precision,
    on_grid=_precision_bracket,
    interval=Smooth(by_entry=moves_of_pooled_precision),
    chance=Chance(
        Text(
            "1/K for columns alike, more where common classes get more",
            "各列同分布时为 1/K；常见类分数更高时更大",
        ),
        lambda columns, **values: micro_average_precision(columns.by_chance()),
        beside=True,
    ),
    undefined_when=(NO_ROWS,),
    misleads_when=POOLED,
    references=(MANNING,),
)

MICRO_AUROC = MetricOfClasses(
    key="micro_auroc",
    names=Text("Micro AUROC", "微平均 AUROC"),
    aliases=("micro auc", "auroc micro", "roc auc micro", "微平均AUROC"),
    question=Text(
        "With the answers of all columns pooled: how often is that for a true class above that "
        "for a wrong one?",
        "把所有列的回答合并：真实类别的分数高于错误类别的概率是多少？",
    ),
    formula=r"AUROC\ \text{of}\ \{(p_{ik},\,[y_i = k])\}",
    compute=micro_auroc,
    on_grid=_area_bracket,
    interval=Smooth(by_entry=moves_of_pooled_area),
    chance=Chance(
        Text(
            "1/2 for columns alike, more where common classes get more",
            "各列同分布时为 1/2；常见类分数更高时更大",
        ),
        lambda columns, **values: micro_auroc(columns.by_chance()),
    ),
    undefined_when=(NO_ROWS, ONE_CLASS),
    misleads_when=POOLED,
    references=(PROVOST, FERRI),
)
