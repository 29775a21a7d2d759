"""Checks of two evaluations that are compared."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from veracity.arrays import ratio
from veracity.cautions.checks.of_use import ODDS_APART
from veracity.cautions.checks.strictness import ALPHA
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need, count
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix
from veracity.statistics.statistic import Statistic
from veracity.words import Text

BOYD = "Boyd K, Santos Costa V, Davis J, Page CD (2012) Proc. 29th ICML, 1619–1626"
SAITO = "Saito T, Rehmsmeier M (2015) PLoS ONE 10(3):e0118432"


LEAST_ALIKE = 20  # rows from which on equal numbers of every class are no accident


@dataclass(frozen=True, eq=False)
class ComparedPair:
    """Two tables (or grids, or matrices), their names, and what is compared.

    `thresholds` are those that their counts were made with, None where labels were given;
    `chosen_here` says of which the threshold was chosen on its own rows.
    """

    first: Any
    second: Any
    names: tuple[str, str] = ("A", "B")
    keys: tuple[str, ...] = ("average_precision",)
    thresholds: tuple[float | None, float | None] = (None, None)
    chosen_here: tuple[bool, bool] = (False, False)

    @property
    def counted(self) -> tuple[str, ...]:
        """The keys that read counts, which a threshold makes."""
        return tuple(key for key in self.keys if find(key).reads is ConfusionMatrix)


def prevalences_differ(pair: ComparedPair) -> Evidence | None:
    """Metrics that move with prevalence are compared between rows of different prevalence.

    Two-sample z test of the shares of positives on effective rows at the strict level (on
    clusters where there are some), and odds apart by a quarter and more.
    """
    keys = tuple(key for key in pair.keys if find(key).moves_with_prevalence)
    both = [_share(one) for one in (pair.first, pair.second)]
    if not keys or None in both:
        return None
    (mine, n), (yours, m) = (one for one in both if one is not None)
    pooled = (mine * n + yours * m) / (n + m)
    error = math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    apart = float(ratio(mine * (1 - yours), yours * (1 - mine)))
    p = math.erfc(float(ratio(abs(mine - yours), error)) / math.sqrt(2))
    if not p < ALPHA or 1 / ODDS_APART < apart < ODDS_APART:
        return None
    return {
        "first": pair.names[0],
        "second": pair.names[1],
        "mine": mine,
        "yours": yours,
        "keys": keys,
        "p_value": p,
    }


def same_rows(pair: ComparedPair) -> Evidence | None:
    """Both have exactly as many rows of every class: they may well be the same rows."""
    one, other = (_class_weights(part) for part in (pair.first, pair.second))
    rows = sum(one.values())
    if one != other or rows < LEAST_ALIKE or len(one) < 2:
        return None
    return {"first": pair.names[0], "second": pair.names[1], "rows": count(rows)}


def thresholds_differ(pair: ComparedPair) -> Evidence | None:
    """Counts are compared that were made at two different thresholds."""
    mine, yours = pair.thresholds
    if not pair.counted or mine is None or yours is None or mine == yours:
        return None
    first, second = pair.names
    facts = {"first": first, "second": second, "mine": f"{mine:g}", "yours": f"{yours:g}"}
    return {**facts, "keys": pair.counted}


def compared_chosen_here(pair: ComparedPair) -> Evidence | None:
    """A threshold was chosen on the rows that are compared."""
    named = tuple(name for name, own in zip(pair.names, pair.chosen_here, strict=True) if own)
    if not named or not pair.counted:
        return None
    return {"names": named, "keys": pair.counted}


def clusters_of_one(pair: ComparedPair) -> Evidence | None:
    """Rows are grouped in clusters on one side only."""
    mine, yours = (_clusters(one) for one in (pair.first, pair.second))
    if (mine is None) == (yours is None):
        return None
    with_some, without = pair.names if mine is not None else pair.names[::-1]
    return {"clustered": with_some, "plain": without, "clusters": mine or yours}


def _clusters(statistic: Statistic) -> int | None:
    return statistic.cluster_count


def _class_weights(statistic: Statistic) -> dict[Any, float]:
    """Weight of each true class that occurs."""
    named = zip(statistic.labels, statistic.class_totals.tolist(), strict=True)
    return {label: weight for label, weight in named if weight > 0}


def _share(statistic: Statistic) -> tuple[float, float] | None:
    """Share of positives, and how many independent rows tell it; None without two classes."""
    if statistic.by_row or len(statistic.labels) != 2 or statistic.pos_label is None:
        return None
    truth = statistic.class_totals
    share = float(ratio(truth[statistic.labels.index(statistic.pos_label)], truth.sum()))
    rows = float(statistic.effective_total)
    if statistic.clusters is not None:
        rows = min(rows, float(len(statistic.clusters)))
    return (share, rows) if rows > 0 else None


COUNTED = Need[ComparedPair](
    Text("no figure that is compared needs a threshold", "所比较的指标都不需要阈值"),
    lambda pair: bool(pair.counted),
)
BOTH_AT_THRESHOLD = Need[ComparedPair](
    Text("not both have a threshold", "并非两者都有阈值"),
    lambda pair: None not in pair.thresholds,
)
MOVING_KEYS = Need[ComparedPair](
    Text("no figure that is compared moves with prevalence", "所比较的指标都不随患病率变化"),
    lambda pair: any(find(key).moves_with_prevalence for key in pair.keys),
)
SHARES = Need[ComparedPair](
    Text("there are not two classes of which one is positive", "并非有正类的二分类"),
    lambda pair: None not in (_share(pair.first), _share(pair.second)),
)
SOME_CLUSTERS = Need[ComparedPair](
    Text("no clusters were given", "没有给出簇"),
    lambda pair: any(_clusters(one) is not None for one in (pair.first, pair.second)),
)
TWENTY_ROWS = Need[ComparedPair](
    Text("there are fewer than 20 rows", "不足 20 行"),
    lambda pair: sum(_class_weights(pair.first).values()) >= LEAST_ALIKE,
)
PREVALENCES_DIFFER: CautionRecord[ComparedPair] = CautionRecord(
    key="compared_at_different_prevalences",
    severity="warning",
    question=Text("Are positives equally common on both sides?", "两者比较时正例是否同样常见？"),
    message=Text(
        "Positives are {mine:.1%} of the rows of {first} and {yours:.1%} of those of {second} "
        "(p = {p_value:.2g}): {keys} and PR curves change with that alone. A random ranking has "
        "average precision {mine:.3f} in one and {yours:.3f} in the other.",
        "{first} 的样本中正例占 {mine:.1%}，{second} 的占 {yours:.1%}（p = {p_value:.2g}）："
        "仅此就会使 {keys} 与 PR 曲线变化。随机排序的平均查准率"
        "在两处分别为 {mine:.3f} 与 {yours:.3f}。",
    ),
    advice=Text(
        "Compare at one prevalence (`at_prevalence`), or by AUROC, recall at a fixed false "
        "positive rate, or `auprg`.",
        "请在同一患病率下比较（`at_prevalence`），或用 AUROC、"
        "固定假阳性率下的召回率、`auprg` 比较。",
    ),
    look=prevalences_differ,
    looked=Text("how common positives are on either side", "两边正例的比例"),
    needs=(MOVING_KEYS, SHARES),
    references=(BOYD, SAITO),
)
SAME_ROWS: CautionRecord[ComparedPair] = CautionRecord(
    key="compared_as_if_unpaired",
    severity="note",
    question=Text(
        "Are these two sets of rows really different ones?", "这确实是两批不同的数据吗？"
    ),
    message=Text(
        "{first} and {second} have exactly as many rows of every class ({rows} in all): if they "
        "are two models on the same rows, the difference is more precise than shown here.",
        "{first} 与 {second} 各类别的行数完全相同（共 {rows} 行）："
        "若其实是同一批数据上的两个模型，差异的估计比这里显示的更精确。",
    ),
    advice=Text(
        "Then compare them row by row, with `vc.compare(y_true, models)`. If they are different "
        "rows, all is well.",
        "若如此，请用 `vc.compare(y_true, models)` 逐行比较。若确是不同的数据，则没有问题。",
    ),
    look=same_rows,
    looked=Text("rows of each class on either side", "两边各类的行数"),
    needs=(TWENTY_ROWS,),
)
THRESHOLDS_DIFFER: CautionRecord[ComparedPair] = CautionRecord(
    key="compared_at_different_thresholds",
    severity="note",
    question=Text("Do both use the same threshold?", "两者使用的阈值是否相同？"),
    message=Text(
        "The threshold is {mine} for {first} and {yours} for {second}: differences in {keys} "
        "reflect the thresholds as much as the rankings.",
        "{first} 的阈值为 {mine}，{second} 的为 {yours}：{keys} 的差异既来自排序，也来自阈值。",
    ),
    advice=Text(
        "Compare by AUROC or `tpr_at_fpr`, or use one threshold for both (`ev.at`), unless the "
        "thresholds are part of what is compared.",
        "请用 AUROC 或 `tpr_at_fpr` 比较，或用 `ev.at` 取相同的阈值；"
        "除非阈值本身就是比较的一部分。",
    ),
    look=thresholds_differ,
    looked=Text("the two thresholds", "两个阈值"),
    needs=(COUNTED, BOTH_AT_THRESHOLD),
)
COMPARED_CHOSEN_HERE: CautionRecord[ComparedPair] = CautionRecord(
    key="compared_threshold_chosen_here",
    severity="warning",
    question=Text("Was each threshold chosen on other rows?", "各自的阈值是否在另外的数据上选定？"),
    message=Text(
        "The threshold of {names} was chosen on the rows compared, so its {keys} are "
        "optimistic, and so are the differences.",
        "{names} 的阈值是在被比较的数据上选出的，因此其 {keys} 偏乐观，差值也随之偏乐观。",
    ),
    advice=Text(
        "Choose on other rows, or compare by AUROC and average precision.",
        "请在另外的数据上选阈值，或用 AUROC 与平均查准率比较。",
    ),
    look=compared_chosen_here,
    looked=Text("whether `ev.choose` chose a threshold here", "是否有阈值由 `ev.choose` 在此选出"),
    needs=(COUNTED,),
)
CLUSTERS_OF_ONE: CautionRecord[ComparedPair] = CautionRecord(
    key="clusters_on_one_side",
    severity="warning",
    question=Text("Are rows grouped in clusters on both sides?", "两边的数据是否都按簇分组？"),
    message=Text(
        "The rows of {clustered} are grouped in {clusters} clusters, those of {plain} in none: if "
        "they belong together there too, the interval is too narrow.",
        "{clustered} 的数据归入 {clusters} 个簇，而 {plain} 的没有分簇："
        "若那里的行也彼此相关，区间就过窄。",
    ),
    advice=Text(
        "Give `cluster=` for both, or make sure that the other's rows are independent.",
        "请对两者都给出 `cluster=`，或确认另一方的每一行彼此独立。",
    ),
    look=clusters_of_one,
    looked=Text("clusters on either side", "两边的簇"),
    needs=(SOME_CLUSTERS,),
)
