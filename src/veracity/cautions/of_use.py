"""Checks of how figures will be used: chosen threshold, prevalence elsewhere, grid bounds."""

from __future__ import annotations

import math

from veracity.arrays import ratio
from veracity.cautions.check import Check, Evidence
from veracity.cautions.facts import Facts
from veracity.cautions.strictness import ALPHA
from veracity.intervals import proportion_interval
from veracity.metrics import find
from veracity.results import Estimate, figure
from veracity.words import Text

ODDS_APART = 1.25  # prevalences whose odds differ by less are left alone
AREAS = ("auroc", "average_precision")
SMALL_BOUND = 0.1  # of half the interval's width

DWORK = "Dwork C, et al. (2015) Science 349(6248):636–638"
ALTMAN = "Altman DG, Bland JM (1994) BMJ 309(6947):102"


def chosen_here(facts: Facts) -> Evidence | None:
    """The threshold was chosen on the rows that are evaluated."""
    if not facts.chosen_here or facts.threshold is None:
        return None
    return {"threshold": facts.threshold, "rows": facts.rows.used}


def other_prevalence(facts: Facts) -> Evidence | None:
    """The stated prevalence lies outside the interval of the one found, and far from it.

    Wilson's interval at the strict level, on effective rows (on clusters where there are some,
    each counted as one row, which is on the safe side); odds apart by a quarter and more.
    """
    stated, here = facts.deployment_prevalence, facts.prevalence
    if stated is None or not 0 < here < 1:
        return None
    rows = float(facts.some.effective_total)
    sizes = facts.cluster_sizes
    if sizes is not None:
        rows = min(rows, float((sizes > 0).sum()))
    low, high = proportion_interval(here * rows, rows, "wilson", 1 - ALPHA)
    apart = float(ratio(here * (1 - stated), stated * (1 - here)))
    if low <= stated <= high or 1 / ODDS_APART < apart < ODDS_APART:
        return None
    now, there = _precision(facts, here), _precision(facts, stated)
    told = AVERAGE if math.isnan(now) else PRECISION.filled(now=figure(now), there=figure(there))
    return {"here": here, "stated": stated, "precision": now, "there": there, "told": told}


def _precision(facts: Facts, prevalence: float) -> float:
    """The share of positive calls that would be right, with these rates, at a prevalence."""
    matrix = facts.two_by_two
    if matrix is None:
        return math.nan
    tpr = ratio(matrix.tp, matrix.tp + matrix.fn)
    fpr = ratio(matrix.fp, matrix.fp + matrix.tn)
    right = prevalence * tpr
    return float(ratio(right, right + (1 - prevalence) * fpr))


def bound_not_small(facts: Facts) -> Evidence | None:
    """A figure from a grid whose bound is more than a tenth of half its interval's width."""
    worst: tuple[float, str, Estimate] | None = None
    for key in dict.fromkeys((*facts.asked, *facts.shown)) or AREAS:
        estimate = facts.found(key)
        if estimate is None or not estimate.bound > 0:
            continue
        half = (estimate.high - estimate.low) / 2 - estimate.bound  # as if it were exact
        part = estimate.bound / half if half > 0 else math.inf
        if part > SMALL_BOUND and (worst is None or part > worst[0]):
            worst = part, find(key).key, estimate
    if worst is None:
        return None
    part, key, estimate = worst
    name = find(key).names
    return {"key": key, "name": name, "bound": estimate.bound, "part": part, "estimate": estimate}


CHOSEN_HERE = Check(
    key="threshold_chosen_here",
    severity="warning",
    question=Text("Was the threshold chosen on other rows?", "阈值是否在另外的数据上选定？"),
    message=Text(
        "The threshold {threshold} was chosen on the same {rows} rows that are evaluated, so "
        "every figure at it is too good.",
        "阈值 {threshold} 是在被评估的这 {rows} 行上选出的，因此该阈值下的各项指标都偏乐观。",
    ),
    advice=Text(
        "Evaluate it on new rows, or report the corrected figures of the choice "
        "(`choice.corrected`).",
        "请在新数据上评估，或报告该选择的修正值（`choice.corrected`）。",
    ),
    look=chosen_here,
    references=(DWORK,),
)
PRECISION = Text(
    "With the same recall and specificity, precision would be {there} there instead of {now}.",
    "若召回率与特异度不变，那里的查准率为 {there}，而非 {now}。",
)
AVERAGE = Text(
    "Precision at every threshold, and average precision with it, will be another there.",
    "各阈值下的查准率以及平均查准率在那里都会不同。",
)

OTHER_PREVALENCE = Check(
    key="prevalence_differs",
    severity="warning",
    question=Text(
        "Are positives as common here as where it will be used?",
        "这里的正例比例与实际使用处是否相同？",
    ),
    message=Text(
        "{here:.2%} of these rows are positive, {stated:.2%} are where it will be used. {told}",
        "这些样本中 {here:.2%} 为正例，而使用处为 {stated:.2%}。{told}",
    ),
    advice=Text(
        "Read `at_prevalence`: precision, NPV, accuracy, F1 and average precision all move.",
        "请看 `at_prevalence`：查准率、阴性预测值、总体准确率、F1 与平均查准率都会变化。",
    ),
    look=other_prevalence,
    references=(ALTMAN,),
)
BOUND_NOT_SMALL = Check(
    key="grid_bound_not_small",
    severity="note",
    question=Text(
        "Is the grid that scores were counted in fine enough?", "统计分数所用的网格是否足够细？"
    ),
    message=Text(
        "{name} was read off a grid: its value is only known within ±{bound}, which is {part:.0%} "
        "of half the interval's width ({estimate}).",
        "{name}由网格读出：其值只能确定到 ±{bound}，为区间半宽的 {part:.0%}（{estimate}）。",
    ),
    advice=Text(
        'Ask for `resolution="exact"` or more bits; the interval already contains the bound.',
        '请使用 `resolution="exact"` 或更多位数；区间已把该误差计入。',
    ),
    look=bound_not_small,
)
