"""Checks of groups: figures that differ by more than noise, groups too small to judge."""

from __future__ import annotations

from heapq import nlargest
from itertools import compress, islice
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.cautions.checks.of_rows import VERY_FEW
from veracity.cautions.checks.strictness import ALPHA
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need
from veracity.cautions.record.facts import GROUPS, Facts
from veracity.metrics import find
from veracity.results import Estimate
from veracity.statistics.labels import Label
from veracity.statistics.numerics.quantiles import normal_quantile
from veracity.words import Text
from veracity.words.layout import quotable

GROUP_KEYS = ("auroc", "recall", "specificity", "precision", "accuracy")
SPREAD_MATTERS = 0.05
FEWEST = 10.0  # trials of a group, below which its figure is not looked at
MOST_GROUPS = 50
MOST_NAMED = 8

COCHRAN = "Cochran WG (1954) Biometrics 10(1):101–129"
DERSIMONIAN = "DerSimonian R, Laird N (1986) Controlled Clinical Trials 7(3):177–188"


def disparity(facts: Facts) -> Evidence | None:
    """Groups differ by more than 0.05 and by more than their noise explains.

    Cochran's Q of the estimates of the groups against χ² with one degree less than there are
    groups, at the strict level divided by the number of metrics tried. The standard error of a
    group is read off the end of its interval that faces the mean of all: of a share that is 0
    or 1 it is then about what it would be if the group were like the others, and not nearly 0.
    How far groups really differ is judged by their values drawn towards the mean as far as
    their noise suggests (DerSimonian and Laird's variance between groups). Groups with 10 and
    more trials (for AUROC, of each class); of more than 50 the largest.
    """
    if len(facts.groups) < 2:
        return None
    groups = _largest(facts)
    keys = [key for key in GROUP_KEYS if facts.has(key)]
    found = [one for key in keys if (one := _spread(key, groups, ALPHA / len(keys)))]
    return max(found, key=lambda one: float(one["differ"])) if found else None


def _largest(facts: Facts) -> list[tuple[Label, Facts]]:
    return nlargest(MOST_GROUPS, facts.groups.items(), key=lambda item: item[1].rows.used)


def _known(key: str, groups: list[tuple[Label, Facts]]) -> list[tuple[Label, Estimate]]:
    return [(label, e) for label, part in groups if (e := _estimated(part, key)) is not None]


def _estimated(part: Facts, key: str) -> Estimate | None:
    """The estimate of one group, where it rests on enough to be compared."""
    estimate = part.found(key)
    if estimate is None or estimate.n < FEWEST:
        return None
    if key == "auroc" and (part.class_rows < FEWEST).any():
        return None
    return estimate


def _spread(key: str, groups: list[tuple[Label, Facts]], alpha: float) -> dict[str, Any] | None:
    """The lowest and the highest group, where chance does not explain how far they differ."""
    known = _known(key, groups)
    if len(known) < 2:
        return None
    values, errors = _values_and_errors([e for _, e in known])
    if values.max() - values.min() < SPREAD_MATTERS or not (errors > 0).all():
        return None
    weight = 1 / errors**2
    mean = (weight * values).sum() / weight.sum()
    q = float((weight * (values - mean) ** 2).sum())
    from scipy.special import chdtrc

    p = float(chdtrc(len(known) - 1, q))
    if not p < alpha:
        return None
    between = (q - (len(known) - 1)) / float(weight.sum() - (weight**2).sum() / weight.sum())
    drawn = mean + (values - mean) * between / (between + errors**2)
    low, high = known[int(drawn.argmin())], known[int(drawn.argmax())]
    differ = float(drawn.max() - drawn.min())
    if differ < SPREAD_MATTERS:
        return None
    return {
        "key": key,
        "name": find(key).names,
        "lowest": repr(quotable(low[0])),
        "low": low[1],
        "highest": repr(quotable(high[0])),
        "high": high[1],
        "spread": high[1].value - low[1].value,
        "differ": differ,
        "groups": len(known),
        "p_value": p,
    }


def _values_and_errors(estimates: list[Estimate]) -> tuple[Floats, Floats]:
    """Values, and standard errors on the side that faces the mean of all."""
    values, low, high, rows = (
        np.array([getattr(e, name) for e in estimates]) for name in ("value", "low", "high", "n")
    )
    mean = (rows * values).sum() / rows.sum()
    z = normal_quantile((1 + estimates[0].level) / 2)
    return values, np.where(values > mean, values - low, high - values) / z


def small_groups(facts: Facts) -> Evidence | None:
    """Groups in which a class that occurs overall has fewer than 10 rows."""
    held = facts.class_weight > 0
    alike = {label: part for label, part in facts.groups.items() if len(part.labels) == len(held)}
    if not alike:
        return None
    few = np.array([part.class_rows for part in alike.values()])[:, held] < VERY_FEW
    small = np.asarray(few.any(1))
    if not small.any():
        return None
    first = map(quotable, islice(compress(alike, small.tolist()), MOST_NAMED))
    more = ["…"] if small.sum() > MOST_NAMED else []
    return {"groups": (*map(repr, first), *more), "n": int(small.sum()), "of": len(facts.groups)}


GROUPS_ESTIMATED = Need[Facts](
    Text("no two groups have 10 rows to judge a figure by", "没有两个分组的行数足以判断（10 行）"),
    lambda facts: any(_known(key, _largest(facts))[1:] for key in GROUP_KEYS if facts.has(key)),
)
DISPARITY = CautionRecord(
    key="group_disparity",
    severity="warning",
    question=Text("Is it as good for every group?", "对每个分组是否同样好？"),
    message=Text(
        "{name} ranges from {low} in group {lowest} to {high} in group {highest}: more than chance "
        "explains among {groups} groups (p = {p_value:.2g}).",
        "{name}从分组 {lowest} 的 {low} 到分组 {highest} 的 {high}："
        "超出 {groups} 个分组间随机波动所能解释的程度（p = {p_value:.2g}）。",
    ),
    advice=Text(
        "Report the figures by group, and look for what differs: labels, prevalence, or data.",
        "请分组报告指标，并查找差异的来源：标签、患病率或数据。",
    ),
    look=disparity,
    looked=Text("how far groups differ, against chance", "各分组的差异，与随机波动比较"),
    needs=(GROUPS, GROUPS_ESTIMATED),
    references=(COCHRAN, DERSIMONIAN),
)
SMALL_GROUPS = CautionRecord(
    key="small_groups",
    severity="note",
    question=Text("Is any group too small to judge?", "是否有分组的样本太少？"),
    message=Text(
        "In {n} of {of} groups some class has fewer than 10 rows ({groups}): too few to tell "
        "whether such a group is like the others.",
        "{of} 个分组中有 {n} 个，其某一类别不足 10 行（{groups}）：样本太少，无法判断这样的分组"
        "是否与其他分组一样。",
    ),
    advice=Text(
        "Collect more rows of these groups, or join groups that belong together: no difference "
        "found does not mean that there is none.",
        "请为这些分组补充样本，或合并本属一类的分组：未发现差异并不表示没有差异。",
    ),
    look=small_groups,
    looked=Text("rows of each class in each group, against 10", "各分组中各类的行数，与 10 比较"),
    needs=(GROUPS,),
)
