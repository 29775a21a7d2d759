"""A check of K columns of scores: some of them under the names of others."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, Ints
from veracity.cautions.checks.strictness import ALPHA
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need
from veracity.cautions.record.facts import COUNTS, MANY_CLASSES, Facts
from veracity.words import Text

MOST_CLASSES = 1000
COLUMNS = Need[Facts](
    Text("there is no column of scores for each class", "没有各类别的分数列"),
    lambda facts: facts.scores is not None and facts.scores.several_columns,
)


def exchanged(counts: Floats, rows: float) -> list[Ints]:
    """Cycles of classes, each predicted mostly as the next one and that one mostly as another.

    The calls are given the names under which most rows would be right (an assignment). A cycle
    of exchanged names counts if for every class in it a sign test tells that more of its rows
    are predicted as the other than as its own, at 0.5% over all classes. `rows` is how many
    independent rows the counts are worth.
    """
    from scipy.optimize import linear_sum_assignment
    from scipy.special import betainc

    named = np.asarray(linear_sum_assignment(counts, maximize=True)[1])
    scale = rows / max(float(counts.sum()), 1.0)
    index = np.arange(len(counts))
    other, own = np.floor(counts[index, named] * scale), np.floor(counts[index, index] * scale)
    chance = betainc(np.maximum(other, 1), own + 1, 0.5)  # as many or more, of fair coins
    sure = (named != index) & (other > own) & (chance < ALPHA / len(counts))
    cycles, seen = [], np.zeros(len(counts), bool)
    for start in np.flatnonzero(sure):
        cycle, one = [], int(start)
        while not seen[one] and sure[one]:
            seen[one] = True
            cycle.append(one)
            one = int(named[one])
        if one == start and len(cycle) > 1:
            cycles.append(np.array(cycle))
    return cycles


def columns_exchanged(facts: Facts) -> Evidence | None:
    """Rows of some classes are predicted as each other, and not as their own."""
    matrix = facts.confusion
    if matrix is None or not COLUMNS.met(facts) or not 2 < matrix.classes <= MOST_CLASSES:
        return None
    cells = matrix.cells.array()
    counts = np.asarray(cells if isinstance(cells, np.ndarray) else cells.toarray())
    sizes = facts.cluster_sizes  # a cluster counts as one row, which is on the safe side
    rows = float(matrix.effective_total) if sizes is None else float((sizes > 0).sum())
    cycles = exchanged(counts, rows)
    if not cycles:
        return None
    labels = matrix.labels
    parts = [
        f"{labels[i]} → {labels[j]}" for c in cycles for i, j in zip(c, np.roll(c, -1), strict=True)
    ]
    moved = np.concatenate(cycles)
    predicted = np.concatenate([np.roll(c, -1) for c in cycles])
    of = float(counts[moved].sum())
    return {
        "names": ", ".join(parts),
        "own": float(counts[moved, moved].sum()) / of,
        "other": float(counts[moved, predicted].sum()) / of,
    }


EXCHANGED = CautionRecord(
    key="columns_exchanged",
    severity="warning",
    question=Text("Are the columns in class order?", "各列是否按类别顺序？"),
    message=Text(
        "Columns look exchanged: {names}. Of the rows of these classes {own:.0%} are called by "
        "their own name and {other:.0%} by the other's.",
        "分数列似乎互换了：{names}。"
        "这些类别的样本中，{own:.0%} 被判为本类，{other:.0%} 被判为另一类。",
    ),
    advice=Text(
        "Check the order in which the columns were made (`model.classes_`), and give it as "
        "labels= or as a mapping from label to column.",
        "请核对生成各列的顺序（`model.classes_`），并用 labels= 或“标签 → 列”的映射给出。",
    ),
    look=columns_exchanged,
    looked=Text(
        "whether rows of some classes are called by each other's names",
        "某些类别的样本是否被判为彼此的名称",
    ),
    needs=(COUNTS, MANY_CLASSES, COLUMNS),
    references=("Conover WJ (1999) Practical Nonparametric Statistics, 3rd ed., Wiley, 3.4",),
)
