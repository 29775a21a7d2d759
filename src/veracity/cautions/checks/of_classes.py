"""Checks of classes and averages: absent classes, equal micro averages, two macro F1s."""

from __future__ import annotations

import numpy as np

from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need, count, row_words
from veracity.cautions.record.facts import COUNTS, MANY_CLASSES, SEVERAL_OCCUR, Facts, needs_figure
from veracity.metrics import find
from veracity.words import Text, joined

MOST_NAMED = 8
MOST_CLASSES = 100
EQUAL_TO_ACCURACY = ("precision", "recall", "f1", "fbeta")

OPITZ = "Opitz J, Burst S (2019) arXiv:1911.03347"
MANNING = "Manning CD, Raghavan P, Schütze H (2008) Introduction to Information Retrieval, 13.6"


def absent_from_truth(facts: Facts) -> Evidence | None:
    """Classes that are listed or predicted but never true; at least two others are."""
    weight = facts.class_weight
    missing = np.flatnonzero(weight == 0)
    if not len(missing) or len(weight) - len(missing) < 2:
        return None
    matrix = facts.confusion
    predicted = 0.0 if matrix is None else float(matrix.predicted[missing].sum())
    with_notes = PREDICTED_WRONGLY.filled(rows=row_words(predicted)) if predicted else NOT_PREDICTED
    return {
        "labels": _named(facts, missing),
        "n": len(missing),
        "called": count(predicted),
        "told": with_notes,
    }


def never_predicted(facts: Facts) -> Evidence | None:
    """Classes that are true but never predicted."""
    matrix = facts.confusion
    if matrix is None or (matrix.truth > 0).sum() < 2:
        return None
    missing = np.flatnonzero((matrix.truth > 0) & (matrix.predicted == 0))
    if not len(missing):
        return None
    return {
        "labels": _named(facts, missing),
        "n": len(missing),
        "rows": count(float(matrix.truth[missing].sum())),
        "held": row_words(float(matrix.truth[missing].sum())),
    }


def _named(facts: Facts, indices: np.ndarray) -> str:
    """The classes at these indices, the first few by name."""
    names = [repr(facts.labels[int(index)]) for index in indices[:MOST_NAMED]]
    return ", ".join(names) + (" …" if len(indices) > MOST_NAMED else "")


def micro_is_accuracy(facts: Facts) -> Evidence | None:
    """A micro average was asked for that is the accuracy, as every row has one label."""
    keys = _micro_keys(facts)
    if not keys or facts.confusion is None:
        return None
    accuracy = facts.estimate("accuracy").value
    return {"keys": keys, "n": len(keys), "accuracy": accuracy}


def _micro_keys(facts: Facts) -> tuple[str, ...]:
    """The keys asked for that are the accuracy under another name."""
    return tuple(
        key
        for key in facts.asked
        if (average := find(key).average) is not None
        and average.how == "micro"
        and average.of.base_key in EQUAL_TO_ACCURACY
    )


def two_macro_f1s(facts: Facts) -> Evidence | None:
    """The mean of F1s and the F1 of the means differ by more than half the interval's width."""
    if facts.confusion is None or len(facts.labels) < 3 or not _shows_macro_f1(facts):
        return None
    mean = facts.found("macro_f1")
    if mean is None or not facts.has("f1_of_macro"):
        return None
    other = facts.estimate("f1_of_macro").value
    half = (mean.high - mean.low) / 2
    if np.isnan(other) or abs(other - mean.value) <= half:
        return None
    return {
        "macro_f1": mean,
        "f1_of_macro": other,
        "difference": abs(other - mean.value),
        "half": half,
    }


def _shows_macro_f1(facts: Facts) -> bool:
    """Whether somebody sees either; unasked, the interval of thousands of classes takes long."""
    listed = {*facts.asked, *facts.displayed}
    if not listed:
        return len(facts.labels) <= MOST_CLASSES
    return bool({"macro_f1", "f1_of_macro"} & listed)


def undefined(facts: Facts) -> Evidence | None:
    """Keys that are shown and have no value, each with the reason that its record gives."""
    with_notes: dict[str, Text] = {}
    for key in facts.displayed or facts.asked:
        if facts.has(key) and not (estimate := facts.estimate(key)).defined:
            with_notes[find(key).key] = estimate.note
    if not with_notes:
        return None
    return {"keys": tuple(with_notes), "n": len(with_notes), "reasons": _reasons(with_notes)}


def _reasons(with_notes: dict[str, Text]) -> Text:
    """Every reason once, after the keys that it holds of."""
    by_note: dict[Text, list[str]] = {}
    for key, note in with_notes.items():
        by_note.setdefault(note, []).append(key)
    notes = [_reason(", ".join(keys), note) for note, keys in by_note.items()][:MOST_NAMED]
    return joined([*notes, *([Text("…", "…")] if len(by_note) > MOST_NAMED else [])])


def _reason(keys: str, note: Text) -> Text:
    if not note:
        return Text(f"{keys}.", f"{keys}。")
    return Text(f"{keys}: {note.en}", f"{keys}：{note.zh}")


PREDICTED_WRONGLY = Text(
    "{rows} called so are all wrong; recall of such a class and its AUROC are undefined, and so "
    "are their macro averages.",
    "判为这样类别的 {rows} 必然全错；其召回率与 AUROC 无定义，相应的宏平均也无定义。",
)
NOT_PREDICTED = Text(
    "The figures say nothing about how it would be recognised.",
    "这些指标无法说明它能否被识别。",
)

MICRO_ASKED = Need[Facts](
    Text("no micro average was asked for", "没有要求微平均"),
    lambda facts: bool(_micro_keys(facts)),
)
MACRO_DISPLAYED = Need[Facts](Text("no macro F1 is shown", "未列出宏 F1"), _shows_macro_f1)
ANY_DISPLAYED = Need[Facts](
    Text("no figures are shown", "没有列出指标"),
    lambda facts: bool(facts.displayed or facts.asked),
)
ABSENT_FROM_TRUTH = CautionRecord(
    key="class_absent_from_truth",
    severity="warning",
    question=Text("Does every class occur in the truth?", "每个类别都在真实标签中出现了吗？"),
    message=Text(
        "No row truly belongs to class {labels}. {told}",
        "没有任何一行的真实类别是 {labels}。{told}",
    ),
    advice=Text(
        "Check the spelling of labels and how the rows were drawn; `labels=` says which classes "
        "belong to the task.",
        "请检查标签拼写与抽样方式；可用 `labels=` 指明任务包含哪些类别。",
    ),
    look=absent_from_truth,
    looked=Text("whether each class is ever true", "每个类别是否在真实标签中出现"),
    needs=(SEVERAL_OCCUR,),
)
NEVER_PREDICTED = CautionRecord(
    key="class_never_predicted",
    severity="warning",
    question=Text("Is every class predicted at least once?", "每个类别都至少被预测过一次吗？"),
    message=Text(
        "Never predicted: {labels}, the truth of {held}. Precision is undefined there, and recall "
        "is 0.",
        "从未被预测的类别：{labels}，而真实标签属于它的有 {held}。其查准率无定义，召回率为 0。",
    ),
    advice=Text(
        "Look at the threshold or the class weights of training; figures that average over rows "
        "hide this.",
        "请检查阈值或训练时的类别权重；按行平均的指标会掩盖这一点。",
    ),
    look=never_predicted,
    looked=Text("whether each true class is ever predicted", "每个真实类别是否被预测过"),
    needs=(COUNTS, SEVERAL_OCCUR),
)
MICRO_IS_ACCURACY = CautionRecord(
    key="micro_is_accuracy",
    severity="note",
    question=Text(
        "Does the micro average say more than accuracy?", "微平均是否比总体准确率多说明了什么？"
    ),
    message=Text(
        "Every row has one label, so {keys} {n:are} the accuracy, {accuracy}, under another name.",
        "每行只有一个标签，因此 {keys}（{n} 项）就是总体准确率 {accuracy}，只是换了名称。",
    ),
    advice=Text(
        "Report it as accuracy; macro averages and MCC say something else.",
        "请直接称之为总体准确率；宏平均与 MCC 才能提供其他信息。",
    ),
    look=micro_is_accuracy,
    looked=Text("which micro averages were asked for", "要求了哪些微平均"),
    needs=(COUNTS, MICRO_ASKED),
    references=(MANNING,),
)
TWO_MACRO_F1S = CautionRecord(
    key="two_macro_f1s",
    severity="note",
    question=Text("Which macro F1 is meant?", "所说的宏 F1 是哪一种？"),
    message=Text(
        "Two figures are called macro F1: the mean of the F1s is {macro_f1}, the F1 of mean "
        "precision and mean recall is {f1_of_macro}. They differ by {difference}, more than half "
        "the width of the interval ({half}).",
        "称为宏 F1 的指标有两种：各类 F1 的均值为 {macro_f1}，平均查准率与平均召回率的 F1 为 "
        "{f1_of_macro}。二者相差 {difference}，大于区间的半宽（{half}）。",
    ),
    advice=Text(
        "Say which one you report (`macro_f1` or `f1_of_macro`), and compare with papers that "
        "use the same.",
        "请说明报告的是哪一种（`macro_f1` 或 `f1_of_macro`），并只与采用同一定义的论文比较。",
    ),
    look=two_macro_f1s,
    looked=Text("how far the two macro F1s lie apart", "两种宏 F1 相差多少"),
    needs=(COUNTS, MANY_CLASSES, MACRO_DISPLAYED, needs_figure("macro_f1")),
    references=(OPITZ,),
)
UNDEFINED = CautionRecord(
    key="undefined_figures",
    severity="note",
    question=Text("Which figures have no value, and why?", "哪些指标没有数值，为什么？"),
    message=Text(
        "{n} figure{n:s} {n:are} undefined here. {reasons}",
        "有 {n} 项指标在此无定义。{reasons}",
    ),
    advice=Text(
        "An undefined figure is not 0: leave it out, or say why it is missing.",
        "无定义不等于 0：请略去该项，或说明缺失的原因。",
    ),
    look=undefined,
    looked=Text("whether every figure shown has a value", "所列指标是否都有数值"),
    needs=(ANY_DISPLAYED,),
)
