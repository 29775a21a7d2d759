"""The top of the ranking: what the first k hold. Ties at the cut-off share it evenly."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.memo import remember
from veracity.metrics.ranking.areas import AT_THE_PREVALENCE, prevalence_of
from veracity.metrics.ranking.staircase import NO_POSITIVES, RankingMetric, point_at
from veracity.metrics.record.cases import AT_ONE
from veracity.metrics.record.interval_facts import MovingThreshold
from veracity.metrics.record.metric import Case, Chance
from veracity.parameters import Parameter
from veracity.statistics import ScoreTable
from veracity.words import Text

_FIRST_SCORES = 16
K = Parameter(
    "k",
    10,
    Text(
        "how many of the highest scores, a whole number; below 1 it is a share of all cases",
        "取分数最高的多少个（整数）；小于 1 时表示占全部样本的比例",
    ),
    between=(0, 1e15),
    ends=False,
    whole_from=1,
)
MANNING = "Manning CD, Raghavan P, Schütze H (2008) Introduction to Information Retrieval"
TIES = "McSherry F, Najork M (2008) ECIR, LNCS 4956:414–421"


def too_few(k: float) -> Case:
    """The ranking is shorter than the cut-off."""
    return Case(
        Text("there are fewer than k cases", "样本少于 k 个"),
        lambda t: (k >= 1) & (k > np.asarray(t.positives + t.negatives)),
    )


def rows_have_weights(k: float) -> Case:
    """So many rows are meant, and a weight is no number of rows."""
    return Case(
        Text(
            "k counts rows, and weights have no scale: give a share below 1",
            "k 表示行数，而权重没有固定尺度：请给出小于 1 的比例",
        ),
        lambda t: np.full(t.shape, k >= 1 and t.squares is not None),
    )


def _undefined(k: float, *more: Case) -> tuple[Case, ...]:
    return (*more, too_few(k), rows_have_weights(k))


def found_in_top(table: ScoreTable, k: float) -> tuple[Floats, Floats]:
    """Expected positives among the top k, ties broken at random, and k as a number of cases.

    With importance or sampling weights a number of rows means nothing: nan where k >= 1.
    """
    return remember(table, ("found in top", k), lambda: _found(table, k))


def _found(table: ScoreTable, k: float) -> tuple[Floats, Floats]:
    if k >= 1 and table.shape and "tp" not in table.__dict__:
        total, read = np.asarray(table.total), _top(table, k)
    else:
        total, read = np.asarray(table.positives + table.negatives), table
    cases = total * k if k < 1 else np.broadcast_to(np.float64(k), total.shape)
    fits = (cases <= total) & (k < 1 or table.squares is None)
    return np.where(fits, point_at(read, cases).tp, np.nan), cases


def _top(table: ScoreTable, k: float) -> ScoreTable:
    """The first scores of several tables, so many that each holds k cases: sums end there."""
    size = _FIRST_SCORES
    while size < len(table):
        weight = table.weight[..., :size]
        if (weight.sum((-2, -1)) > k).all():
            return replace(table, scores=table.scores[:size], weight=weight, squares=None)
        size *= 4
    return table


def found_at_positives(table: ScoreTable) -> Floats:
    """Recall where as many are called positive as there are positives, ties shared evenly."""
    return ratio(point_at(table, table.positives).tp, table.positives)


def top_alike(table: ScoreTable, k: float = 10) -> bool:
    """Whether all of the top k are positive, or all positives among them."""
    if table.kind != "score_table" or table.shape:
        return False
    found, cases = (float(one) for one in found_in_top(table, k))
    return any(math.isclose(found, most, rel_tol=1e-12) for most in (cases, table.positives))


def precision_at_k(table: ScoreTable, k: float = 10) -> Floats:
    """Share of positives among the top k."""
    found, cases = found_in_top(table, k)
    return ratio(found, cases)


def recall_at_k(table: ScoreTable, k: float = 10) -> Floats:
    """Share of the positives that are among the top k."""
    found, _ = found_in_top(table, k)
    return ratio(found, table.positives)


def lift(table: ScoreTable, k: float = 0.1) -> Floats:
    """Precision among the top k relative to the prevalence."""
    return ratio(precision_at_k(table, k), prevalence_of(table))


PRECISION_AT_K = RankingMetric(
    key="precision_at_k",
    names=Text("Precision at k", "前 k 个的查准率"),
    aliases=("p@k", "precision@k"),
    question=Text(
        "Of the k cases with the highest scores, what share is positive?",
        "分数最高的 k 个样本中，正例占多少？",
    ),
    formula=r"\frac{TP_k}{k}",
    compute=precision_at_k,
    on_grid="rises",
    interval=MovingThreshold(alike=top_alike),
    chance=AT_THE_PREVALENCE,
    undefined_when=_undefined(10),
    restate=lambda k: {"undefined_when": _undefined(k)},
    misleads_when=Text(
        "there are fewer than k positives: 1 is then out of reach",
        "正例少于 k 个时：不可能达到 1",
    ),
    parameters=(K,),
    examples=("precision_at_k(3)", "precision_at_k(0.2)"),
    references=(MANNING, TIES),
)

RECALL_AT_K = RankingMetric(
    key="recall_at_k",
    names=Text("Recall at k", "前 k 个的召回率"),
    aliases=("r@k", "recall@k"),
    question=Text(
        "What share of the positives is among the k highest scores?",
        "分数最高的 k 个样本包含了多少比例的正例？",
    ),
    formula=r"\frac{TP_k}{P}",
    compute=recall_at_k,
    on_grid="rises",
    interval=MovingThreshold(alike=top_alike),
    chance=Chance(
        Text("k as a share of all cases", "k 占全部样本的比例"),
        lambda t, k=10: k if k < 1 else ratio(k, (t.positive + t.negative).sum(-1)),
    ),
    undefined_when=_undefined(10, NO_POSITIVES),
    restate=lambda k: {"undefined_when": _undefined(k, NO_POSITIVES)},
    misleads_when=Text(
        "there are more than k positives: 1 is then out of reach",
        "正例多于 k 个时：不可能达到 1",
    ),
    parameters=(K,),
    examples=("recall_at_k(3)", "recall_at_k(0.2)"),
    references=(MANNING, TIES),
)

LIFT = RankingMetric(
    key="lift",
    names=Text("Lift", "提升度"),
    aliases=("lift at k",),
    question=Text(
        "How many times more common are positives among the top k than overall?",
        "分数最高的 k 个样本中，正例的比例是总体的多少倍？",
    ),
    formula=r"\frac{P_k}{\pi}",
    compute=lift,
    on_grid="rises",
    interval=MovingThreshold(alike=lambda t, k=0.1: top_alike(t, k)),
    range=(0.0, float("inf")),
    chance=AT_ONE,
    undefined_when=_undefined(0.1, NO_POSITIVES),
    restate=lambda k: {"undefined_when": _undefined(k, NO_POSITIVES)},
    misleads_when=Text(
        "data sets of different prevalence are compared: its largest value is 1/prevalence",
        "比较患病率不同的数据集时：其最大值为 1/患病率",
    ),
    parameters=(replace(K, default=0.1),),
    examples=("lift(0.2)", "lift(3)"),
    references=("Brin S, Motwani R, Ullman JD, Tsur S (1997) SIGMOD Record 26(2):255–264",),
)
