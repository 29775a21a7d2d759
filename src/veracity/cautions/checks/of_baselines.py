"""Checks against answers that look at nothing: accuracy and F1 that a constant also reaches."""

from __future__ import annotations

import math
from typing import Any

from veracity.arrays import ratio
from veracity.cautions.checks.strictness import ALPHA, SHARE, standard_errors
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need, count, p_words
from veracity.cautions.record.facts import COUNTS, SEVERAL_OCCUR, TWO_CLASSES, Facts
from veracity.decisions.baselines.baseline_tests import against_constant, plain_counts
from veracity.intervals import Estimator, Settings
from veracity.memo import remember
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

COMMON = 0.9  # the share of a class from which accuracy and F1 are high for nothing
SOME = 0.1  # agreement, as MCC, that few rows may not show
HIGH = 0.7  # an accuracy that sounds good
HALF = 0.5
MANY_POSITIVES = 0.6
MANY_CLASSES = 100
FAR = 8.0  # standard errors

VALVERDE = "Valverde-Albacete FJ, Peláez-Moreno C (2014) PLoS ONE 9(1):e84217"
CHICCO = "Chicco D, Jurman G (2020) BMC Genomics 21:6"
LIPTON = "Lipton ZC, Elkan C, Naryanaswamy B (2014) ECML PKDD, LNCS 8725:225–239"
PROVOST = "Provost F, Fawcett T, Kohavi R (1998) Proc. 15th ICML, 445–453"


def _against_commonest(facts: Facts) -> dict[str, Any] | None:
    """Accuracy beside that of always predicting the most common class; made once for all checks."""
    return remember(facts, "commonest", lambda: _compared(facts))


def _compared(facts: Facts) -> dict[str, Any] | None:
    """Both accuracies, and McNemar's exact test; with weights or clusters a linearised one.

    That one takes long: where there are many classes, or the accuracy lies eight standard errors
    from the constant's, its own interval decides.
    """
    matrix = facts.confusion
    if matrix is None or (matrix.truth > 0).sum() < 2:
        return None
    index = int(matrix.truth.argmax())
    rest = float(matrix.total - matrix.truth[index])
    return {
        "accuracy": float(ratio(matrix.right, matrix.total)),
        "baseline": float(ratio(matrix.truth[index], matrix.total)),
        "label": repr(matrix.labels[index]),
        "found": count(float(matrix.right - matrix.hits[index])),
        "rest": count(rest),
        "p_value": _p_value(facts, matrix, index),
    }


def _p_value(facts: Facts, matrix: ConfusionMatrix, index: int) -> float:
    plain = plain_counts(matrix)
    baseline = float(ratio(matrix.truth[index], matrix.total))
    if not plain:
        z = standard_errors(facts.estimate("accuracy"), baseline, SHARE)
        if abs(z) > FAR or matrix.classes > MANY_CLASSES:
            return math.erfc(abs(z) / math.sqrt(2))
    return against_constant(Estimator(matrix, Settings()), index).p_value


def below_baseline(facts: Facts) -> Evidence | None:
    """The most common class alone is right more often, beyond what chance explains.

    Only where calls are not shown to go with the truth: a useful classifier whose threshold
    misses few is often less accurate than a constant, which `accuracy_near_baseline` notes.
    """
    found = _against_commonest(facts)
    return _evidence(found) if found is not None and _below(found) and not _agrees(facts) else None


def paradox(facts: Facts) -> Evidence | None:
    """An accuracy that sounds good (70%) and that a constant answer reaches too.

    It speaks where MCC is below 0.1 and not shown to be above 0, and McNemar's exact test does
    not show the accuracy above the constant's (5%); or where the common class holds 90% of the
    rows, and the accuracy is below the constant's beyond chance. In between an honest classifier
    may well be near the constant, which `accuracy_near_baseline` notes.
    """
    found = _against_commonest(facts)
    if found is None or found["accuracy"] < HIGH or not _not_above(found):
        return None
    common = found["baseline"] >= COMMON and _below(found)
    return _evidence(found) if common or not _agrees(facts) else None


def _agrees(facts: Facts) -> bool:
    """Whether calls go with the truth: MCC is 0.1 and more, or its interval is above 0."""
    mcc = facts.estimate("mcc")
    return mcc.low > 0 or mcc.value >= SOME


def near_baseline(facts: Facts) -> Evidence | None:
    """The accuracy is not shown to be above that of always predicting the most common class."""
    found = _against_commonest(facts)
    return _evidence(found) if found is not None and _not_above(found) else None


def _below(found: dict[str, Any]) -> bool:
    """Below the constant's, beyond chance at the strict level."""
    return bool(found["accuracy"] < found["baseline"] and found["p_value"] < ALPHA)


def _not_above(found: dict[str, Any]) -> bool:
    """Not above the constant's, or not shown to be; without a test only the former is known."""
    if found["accuracy"] <= found["baseline"] or math.isnan(found["p_value"]):
        return bool(found["accuracy"] <= found["baseline"])
    return not found["p_value"] < 0.05


def _evidence(found: dict[str, Any]) -> dict[str, Any]:
    """The same with words for how the two accuracies lie to each other."""
    below = found["accuracy"] < found["baseline"] and found["p_value"] < 0.05
    equal = found["accuracy"] == found["baseline"]
    how = BELOW if below else EQUAL if equal else NOT_ABOVE
    return {**found, "how": how, "by_chance": p_words(found["p_value"])}


def flattered(facts: Facts) -> Evidence | None:
    """F1 is high and not shown above that of calling every row positive, 2π/(1 + π).

    Looked at where positives are more than half. It speaks where they are 90% and more, or
    where MCC is below 0.1 and not shown to be above 0.
    """
    found = _against_all_positive(facts)
    if found is None or found["prevalence"] <= HALF or found["f1"].value < 2 / 3:
        return None
    return None if found["prevalence"] < COMMON and _agrees(facts) else found


def near_all_positive(facts: Facts) -> Evidence | None:
    """F1 is shown, and not above that of calling every row positive beyond chance.

    Looked at where more than 60% are positive, and F1 sounds good for nothing.
    """
    if not _shows_f1(facts) or not facts.prevalence > MANY_POSITIVES:
        return None
    return _against_all_positive(facts)


def _shows_f1(facts: Facts) -> bool:
    listed = {*facts.asked, *facts.displayed}
    return not listed or "f1" in listed


def _against_all_positive(facts: Facts) -> dict[str, Any] | None:
    """F1 beside that of calling every row positive; None where it is shown to be above."""
    matrix = facts.two_by_two
    if matrix is None or not 0 < facts.prevalence < 1:
        return None
    f1, constant = facts.estimate("f1"), 2 * facts.prevalence / (1 + facts.prevalence)
    if not f1.defined or f1.low > constant:
        return None
    return {
        "f1": f1,
        "precision": facts.estimate("precision"),
        "mcc": facts.estimate("mcc"),
        "prevalence": facts.prevalence,
        "constant": constant,
        "label": repr(matrix.pos_label),
    }


BELOW = Text("below", "低于")
EQUAL = Text("equal to", "等于")
NOT_ABOVE = Text("not shown to be above", "未能证明高于")
ACCURACY_QUESTION = Text(
    "Is it right more often than always giving the same answer?",
    "它是否比始终给出同一个回答更常正确？",
)
BASELINE_ADVICE = Text(
    "Report MCC or balanced accuracy beside it, and choose the threshold by what errors cost.",
    "请同时报告 MCC 或平衡准确率，并按错误代价选择阈值。",
)

F1_DISPLAYED = Need[Facts](Text("F1 is not shown", "未列出 F1"), _shows_f1)
BELOW_BASELINE = CautionRecord(
    key="accuracy_below_baseline",
    severity="warning",
    question=ACCURACY_QUESTION,
    message=Text(
        "Accuracy {accuracy:.1%} is below the {baseline:.1%} of always predicting {label}"
        "{by_chance}, and no association with the truth is shown.",
        "总体准确率 {accuracy:.1%} 低于始终预测 {label} 的 {baseline:.1%}{by_chance}，"
        "而且未能证明判定与真实标签有关联。",
    ),
    advice=Text(
        "Check that labels, threshold and the order of the rows are right; as it stands, it is "
        "not shown to be better than guessing.",
        "请检查标签、阈值与行的顺序是否正确；照目前的结果，未能证明它优于猜测。",
    ),
    look=below_baseline,
    looked=Text(
        "accuracy, against always predicting the most common class",
        "总体准确率，与始终预测最常见的类别比较",
    ),
    needs=(COUNTS, SEVERAL_OCCUR),
    unless=("accuracy_paradox", "ranks_backwards", "calls_backwards"),
    references=(PROVOST,),
)
ACCURACY_PARADOX = CautionRecord(
    key="accuracy_paradox",
    severity="warning",
    question=Text(
        "Is the accuracy high only because one class is common?",
        "总体准确率高是否只因为某一类很常见？",
    ),
    message=Text(
        "Accuracy paradox: accuracy {accuracy:.1%} sounds good but is {how} the {baseline:.1%} "
        "of always predicting {label}. Unlike a constant, it finds {found} of the {rest} rows of "
        "other classes.",
        "准确率悖论：总体准确率 {accuracy:.1%} 听起来不错，却{how}始终预测 {label} 的 "
        "{baseline:.1%}。与常数预测不同，它在其余类别的 {rest} 行中找出了 {found} 行。",
    ),
    advice=BASELINE_ADVICE,
    look=paradox,
    looked=Text(
        "accuracy, against always predicting the most common class",
        "总体准确率，与始终预测最常见的类别比较",
    ),
    needs=(COUNTS, SEVERAL_OCCUR),
    references=(VALVERDE, PROVOST),
)
NEAR_BASELINE = CautionRecord(
    key="accuracy_near_baseline",
    severity="note",
    question=ACCURACY_QUESTION,
    message=Text(
        "Accuracy {accuracy:.1%} is {how} the {baseline:.1%} of always predicting {label}"
        "{by_chance}: it says little about this classifier.",
        "总体准确率 {accuracy:.1%} {how}始终预测 {label} 的 {baseline:.1%}{by_chance}："
        "它不足以评价该分类器。",
    ),
    advice=BASELINE_ADVICE,
    look=near_baseline,
    looked=Text(
        "accuracy, against always predicting the most common class",
        "总体准确率，与始终预测最常见的类别比较",
    ),
    needs=(COUNTS, SEVERAL_OCCUR),
    unless=(
        "accuracy_paradox",
        "accuracy_below_baseline",
        "ranks_backwards",
        "calls_backwards",
    ),
    references=(PROVOST,),
)
F1_FLATTERED = CautionRecord(
    key="f1_flattered",
    severity="warning",
    question=Text(
        "Are F1 and precision high only because positives are common?",
        "F1 与查准率高是否只因为正例很常见？",
    ),
    message=Text(
        "A common positive class flatters F1 and precision: {prevalence:.1%} of the rows are "
        "positive ({label}), and calling every row so has F1 {constant:.3f}, here {f1}. "
        "Precision would be {prevalence:.3f} and is {precision}; MCC is {mcc}.",
        "正例常见会抬高 F1 与查准率：{prevalence:.1%} 的样本为正例（{label}），"
        "把每一行都判为正，F1 为 {constant:.3f}，这里是 {f1}。"
        "查准率则为 {prevalence:.3f}，这里是 {precision}；MCC 为 {mcc}。",
    ),
    advice=Text(
        "Report MCC, or make the rarer class the positive one: F1 ignores true negatives.",
        "请报告 MCC，或把较少的一类设为正类：F1 不计真阴性。",
    ),
    look=flattered,
    looked=Text(
        "F1, against calling every row positive, where positives are common",
        "正例常见时的 F1，与全部判为正比较",
    ),
    needs=(COUNTS, TWO_CLASSES, SEVERAL_OCCUR),
    references=(CHICCO,),
)
NEAR_ALL_POSITIVE = CautionRecord(
    key="f1_near_all_positive",
    severity="note",
    question=Text(
        "Is F1 above that of calling every row positive?", "F1 是否高于把每一行都判为正？"
    ),
    message=Text(
        "F1 {f1} is not shown to be above the {constant:.3f} of calling every row positive, as "
        "{prevalence:.1%} of the rows are ({label}).",
        "F1 为 {f1}，未能证明高于把每一行都判为正的 {constant:.3f}："
        "{prevalence:.1%} 的样本为正例（{label}）。",
    ),
    advice=Text(
        "Read F1 beside that figure, never beside 0, and report MCC with it.",
        "请把 F1 与该值（而不是与 0）比较，并同时报告 MCC。",
    ),
    look=near_all_positive,
    looked=Text(
        "F1, against calling every row positive, where positives are common",
        "正例常见时的 F1，与全部判为正比较",
    ),
    needs=(COUNTS, TWO_CLASSES, SEVERAL_OCCUR, F1_DISPLAYED),
    unless=("f1_flattered", "class_never_predicted", "ranks_backwards", "calls_backwards"),
    references=(LIPTON,),
)
