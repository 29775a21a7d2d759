"""Checks of calibration: too sure, too timid, too high or too low, judged by bins."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from veracity.arrays import ratio
from veracity.cautions.checks.strictness import ALPHA, surely_above, surely_below
from veracity.cautions.checks.top_class import top_class
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need
from veracity.cautions.record.facts import Facts, needs_figure
from veracity.memo import remember
from veracity.metrics import find
from veracity.results import Estimate
from veracity.statistics import ScoreTable
from veracity.statistics.joint.top_label import TopLabel
from veracity.words import Text

if TYPE_CHECKING:
    from veracity.metrics.calibration.bins import Bins, Strategy

SLOPE_MATTERS = 0.1  # a slope from 0.9 to 1.1 is left alone, however certain it is
LARGE_MATTERS = 0.05  # so are positives within 5% of what was expected
CONFIDENCE_MATTERS = 0.02
NOISE = 0.5  # an ECE of which chance would bring half says little
BINNED = ("ece", "mce", "ece_classwise", "ece_top_label")

CALSTER = "Van Calster B, et al. (2019) BMC Medicine 17:230"
COX = "Cox DR (1958) Biometrika 45(3/4):562–565"
GUO = "Guo C, Pleiss G, Sun Y, Weinberger KQ (2017) Proc. 34th ICML, 1321–1330"
KUMAR = "Kumar A, Liang P, Ma T (2019) Advances in Neural Information Processing Systems 32"
BROECKER = "Bröcker J, Smith LA (2007) Weather and Forecasting 22(3):651–661"
ROELOFS = "Roelofs R, et al. (2022) Proc. AISTATS, PMLR 151:4036–4054"


AS_GIVEN = Text("", "")
CLIPPED = Text(", with 0 and 1 clipped to 1e-6 and 1 − 1e-6", "（0 与 1 先截到 1e-6 与 1 − 1e-6）")


def _slope(facts: Facts) -> tuple[Estimate | None, Text]:
    """The calibration slope; with probabilities of 0 or 1, that of clipped ones, which is said."""
    for key, clipped in (("calibration_slope", AS_GIVEN), ("calibration_slope(1e-6)", CLIPPED)):
        found = facts.found(key)
        if found is not None:
            return found, clipped
    return None, AS_GIVEN


def _slope_evidence(slope: Estimate, clipped: Text) -> Evidence:
    return {
        "slope": slope,
        "told": Text(f"{slope}{clipped.en}", f"{slope}{clipped.zh}"),
    }


def overconfident(facts: Facts) -> Evidence | None:
    """The calibration slope is below 1, beyond chance and by more than a tenth."""
    slope, clipped = _slope(facts)
    if slope is None or slope.value > 1 - SLOPE_MATTERS or not surely_below(slope, 1.0):
        return None
    return _slope_evidence(slope, clipped)


def underconfident(facts: Facts) -> Evidence | None:
    """The calibration slope is above 1, beyond chance and by more than a tenth."""
    slope, clipped = _slope(facts)
    if slope is None or slope.value < 1 + SLOPE_MATTERS or not surely_above(slope, 1.0):
        return None
    return _slope_evidence(slope, clipped)


def shifted(facts: Facts) -> Evidence | None:
    """More or fewer positives than the probabilities expect, beyond chance and by over 5%."""
    found = facts.found("observed_expected")
    if found is None or abs(found.value - 1) < LARGE_MATTERS:
        return None
    above, below = (test(found, 1.0, (0.0, math.inf)) for test in (surely_above, surely_below))
    if not (above or below):
        return None
    return {
        "observed_expected": found,
        "direction": Text("too low", "偏低") if above else Text("too high", "偏高"),
    }


def ece_is_noise(facts: Facts) -> Evidence | None:
    """A binned calibration error is shown that calibrated probabilities would half have by chance.

    By chance: Σ (n_b/n)·√(2/π)·√(Σ p(1 − p))/n_b over the bins, the mean of |gap| where every
    gap is normal about 0. The mean absolute gap is looked at, with the bins that were asked for;
    of K classes that of the predicted class, or the mean over the classes.
    """
    for key in _binned_keys(facts):
        metric = find(key)
        tables = _tables(facts, metric.base_key)
        if not tables:
            continue
        from veracity.metrics.calibration.binned_errors import BINS

        bins = int(metric.values.get("bins", BINS))
        strategy: Strategy = metric.values.get("strategy", "uniform")
        value, chance = _binned(tables, bins, strategy)
        if not value > 0 or chance < NOISE * value:
            continue
        others = {count: _binned(tables, count, strategy)[0] for count in (5, 50)}
        return {
            "key": key,
            "name": metric.names,
            "ece": value,
            "chance": chance,
            "bins": bins,
            "few": others[5],
            "many": others[50],
        }
    return None


def _binned_keys(facts: Facts) -> list[str]:
    return [key for key in facts.displayed or facts.asked if find(key).base_key in BINNED]


def _tables(facts: Facts, key: str) -> list[ScoreTable]:
    """The tables whose bins a calibration error is made of; none where it is not looked at."""
    held = facts.probabilities
    if held is not None and held.by_row and len(held) and len(held.names) > 2:
        if key == "ece_top_label":
            return [remember(facts, "top label", lambda: TopLabel.of_joint(held))]
        columns = ((name, held.column(name).edges) for name in held.labels)
        many = key == "ece_classwise" and set(held.labels) <= set(held.names)
        return [table.one_vs_rest(name) for name, table in columns] if many else []
    if held is None or held.kind != "score_table" or facts.positive is None:
        return []
    return [TopLabel.of_table(held)] if key == "ece_top_label" else [held]


def _binned(tables: list[ScoreTable], bins: int, strategy: Strategy) -> tuple[float, float]:
    """The mean absolute gap, and what chance alone brings to it; the mean over tables."""
    from veracity.metrics.calibration.bins import bins_of

    found = [_of_bins(table, bins_of(table, bins, strategy)) for table in tables]
    gap, chance = np.mean(found, axis=0)
    return float(gap), float(chance)


def _of_bins(table: ScoreTable, parts: Bins) -> tuple[float, float]:
    gap = (parts.weight * np.abs(parts.gap)).sum()
    mean = np.where(parts.weight > 0, parts.mean, 0.0)
    noise = np.sqrt(np.maximum(parts.squares * mean * (1 - mean), 0.0)).sum()
    total = float(table.total)
    return float(gap / total), float(math.sqrt(2 / math.pi) * noise / total)


def confidence_apart(facts: Facts) -> Evidence | None:
    """Of K classes: the mean largest probability is not the accuracy, beyond chance.

    z of Σw(right − confidence) with the variance Σw²·c(1 − c) that calibrated probabilities have;
    with clusters, that of the sums of the clusters. Apart by two points and more.
    """
    top = top_class(facts)
    if top is None:
        return None
    total = float(facts.some.total)
    apart = (top.right - top.confidence) / total
    z = float(ratio(abs(top.right - top.confidence), math.sqrt(top.variance)))
    if abs(apart) < CONFIDENCE_MATTERS or not math.erfc(z / math.sqrt(2)) < ALPHA:
        return None
    return {
        "confidence": top.confidence / total,
        "accuracy": top.right / total,
        "direction": TOO_SURE if apart < 0 else TOO_TIMID,
        "z": z,
    }


TOO_SURE = Text("overconfident", "过度自信")
TOO_TIMID = Text("underconfident", "过于保守")
TRUE_QUESTION = Text(
    "Do events with probability p happen with frequency p?", "概率为 p 的事件是否真以频率 p 发生？"
)
RECALIBRATE = Text(
    "Recalibrate on other rows (`recalibrate`), or use the scores for ranking only.",
    "请用另外的数据重新校准（`recalibrate`），或只把分数用于排序。",
)

SLOPE = Need[Facts](
    Text("there is no calibration slope with an interval", "没有带区间的校准斜率"),
    lambda facts: _slope(facts)[0] is not None,
)
CLASS_COLUMNS = Need[Facts](
    Text(
        "there are no columns of probabilities for three classes and more",
        "没有三个以上类别的概率列",
    ),
    lambda facts: top_class(facts) is not None,
)
BINNED_DISPLAYED = Need[Facts](
    Text("no binned calibration error is shown", "未列出分箱校准误差"),
    lambda facts: any(_tables(facts, find(key).base_key) for key in _binned_keys(facts)),
)
OVERCONFIDENT = CautionRecord(
    key="overconfident",
    severity="warning",
    question=TRUE_QUESTION,
    message=Text(
        "The probabilities are too extreme: the calibration slope is {told}, where 1 is ideal. "
        "High ones are too high and low ones too low.",
        "概率过于极端（过度自信）：校准斜率为 {told}，理想值为 1。高的偏高，低的偏低。",
    ),
    advice=RECALIBRATE,
    look=overconfident,
    looked=Text("the calibration slope, against 1", "校准斜率，与 1 比较"),
    needs=(SLOPE,),
    unless=("ranks_backwards", "scores_look_like_labels"),
    references=(COX, CALSTER),
)
UNDERCONFIDENT = CautionRecord(
    key="underconfident",
    severity="warning",
    question=TRUE_QUESTION,
    message=Text(
        "The probabilities are underconfident: the calibration slope is {told}, where 1 is ideal. "
        "High ones are too low and low ones too high.",
        "概率过于保守（信心不足）：校准斜率为 {told}，理想值为 1。高的偏低，低的偏高。",
    ),
    advice=RECALIBRATE,
    look=underconfident,
    looked=Text("the calibration slope, against 1", "校准斜率，与 1 比较"),
    needs=(SLOPE,),
    unless=("scores_look_like_labels",),
    references=(COX, CALSTER),
)
CONFIDENCE_APART = CautionRecord(
    key="confidence_is_not_accuracy",
    severity="warning",
    question=TRUE_QUESTION,
    message=Text(
        "It is {direction}: on average it gives {confidence:.1%} to the class it calls, and is "
        "right on {accuracy:.1%} of the rows.",
        "它{direction}：对所判类别平均给出 {confidence:.1%} 的概率，"
        "而实际有 {accuracy:.1%} 的行正确。",
    ),
    advice=RECALIBRATE,
    look=confidence_apart,
    looked=Text(
        "mean probability of the called class, against accuracy",
        "所判类别的平均概率，与总体准确率比较",
    ),
    needs=(CLASS_COLUMNS,),
    unless=("ranks_backwards", "scores_look_like_labels"),
    references=(GUO,),
)
SHIFTED = CautionRecord(
    key="probabilities_shifted",
    severity="warning",
    question=Text(
        "Do as many positives occur as the probabilities expect?",
        "实际出现的正例是否与概率所预期的一样多？",
    ),
    message=Text(
        "The probabilities are {direction} on the whole: {observed_expected} positives occurred "
        "for each one expected.",
        "概率总体上{direction}：每预期一个正例，实际出现 {observed_expected} 个。",
    ),
    advice=Text(
        "Positives may be more or less common here than in training: recalibrate on other rows, or "
        "move a recalibration to this prevalence (`recalibrate(...).at_prevalence(p)`).",
        "这里的正例比例可能与训练时不同：请用另外的数据重新校准，"
        "或把校准移到这里的比例（`recalibrate(...).at_prevalence(p)`）。",
    ),
    look=shifted,
    looked=Text("positives that occurred, against those expected", "实际正例数，与预期比较"),
    needs=(needs_figure("observed_expected"),),
    unless=("scores_look_like_labels",),
    references=(CALSTER,),
)
ECE_IS_NOISE = CautionRecord(
    key="ece_mostly_noise",
    severity="note",
    question=Text(
        "Does the binned calibration error say more than its bins?",
        "分箱校准误差说明的是校准，还是分箱本身？",
    ),
    message=Text(
        "{name}: the mean gap of its {bins} bins is {ece}; calibrated probabilities would have "
        "about {chance} by chance here. With 5 bins it is {few}, with 50 {many}.",
        "{name}：{bins} 个箱的平均偏差为 {ece}，而已校准的概率在此仅因随机也会有约 {chance}。"
        "用 5 箱为 {few}，用 50 箱为 {many}。",
    ),
    advice=Text(
        "Read the calibration slope, `ece_debiased` or a reliability curve with its band instead; "
        "with more rows bins say more.",
        "请改看校准斜率、`ece_debiased` 或带置信带的可靠性曲线；样本更多时分箱才更可信。",
    ),
    look=ece_is_noise,
    looked=Text(
        "the binned calibration error, against what chance brings", "分箱校准误差，与随机所致比较"
    ),
    needs=(BINNED_DISPLAYED,),
    references=(BROECKER, KUMAR, ROELOFS),
)
