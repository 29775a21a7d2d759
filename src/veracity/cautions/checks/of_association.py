"""A check of K classes: predictions that go with the truth and yet do not agree with it."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.cautions.checks.strictness import ALPHA, surely_above
from veracity.cautions.record.caution_record import CautionRecord, Evidence
from veracity.cautions.record.facts import COUNTS, MANY_CLASSES, Facts, needs_figure
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

MOST_CLASSES = 1000
STRONG = 0.2  # of what the truth could tell, in bits

CRAMER = "Cramér H (1946) Mathematical Methods of Statistics. Princeton University Press, 21.9"


def association(matrix: ConfusionMatrix, rows: float) -> tuple[float, float] | None:
    """Bits that predictions tell of the truth, and their share of all there are; None if weak.

    Three classes and more: of two a strong association shows in MCC. Strong is a fifth of the
    bits of the truth, beyond what Pearson's chi-squared test with so many independent `rows`
    explains at 0.5%.
    """
    from scipy.special import chdtrc

    if not 2 < matrix.classes <= MOST_CLASSES:
        return None
    cells = matrix.cells.array()
    counts = np.asarray(cells if isinstance(cells, np.ndarray) else cells.toarray())
    counts = counts[counts.sum(1) > 0][:, counts.sum(0) > 0]
    if min(counts.shape) < 2:
        return None
    joint = counts / counts.sum()
    alone = np.outer(joint.sum(1), joint.sum(0))
    chi = rows * float(((joint - alone) ** 2 / alone).sum())
    freedom = (counts.shape[0] - 1) * (counts.shape[1] - 1)
    bits = _bits(joint.sum(1)) + _bits(joint.sum(0)) - _bits(joint.reshape(-1))
    share = float(ratio(bits, _bits(joint.sum(1))))
    strong = share >= STRONG and float(chdtrc(freedom, chi)) < ALPHA
    return (bits, share) if strong else None


def _bits(shares: Floats) -> float:
    held = shares[shares > 0]
    return float(-(held * np.log2(held)).sum())


def without_agreement(facts: Facts) -> Evidence | None:
    """Predictions tell much of the truth, and MCC is not shown to be above 0."""
    matrix, mcc = facts.confusion, facts.found("mcc")
    if matrix is None or mcc is None or surely_above(mcc, 0.0, (-1.0, 1.0)):
        return None
    sizes = facts.cluster_sizes  # a cluster counts as one row, which is on the safe side
    rows = float(matrix.effective_total) if sizes is None else float((sizes > 0).sum())
    found = association(matrix, rows)
    return None if found is None else {"mcc": mcc, "bits": found[0], "share": found[1]}


WITHOUT_AGREEMENT = CautionRecord(
    key="association_without_agreement",
    severity="warning",
    question=Text(
        "Do predictions carry the names of the classes they find?", "预测的类别名是否对应？"
    ),
    message=Text(
        "Predictions and truth are strongly associated ({bits} bits, {share:.0%} of what the truth "
        "holds), but they do not agree: MCC is {mcc}. Guessing would not look like this; classes "
        "under exchanged names would.",
        "预测与真实标签强烈相关（{bits} 比特，占真实标签信息量的 {share:.0%}），却并不一致："
        "MCC 为 {mcc}。随机猜测不会如此；类别名错位则会。",
    ),
    advice=Text(
        "Look at the confusion matrix: give each predicted class the name of the class it finds, "
        "and check the order of labels and of the columns of scores.",
        "请查看混淆矩阵：把每个预测类别改为它实际找出的类别名，并检查标签与分数列的顺序。",
    ),
    look=without_agreement,
    looked=Text(
        "whether predictions go with the truth without agreeing with it",
        "预测是否与真实标签相关却不一致",
    ),
    needs=(COUNTS, MANY_CLASSES, needs_figure("mcc")),
    unless=("calls_backwards", "columns_exchanged"),
    references=(CRAMER,),
)
