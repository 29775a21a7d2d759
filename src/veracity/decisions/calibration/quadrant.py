"""Two questions, one sentence: whether it discriminates, and whether it is calibrated."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from veracity.results.estimate.estimate import Estimate
from veracity.results.estimate.figures import figure
from veracity.results.estimate.test import Test, p_words
from veracity.words import Text, joined, say

State = Literal["yes", "no", "unsure"]


@dataclass(frozen=True, slots=True)
class Quadrant:
    """Whether it ranks better than chance, whether it is calibrated, and what it is worth.

    `discriminates`: the interval of AUROC against 1/2; "no" is shown to be worse, "unsure" that
    it holds 1/2. `calibrated`: "no" where one test of intercept 0 and slope 1 together rejects
    them; "yes" where it does not, which is no proof: few rows reject little. `beats_base_rate`:
    the interval of the Brier skill against 0, the skill of giving everyone the base rate.
    "unsure" also where an interval is missing.
    """

    discriminates: State
    calibrated: State
    beats_base_rate: State
    text: Text


def quadrant(
    area: Estimate,
    slope: Estimate,
    large: Estimate,
    skill: Estimate,
    joint: Test,
    *,
    ratio: Estimate | None = None,
    exact: bool = True,
) -> Quadrant:
    """The quadrant from four estimates and a test, and the sentence for it.

    `area` is auroc, `slope` calibration_slope, `large` calibration_in_the_large, `skill`
    brier_skill, `joint` the test of calibration intercept 0 and slope 1 (`intercept_slope`).
    Discrimination and calibration are two questions: a rising map of the probabilities can spoil
    or repair the second and leaves the first as it is. Calibration is judged by the one joint
    test, so that calibrated probabilities are rejected as often as its level says; in which way
    they are not true is read off the two intervals. Van Calster B, et al. (2019) BMC Medicine
    17:230.

    Where all probabilities are the same there is no slope, and the test is one of the level.
    Where a probability is exactly 0 or 1 there is neither slope nor level, and `ratio`
    (observed_expected against 1) says in which way, if it is given. Where probabilities are not
    `exact` (the cells of a grid) the test alone does not reject them: an interval, which allows
    for the cells, has to leave out its ideal too.

    >>> def estimate(value, low, high):
    ...     return Estimate(value, low, high, 0.95, "delta", 100)
    >>> found = quadrant(
    ...     estimate(0.9, 0.85, 0.94),
    ...     estimate(0.5, 0.4, 0.6),
    ...     estimate(0.0, -0.2, 0.2),
    ...     estimate(0.3, 0.1, 0.5),
    ...     Test(40.0, 2.0, 2e-9, "intercept_slope"),
    ... )
    >>> found.discriminates, found.calibrated, found.beats_base_rate
    ('yes', 'no', 'yes')
    >>> print(found.text)
    It discriminates, but its probabilities are miscalibrated: ...
    """
    ranks, worth = _above(area, 0.5), _above(skill, 0.0)
    true = _calibrated(slope, large, joint)
    if true == "no" and not exact and not (_of_slope(slope) or _of_level(large)):
        true = "unsure"
    faults = _faults(slope, large, joint, ratio) if true == "no" else []
    notes = [say(f"quadrant_{_RANKS[ranks]}_{true}"), *faults]
    notes.append(say(f"quadrant_worth_{worth}", skill=skill))
    notes.append(_evidence(area, slope, large, joint, ratio))
    return Quadrant(ranks, true, worth, joined(notes))


_RANKS = {"yes": "yes", "unsure": "no", "no": "worse"}


def _calibrated(slope: Estimate, large: Estimate, joint: Test) -> State:
    """By the joint test; unsure where it has no p, or a slope there is has no interval."""
    if joint.p_value < 1 - slope.level:
        return "no"
    known = math.isnan(slope.value) or not (math.isnan(slope.low) or math.isnan(large.low))
    return "yes" if known and not math.isnan(joint.p_value) else "unsure"


def _faults(slope: Estimate, large: Estimate, joint: Test, ratio: Estimate | None) -> list[Text]:
    """In which way probabilities are not true: as the intervals show it, if they do."""
    found = [say("quadrant_wrong_certainty")] if math.isinf(joint.statistic) else []
    found += _of_slope(slope) + _of_level(large)
    if math.isnan(large.value) and ratio is not None and _holds(ratio, 1.0) == "no":
        found.append(say("quadrant_too_high" if ratio.value < 1 else "quadrant_too_low"))
    return found or [say("quadrant_rejected")]


def _evidence(
    area: Estimate, slope: Estimate, large: Estimate, joint: Test, ratio: Estimate | None
) -> Text:
    facts = {"area": area, "test": joint.title, "p": p_words(joint.p_value)}
    if not math.isnan(slope.value) or (math.isnan(large.value) and ratio is None):
        return say("quadrant_evidence", slope=slope, large=large, **facts)
    if math.isnan(large.value):
        return say("quadrant_evidence_test", ratio=ratio, why=slope.note, **facts)
    return say("quadrant_evidence_constant", large=large, why=slope.note, **facts)


def _above(estimate: Estimate, chance: float) -> State:
    if math.isnan(estimate.low) or math.isnan(estimate.high):
        return "unsure"
    if estimate.low > chance:
        return "yes"
    return "no" if estimate.high < chance else "unsure"


def _holds(estimate: Estimate, ideal: float) -> State:
    """Whether the interval holds the ideal value."""
    if math.isnan(estimate.low) or math.isnan(estimate.high):
        return "unsure"
    return "yes" if estimate.low <= ideal <= estimate.high else "no"


def _of_slope(slope: Estimate) -> list[Text]:
    """Whether probabilities are too far from the middle, or not far enough."""
    if _holds(slope, 1.0) != "no":
        return []
    if slope.value <= 0:
        return [say("quadrant_slope_turned", slope=figure(slope.value))]
    key = "quadrant_too_extreme" if slope.value < 1 else "quadrant_too_timid"
    return [say(key, slope=figure(slope.value))]


def _of_level(large: Estimate) -> list[Text]:
    """Whether probabilities are too high or too low on the whole."""
    if _holds(large, 0.0) != "no":
        return []
    return [say("quadrant_too_high" if large.value < 0 else "quadrant_too_low")]
