"""Checks against answers that look at nothing: accuracy and F1 that a constant also reaches."""

from __future__ import annotations

import math
from typing import Any

from veracity.arrays import ratio
from veracity.cautions.check import Check, Evidence, count
from veracity.cautions.facts import Facts
from veracity.cautions.strictness import ALPHA, SHARE, standard_errors
from veracity.decisions.baseline_tests import against_constant, plain_counts
from veracity.intervals import Estimator, Settings
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

COMMON = 0.9  # the share of a class from which accuracy and F1 are high for nothing
SOME = 0.1  # agreement, as MCC, that few rows may not show
HIGH = 0.7  # an accuracy that sounds good
HALF = 0.5
MANY_CLASSES = 100
FAR = 8.0  # standard errors

VALVERDE = "Valverde-Albacete FJ, Peláez-Moreno C (2014) PLoS ONE 9(1):e84217"
CHICCO = "Chicco D, Jurman G (2020) BMC Genomics 21:6"
PROVOST = "Provost F, Fawcett T, Kohavi R (1998) Proc. 15th ICML, 445–453"


def _against_commonest(facts: Facts) -> dict[str, Any] | None:
    """Accuracy beside that of always answering the commonest class; made once for all checks."""
    return facts.kept("commonest", lambda: _compared(facts))


def _compared(facts: Facts) -> dict[str, Any] | None:
    """Both accuracies, and McNemar's exact test; with weights or clusters a linearised one.

    That one takes long: where there are many classes, or the accuracy lies eight standard errors
    from the constant's, its own interval decides.
    """
    matrix = facts.confusion
    if matrix is None or (matrix.truth > 0).sum() < 2:
        return None
    place = int(matrix.truth.argmax())
    rest = float(matrix.total - matrix.truth[place])
    return {
        "accuracy": float(ratio(matrix.right, matrix.total)),
        "baseline": float(ratio(matrix.truth[place], matrix.total)),
        "label": repr(matrix.labels[place]),
        "found": count(float(matrix.right - matrix.hits[place])),
        "rest": count(rest),
        "p_value": _p_value(facts, matrix, place),
    }


def _p_value(facts: Facts, matrix: ConfusionMatrix, place: int) -> float:
    plain = plain_counts(matrix)
    baseline = float(ratio(matrix.truth[place], matrix.total))
    if not plain:
        z = standard_errors(facts.estimate("accuracy"), baseline, SHARE)
        if abs(z) > FAR or matrix.classes > MANY_CLASSES:
            return math.erfc(abs(z) / math.sqrt(2))
    return against_constant(Estimator(matrix, Settings()), place).p_value


def below_baseline(facts: Facts) -> Evidence | None:
    """The commonest class alone is right more often, beyond what chance explains."""
    found = _against_commonest(facts)
    if found is None or found["accuracy"] >= found["baseline"]:
        return None
    return found if found["p_value"] < ALPHA else None


def paradox(facts: Facts) -> Evidence | None:
    """An accuracy that sounds good (70 %) and is not shown above that of a constant answer.

    McNemar's exact test at 5 %. It speaks where the common class holds 90 % of the rows, or
    where MCC is below 0.1 and not shown to be above 0. In between an honest classifier may well
    be near the constant, which `accuracy_near_baseline` notes.
    """
    found = _against_commonest(facts)
    if found is None or found["accuracy"] < HIGH or not _not_above(found):
        return None
    return found if found["baseline"] >= COMMON or not _agrees(facts) else None


def _agrees(facts: Facts) -> bool:
    """Whether calls go with the truth: MCC is 0.1 and more, or its interval is above 0."""
    mcc = facts.estimate("mcc")
    return mcc.low > 0 or mcc.value >= SOME


def near_baseline(facts: Facts) -> Evidence | None:
    """The accuracy is not shown to be above that of always answering the commonest class."""
    found = _against_commonest(facts)
    return found if found is not None and _not_above(found) else None


def _not_above(found: dict[str, Any]) -> bool:
    return found["accuracy"] <= found["baseline"] or not found["p_value"] < 0.05


def flattered(facts: Facts) -> Evidence | None:
    """F1 is high and not shown above that of calling every row positive, 2π/(1 + π).

    Looked at where positives are more than half. It speaks where they are 90 % and more, or
    where MCC is below 0.1 and not shown to be above 0.
    """
    matrix = facts.two_by_two
    if matrix is None or facts.prevalence <= HALF or facts.prevalence >= 1:
        return None
    f1, mcc = facts.estimate("f1"), facts.estimate("mcc")
    constant = 2 * facts.prevalence / (1 + facts.prevalence)
    if not f1.defined or f1.value < 2 / 3 or f1.low > constant:
        return None
    if facts.prevalence < COMMON and _agrees(facts):
        return None
    return {
        "f1": f1,
        "precision": facts.estimate("precision"),
        "mcc": mcc,
        "prevalence": facts.prevalence,
        "constant": constant,
        "label": repr(matrix.pos_label),
    }


ACCURACY_QUESTION = Text(
    "Is it right more often than always giving the same answer?",
    "它是否比始终给出同一个回答更常正确？",
)
BASELINE_ADVICE = Text(
    "Report MCC or balanced accuracy beside it, and choose the threshold by what errors cost.",
    "请同时报告 MCC 或平衡准确率，并按错误代价选择阈值。",
)

BELOW_BASELINE = Check(
    key="accuracy_below_baseline",
    severity="warning",
    question=ACCURACY_QUESTION,
    message=Text(
        "Accuracy {accuracy:.1%} is below the {baseline:.1%} of always answering {label} "
        "(p = {p_value:.2g}).",
        "总体准确率 {accuracy:.1%} 低于始终回答 {label} 的 {baseline:.1%}（p = {p_value:.2g}）。",
    ),
    advice=BASELINE_ADVICE,
    look=below_baseline,
    unless=("accuracy_paradox",),
    references=(PROVOST,),
)
ACCURACY_PARADOX = Check(
    key="accuracy_paradox",
    severity="warning",
    question=Text(
        "Is the accuracy high only because one class is common?",
        "总体准确率高是否只因为某一类很常见？",
    ),
    message=Text(
        "Accuracy paradox: always answering {label} is right on {baseline:.1%} of these rows, "
        "and this classifier, with {accuracy:.1%}, is not shown to be right more often. Of the "
        "{rest} other rows it finds {found}: that is what tells it from a constant.",
        "准确率悖论：始终回答 {label} 就有 {baseline:.1%} 正确，而该分类器的 {accuracy:.1%} "
        "并未显示更高。其余 {rest} 行中它找出了 {found} 行：这才是它与常数回答的区别。",
    ),
    advice=BASELINE_ADVICE,
    look=paradox,
    references=(VALVERDE, PROVOST),
)
NEAR_BASELINE = Check(
    key="accuracy_near_baseline",
    severity="note",
    question=ACCURACY_QUESTION,
    message=Text(
        "Accuracy {accuracy:.1%} is not shown to be above the {baseline:.1%} of always answering "
        "{label} (p = {p_value:.2g}).",
        "总体准确率 {accuracy:.1%} 并未显示高于始终回答 {label} 的 {baseline:.1%}"
        "（p = {p_value:.2g}）。",
    ),
    advice=BASELINE_ADVICE,
    look=near_baseline,
    unless=("accuracy_paradox", "accuracy_below_baseline"),
    references=(PROVOST,),
)
F1_FLATTERED = Check(
    key="f1_flattered",
    severity="warning",
    question=Text(
        "Are F1 and precision high only because positives are common?",
        "F1 与查准率高是否只因为正例很常见？",
    ),
    message=Text(
        "{prevalence:.1%} of the rows are positive ({label}). Calling every row positive has "
        "precision {prevalence:.3f} and F1 {constant:.3f}; here they are {precision} and {f1}, "
        "with MCC {mcc}. A common positive class flatters both.",
        "{prevalence:.1%} 的样本为正例（{label}）。把每一行都判为正，查准率为 {prevalence:.3f}、"
        "F1 为 {constant:.3f}；这里分别是 {precision} 与 {f1}，MCC 为 {mcc}。"
        "正例常见会抬高这两个指标。",
    ),
    advice=Text(
        "Report MCC, or make the rarer class the positive one: F1 ignores true negatives.",
        "请报告 MCC，或把较少的一类设为正类：F1 不计真负例。",
    ),
    look=flattered,
    references=(CHICCO,),
)
