"""A check of results that are too good: not one error on many rows."""

from __future__ import annotations

from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need
from veracity.cautions.record.facts import Facts
from veracity.statistics.numerics.weighted_sums import first_held
from veracity.words import Text

ENOUGH_ROWS = 30  # of each of two classes

KAUFMAN = "Kaufman S, Rosset S, Perlich C, Stitelman O (2012) ACM TKDD 6(4):15"


def perfect(facts: Facts) -> Evidence | None:
    """The classes are separated without one error, and two of them have 30 rows and more.

    One column of scores is asked whether any threshold parts the classes; of labels and of K
    columns every row is predicted rightly.
    """
    if (facts.class_rows >= ENOUGH_ROWS).sum() < 2:
        return None
    by_scores = facts.column is not None and facts.positive is not None
    if not (_parted(facts) if by_scores else _all_right(facts)):
        return None
    return {"rows": facts.rows.used, "found": BY_SCORES if by_scores else BY_CALLS}


def _parted(facts: Facts) -> bool:
    """Whether every positive has a higher score than every negative."""
    table = facts.column
    assert table is not None
    lowest_positive = len(table) - 1 - first_held(table.positive[::-1])
    highest_negative = first_held(table.negative)
    return bool(lowest_positive < highest_negative)


def _all_right(facts: Facts) -> bool:
    matrix = facts.confusion
    if matrix is None or facts.rows.refused.get("small_cell", 0):  # errors may have been emptied
        return False
    return bool((matrix.hits == matrix.truth).all())


BY_SCORES = Text(
    "every positive has a higher score than every negative", "每个正例的分数都高于每个负例"
)
BY_CALLS = Text("every row is called what it is", "每一行的判定都正确")

ENOUGH = Need[Facts](
    Text("no two classes have 30 rows", "没有两个类别各有 30 行"),
    lambda facts: int((facts.class_rows >= ENOUGH_ROWS).sum()) > 1,
)
PERFECT_SEPARATION = CautionRecord(
    key="perfect_separation",
    severity="warning",
    question=Text("Is it too good to be true?", "结果是否好得不真实？"),
    message=Text(
        "Not one error on {rows} rows: {found}. Some tasks are that easy, but a leak looks the "
        "same: an input derived from the truth, rows used in training, or the truth itself as "
        "the score.",
        "{rows} 行无一错误：{found}。有的任务确实这样容易，但信息泄漏看起来也是如此："
        "输入中含有由真实标签得来的内容、用了训练过的行，或把真实标签本身当作分数。",
    ),
    advice=Text(
        "Check where the scores come from, that no input is known only after the outcome, and "
        "that no case is in both training and test.",
        "请检查分数的来源，确认没有事后才知道的输入，也没有同时出现在训练集与测试集中的样本。",
    ),
    look=perfect,
    looked=Text("whether there is any error at all", "是否有任何错误"),
    needs=(ENOUGH,),
    references=(KAUFMAN,),
)
