"""Checks of groups: figures that differ by more than noise, groups too small to judge."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.cautions.check import Check, Evidence
from veracity.cautions.facts import Facts
from veracity.cautions.of_rows import VERY_FEW
from veracity.cautions.strictness import ALPHA
from veracity.intervals.proportion import normal_quantile
from veracity.metrics import find
from veracity.statistics.labels import Label
from veracity.words import Text

GROUP_KEYS = ("auroc", "recall", "specificity", "precision", "accuracy")
SPREAD_MATTERS = 0.05
MOST_GROUPS = 50
MOST_NAMED = 8

COCHRAN = "Cochran WG (1954) Biometrics 10(1):101–129"


def disparity(facts: Facts) -> Evidence | None:
    """Groups differ by more than 0.05 and by more than their noise explains.

    Cochran's Q of the estimates of the groups, with the standard errors that their intervals
    have, against χ² with one degree less than there are groups; at the strict level divided by
    the number of metrics tried. The groups with most rows, at most 50.
    """
    if len(facts.groups) < 2:
        return None
    groups = sorted(facts.groups.items(), key=lambda item: -item[1].rows.used)[:MOST_GROUPS]
    keys = [key for key in GROUP_KEYS if facts.has(key)]
    found = [one for key in keys if (one := _spread(key, groups, ALPHA / len(keys)))]
    return max(found, key=lambda one: float(one["spread"])) if found else None


def _spread(key: str, groups: list[tuple[Label, Facts]], alpha: float) -> dict[str, Any] | None:
    """The lowest and the highest group, where chance does not explain how far they differ."""
    known = [(label, e) for label, part in groups if (e := part.found(key)) is not None]
    if len(known) < 2:
        return None
    values = np.array([e.value for _, e in known])
    z = normal_quantile((1 + known[0][1].level) / 2)
    errors = np.array([(e.high - e.low) / (2 * z) for _, e in known])
    spread = float(values.max() - values.min())
    if spread < SPREAD_MATTERS or not (errors > 0).all():
        return None
    weight = 1 / errors**2
    q = float((weight * (values - (weight * values).sum() / weight.sum()) ** 2).sum())
    from scipy.special import chdtrc

    p = float(chdtrc(len(known) - 1, q))
    if not p < alpha:
        return None
    low, high = known[int(values.argmin())], known[int(values.argmax())]
    return {
        "key": key,
        "name": find(key).names,
        "lowest": repr(low[0]),
        "low": low[1],
        "highest": repr(high[0]),
        "high": high[1],
        "spread": spread,
        "groups": len(known),
        "p_value": p,
    }


def small_groups(facts: Facts) -> Evidence | None:
    """Groups in which a class that occurs overall has fewer than 10 rows."""
    held = facts.class_weight > 0
    small = [
        repr(label)
        for label, part in facts.groups.items()
        if len(part.labels) == len(held) and (part.class_rows[held] < VERY_FEW).any()
    ]
    if not small:
        return None
    return {"groups": tuple(small[:MOST_NAMED]), "n": len(small), "of": len(facts.groups)}


DISPARITY = Check(
    key="group_disparity",
    severity="warning",
    question=Text("Is it as good for every group?", "对每个分组是否同样好？"),
    message=Text(
        "{name} goes from {low} in group {lowest} to {high} in group {highest}: more than chance "
        "explains among {groups} groups (p = {p_value:.2g}).",
        "{name}从分组 {lowest} 的 {low} 到分组 {highest} 的 {high}："
        "超出 {groups} 个分组间随机波动所能解释的程度（p = {p_value:.2g}）。",
    ),
    advice=Text(
        "Report the figures by group, and look for what differs: labels, prevalence, or data.",
        "请分组报告指标，并查找差异的来源：标签、患病率或数据。",
    ),
    look=disparity,
    references=(COCHRAN,),
)
SMALL_GROUPS = Check(
    key="small_groups",
    severity="note",
    question=Text("Is any group too small to judge?", "是否有分组的样本太少？"),
    message=Text(
        "In {n} of {of} groups some class has fewer than 10 rows ({groups}): nothing can be said "
        "of them.",
        "{of} 个分组中有 {n} 个，其某一类别不足 10 行（{groups}）：无法对其下结论。",
    ),
    advice=Text(
        "No difference found there does not mean that there is none.",
        "在这些分组中未发现差异，并不表示没有差异。",
    ),
    look=small_groups,
)
