"""Checks of classes and averages: absent classes, equal micro averages, two macro F1s."""

from __future__ import annotations

import numpy as np

from veracity.cautions.check import Check, Evidence, count
from veracity.cautions.facts import Facts
from veracity.metrics import find
from veracity.words import Text, joined

MOST_NAMED = 8
MANY_CLASSES = 100
EQUAL_TO_ACCURACY = ("precision", "recall", "f1", "fbeta")

OPITZ = "Opitz J, Burst S (2019) arXiv:1911.03347"
MANNING = "Manning CD, Raghavan P, Schütze H (2008) Introduction to Information Retrieval, 13.6"


def absent_from_truth(facts: Facts) -> Evidence | None:
    """Classes that are listed or predicted but never true; at least two others are."""
    weight = facts.class_weight
    missing = np.flatnonzero(weight == 0)
    if not len(missing) or len(weight) - len(missing) < 2:
        return None
    called = np.zeros(len(weight)) if facts.confusion is None else facts.confusion.called
    return {
        "labels": _named(facts, missing),
        "n": len(missing),
        "called": count(float(called[missing].sum())),
    }


def never_called(facts: Facts) -> Evidence | None:
    """Classes that are true but never predicted."""
    matrix = facts.confusion
    if matrix is None or (matrix.truth > 0).sum() < 2:
        return None
    missing = np.flatnonzero((matrix.truth > 0) & (matrix.called == 0))
    if not len(missing):
        return None
    return {
        "labels": _named(facts, missing),
        "n": len(missing),
        "rows": count(float(matrix.truth[missing].sum())),
    }


def _named(facts: Facts, places: np.ndarray) -> str:
    """The classes at these places, the first few by name."""
    names = [repr(facts.labels[int(place)]) for place in places[:MOST_NAMED]]
    return ", ".join(names) + (" …" if len(places) > MOST_NAMED else "")


def micro_is_accuracy(facts: Facts) -> Evidence | None:
    """A micro average was asked for that is the accuracy, as every row has one label."""
    keys = [
        key
        for key in facts.asked
        if (metric := find(key)).average == "micro"
        and metric.of is not None
        and metric.of.base_key in EQUAL_TO_ACCURACY
    ]
    if not keys or facts.confusion is None:
        return None
    return {"keys": tuple(keys), "accuracy": facts.estimate("accuracy").value}


def two_macro_f1s(facts: Facts) -> Evidence | None:
    """The mean of F1s and the F1 of the means differ by more than half the interval's width."""
    if facts.confusion is None or len(facts.labels) < 3:
        return None
    shown = {"macro_f1", "f1_of_macro"} & {*facts.asked, *facts.shown}
    if len(facts.labels) > MANY_CLASSES and not shown:
        return None  # the interval of thousands of classes takes long, and nobody sees it
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


def undefined(facts: Facts) -> Evidence | None:
    """Keys that are shown and have no value, with the reasons that their records give."""
    told: dict[str, Text] = {}
    for key in facts.shown or facts.asked:
        if facts.has(key) and not (estimate := facts.estimate(key)).defined:
            told[find(key).key] = estimate.note
    if not told:
        return None
    reasons = [note for note in dict.fromkeys(told.values()) if note]
    return {"keys": tuple(told), "n": len(told), "reasons": joined(reasons)}


ABSENT_FROM_TRUTH = Check(
    key="class_absent_from_truth",
    severity="warning",
    question=Text("Does every class occur in the truth?", "每个类别都在真值中出现了吗？"),
    message=Text(
        "No row truly belongs to class {labels}. Calls of such a class (here {called}) are all "
        "wrong, its recall is undefined, and so is a macro average over it.",
        "没有任何一行的真实类别是 {labels}。判为这些类别的 {called} 行必然全错，"
        "其召回率无定义，包含它的宏平均也无定义。",
    ),
    advice=Text(
        "Check the spelling of labels and how the rows were drawn; `labels=` says which classes "
        "belong to the task.",
        "请检查标签拼写与抽样方式；可用 `labels=` 指明任务包含哪些类别。",
    ),
    look=absent_from_truth,
)
NEVER_CALLED = Check(
    key="class_never_predicted",
    severity="warning",
    question=Text("Is every class predicted at least once?", "每个类别都至少被预测过一次吗？"),
    message=Text(
        "Class {labels} is the truth on {rows} rows and is never predicted: its precision is "
        "undefined and its recall is 0.",
        "类别 {labels} 在 {rows} 行中为真，却从未被预测：其查准率无定义，召回率为 0。",
    ),
    advice=Text(
        "Look at the threshold or the class weights of training; figures that average over rows "
        "hide this.",
        "请检查阈值或训练时的类别权重；按行平均的指标会掩盖这一点。",
    ),
    look=never_called,
)
MICRO_IS_ACCURACY = Check(
    key="micro_is_accuracy",
    severity="note",
    question=Text(
        "Does the micro average say more than accuracy?", "微平均是否比总体准确率多说明了什么？"
    ),
    message=Text(
        "Every row has one label, so {keys} is the accuracy, {accuracy}, under another name.",
        "每行只有一个标签，因此 {keys} 就是总体准确率 {accuracy}，只是换了名称。",
    ),
    advice=Text(
        "Report it as accuracy; macro averages and MCC tell something else.",
        "请直接称之为总体准确率；宏平均与 MCC 才能提供其他信息。",
    ),
    look=micro_is_accuracy,
    references=(MANNING,),
)
TWO_MACRO_F1S = Check(
    key="two_macro_f1s",
    severity="note",
    question=Text("Which macro F1 is meant?", "所说的宏 F1 是哪一种？"),
    message=Text(
        "The mean of the F1s is {macro_f1}, the F1 of mean precision and mean recall is "
        "{f1_of_macro}. They differ by {difference}, more than half the "
        "width of the interval ({half}).",
        "各类 F1 的均值为 {macro_f1}，平均查准率与平均召回率的 F1 为 {f1_of_macro}。二者相差 "
        "{difference}，大于区间的半宽（{half}）。",
    ),
    advice=Text(
        "Say which one you report (`macro_f1` or `f1_of_macro`), and compare with papers that "
        "use the same.",
        "请说明报告的是哪一种（`macro_f1` 或 `f1_of_macro`），并只与采用同一定义的论文比较。",
    ),
    look=two_macro_f1s,
    references=(OPITZ,),
)
UNDEFINED = Check(
    key="undefined_figures",
    severity="note",
    question=Text("Which figures have no value, and why?", "哪些指标没有数值，为什么？"),
    message=Text(
        "{n} figure{n:s} {n:are} undefined here ({keys}). {reasons}",
        "有 {n} 项指标在此无定义（{keys}）。{reasons}",
    ),
    advice=Text(
        "An undefined figure is not 0: leave it out, or say why it is missing.",
        "无定义不等于 0：请略去该项，或说明缺失的原因。",
    ),
    look=undefined,
)
