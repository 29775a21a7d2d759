"""Checks of the rows: dropped, too few, of one class, in few clusters."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import ratio
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need, count, row_words
from veracity.cautions.record.facts import CLUSTERS, SEVERAL_OCCUR, Facts
from veracity.words import Text, joined, say

FEW = 30  # of a class
VERY_FEW = 10
MANY_DROPPED = 0.05
MOST_NAMED = 8
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
        "reasons": _reasons(facts),
    }


def _reasons(facts: Facts) -> Text:
    """Why rows were dropped, as an end of the sentence."""
    refused = facts.rows.refused
    if not refused:
        return Text(".", "。")
    why = joined((say(f"refused_{one}", n=n) for one, n in refused.items()), Text("; ", "；"))
    return Text(f": {why.en}.", f"：{why.zh}。")


def few_dropped(facts: Facts) -> Evidence | None:
    """Some rows are not behind the numbers, but fewer than 5%."""
    found = _dropped(facts)
    return found if found is not None and found["share"] < MANY_DROPPED else None


def many_dropped(facts: Facts) -> Evidence | None:
    """At least 5% of the rows are not behind the numbers."""
    found = _dropped(facts)
    return found if found is not None and found["share"] >= MANY_DROPPED else None


def one_class(facts: Facts) -> Evidence | None:
    """Only one true class occurs."""
    held = facts.class_weight > 0
    if held.sum() != 1:
        return None
    label = facts.labels[int(held.argmax())]
    rows = float(facts.class_weight[held][0])
    return {"label": repr(label), "rows": count(rows), "held": row_words(rows)}


def _rarest(facts: Facts) -> dict[str, Any] | None:
    """The rarest of the classes that occur, and how many rows it has."""
    rows = facts.class_rows
    if (rows > 0).sum() < 2:
        return None
    index = int(np.where(rows > 0, rows, np.inf).argmin())
    found = round(float(rows[index]), 1)
    few, very_few = (np.flatnonzero((rows > 0) & (rows < most)) for most in (FEW, VERY_FEW))
    return {
        "label": repr(facts.labels[index]),
        "rows": count(found),
        "held": (WORTH if facts.some.weighted else HELD).filled(rows=row_words(found)),
        "step": float(ratio(1.0, rows[index])),
        "classes": int((rows > 0).sum()),
        "few": len(few),
        "very_few": tuple(repr(facts.labels[int(one)]) for one in very_few[:MOST_NAMED]),
        "n": len(very_few),
    }


def very_few_rows(facts: Facts) -> Evidence | None:
    """One of the two classes that occur has fewer than 10 rows."""
    found = _rarest(facts)
    return found if found and found["classes"] == 2 and found["rows"] < VERY_FEW else None


def very_few_of_some(facts: Facts) -> Evidence | None:
    """Of three classes and more that occur, some have fewer than 10 rows.

    Of many classes a rare one spoils less than of two, where it spoils everything.
    """
    found = _rarest(facts)
    return found if found and found["classes"] > 2 and found["rows"] < VERY_FEW else None


def few_rows(facts: Facts) -> Evidence | None:
    """The rarest class that occurs has 10 to 29 rows.

    A note: intervals keep their level there, and are wide enough to be seen.
    """
    found = _rarest(facts)
    return found if found and VERY_FEW <= found["rows"] < FEW else None


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


def class_in_few_clusters(facts: Facts) -> Evidence | None:
    """A class with 10 rows and more is found in fewer than 10 clusters."""
    of_class, sizes = facts.class_clusters, facts.cluster_sizes
    if of_class is None or sizes is None:
        return None
    enough = facts.class_rows >= VERY_FEW
    few = np.where(enough, of_class, np.inf)
    if not few.min() < FEW_EFFECTIVE_CLUSTERS:
        return None
    index = int(few.argmin())
    return {
        "label": repr(facts.labels[index]),
        "clusters": int(of_class[index]),
        "of": int((sizes > 0).sum()),
        "held": row_words(round(float(facts.class_weight[index]), 1)),
    }


DROPPED_ADVICE = Text(
    "Look at what these rows have in common: if they are hard cases, every figure is optimistic.",
    "请查看这些行有何共同之处：若它们恰是难判的样本，所有指标都会偏乐观。",
)
HELD = Text("has only {rows}", "只有 {rows}")
WORTH = Text(
    "counts for only about {rows}, as its weights are so uneven",
    "因权重悬殊，只相当于约 {rows}",
)
FEW_ADVICE = Text(
    "Read the intervals, not the values, and collect more rows of that class; `plan` says how "
    "many are needed.",
    "请看区间而不要只看数值，并补充该类样本；`plan` 可算出需要多少。",
)
DROPPED_QUESTION = Text("Are rows missing from the figures?", "是否有行未计入这些指标？")
FEW_QUESTION = Text("Is any class too small to measure?", "是否有类别的样本太少、无法衡量？")

TWO_OCCUR = Need[Facts](
    Text("not exactly two classes occur", "出现的类别不是恰好两个"),
    lambda facts: int((facts.class_rows > 0).sum()) == 2,
)
THREE_OCCUR = Need[Facts](
    Text("fewer than three classes occur", "出现的类别不足三个"),
    lambda facts: int((facts.class_rows > 0).sum()) > 2,
)
ROWS_DROPPED = CautionRecord(
    key="rows_dropped",
    severity="note",
    question=DROPPED_QUESTION,
    message=Text(
        "{dropped} of {read} rows ({share:.1%}) {dropped:are} missing from these figures{reasons}",
        "{read} 行中有 {dropped} 行（{share:.1%}）未计入这些指标{reasons}",
    ),
    advice=DROPPED_ADVICE,
    look=few_dropped,
    looked=Text("rows left out", "未计入的行"),
)
MANY_ROWS_DROPPED = CautionRecord(
    key="many_rows_dropped",
    severity="warning",
    question=DROPPED_QUESTION,
    message=ROWS_DROPPED.message,
    advice=DROPPED_ADVICE,
    look=many_dropped,
    looked=Text("share of rows left out, against 5%", "未计入的行所占比例，与 5% 比较"),
)
ONE_CLASS = CautionRecord(
    key="one_class",
    severity="serious",
    question=Text("Does more than one class occur?", "是否出现了不止一个类别？"),
    message=Text(
        "Class {label} is the truth of every row ({held}): nothing here can show whether the "
        "classifier tells it from others.",
        "所有行（{held}）的真实类别都是 {label}：无法据此判断分类器能否将其与其他类别区分开。",
    ),
    advice=Text(
        "Evaluate on rows of every class, and check that the truth column is the right one.",
        "请在包含各类别的数据上评估，并检查真实标签列是否选对。",
    ),
    look=one_class,
    looked=Text("how many true classes occur", "真实标签中出现的类别数"),
)
VERY_FEW_ROWS = CautionRecord(
    key="very_few_of_a_class",
    severity="serious",
    question=FEW_QUESTION,
    message=Text(
        "Class {label} {held}: one more or less right moves its recall by {step:.0%}.",
        "类别 {label} {held}：多对或少对一行，其召回率就变动 {step:.0%}。",
    ),
    advice=FEW_ADVICE,
    look=very_few_rows,
    looked=Text("rows of the rarer class, against 10", "较少一类的行数，与 10 比较"),
    needs=(TWO_OCCUR,),
    references=(COLLINS, RILEY),
)
VERY_FEW_OF_SOME = CautionRecord(
    key="very_few_of_some_classes",
    severity="warning",
    question=FEW_QUESTION,
    message=Text(
        "Fewer than 10 rows in {n} of {classes} classes ({very_few}): of the rarest, {label}, "
        "which {held}, "
        "one more or less right moves recall by {step:.0%}, and macro averages with it.",
        "{classes} 个类别中有 {n} 个不足 10 行（{very_few}）：最少的 {label} {held}，"
        "多对或少对一行，其召回率就变动 {step:.0%}，宏平均也随之变动。",
    ),
    advice=FEW_ADVICE,
    look=very_few_of_some,
    looked=Text("rows of the rarest class, against 10", "最少一类的行数，与 10 比较"),
    needs=(THREE_OCCUR,),
    references=(COLLINS, RILEY),
)
FEW_ROWS = CautionRecord(
    key="few_of_a_class",
    severity="note",
    question=FEW_QUESTION,
    message=Text(
        "Class {label} {held}: one more or less right moves its recall by {step:.1%}.",
        "类别 {label} {held}：多对或少对一行，其召回率就变动 {step:.1%}。",
    ),
    advice=FEW_ADVICE,
    look=few_rows,
    looked=Text("rows of the rarest class, against 30", "最少一类的行数，与 30 比较"),
    needs=(SEVERAL_OCCUR,),
    references=(COLLINS, RILEY),
)
CLUSTERS_FEW = CautionRecord(
    key="few_clusters",
    severity="warning",
    question=Text("Are there enough clusters for the intervals?", "簇的数量是否足以支撑区间？"),
    message=Text(
        "There {clusters:are} {clusters} cluster{clusters:s}, worth about {effective:.1f} of "
        "equal "
        "size (the largest holds {largest:.0%} of the weight): intervals rest on the variation "
        "between clusters, and so few say little about it.",
        "共有 {clusters} 个簇，约相当于 {effective:.1f} 个等大的簇（最大的占 {largest:.0%}）："
        "差异来自簇之间，而这么少的簇难以说明差异有多大。",
    ),
    advice=Text(
        "Take the intervals as rough, and add clusters (patients, recordings) rather than rows "
        "to the ones there are.",
        "区间只能作粗略参考；应增加新的簇（患者、记录），而不是在已有的簇里增加行。",
    ),
    look=few_clusters,
    looked=Text("how many clusters there are, and how even in size", "簇的数量及大小是否均匀"),
    needs=(CLUSTERS,),
    references=(CAMERON,),
)
CLASS_IN_FEW_CLUSTERS = CautionRecord(
    key="class_in_few_clusters",
    severity="warning",
    question=Text("Is every class found in enough clusters?", "每个类别是否出现在足够多的簇中？"),
    message=Text(
        "Class {label} ({held}) is found in only {clusters} of the {of} clusters: its recall "
        "rests on these few, however many rows they have.",
        "类别 {label}（{held}）只出现在 {of} 个簇中的 {clusters} 个："
        "其召回率只取决于这几个簇，无论它们有多少行。",
    ),
    advice=Text(
        "Take intervals of this class as rough, and add clusters (patients, recordings) that "
        "have it.",
        "该类别的区间只能作粗略参考；请增加含有该类别的簇（患者、记录）。",
    ),
    look=class_in_few_clusters,
    looked=Text("in how many clusters each class occurs", "每个类别出现在多少个簇中"),
    needs=(CLUSTERS,),
    unless=("few_clusters",),
    references=(CAMERON,),
)
