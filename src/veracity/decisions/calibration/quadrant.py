"""Two questions, one sentence: whether it tells cases apart, and whether it is calibrated."""

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
    it holds 1/2. `calibrated`: "no" where the interval of the calibration slope leaves out 1 or
    that of calibration in the large leaves out 0; "yes" where both hold them, which is no proof:
    few rows hold much. `beats_base_rate`: the interval of the Brier skill against 0, the skill
    of giving everyone the base rate. "unsure" also where an interval is missing.
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
    *,
    ratio: Estimate | None = None,
    test: Test | None = None,
    impossible: bool = False,
) -> Quadrant:
    """The quadrant from four estimates, and the sentence for it.

    `area` is auroc, `slope` calibration_slope, `large` calibration_in_the_large, `skill`
    brier_skill. Discrimination and calibration are two questions: a rising map of the
    probabilities can spoil or repair the second and leaves the first as it is. For calibration
    two intervals are looked at, each at its own level, so that true probabilities are called
    untrue somewhat more often than by one. Van Calster B, et al. (2019) BMC Medicine 17:230.

    Where all probabilities are the same there is no slope, and none is needed: the level alone
    decides. Where a probability is exactly 0 or 1 there is neither slope nor level, and `ratio`
    (observed_expected against 1) and `test` (Spiegelhalter's) decide, if they are given;
    `impossible` says that something that had the probability 0 happened, which settles it.

    >>> def estimate(value, low, high):
    ...     return Estimate(value, low, high, 0.95, "delta", 100)
    >>> found = quadrant(
    ...     estimate(0.9, 0.85, 0.94),
    ...     estimate(0.5, 0.4, 0.6),
    ...     estimate(0.0, -0.2, 0.2),
    ...     estimate(0.3, 0.1, 0.5),
    ... )
    >>> found.discriminates, found.calibrated, found.beats_base_rate
    ('yes', 'no', 'yes')
    >>> print(found.text)
    It tells cases apart, but its probabilities are not true: ...
    """
    ranks, worth = _above(area, 0.5), _above(skill, 0.0)
    if not (math.isnan(slope.value) and math.isnan(large.value)):
        true, faults, evidence = _by_line(area, slope, large)
    elif ratio is not None and test is not None:
        true, faults, evidence = _by_test(area, slope, ratio, test, impossible)
    else:
        true, faults, evidence = "unsure", [], _evidence(area, slope, large)
    said = [say(f"quadrant_{_RANKS[ranks]}_{true}"), *faults]
    said.append(say(f"quadrant_worth_{worth}", skill=skill))
    return Quadrant(ranks, true, worth, joined([*said, evidence]))


_RANKS = {"yes": "yes", "unsure": "no", "no": "worse"}
Judged = tuple[State, list[Text], Text]


def _by_line(area: Estimate, slope: Estimate, large: Estimate) -> Judged:
    """By slope and level; of a constant by its level."""
    level = _holds(large, 0.0)
    if math.isnan(slope.value):
        said = say("quadrant_evidence_constant", area=area, large=large, why=slope.note)
        return level, _of_level(large, level), said
    true = _both(_holds(slope, 1.0), level)
    faults = _of_slope(slope) + _of_level(large, level) if true == "no" else []
    return true, faults, _evidence(area, slope, large)


def _by_test(
    area: Estimate, slope: Estimate, ratio: Estimate, test: Test, impossible: bool
) -> Judged:
    """By observed over expected and by a test: a certainty leaves no line of log odds."""
    level, faults = _holds(ratio, 1.0), []
    if level == "no":
        faults.append(say("quadrant_too_high" if ratio.value < 1 else "quadrant_too_low"))
    rejected = impossible or test.p_value < 1 - ratio.level
    if rejected:
        faults.append(say("quadrant_wrong_certainty" if impossible else "quadrant_rejected"))
    state: State = "no" if rejected else "unsure" if math.isnan(test.p_value) else "yes"
    facts = {"area": area, "ratio": ratio, "test": test.title, "p": p_words(test.p_value)}
    return _both(level, state), faults, say("quadrant_evidence_test", why=slope.note, **facts)


def _evidence(area: Estimate, slope: Estimate, large: Estimate) -> Text:
    return say("quadrant_evidence", area=area, slope=slope, large=large)


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


def _both(first: State, second: State) -> State:
    if "no" in (first, second):
        return "no"
    return "unsure" if "unsure" in (first, second) else "yes"


def _of_slope(slope: Estimate) -> list[Text]:
    """Whether probabilities are too far from the middle, or not far enough."""
    if _holds(slope, 1.0) != "no":
        return []
    if slope.value <= 0:
        return [say("quadrant_slope_turned", slope=figure(slope.value))]
    key = "quadrant_too_extreme" if slope.value < 1 else "quadrant_too_timid"
    return [say(key, slope=figure(slope.value))]


def _of_level(large: Estimate, level: State) -> list[Text]:
    """Whether probabilities are too high or too low on the whole."""
    if level != "no":
        return []
    return [say("quadrant_too_high" if large.value < 0 else "quadrant_too_low")]
