"""Ranking among K classes: areas averaged over classes or over pairs, and the first k."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import quoted
from veracity.metrics.ranking.class_areas import (
    among,
    area_against_each,
    area_against_rest,
    bound_against_each,
    bound_against_rest,
)
from veracity.metrics.record.cases import AT_HALF, NO_ROWS
from veracity.metrics.record.interval_facts import Proportion, Smooth
from veracity.metrics.record.metric import Case, Chance, Metric
from veracity.metrics.record.row_derivatives import moves_against_each, moves_against_rest
from veracity.parameters import Parameter
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.words import Text, say

HAND = "Hand DJ, Till RJ (2001) Machine Learning 45(2):171–186"
PROVOST = "Provost F, Domingos P (2003) Machine Learning 52(3):199–215"
FERRI = "Ferri C, Hernández-Orallo J, Modroiu R (2009) Pattern Recognition Letters 30(1):27–38"
RUSSAKOVSKY = "Russakovsky O, et al. (2015) Int J Computer Vision 115(3):211–252"


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricOfClasses(Metric[ScoreColumns]):
    """A record whose reasons name the classes that the truth lacks, and the mean without them."""

    reads: type[ScoreColumns] = ScoreColumns
    classes: Literal["two", "any"] = "any"

    def reasons(self, statistic: ScoreColumns) -> tuple[Text, ...]:
        """Why the value is undefined, with the names of the absent classes."""
        absent = (statistic.truth == 0).reshape(-1, statistic.classes).all(0)
        names = [label for label, gone in zip(statistic.labels, absent, strict=True) if gone]
        found = Metric.reasons(self, statistic)
        if not names:
            return found
        left = tuple(label for label in statistic.labels if label not in names)
        if len(left) < 2:
            return (*found, say("classes_absent", labels=quoted(names)))
        without = float(np.mean(self.compute(among(statistic, left))))
        return (
            *found,
            say("classes_absent_mean", labels=quoted(names), without=f"{without:.4g}"),
        )


ABSENT = Case(
    Text("a class has no case in the truth", "某个类别在真实标签中没有样本"),
    lambda columns: (columns.truth == 0).any(-1),
)
ONE_CLASS = Case(
    Text("there is only one class", "只有一个类别"), lambda columns: columns.classes < 2
)


def auroc_ovr_macro(columns: ScoreColumns) -> Floats:
    """The ROC area of each class against all others together, averaged over the classes."""
    return mean_of_classes(area_against_rest(columns))


def auroc_ovr_weighted(columns: ScoreColumns) -> Floats:
    """The same, each class weighted by its share of the truth."""
    return mean_of_classes(area_against_rest(columns), columns.truth)


def auroc_ovo_macro(columns: ScoreColumns) -> Floats:
    """The area between two classes, both ways, averaged over all pairs of classes.

    Hand and Till's M = 2/(K(K − 1)) Σ_{i<j} [A(i|j) + A(j|i)]/2, where A(i|j) is how often a
    case of class i has a higher probability of class i than a case of class j, ties one half.
    """
    return mean_of_classes(_of_pairs(area_against_each(columns)))


def auroc_ovo_weighted(columns: ScoreColumns) -> Floats:
    """The same, each pair weighted by the share of cases that belong to one of the two."""
    return mean_of_classes(_of_pairs(area_against_each(columns)), _pair_weights(columns))


def _bracket_ovr_macro(columns: ScoreColumns) -> tuple[Floats, Floats]:
    return _around(auroc_ovr_macro(columns), mean_of_classes(bound_against_rest(columns)))


def _bracket_ovr_weighted(columns: ScoreColumns) -> tuple[Floats, Floats]:
    return _around(
        auroc_ovr_weighted(columns), mean_of_classes(bound_against_rest(columns), columns.truth)
    )


def _bracket_ovo_macro(columns: ScoreColumns) -> tuple[Floats, Floats]:
    return _around(
        auroc_ovo_macro(columns), mean_of_classes(_of_pairs(bound_against_each(columns)))
    )


def _bracket_ovo_weighted(columns: ScoreColumns) -> tuple[Floats, Floats]:
    bound = mean_of_classes(_of_pairs(bound_against_each(columns)), _pair_weights(columns))
    return _around(auroc_ovo_weighted(columns), bound)


def _around(value: Floats, bound: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest value that rows in these buckets can have."""
    return np.maximum(value - bound, 0.0), np.minimum(value + bound, 1.0)


def _of_pairs(both: Floats) -> Floats:
    """The mean of (i, j) and (j, i) for each pair i < j, (..., pairs)."""
    one, other = np.triu_indices(both.shape[-1], 1)
    pairs: Floats = (both[..., one, other] + both[..., other, one]) / 2
    return pairs


def _pair_weights(columns: ScoreColumns) -> Floats:
    """The weight of the cases of each pair i < j, (..., pairs)."""
    one, other = np.triu_indices(columns.classes, 1)
    weights: Floats = columns.truth[..., one] + columns.truth[..., other]
    return weights


def mean_of_classes(values: Floats, weight: Floats | None = None) -> Floats:
    """The mean over the last axis; nan where a value is, also if it has no weight."""
    weights = np.ones(values.shape[-1:]) if weight is None else weight
    return np.asarray(ratio((values * weights).sum(-1), weights.sum(-1)))[()]


RARE = Text(
    "a class is rare: its few cases count as much as a common class; and the area says nothing "
    "of the predicted class or of calibration",
    "某个类别很少见时：它的少数样本与大类同等计入；且该面积不反映预测类别与校准",
)
COMMON = Text(
    "one class is common: it decides the average, and a model that ranks the rare ones badly "
    "still looks good",
    "某个类别占多数时：平均值由它决定，少数类排序很差的模型看起来仍然不错",
)

AUROC_OVR_MACRO = MetricOfClasses(
    key="auroc_ovr_macro",
    names=Text("AUROC, one versus rest, macro", "一对多 AUROC 宏平均"),
    aliases=(
        "aunu",
        "roc aunu",
        "macro_auroc",
        "macro auc",
        "auroc ovr",
        "roc auc ovr",
        "宏平均AUROC",
    ),
    question=Text(
        "How well does each class's probability rank its cases before all others, averaged "
        "over the classes?",
        "各类别的概率把本类样本排在其他样本之前的能力，对类别取平均是多少？",
    ),
    formula=r"\frac1K \sum_k AUROC_k",
    compute=auroc_ovr_macro,
    on_grid=_bracket_ovr_macro,
    interval=Smooth(by_entry=moves_against_rest),
    chance=AT_HALF,
    undefined_when=(ONE_CLASS, ABSENT),
    misleads_when=RARE,
    references=(PROVOST, FERRI),
)

AUROC_OVR_WEIGHTED = MetricOfClasses(
    key="auroc_ovr_weighted",
    names=Text("AUROC, one versus rest, weighted", "一对多 AUROC 加权平均"),
    aliases=("aunp", "roc aunp", "weighted_auroc", "weighted auc", "加权平均AUROC"),
    question=Text(
        "How well does each class's probability rank its cases before all others, averaged "
        "with the class sizes as weights?",
        "各类别的概率把本类样本排在其他样本之前的能力，按类别样本数加权平均是多少？",
    ),
    formula=r"\sum_k \pi_k\,AUROC_k",
    compute=auroc_ovr_weighted,
    on_grid=_bracket_ovr_weighted,
    interval=Smooth(by_entry=lambda joint: moves_against_rest(joint, weighted=True)),
    chance=AT_HALF,
    undefined_when=(ONE_CLASS, ABSENT),
    misleads_when=COMMON,
    references=(PROVOST, FERRI),
)

AUROC_OVO_MACRO = MetricOfClasses(
    key="auroc_ovo_macro",
    names=Text("AUROC, one versus one, macro (Hand–Till M)", "一对一 AUROC 宏平均（Hand–Till M）"),
    aliases=("au1u", "hand till", "hand-till m", "auroc ovo", "roc auc ovo", "m measure"),
    question=Text(
        "How well are two classes separated by their probabilities, averaged over all pairs "
        "of classes?",
        "两个类别能被其概率区分的程度，对所有类别对取平均是多少？",
    ),
    formula=r"\frac{2}{K(K-1)} \sum_{i<j} \frac{A(i|j) + A(j|i)}{2}",
    compute=auroc_ovo_macro,
    on_grid=_bracket_ovo_macro,
    interval=Smooth(by_entry=moves_against_each),
    chance=AT_HALF,
    moves_with_prevalence=False,
    undefined_when=(ONE_CLASS, ABSENT),
    misleads_when=RARE,
    references=(HAND, FERRI),
)

AUROC_OVO_WEIGHTED = MetricOfClasses(
    key="auroc_ovo_weighted",
    names=Text("AUROC, one versus one, weighted", "一对一 AUROC 加权平均"),
    aliases=("au1p", "weighted ovo auroc", "roc auc ovo weighted"),
    question=Text(
        "How well are two classes separated, averaged over pairs with their cases as weights?",
        "两个类别能被区分的程度，按类别对的样本数加权平均是多少？",
    ),
    formula=r"\frac{\sum_{i<j} (\pi_i + \pi_j)\,\frac{A(i|j) + A(j|i)}{2}}"
    r"{\sum_{i<j} (\pi_i + \pi_j)}",
    compute=auroc_ovo_weighted,
    on_grid=_bracket_ovo_weighted,
    interval=Smooth(by_entry=lambda joint: moves_against_each(joint, weighted=True)),
    chance=AT_HALF,
    undefined_when=(ONE_CLASS, ABSENT),
    misleads_when=COMMON,
    references=(HAND, FERRI),
)


def _within(k: float) -> dict[str, Any]:
    """What k changes: the rows that count as found."""
    return {"interval": Proportion(lambda ranks: ranks.within(k), lambda ranks: ranks.total)}


TOP_K_ACCURACY: Metric[TopRanks] = Metric(
    key="top_k_accuracy",
    names=Text("Top-k accuracy", "Top-k 准确率"),
    aliases=("top k accuracy", "top-k", "hit rate at k", "前k准确率"),
    question=Text(
        "How often is the true class among the k with the largest probabilities?",
        "真实类别位于概率最大的 k 个类别之中的比例是多少？",
    ),
    formula=r"\frac1n \sum_i [k \ge rank_i(y_i)]",
    compute=lambda ranks, k=2: ratio(ranks.within(k), ranks.total),
    interval=Proportion(lambda ranks: ranks.within(2), lambda ranks: ranks.total),
    restate=_within,
    reads=TopRanks,
    classes="any",
    chance=Chance(
        Text("k/K: the classes in a random order", "k/K：类别按随机顺序排列"),
        lambda ranks, k=2: min(k, ranks.classes) / ranks.classes,
    ),
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "k is near the number of classes, where it is close to 1 for any model (at K it is 1); "
        "or one class is common",
        "k 接近类别数时：任何模型都接近 1（k = K 时恒为 1）；或某一类占多数时",
    ),
    parameters=(
        Parameter(
            "k",
            2,
            Text("how many of the largest probabilities", "取概率最大的多少个类别"),
            between=(1, 1e15),
            whole_from=1,
        ),
    ),
    examples=("top_k_accuracy(1)", "top_k_accuracy(3)"),
    references=(RUSSAKOVSKY,),
)


def _reciprocal(weight: Floats) -> Floats:
    """Mean of 1/rank, of weights by rank (..., K)."""
    shares = weight / np.arange(1, weight.shape[-1] + 1)
    return np.asarray(ratio(shares.sum(-1), weight.sum(-1)))[()]


MEAN_RECIPROCAL_RANK: Metric[TopRanks] = Metric(
    key="mean_reciprocal_rank",
    names=Text("Mean reciprocal rank", "平均倒数排名"),
    aliases=("retrieval mrr", "mrr", "reciprocal rank"),
    question=Text(
        "What is the mean of 1/rank of the true class among the probabilities?",
        "真实类别在各类概率中排名的倒数，平均是多少？",
    ),
    formula=r"\frac1n \sum_i \frac{1}{rank_i(y_i)}",
    compute=lambda ranks: _reciprocal(ranks.weight),
    reads=TopRanks,
    classes="any",
    chance=Chance(
        Text("(1 + 1/2 + … + 1/K)/K: the classes in a random order", "(1 + 1/2 + … + 1/K)/K：随机"),
        lambda ranks: float(np.mean(1 / np.arange(1, ranks.classes + 1))),
    ),
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "several classes are right for a case, or ranks beyond the first few matter: half of "
        "its scale lies between rank 1 and rank 2",
        "一个样本有多个正确类别，或靠后的排名也要紧时：第 1 与第 2 名之间就占了一半刻度",
    ),
    references=("Voorhees EM (1999) Proc. 8th Text REtrieval Conference (TREC-8), 77–82",),
)
