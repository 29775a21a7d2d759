"""Checks of the rows: dropped, too few, of one class, in few clusters."""

from __future__ import annotations

import numpy as np

from veracity.arrays import ratio
from veracity.cautions.check import Check, Evidence, count
from veracity.cautions.facts import Facts
from veracity.words import Text

FEW = 30  # of a class
VERY_FEW = 10
MANY_DROPPED = 0.05
FEW_CLUSTERS = 20
FEW_EFFECTIVE_CLUSTERS = 10.0

CAMERON = "Cameron AC, Miller DL (2015) Journal of Human Resources 50(2):317–372"
COLLINS = "Collins GS, Ogundimu EO, Altman DG (2016) Statistics in Medicine 35(2):214–226"
RILEY = "Riley RD, et al. (2021) Statistics in Medicine 40(19):4230–4251"


def _dropped(facts: Facts) -> Evidence | None:
    if not facts.rows.dropped:
        return None
    return {
        "dropped": facts.rows.dropped,
        "read": facts.rows.read,
        "share": facts.rows.dropped / facts.rows.read,
        "account": facts.rows.words(),
    }


def few_dropped(facts: Facts) -> Evidence | None:
    """Some rows are not behind the numbers, but fewer than 5 %."""
    found = _dropped(facts)
    return found if found is not None and found["share"] < MANY_DROPPED else None


def many_dropped(facts: Facts) -> Evidence | None:
    """At least 5 % of the rows are not behind the numbers."""
    found = _dropped(facts)
    return found if found is not None and found["share"] >= MANY_DROPPED else None


def one_class(facts: Facts) -> Evidence | None:
    """Only one true class occurs."""
    held = facts.class_weight > 0
    if held.sum() != 1:
        return None
    label = facts.labels[int(held.argmax())]
    return {"label": repr(label), "rows": count(facts.class_weight[held][0])}


def _rarest(facts: Facts) -> Evidence | None:
    """The rarest of the classes that occur, and how many rows it has."""
    rows = facts.class_rows
    if (rows > 0).sum() < 2:
        return None
    place = int(np.where(rows > 0, rows, np.inf).argmin())
    return {
        "label": repr(facts.labels[place]),
        "rows": count(round(float(rows[place]), 1)),
        "step": float(ratio(1.0, rows[place])),
        "classes": int((rows > 0).sum()),
        "few": int(((rows > 0) & (rows < FEW)).sum()),
    }


def very_few_rows(facts: Facts) -> Evidence | None:
    """One of the two classes that occur has fewer than 10 rows."""
    found = _rarest(facts)
    return found if found is not None and _hardly_any(found) else None


def _hardly_any(found: Evidence) -> bool:
    """Of many classes a rare one spoils little, of two it spoils everything."""
    return bool(found["classes"] == 2 and found["rows"] < VERY_FEW)


def few_rows(facts: Facts) -> Evidence | None:
    """A class that occurs has fewer than 30 rows; of two classes, 10 to 29."""
    found = _rarest(facts)
    if found is None or found["rows"] >= FEW or _hardly_any(found):
        return None
    return found


def few_clusters(facts: Facts) -> Evidence | None:
    """Fewer than 20 clusters, or rows so unevenly spread that they count as fewer than 10.

    The effective number is (Σn)²/Σn² over the sizes n of the clusters.
    """
    sizes = facts.cluster_sizes
    if sizes is None or not sizes.sum() > 0:
        return None
    held = int((sizes > 0).sum())
    effective = float(ratio(sizes.sum() ** 2, (sizes**2).sum()))
    if held >= FEW_CLUSTERS and effective >= FEW_EFFECTIVE_CLUSTERS:
        return None
    return {"clusters": held, "effective": effective, "largest": float(sizes.max() / sizes.sum())}


DROPPED_ADVICE = Text(
    "Look at what these rows have in common: if they are the hard ones, every figure flatters.",
    "请查看这些行有何共同之处：若它们恰是难判的样本，所有指标都会偏乐观。",
)
FEW_ADVICE = Text(
    "Read the intervals, not the values, and collect more rows of that class; `plan` says how "
    "many are needed.",
    "请看区间而不要只看数值，并补充该类样本；`plan` 可算出需要多少。",
)
DROPPED_QUESTION = Text("Are rows missing from the figures?", "是否有行未计入这些指标？")
FEW_QUESTION = Text("Is any class too small to measure?", "是否有类别的样本太少、无法衡量？")

ROWS_DROPPED = Check(
    key="rows_dropped",
    severity="note",
    question=DROPPED_QUESTION,
    message=Text(
        "{dropped} of {read} rows ({share:.1%}) are not behind these figures: {account}.",
        "{read} 行中有 {dropped} 行（{share:.1%}）未计入这些指标：{account}。",
    ),
    advice=DROPPED_ADVICE,
    look=few_dropped,
)
MANY_ROWS_DROPPED = Check(
    key="many_rows_dropped",
    severity="warning",
    question=DROPPED_QUESTION,
    message=ROWS_DROPPED.message,
    advice=DROPPED_ADVICE,
    look=many_dropped,
)
ONE_CLASS = Check(
    key="one_class",
    severity="serious",
    question=Text("Does more than one class occur?", "是否出现了不止一个类别？"),
    message=Text(
        "All {rows} rows truly belong to class {label}: nothing here can show whether the "
        "classifier tells it from others.",
        "全部 {rows} 行的真实类别都是 {label}：无法据此判断分类器能否将其与其他类别区分开。",
    ),
    advice=Text(
        "Evaluate on rows of every class, and check that the truth column is the right one.",
        "请在包含各类别的数据上评估，并检查真值列是否选对。",
    ),
    look=one_class,
)
VERY_FEW_ROWS = Check(
    key="very_few_of_a_class",
    severity="serious",
    question=FEW_QUESTION,
    message=Text(
        "Class {label} has only {rows} rows: one row more or less right moves its recall by "
        "{step:.0%}.",
        "类别 {label} 只有 {rows} 行：多对或少对一行，其召回率就变动 {step:.0%}。",
    ),
    advice=FEW_ADVICE,
    look=very_few_rows,
    references=(COLLINS, RILEY),
)
FEW_ROWS = Check(
    key="few_of_a_class",
    severity="warning",
    question=FEW_QUESTION,
    message=Text(
        "Class {label} has only {rows} rows ({few} of {classes} classes have fewer than 30): one "
        "row moves its recall by {step:.1%}.",
        "类别 {label} 只有 {rows} 行（{classes} 个类别中有 {few} 个不足 30 行）："
        "一行就使其召回率变动 {step:.1%}。",
    ),
    advice=FEW_ADVICE,
    look=few_rows,
    references=(COLLINS, RILEY),
)
CLUSTERS_FEW = Check(
    key="few_clusters",
    severity="warning",
    question=Text("Are there enough clusters for the intervals?", "簇的数量是否足以支撑区间？"),
    message=Text(
        "There are {clusters} clusters, worth about {effective:.1f} of equal size (the largest "
        "holds {largest:.0%} of the weight): clusters are what varies, and so few say little "
        "of how much.",
        "共有 {clusters} 个簇，约相当于 {effective:.1f} 个等大的簇（最大的占 {largest:.0%}）："
        "差异来自簇之间，而这么少的簇难以说明差异有多大。",
    ),
    advice=Text(
        "Take the intervals as rough, and add clusters (patients, recordings) rather than rows "
        "to the ones there are.",
        "区间只能作粗略参考；应增加新的簇（患者、记录），而不是在已有的簇里增加行。",
    ),
    look=few_clusters,
    references=(CAMERON,),
)
