"""Checks of how figures will be used: chosen threshold, prevalence elsewhere, grid bounds."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

import numpy as np

from veracity.arrays import ratio
from veracity.cautions.checks.strictness import ALPHA
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need
from veracity.cautions.record.facts import SEVERAL_OCCUR, THRESHOLD, Facts
from veracity.intervals import proportion_interval
from veracity.metrics import find
from veracity.results import Estimate, figure
from veracity.statistics.labels import Label
from veracity.words import Text

ODDS_APART = 1.25  # prevalences whose odds differ by less are left alone
AREAS = ("auroc", "average_precision")
TINY = 1e-12  # a share of 0 or 1 has no odds
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
    each counted as one row, which is on the safe side); odds apart by a quarter and more. Of K
    classes the one whose odds differ most, at the strict level divided by their number.
    """
    stated = facts.deployment_prevalence
    if stated is None:
        return None
    if isinstance(stated, Mapping):
        return _other_shares(facts, stated)
    here = facts.prevalence
    if not 0 < here < 1 or not _apart(facts, here, stated, ALPHA):
        return None
    now, there = _precision(facts, here), _precision(facts, stated)
    sentence = (
        AVERAGE if math.isnan(now) else PRECISION.filled(now=figure(now), there=figure(there))
    )
    words = POSITIVES.filled(here=f"{here:.2%}", stated=f"{stated:.2%}")
    found = {"here": here, "stated": stated, "precision": now, "there": there}
    return {**found, "shares": words, "told": sentence}


def _other_shares(facts: Facts, stated: Mapping[Label, float]) -> Evidence | None:
    """The same for K classes."""
    weight = facts.class_weight
    if not (weight > 0).sum() >= 2:
        return None
    mine = dict(zip(facts.labels, (weight / weight.sum()).tolist(), strict=True))
    odds = {
        label: abs(math.log(_odds_apart(mine[label], stated.get(label, 0.0)))) for label in mine
    }
    alpha = ALPHA / len(mine)
    far = [one for one in mine if _apart(facts, mine[one], stated.get(one, 0.0), alpha)]
    if not far:
        return None
    label = max(far, key=lambda one: odds[one])
    here, there = mine[label], stated.get(label, 0.0)
    words = OF_A_CLASS.filled(label=repr(label), here=f"{here:.2%}", stated=f"{there:.2%}")
    found = {"label": repr(label), "here": here, "stated": there}
    return {**found, "shares": words, "told": _accuracy_sentence(facts, stated)}


def _accuracy_sentence(facts: Facts, stated: Mapping[Label, float]) -> Text:
    """What the accuracy would be there, if every class is recognised as it is here."""
    matrix = facts.confusion
    if matrix is None:
        return MOVING
    recall = ratio(matrix.hits, matrix.truth)
    share = np.array([stated.get(label, 0.0) for label in matrix.labels])
    there = float(np.where(share > 0, share * recall, 0.0).sum())
    if math.isnan(there):
        return MOVING
    now = float(ratio(matrix.right, matrix.total))
    return ACCURACY.filled(now=figure(now), there=figure(there))


def _odds_apart(here: float, stated: float) -> float:
    """The ratio of two odds, within what can be represented: never 0 and never infinite."""
    held = [min(max(one, TINY), 1 - TINY) for one in (here, stated)]
    return held[0] * (1 - held[1]) / (held[1] * (1 - held[0]))


def _apart(facts: Facts, here: float, stated: float, alpha: float) -> bool:
    """Whether two shares surely differ, and by enough to matter."""
    rows = float(facts.some.effective_total)
    sizes = facts.cluster_sizes
    if sizes is not None:
        rows = min(rows, float((sizes > 0).sum()))
    low, high = proportion_interval(here * rows, rows, "wilson", 1 - alpha)
    return not low <= stated <= high and not 1 / ODDS_APART < _odds_apart(here, stated) < ODDS_APART


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
    for key, estimate in _bounded(facts):
        half = (estimate.high - estimate.low) / 2 - estimate.bound  # as if it were exact
        part = estimate.bound / half if half > 0 else math.inf
        if part > SMALL_BOUND and (worst is None or part > worst[0]):
            worst = part, find(key).key, estimate
    if worst is None:
        return None
    part, key, estimate = worst
    half = (estimate.high - estimate.low) / 2 - estimate.bound
    return {
        "key": key,
        "name": find(key).names,
        "bound": estimate.bound,
        "part": part,
        "half": max(half, 0.0),
        "estimate": estimate,
    }


def _bounded(facts: Facts) -> Iterator[tuple[str, Estimate]]:
    """The figures that a grid leaves open, not rows in emptied cells."""
    if facts.rows.refused.get("small_cell", 0):
        return
    for key in dict.fromkeys((*facts.asked, *facts.displayed)) or AREAS:
        estimate = facts.found(key)
        if estimate is not None and estimate.bound > 0:
            yield key, estimate


CHOSEN_HERE = CautionRecord(
    key="threshold_chosen_here",
    severity="warning",
    question=Text("Was the threshold chosen on other rows?", "阈值是否在另外的数据上选定？"),
    message=Text(
        "The threshold {threshold} was chosen on the same {rows} rows that are evaluated: its "
        "aim looks better here than on new rows, and the intervals ignore this.",
        "阈值 {threshold} 就是在被评估的这 {rows} 行上选出的：选择时所看的指标在此显得比在新数据上"
        "更好，而区间并未计入这一点。",
    ),
    advice=Text(
        "Evaluate it on new rows, or report the corrected figures of the choice "
        "(`choice.corrected`).",
        "请在新数据上评估，或报告该选择的修正值（`choice.corrected`）。",
    ),
    look=chosen_here,
    looked=Text("whether `ev.choose` chose the threshold here", "阈值是否由 `ev.choose` 在此选出"),
    needs=(THRESHOLD,),
    references=(DWORK,),
)
POSITIVES = Text(
    "{here} of these rows are positive, {stated} are there.",
    "这些样本中 {here} 为正例，而那里为 {stated}。",
)
OF_A_CLASS = Text(
    "class {label} makes up {here} of these rows, and {stated} there.",
    "类别 {label} 占这些样本的 {here}，而在那里占 {stated}。",
)
ACCURACY = Text(
    "With the same recall of each class, accuracy would be {there} there instead of {now}.",
    "若各类别的召回率不变，那里的总体准确率为 {there}，而非 {now}。",
)
MOVING = Text(
    "Accuracy and the precision of each class will differ there.",
    "总体准确率与各类别的查准率在那里都会不同。",
)
PRECISION = Text(
    "With the same recall and specificity, precision would be {there} there instead of {now}.",
    "若召回率与特异度不变，那里的查准率为 {there}，而非 {now}。",
)
AVERAGE = Text(
    "Precision at every threshold, and average precision with it, will differ there.",
    "各阈值下的查准率以及平均查准率在那里都会不同。",
)

STATED = Need[Facts](
    Text(
        "no prevalence of use was stated (`at_prevalence`)",
        "没有说明使用处的比例（`at_prevalence`）",
    ),
    lambda facts: facts.deployment_prevalence is not None,
)
GRID = Need[Facts](
    Text("no figure is read off a grid", "没有由网格读出的指标"),
    lambda facts: any(True for _ in _bounded(facts)),
)
OTHER_PREVALENCE = CautionRecord(
    key="prevalence_differs",
    severity="warning",
    question=Text(
        "Are positives as common here as where it will be used?",
        "这里的正例比例与实际使用处是否相同？",
    ),
    message=Text(
        "Class shares differ where it will be used: {shares} {told}",
        "使用处的类别比例不同：{shares}{told}",
    ),
    advice=Text(
        "`at_prevalence` gives the figures there, as long as cases of each class look the same in "
        "both places: check that on some rows from there.",
        "`at_prevalence` 给出那里的各项指标，前提是每一类样本在两处表现相同："
        "请用那里的一些数据加以检验。",
    ),
    look=other_prevalence,
    looked=Text(
        "the shares of the classes here, against those stated", "此处的类别比例，与所述比较"
    ),
    needs=(STATED, SEVERAL_OCCUR),
    references=(ALTMAN,),
)
BOUND_NOT_SMALL = CautionRecord(
    key="grid_bound_not_small",
    severity="note",
    question=Text(
        "Is the grid that scores were counted in fine enough?", "统计分数所用的网格是否足够细？"
    ),
    message=Text(
        "{name} was read off a grid, {estimate}: the grid leaves it open by ±{bound:.2g}, while "
        "chance alone makes ±{half:.2g}.",
        "{name}由网格读出，为 {estimate}：网格本身带来 ±{bound:.2g} 的不确定，"
        "而随机误差只有 ±{half:.2g}。",
    ),
    advice=Text(
        'Ask for `resolution="exact"` or for more bits; the interval contains both already.',
        '请使用 `resolution="exact"` 或更多位数；区间已把两者计入。',
    ),
    look=bound_not_small,
    looked=Text("what the grid leaves open, against the intervals", "网格带来的不确定，与区间比较"),
    needs=(GRID,),
)
