"""Checks of several models that are compared on the same rows, and of their tests."""

from __future__ import annotations

import math
from dataclasses import dataclass

from veracity.arrays import ratio
from veracity.cautions.checks.strictness import ALPHA
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.labels import Label
from veracity.words import Text

FEWEST_TESTS = 3
TIMES_AS_OFTEN = 1.5  # in odds; below that the operating points are much the same

BENDER = "Bender R, Lange S (2001) Journal of Clinical Epidemiology 54(4):343–349"


@dataclass(frozen=True, eq=False)
class Compared:
    """What is known of a comparison: how many tests there are and how they were corrected.

    `table` holds the labels that the models gave to the same rows (None without labels, and
    for different rows), `threshold` what they were made with.
    """

    keys: tuple[str, ...]
    tests: int
    correction: str
    level: float = 0.95
    table: PairedTable | None = None
    threshold: float | None = None

    @property
    def counted(self) -> tuple[str, ...]:
        """The keys that read counts, which a threshold makes."""
        return tuple(key for key in self.keys if find(key).reads is ConfusionMatrix)


def not_corrected(compared: Compared) -> Evidence | None:
    """Three and more tests, and none of their p-values is adjusted."""
    if compared.correction != "none" or compared.tests < FEWEST_TESTS:
        return None
    alpha = 1 - compared.level
    chance = 1 - (1 - alpha) ** compared.tests
    return {"tests": compared.tests, "alpha": alpha, "chance": chance}


def predicted_unequally(compared: Compared) -> Evidence | None:
    """One threshold makes two models call positives at very different rates.

    McNemar's z of the calls of the two that differ most at the strict level (on clusters where
    there are some, each counted as one row), and odds apart by a half and more.
    """
    table, keys = _at_same_threshold(compared), compared.counted
    if table is None:
        return None
    shares = _shares(table)
    low, high = min(shares, key=lambda n: shares[n]), max(shares, key=lambda n: shares[n])
    few, many = shares[low], shares[high]
    apart = float(ratio(many * (1 - few), few * (1 - many)))
    p = _disagreement(table, low, high)
    if not apart >= TIMES_AS_OFTEN or not p < ALPHA:
        return None
    return {
        "low": str(low),
        "high": str(high),
        "few": few,
        "many": many,
        "threshold": f"{compared.threshold:g}",
        "keys": keys,
        "p_value": p,
    }


def _at_same_threshold(compared: Compared) -> PairedTable | None:
    """The labels that one threshold made, where figures of them are compared."""
    table = compared.table
    if table is None or compared.threshold is None or not compared.counted:
        return None
    return None if table.pos_label is None else table


def _shares(table: PairedTable) -> dict[Label, float]:
    """What share of the rows each model calls positive."""
    yes = table.labels.index(table.pos_label)
    return {
        name: float(ratio(table.weight[table.predicted[index] == yes].sum(), table.total))
        for index, name in enumerate(table.names)
    }


def _disagreement(table: PairedTable, low: Label, high: Label) -> float:
    """McNemar's p that two models call positives equally often, on effective rows."""
    yes = table.labels.index(table.pos_label)
    mine, yours = (table.predicted[table.index_of_name(name)] == yes for name in (low, high))
    only = [float(table.weight[one].sum()) for one in (mine & ~yours, yours & ~mine)]
    rows = float(table.effective_total)
    if table.clustered:
        rows = min(rows, float(len(table.cluster_labels)))
    scale = rows / float(table.total) if table.total > 0 else 0.0
    first, second = (scale * one for one in only)
    z = float(ratio(abs(first - second), math.sqrt(first + second)))
    return math.erfc(z / math.sqrt(2)) if not math.isnan(z) else 1.0


THREE_TESTS = Need[Compared](
    Text("there are fewer than three tests", "检验不足三个"),
    lambda compared: compared.tests >= FEWEST_TESTS,
)
SAME_THRESHOLD = Need[Compared](
    Text("no counts at one threshold are compared", "没有在同一阈值下比较判定"),
    lambda compared: _at_same_threshold(compared) is not None,
)
NOT_CORRECTED: CautionRecord[Compared] = CautionRecord(
    key="tests_not_corrected",
    severity="warning",
    question=Text("Are p-values adjusted for their number?", "p 值是否按检验个数校正？"),
    message=Text(
        "There are {tests} tests and no correction: if nothing differs at all, so many "
        "independent "
        "tests would give at least one p below {alpha:.2g} with a chance of {chance:.0%}.",
        "共有 {tests} 个检验而未作校正：即使毫无差异，"
        "这么多相互独立的检验中至少有一个 p 值低于 {alpha:.2g} 的概率也有 {chance:.0%}。",
    ),
    advice=Text(
        'Leave `correction="holm"` as it is, or name one metric before looking.',
        '请保留 `correction="holm"`，或在查看结果之前只指定一个指标。',
    ),
    look=not_corrected,
    looked=Text("the correction of p-values", "p 值的校正"),
    needs=(THREE_TESTS,),
    references=(BENDER,),
)
PREDICTED_UNEQUALLY: CautionRecord[Compared] = CautionRecord(
    key="called_unequally_often",
    severity="note",
    question=Text(
        "Does one threshold mean the same for every model?", "同一阈值对各模型的含义是否相同？"
    ),
    message=Text(
        "At the threshold {threshold} {low} calls {few:.1%} of the rows positive and {high} "
        "{many:.1%}: differences in {keys} reflect the operating points as much as the rankings.",
        "在阈值 {threshold} 处，{low} 将 {few:.1%} 的样本判为正，{high} 为 {many:.1%}："
        "{keys} 的差异既来自排序，也来自不同的工作点。",
    ),
    advice=Text(
        "Read AUROC and the curves, or choose a threshold for each model on other rows, and "
        "compare the labels.",
        "请看 AUROC 与曲线，或为各模型分别在另外的数据上选定阈值，再比较标签。",
    ),
    look=predicted_unequally,
    looked=Text("how often each model calls positive", "各模型判为正的频率"),
    needs=(SAME_THRESHOLD,),
)
