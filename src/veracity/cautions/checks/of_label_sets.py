"""Checks of rows with several labels: what makes their averages mislead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need
from veracity.errors import quoted
from veracity.statistics.labels import Label
from veracity.words import Text

FEW = 10  # rows that have a label
UNLIKE = 10.0  # times as common as another label
NAMED = 5


@dataclass(frozen=True)
class LabelSetFacts:
    """How many rows have each label, truly and as predicted, and at which thresholds.

    `loss` and `loss_high` are the Hamming loss and the upper end of its interval, `density` that
    of calling no label at all. `shared_threshold` is the one for the scores of all labels.
    """

    labels: tuple[Label, ...]
    rows: float
    true: tuple[float, ...]
    predicted: tuple[float, ...]
    loss: float
    loss_high: float
    density: float
    shared_threshold: float | None = None

    def named(self, chosen: Sequence[bool]) -> Evidence | None:
        """The labels chosen, how many they are, and of how many; None where there are none."""
        names = [label for label, yes in zip(self.labels, chosen, strict=True) if yes]
        if not names:
            return None
        return {"labels": quoted(names[:NAMED]), "n": len(names), "of": len(self.labels)}


def never_true(facts: LabelSetFacts) -> Evidence | None:
    """Labels that no row has."""
    return facts.named([n == 0 for n in facts.true])


def never_predicted(facts: LabelSetFacts) -> Evidence | None:
    """Labels that are there and are never predicted."""
    return facts.named(
        [n > 0 and not predicted for n, predicted in zip(facts.true, facts.predicted, strict=True)]
    )


def few_rows(facts: LabelSetFacts) -> Evidence | None:
    """Labels that few rows have, in averages that count each label the same."""
    found = facts.named([0 < n < FEW for n in facts.true])
    return None if found is None else {**found, "few": FEW}


def nothing_does_as_well(facts: LabelSetFacts) -> Evidence | None:
    """Calling no label at all is not shown to have a larger Hamming loss."""
    if not facts.density > 0 or facts.loss_high < facts.density:
        return None
    return {"loss": facts.loss, "density": facts.density}


def one_threshold(facts: LabelSetFacts) -> Evidence | None:
    """One threshold for labels of which some are far more common than others."""
    some = [n for n in facts.true if n > 0]
    if facts.shared_threshold is None or not some or max(some) < UNLIKE * min(some):
        return None
    return {
        "threshold": facts.shared_threshold,
        "rarest": min(some) / facts.rows,
        "commonest": max(some) / facts.rows,
    }


SHARED_THRESHOLD: Need[LabelSetFacts] = Need(
    Text("scores do not share one threshold", "分数没有用同一阈值切分"),
    lambda facts: facts.shared_threshold is not None,
)
LABEL_NEVER_TRUE: CautionRecord[LabelSetFacts] = CautionRecord(
    key="label_never_present",
    severity="warning",
    question=Text("Does every label occur?", "每个标签是否都出现过？"),
    message=Text(
        "{n} of {of} labels never occur ({labels}): their recall is undefined, and so are macro "
        "averages over them.",
        "{of} 个标签中有 {n} 个从未出现（{labels}）：其召回率无定义，包含它们的宏平均也无定义。",
    ),
    advice=Text(
        "Leave them out (`labels=`), or get rows that have them.",
        "请用 `labels=` 去掉它们，或补充含有它们的行。",
    ),
    look=never_true,
    looked=Text("how many rows have each label", "每个标签的行数"),
)
LABEL_NEVER_PREDICTED: CautionRecord[LabelSetFacts] = CautionRecord(
    key="label_never_predicted",
    severity="warning",
    question=Text("Is every label predicted at least once?", "每个标签是否至少被预测过一次？"),
    message=Text(
        "{n} of {of} labels are never predicted ({labels}): each is missed in every row that has "
        "it, which micro averages hardly show.",
        "{of} 个标签中有 {n} 个从未被预测（{labels}）："
        "含有它们的行全部漏判，微平均却几乎看不出来。",
    ),
    advice=Text(
        "Look at `ev.table()`; a lower threshold for these labels may find them.",
        "请查看 `ev.table()`；降低这些标签的阈值也许能找到它们。",
    ),
    look=never_predicted,
    looked=Text("how often each label is predicted", "每个标签被预测的次数"),
)
LABELS_OF_FEW_ROWS: CautionRecord[LabelSetFacts] = CautionRecord(
    key="labels_of_few_rows",
    severity="note",
    question=Text("Do enough rows have each label?", "每个标签的行数是否足够？"),
    message=Text(
        "{n} of {of} labels have fewer than {few} rows ({labels}), and count in macro averages as "
        "much as any other.",
        "{of} 个标签中有 {n} 个的行数不足 {few}（{labels}），但在宏平均中与其他标签同等计入。",
    ),
    advice=Text(
        "Read macro averages with their interval, beside micro ones.",
        "请结合区间解读宏平均，并与微平均对照。",
    ),
    look=few_rows,
    looked=Text("how many rows have each label", "每个标签的行数"),
)
NOTHING_DOES_AS_WELL: CautionRecord[LabelSetFacts] = CautionRecord(
    key="hamming_loss_of_nothing",
    severity="warning",
    question=Text(
        "Is the Hamming loss below that of calling no label?", "汉明损失是否低于什么都不预测？"
    ),
    message=Text(
        "The Hamming loss is {loss}; calling no label at all gives {density}, and is not shown to "
        "be worse.",
        "汉明损失为 {loss}；完全不预测任何标签时为 {density}，没有证据表明后者更差。",
    ),
    advice=Text(
        "Where labels are rare, judge by F1 (micro, macro, by label).",
        "标签稀少时，请看 F1（微平均、宏平均、各标签）。",
    ),
    look=nothing_does_as_well,
    looked=Text("the Hamming loss and the share of labels that are true", "汉明损失与标签密度"),
)
ONE_THRESHOLD: CautionRecord[LabelSetFacts] = CautionRecord(
    key="one_threshold_for_all_labels",
    severity="note",
    question=Text("Does one threshold fit all labels?", "同一阈值是否适合所有标签？"),
    message=Text(
        "All labels use threshold {threshold}; the most common is in {commonest:.1%} of the "
        "rows, the "
        "rarest in {rarest:.1%}.",
        "所有标签都用阈值 {threshold} 切分；最常见的出现在 {commonest:.1%} 的行中，"
        "最少见的只有 {rarest:.1%}。",
    ),
    advice=Text(
        "Choose a threshold for each label on other rows: `threshold={label: t}`.",
        "请在其他数据上为每个标签选择阈值：`threshold={label: t}`。",
    ),
    look=one_threshold,
    looked=Text("thresholds, and how common each label is", "阈值与各标签的频率"),
    needs=(SHARED_THRESHOLD,),
)
LABEL_SET_CHECKS: tuple[CautionRecord[LabelSetFacts], ...] = (
    LABEL_NEVER_TRUE,
    LABEL_NEVER_PREDICTED,
    NOTHING_DOES_AS_WELL,
    LABELS_OF_FEW_ROWS,
    ONE_THRESHOLD,
)
