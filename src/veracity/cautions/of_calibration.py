"""Checks of calibration: too sure, too timid, too high or too low, judged by bins."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import ratio
from veracity.cautions.check import Check, Evidence
from veracity.cautions.facts import Facts
from veracity.cautions.strictness import ALPHA, surely_above, surely_below
from veracity.metrics import find
from veracity.metrics.calibration_bins import bins_of
from veracity.metrics.calibration_errors import BINS
from veracity.results import Estimate
from veracity.statistics import ScoreTable
from veracity.statistics.joint_scores import JointScores
from veracity.words import Text

SLOPE_MATTERS = 0.1  # a slope from 0.9 to 1.1 is left alone, however certain it is
LARGE_MATTERS = 0.05  # so are positives within 5 % of what was expected
CONFIDENCE_MATTERS = 0.02
PIECE = 1 << 14
NOISE = 0.5  # an ECE of which chance would bring half says little
BINNED = ("ece", "mce", "ece_classwise")

CALSTER = "Van Calster B, et al. (2019) BMC Medicine 17:230"
COX = "Cox DR (1958) Biometrika 45(3/4):562–565"
GUO = "Guo C, Pleiss G, Sun Y, Weinberger KQ (2017) Proc. 34th ICML, 1321–1330"
KUMAR = "Kumar A, Liang P, Ma T (2019) Advances in Neural Information Processing Systems 32"
BROECKER = "Bröcker J, Smith LA (2007) Weather and Forecasting 22(3):651–661"
ROELOFS = "Roelofs R, et al. (2022) Proc. AISTATS, PMLR 151:4036–4054"


def _slope(facts: Facts) -> Estimate | None:
    """The calibration slope; with probabilities of 0 or 1, that of clipped ones."""
    for key in ("calibration_slope", "calibration_slope(1e-6)"):
        found = facts.found(key)
        if found is not None:
            return found
    return None


def overconfident(facts: Facts) -> Evidence | None:
    """The calibration slope is below 1, beyond chance and by more than a tenth."""
    slope = _slope(facts)
    if slope is None or slope.value > 1 - SLOPE_MATTERS or not surely_below(slope, 1.0):
        return None
    return {"slope": slope}


def underconfident(facts: Facts) -> Evidence | None:
    """The calibration slope is above 1, beyond chance and by more than a tenth."""
    slope = _slope(facts)
    if slope is None or slope.value < 1 + SLOPE_MATTERS or not surely_above(slope, 1.0):
        return None
    return {"slope": slope}


def shifted(facts: Facts) -> Evidence | None:
    """More or fewer positives than the probabilities expect, beyond chance and by over 5 %."""
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
    """A binned calibration error is shown that true probabilities would half have by chance.

    By chance: Σ (n_b/n)·√(2/π)·√(Σ p(1 − p))/n_b over the bins, the mean of |gap| where every
    gap is normal about 0.
    """
    table = facts.probability
    keys = [key for key in facts.shown or facts.asked if find(key).base_key in BINNED]
    if not keys or not isinstance(table, ScoreTable) or facts.positive is None:
        return None
    found = {bins: _binned(table, bins) for bins in (BINS, 5, 50)}
    value, chance = found[BINS]
    if not value > 0 or chance < NOISE * value:
        return None
    return {
        "keys": tuple(keys),
        "ece": value,
        "chance": chance,
        "few": found[5][0],
        "many": found[50][0],
        "bins": BINS,
    }


def _binned(table: ScoreTable, bins: int) -> tuple[float, float]:
    """ECE with equal widths, and what chance alone brings to it."""
    parts = bins_of(table, bins, "uniform")
    held = parts.weight > 0
    gap = (parts.weight * np.abs(np.where(held, parts.gap, 0.0))).sum()
    mean = np.where(held, parts.mean, 0.0)
    noise = np.sqrt(np.maximum(parts.squares * mean * (1 - mean), 0.0)).sum()
    total = float(table.total)
    return float(gap / total), float(math.sqrt(2 / math.pi) * noise / total)


def confidence_apart(facts: Facts) -> Evidence | None:
    """Of K classes: the mean largest probability is not the accuracy, beyond chance.

    z of Σw(right − confidence) with the variance Σw²·c(1 − c) that true probabilities have;
    with clusters, that of the sums of the clusters. Apart by two points and more.
    """
    joint = facts.probabilities
    if not isinstance(joint, JointScores) or len(joint.names) < 3 or not len(joint):
        return None
    confidence, right, variance = _top_sums(joint)
    total = float(joint.total)
    apart = (right - confidence) / total
    z = float(ratio(abs(right - confidence), math.sqrt(variance)))
    if abs(apart) < CONFIDENCE_MATTERS or not math.erfc(z / math.sqrt(2)) < ALPHA:
        return None
    return {
        "confidence": confidence / total,
        "accuracy": right / total,
        "direction": TOO_SURE if apart < 0 else TOO_TIMID,
        "z": z,
    }


def _top_sums(joint: JointScores) -> tuple[float, float, float]:
    """Σw·c, Σw·right and the variance of their difference; c is the largest probability.

    Among equal ones the first column is called. By comparisons in pieces that stay in the cache,
    many times faster than argmax across columns; sums are no dot products, whose threads wait
    for each other on a busy machine.
    """
    places = [joint.labels.index(name) if name in joint.labels else -1 for name in joint.names]
    confidence = hits = variance = 0.0
    of_units = None if joint.unit is None else np.zeros(len(joint.unit_ids))
    for start in range(0, len(joint), PIECE):
        part = slice(start, start + PIECE)
        weight, truth = joint.weight[part], joint.truth[part]
        columns = np.ascontiguousarray(joint.scores[:, part])
        top = columns.max(0)
        right, earlier = np.zeros((2, len(weight)), bool)
        for place, column in zip(places, columns, strict=True):
            largest = column == top
            right |= largest & ~earlier & (truth == place)
            earlier |= largest
        confidence += float((weight * top).sum())
        hits += float((weight * right).sum())
        variance += float((joint.sum_of_squares[part] * top * (1 - top)).sum())
        if joint.unit is not None and of_units is not None:
            of_units += np.bincount(joint.unit[part], weight * (right - top), len(of_units))
    return confidence, hits, variance if of_units is None else float((of_units**2).sum())


TOO_SURE = Text("too sure", "过度自信")
TOO_TIMID = Text("too timid", "过于保守")
TRUE_QUESTION = Text(
    "Do events with probability p happen with frequency p?", "概率为 p 的事件是否真以频率 p 发生？"
)
RECALIBRATE = Text(
    "Recalibrate on other rows (`recalibrate`), or use the scores for ranking only.",
    "请用另外的数据重新校准（`recalibrate`），或只把分数用于排序。",
)

OVERCONFIDENT = Check(
    key="overconfident",
    severity="warning",
    question=TRUE_QUESTION,
    message=Text(
        "The probabilities are too extreme: the calibration slope is {slope}, where 1 is ideal. "
        "High ones are too high and low ones too low.",
        "概率过于极端（过度自信）：校准斜率为 {slope}，理想值为 1。高的偏高，低的偏低。",
    ),
    advice=RECALIBRATE,
    look=overconfident,
    references=(COX, CALSTER),
)
UNDERCONFIDENT = Check(
    key="underconfident",
    severity="warning",
    question=TRUE_QUESTION,
    message=Text(
        "The probabilities are too timid: the calibration slope is {slope}, where 1 is ideal. "
        "High ones are too low and low ones too high.",
        "概率过于保守（信心不足）：校准斜率为 {slope}，理想值为 1。高的偏低，低的偏高。",
    ),
    advice=RECALIBRATE,
    look=underconfident,
    references=(COX, CALSTER),
)
CONFIDENCE_APART = Check(
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
    references=(GUO,),
)
SHIFTED = Check(
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
        "Positives may be more or less common here than in training: correct for it "
        "(`at_prevalence` of a recalibration) or recalibrate.",
        "这里的正例比例可能与训练时不同：请据此修正（重新校准的 `at_prevalence`）或重新校准。",
    ),
    look=shifted,
    references=(CALSTER,),
)
ECE_IS_NOISE = Check(
    key="ece_mostly_noise",
    severity="note",
    question=Text(
        "Does the binned calibration error say more than its bins?",
        "分箱校准误差说明的是校准，还是分箱本身？",
    ),
    message=Text(
        "ECE with {bins} bins is {ece}, and true probabilities would have about {chance} by "
        "chance here. With 5 bins it is {few}, with 50 {many}.",
        "{bins} 箱的 ECE 为 {ece}，而真实的概率在此仅因随机也会有约 {chance}。"
        "用 5 箱为 {few}，用 50 箱为 {many}。",
    ),
    advice=Text(
        "Read the calibration slope, `ece_debiased` or a reliability curve with its band instead.",
        "请改看校准斜率、`ece_debiased` 或带置信带的可靠性曲线。",
    ),
    look=ece_is_noise,
    references=(BROECKER, KUMAR, ROELOFS),
)
