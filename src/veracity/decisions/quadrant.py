"""Two questions, one sentence: whether it tells cases apart, and whether it is calibrated."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from veracity.results.estimate import Estimate
from veracity.results.figures import figure
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


def quadrant(area: Estimate, slope: Estimate, large: Estimate, skill: Estimate) -> Quadrant:
    """The quadrant from four estimates, and the sentence for it.

    `area` is auroc, `slope` calibration_slope, `large` calibration_in_the_large, `skill`
    brier_skill. Discrimination and calibration are two questions: a rising map of the
    probabilities can spoil or repair the second and leaves the first as it is. For calibration
    two intervals are looked at, each at its own level, so that true probabilities are called
    untrue somewhat more often than by one. Van Calster B, et al. (2019) BMC Medicine 17:230.

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
    ranks = _above(area, 0.5)
    true = _both(_holds(slope, 1.0), _holds(large, 0.0))
    worth = _above(skill, 0.0)
    said = [say(f"quadrant_{'yes' if ranks == 'yes' else 'no'}_{true}")]
    if true == "no":
        said += _faults(slope, large)
    said.append(say(f"quadrant_worth_{worth}", skill=skill))
    said.append(say("quadrant_evidence", area=area, slope=slope, large=large))
    return Quadrant(ranks, true, worth, joined(said))


def _above(estimate: Estimate, chance: float) -> State:
    if math.isnan(estimate.low) or math.isnan(estimate.high):
        return "unsure"
    if estimate.low > chance:
        return "yes"
    return "no" if estimate.high < chance else "unsure"


def _holds(estimate: Estimate, ideal: float) -> State:
    """Whether the interval holds the ideal value; an infinite slope does not."""
    if math.isinf(estimate.value):
        return "no"
    if math.isnan(estimate.low) or math.isnan(estimate.high):
        return "unsure"
    return "yes" if estimate.low <= ideal <= estimate.high else "no"


def _both(first: State, second: State) -> State:
    if "no" in (first, second):
        return "no"
    return "unsure" if "unsure" in (first, second) else "yes"


def _faults(slope: Estimate, large: Estimate) -> list[Text]:
    """In which way probabilities are not true."""
    said = []
    if _holds(slope, 1.0) == "no":
        if slope.value <= 0:
            said.append(say("quadrant_slope_turned", slope=figure(slope.value)))
        else:
            key = "quadrant_too_extreme" if slope.value < 1 else "quadrant_too_timid"
            said.append(say(key, slope=figure(slope.value)))
    if _holds(large, 0.0) == "no":
        said.append(say("quadrant_too_high" if large.value < 0 else "quadrant_too_low"))
    return said
