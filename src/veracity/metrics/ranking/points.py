"""Single points of the ranking: the balanced ones, and those at a fixed rate."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, Ints, quiet, ratio
from veracity.metrics.ranking.areas import AT_THE_PREVALENCE, prevalence_of
from veracity.metrics.ranking.staircase import (
    BOTH,
    NO_POSITIVES,
    RankingMetric,
    defined,
    point_at,
)
from veracity.metrics.ranking.top import found_at_positives
from veracity.metrics.record.cases import AT_HALF
from veracity.metrics.record.interval_facts import MovingThreshold
from veracity.metrics.record.metric import Case, Chance
from veracity.parameters import Parameter
from veracity.statistics import ScoreTable
from veracity.statistics.numerics.bisection import first_where
from veracity.statistics.scores.steps import Steps
from veracity.words import Text

ROUNDING = 1e-12  # of a sum of weights


def break_even_point(table: ScoreTable) -> Floats:
    """Precision where as many are called positive as there are positives; nan if ties skip it."""
    positives, size = np.asarray(table.positives), len(table.scores)

    def more_than_positives(index: Ints) -> Any:
        tp, fp = table.reached_by_each(index)
        return tp + fp > positives * (1 + ROUNDING)

    last = np.maximum(first_where(more_than_positives, size + 1, positives.shape) - 1, 0)
    tp, fp = table.reached_by_each(last)
    there = np.isclose(tp + fp, positives, rtol=ROUNDING, atol=0.0)
    return np.where(there & (positives > 0), ratio(tp, positives), np.nan)[()]


def _no_break_even(table: ScoreTable) -> Any:
    return np.isnan(break_even_point(table)) & (table.positives > 0)


BREAK_EVEN_POINT = RankingMetric(
    key="break_even_point",
    names=Text("Precision-recall break-even point", "查准率与召回率的平衡点"),
    aliases=("bep", "r-precision", "break even point", "平衡点"),
    question=Text(
        "What are precision and recall where they are equal: as many called as there are "
        "positives?",
        "判为正的数目等于正例数时，查准率与召回率（此时相等）是多少？",
    ),
    formula=r"P(t)=R(t)\ \text{where}\ TP+FP=TP+FN",
    compute=break_even_point,
    interval=MovingThreshold(ties_shared=found_at_positives),
    chance=AT_THE_PREVALENCE,
    undefined_when=(
        NO_POSITIVES,
        Case(
            Text(
                "it does not exist: tied scores, or weights, skip the point where as many are "
                "called positive as there are positives",
                "不存在：并列的分数或权重跳过了判正数等于正例数的位置",
            ),
            _no_break_even,
        ),
    ),
    misleads_when=Text(
        "two models are ranked by it: it is one point of the curve, and models with equal "
        "values can differ everywhere else",
        "用它给两个模型排名：它只是曲线上的一个点，取值相等的模型在别处可能相差很大",
    ),
    references=("Joachims T (1998) ECML, LNCS 1398:137–142",),
)


def eer(table: ScoreTable) -> Floats:
    """The rate where FPR = FNR, on the straight line between the two nearest steps."""
    positives, negatives = table.positives, table.negatives
    there = point_at(table, positives * negatives, negatives, positives)
    return defined(table, ratio(there.fp, negatives))


EER = RankingMetric(
    key="eer",
    names=Text("Equal error rate", "等错误率"),
    aliases=("equal error rate", "crossover error rate"),
    question=Text(
        "How high are both error rates at the threshold where they are equal?",
        "在假阳性率与假阴性率相等的阈值处，错误率是多少？",
    ),
    formula=r"FPR(t) = FNR(t)",
    compute=eer,
    on_grid="rises",
    interval=MovingThreshold(),
    better="lower",
    chance=AT_HALF,
    moves_with_prevalence=False,
    undefined_when=BOTH,
    misleads_when=Text(
        "the two errors do not cost the same, which is the rule",
        "两种错误的代价通常并不相同",
    ),
    references=("Martin A et al. (1997) Proc. Eurospeech, 1895–1898",),
)


def tpr_at_fpr(table: ScoreTable, f: float = 0.1) -> Floats:
    """Highest TPR of a threshold whose FPR is at most f."""
    negatives, size = np.asarray(table.negatives), len(table.scores)

    def too_many(index: Ints) -> Any:
        return ratio(table.reached_by_each(index)[1], negatives) > f

    last = np.maximum(first_where(too_many, size + 1, negatives.shape) - 1, 0)
    return defined(table, ratio(table.reached_by_each(last)[0], table.positives))


def tpr_where_fpr(table: ScoreTable, f: float = 0.1) -> Floats:
    """TPR where FPR is f, on the straight line between the two nearest steps."""
    there = point_at(table, f * np.asarray(table.negatives), 0.0, 1.0)
    return defined(table, ratio(there.tp, table.positives))


def precision_at_recall(table: ScoreTable, r: float = 0.9) -> Floats:
    """Highest precision of a threshold whose recall is at least r."""

    def best(s: Steps) -> Floats:
        enough = ratio(s.tp, np.asarray(s.positives)[..., None]) >= r
        enough &= s.tp > 0
        return np.asarray(np.where(enough, ratio(s.tp, s.tp + s.fp), 0.0).max(-1, initial=0.0))

    return np.where(table.positives > 0, table.steps.of_each(best), np.nan)[()]


def precision_from_recall(table: ScoreTable, r: float = 0.9) -> Floats:
    """The same, also on the straight line to the first of these thresholds."""
    there = point_at(table, r * np.asarray(table.positives), 1.0, 0.0)
    called_positive = there.tp + there.fp
    at_top = np.where(called_positive > 0, ratio(there.tp, called_positive), 0.0)
    return np.maximum(precision_at_recall(table, r), at_top)[()]


def recall_at_precision(table: ScoreTable, p: float = 0.9) -> Floats:
    """Highest recall of a threshold whose precision is at least p; nan if none is."""

    def most(s: Steps) -> Floats:
        precise = ratio(s.tp, s.tp + s.fp) >= p
        return np.asarray(np.where(precise, s.tp, -np.inf).max(-1, initial=-np.inf))

    with quiet():
        value = ratio(table.steps.of_each(most), table.positives)
    return np.where((table.positives > 0) & (value >= 0), value, np.nan)[()]


def recall_down_to_precision(table: ScoreTable, p: float = 0.9) -> Floats:
    """The same, up to where the straight line to the next threshold falls below p."""
    tp, fp, size = table.tp, table.fp, len(table.scores)
    with np.errstate(invalid="ignore"):
        precise = ratio(tp, tp + fp) >= p  # never where nothing is called positive
    last = size - np.argmax(precise[..., ::-1], -1)
    (above, wrong), (below, more) = (
        table.reached_by_each(np.minimum(index, size)) for index in (last, last + 1)
    )
    surplus = np.maximum((1 - p) * above - p * wrong, 0.0)  # 0 where precision is p
    part = np.where(last < size, ratio(surplus, surplus - (1 - p) * below + p * more), 0.0)
    value = ratio(above + part * (below - above), table.positives)
    return np.where((table.positives > 0) & precise.any(-1), value, np.nan)[()]


def no_threshold_is_precise(p: float) -> Case:
    """No threshold has this precision."""
    return Case(
        Text("no threshold reaches this precision", "没有阈值能达到该查准率"),
        lambda t: np.isnan(recall_at_precision(t, p)) & (t.positives > 0),
    )


TPR_AT_FPR = RankingMetric(
    key="tpr_at_fpr",
    names=Text("Recall at a false positive rate", "给定假阳性率下的召回率"),
    aliases=("sensitivity at specificity", "sensitivity at fpr", "recall at fpr"),
    question=Text(
        "What recall can be had if the false positive rate may be at most f?",
        "假阳性率不超过 f 时，最多能达到多高的召回率？",
    ),
    formula=r"\max\{TPR(t): FPR(t) \le f\}",
    compute=tpr_at_fpr,
    on_grid="rises",
    interval=MovingThreshold(
        at="false_positive_rate", target=lambda f=0.1: f, ties_shared=tpr_where_fpr
    ),
    chance=Chance(Text("f", "f"), lambda t, f=0.1: f),
    moves_with_prevalence=False,
    undefined_when=BOTH,
    misleads_when=Text(
        "few negatives: the rate f is then a handful of cases, and the threshold is mostly noise",
        "负例很少时：比率 f 只相当于几个样本，阈值很不稳定",
    ),
    parameters=(
        Parameter("f", 0.1, Text("largest false positive rate", "最大假阳性率"), between=(0, 1)),
    ),
    examples=("tpr_at_fpr(0.05)",),
    references=("Pepe MS (2003) The Statistical Evaluation of Medical Tests, Oxford",),
)

PRECISION_AT_RECALL = RankingMetric(
    key="precision_at_recall",
    names=Text("Precision at a recall", "给定召回率下的查准率"),
    aliases=("precision at fixed recall",),
    question=Text(
        "What precision can be had if recall must be at least r?",
        "召回率不低于 r 时，最多能达到多高的查准率？",
    ),
    formula=r"\max\{P(t): R(t) \ge r\}",
    compute=precision_at_recall,
    on_grid="rises",
    interval=MovingThreshold(
        at="recall", target=lambda r=0.9: r, ties_shared=precision_from_recall
    ),
    chance=AT_THE_PREVALENCE,
    undefined_when=(NO_POSITIVES,),
    misleads_when=Text(
        "few positives: the recall r is then a handful of cases",
        "正例很少时：召回率 r 只相当于几个样本",
    ),
    parameters=(
        Parameter("r", 0.9, Text("smallest recall", "最小召回率"), between=(0, 1), ends=True),
    ),
    examples=("precision_at_recall(0.5)",),
    references=("Manning CD, Raghavan P, Schütze H (2008) Introduction to Information Retrieval",),
)

RECALL_AT_PRECISION = RankingMetric(
    key="recall_at_precision",
    names=Text("Recall at a precision", "给定查准率下的召回率"),
    aliases=("recall at fixed precision",),
    question=Text(
        "What recall can be had if precision must be at least p?",
        "查准率不低于 p 时，最多能达到多高的召回率？",
    ),
    formula=r"\max\{R(t): P(t) \ge p\}",
    compute=recall_at_precision,
    on_grid="rises",
    interval=MovingThreshold(
        at="precision", target=lambda p=0.9: p, ties_shared=recall_down_to_precision
    ),
    chance=Chance(
        Text("undefined, or 1 where the prevalence is at least p", "无定义；患病率不低于 p 时为 1"),
        lambda t, p=0.9: np.where(prevalence_of(t) >= p, 1.0, np.nan),
    ),
    undefined_when=(NO_POSITIVES, no_threshold_is_precise(0.9)),
    restate=lambda p: {"undefined_when": (NO_POSITIVES, no_threshold_is_precise(p))},
    misleads_when=Text(
        "few cases have high scores: one lucky positive at the top already has precision 1",
        "高分样本很少时：排在最前的一个偶然命中就有查准率 1",
    ),
    parameters=(Parameter("p", 0.9, Text("smallest precision", "最小查准率"), between=(0, 1)),),
    examples=("recall_at_precision(0.5)",),
    references=("Manning CD, Raghavan P, Schütze H (2008) Introduction to Information Retrieval",),
)
