"""Areas: how well scores rank positives before negatives, over all thresholds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.ranking.grid_brackets import area_bracket, gini_bracket
from veracity.metrics.ranking.staircase import BOTH, NO_POSITIVES, RankingMetric, defined, totals
from veracity.metrics.record.cases import AT_HALF, AT_ZERO
from veracity.metrics.record.interval_facts import OfArea, Smooth
from veracity.metrics.record.metric import Chance, Identity
from veracity.statistics import ScoreTable
from veracity.statistics.grid.bounds import average_precision_bracket
from veracity.statistics.scores.areas import area_under_roc, average_precision
from veracity.statistics.scores.heavy_negatives import evenly_between
from veracity.statistics.scores.steps import Steps
from veracity.words import Text

HANLEY = "Hanley JA, McNeil BJ (1982) Radiology 143(1):29–36"
DAVIS = "Davis J, Goadrich M (2006) Proc. 23rd ICML, 233–240"
FLACH = "Flach PA, Kull M (2015) Advances in Neural Information Processing Systems 28:838–846"


def prevalence_of(table: ScoreTable) -> Floats:
    """Share of positives among all cases."""
    positives = table.positives
    return ratio(positives, positives + table.negatives)


AT_THE_PREVALENCE = Chance(Text("the prevalence", "患病率"), lambda t, **values: prevalence_of(t))


AUROC = RankingMetric(
    key="auroc",
    names=Text("Area under the ROC curve", "ROC 曲线下面积"),
    aliases=(
        "auc",
        "roc auc",
        "roc_auc",
        "auc roc",
        "c statistic",
        "c-index",
        "concordance",
        "曲线下面积",
        "ROC曲线下面积",
    ),
    question=Text(
        "How often does a random positive get a higher score than a random negative (a tie "
        "counting half)?",
        "随机抽取一个正例和一个负例，正例分数更高的概率是多少（相等算一半）？",
    ),
    formula=r"P(s_+ > s_-) + \tfrac12 P(s_+ = s_-)",
    compute=area_under_roc,
    on_grid=area_bracket,
    interval=OfArea(0.0, 1.0),
    chance=AT_HALF,
    moves_with_prevalence=False,
    undefined_when=BOTH,
    misleads_when=Text(
        "positives are rare: a tiny false positive rate may still be thousands of false alarms; "
        "and it says nothing about the chosen threshold or of calibration. 1/2 does not prove "
        "that the score is useless: it may rank both ends alike",
        "正例很少时：很小的假阳性率仍可能意味着成千上万次误报；它也不反映所选阈值与校准。"
        "等于 1/2 并不证明分数无用：两端可能同样是正例",
    ),
    identities=(Identity("(Gini + 1) / 2", lambda of: (of("gini") + 1) / 2),),
    references=(HANLEY,),
)

GINI = RankingMetric(
    key="gini",
    names=Text("Gini coefficient of the ranking", "排序基尼系数"),
    aliases=("gi", "gini index", "gain capture", "gini coefficient", "accuracy ratio"),
    question=Text(
        "How much more often does a positive outrank a negative than the other way round?",
        "正例排在负例之前的概率，比相反情形高出多少？",
    ),
    formula=r"2\,AUROC - 1",
    compute=lambda t: 2 * area_under_roc(t) - 1,
    on_grid=gini_bracket,
    interval=OfArea(-1.0, 2.0),
    range=(-1.0, 1.0),
    chance=AT_ZERO,
    moves_with_prevalence=False,
    undefined_when=BOTH,
    misleads_when=Text(
        "it is mixed up with the Gini impurity of decision trees or of incomes",
        "与决策树的基尼不纯度或收入的基尼系数混淆",
    ),
    identities=(Identity("2 AUROC - 1", lambda of: 2 * of("auroc") - 1),),
    references=("Hand DJ, Till RJ (2001) Machine Learning 45(2):171–186",),
)

SOMERS_D = RankingMetric(
    key="somers_d",
    names=Text("Somers' D", "Somers D"),
    aliases=("dxy", "somers d", "somers' dxy"),
    question=Text(
        "Among pairs of a positive and a negative: concordant minus discordant, as a share?",
        "在一正一负的样本对中，一致的比例减去不一致的比例是多少？",
    ),
    formula=r"\frac{C - D}{P\,N}",
    compute=lambda t: 2 * area_under_roc(t) - 1,
    on_grid=gini_bracket,
    interval=OfArea(-1.0, 2.0),
    range=(-1.0, 1.0),
    chance=AT_ZERO,
    moves_with_prevalence=False,
    undefined_when=BOTH,
    misleads_when=Text(
        "the other direction is meant (score given truth or truth given score): ties count "
        "differently there",
        "两个方向（给定真实标签或给定分数）对并列的处理不同，容易混淆",
    ),
    identities=(Identity("Gini", lambda of: of("gini")),),
    references=("Somers RH (1962) American Sociological Review 27(6):799–811",),
)


AVERAGE_PRECISION = RankingMetric(
    key="average_precision",
    names=Text("Average precision", "平均查准率"),
    aliases=("ap", "auprc", "aupr", "area under the precision-recall curve", "PR曲线下的面积"),
    question=Text(
        "What is the mean precision at the ranks of the positives?",
        "在每个正例的名次处读取查准率，其平均值是多少？",
    ),
    formula=r"\sum_t (R_t - R_{t-1})\,P_t",
    compute=average_precision,
    on_grid=average_precision_bracket,
    interval=Smooth(evenly_between=evenly_between),
    chance=replace(AT_THE_PREVALENCE, beside=True),
    undefined_when=(NO_POSITIVES,),
    misleads_when=Text(
        "data sets of different prevalence are compared: its chance level is the prevalence; "
        "and it is not the trapezoid area (pr_auc_trapezoid)",
        "比较患病率不同的数据集时：其随机水平就是患病率；它也不同于梯形面积（pr_auc_trapezoid）",
    ),
    references=("Manning CD, Raghavan P, Schütze H (2008) Introduction to Information Retrieval",),
)


def pr_auc_trapezoid(table: ScoreTable) -> Floats:
    """Straight lines between the points (recall, precision), from (0, 1) on."""
    area: Any = 0.0
    for s in table.steps.parts():  # elsewhere recall does not grow
        before, false = s.before
        start = np.where(before + false > 0, ratio(before, before + false), 1.0)
        height = (ratio(s.tp, s.tp + s.fp) + start) / 2
        area = area + np.where(s.positive > 0, s.positive * height, 0.0).sum(-1)
    return np.asarray(ratio(area, table.positives))[()]


PR_AUC_TRAPEZOID = RankingMetric(
    key="pr_auc_trapezoid",
    names=Text("Trapezoid area under the PR points", "PR 点的梯形面积"),
    aliases=("pr auc trapezoid", "trapezoidal pr auc"),
    question=Text(
        "What is the area under straight lines between the precision-recall points?",
        "用直线连接各查准率-召回率点，其下面积是多少？",
    ),
    formula=r"\sum_t (R_t - R_{t-1})\,\frac{P_t + P_{t-1}}{2}",
    compute=pr_auc_trapezoid,
    chance=Chance(
        Text("above the prevalence, further with ties", "高于患病率，并列分数越多越高"),
        lambda t, **values: pr_auc_trapezoid(t.by_chance()),
    ),
    undefined_when=(NO_POSITIVES,),
    misleads_when=Text(
        "used at all: straight lines between PR points promise precision that no threshold "
        "reaches; use average_precision",
        "只要使用就可能误导：PR 点之间的直线给出任何阈值都达不到的查准率；请用 average_precision",
    ),
    references=(DAVIS,),
)


def auprg(table: ScoreTable) -> Floats:
    """Area under precision gain against recall gain, for recall gain from 0 to 1."""
    with np.errstate(all="ignore"):
        return defined(table, _gain_area(table))


def _gain_area(table: ScoreTable) -> Any:
    odds = ratio(table.positives, table.negatives)[..., None]
    cross = prevalence_of(table)[..., None] * totals(table)[0]
    # elsewhere recall does not grow
    lost = sum((_gain_lost(s, odds, cross) for s in table.steps.parts()), np.zeros(table.shape))
    return 1 - lost


def _gain_lost(s: Steps, odds: Floats, cross: Floats) -> Floats:
    """What precision gain lacks of 1, over some steps behind the `cross` positives.

    There recall gain is 0. The step that crosses it begins there, on the line between its ends;
    those before lose nothing.
    """
    tp0, fp0 = s.before
    start, tp = np.maximum(tp0, cross), np.maximum(s.tp, cross)
    crossing = (start > tp0) & (tp > cross)
    if crossing.any():
        part = np.where(crossing, ratio(start - tp0, s.positive), 0.0)
        fp0 = fp0 + part * s.negative
    width = tp - start
    width /= tp * start
    height = fp0 / start
    height += s.fp / tp
    lost = odds[..., 0] ** 2 / 2 * np.asarray(s.positives)
    return np.asarray(np.einsum("...t,...t->...", width, height) * lost)


AUPRG = RankingMetric(
    key="auprg",
    names=Text("Area under the precision-recall-gain curve", "查准-召回增益曲线下面积"),
    aliases=("pr gain area", "precision recall gain"),
    question=Text(
        "How good is the ranking for F-type goals, measured as gain over calling everything "
        "positive?",
        "以超过“全部判为正”的增益衡量，排序对 F 类目标有多好？",
    ),
    formula=r"\int_0^1 precG\; d\,recG,\quad precG=\frac{P-\pi}{(1-\pi)P},"
    r"\ recG=\frac{R-\pi}{(1-\pi)R}",
    compute=auprg,
    on_grid="rises",
    range=(float("-inf"), 1.0),
    chance=AT_ZERO,
    undefined_when=BOTH,
    misleads_when=Text(
        "read like an AUROC: 0, not 1/2, is what calling everything positive scores",
        "像 AUROC 那样解读：“全部判为正”的得分是 0 而不是 1/2",
    ),
    references=(FLACH,),
)
