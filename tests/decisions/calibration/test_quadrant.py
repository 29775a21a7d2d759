"""The quadrant: every state, from intervals alone."""

import math

import numpy as np
import pytest

from veracity.decisions import quadrant
from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.results.estimate.estimate import Estimate
from veracity.statistics.scores.probability_table import ProbabilityTable

NAN = math.nan


def estimate(value, low, high):
    return Estimate(value, low, high, 0.95, "delta", 100)


GOOD, BAD, WORSE = (
    estimate(0.8, 0.7, 0.9),
    estimate(0.55, 0.45, 0.65),
    estimate(0.3, 0.2, 0.4),
)
TRUE, STEEP, FLAT = estimate(1.0, 0.8, 1.2), estimate(1.6, 1.3, 1.9), estimate(0.5, 0.3, 0.7)
LEVEL, HIGH, LOW = estimate(0.0, -0.1, 0.1), estimate(-1, -1.2, -0.8), estimate(1, 0.8, 1.2)
WORTH, IDLE, HARM = estimate(0.2, 0.1, 0.3), estimate(0.0, -0.1, 0.1), estimate(-1, -1.5, -0.5)
NONE = estimate(NAN, NAN, NAN)


@pytest.mark.parametrize(
    ("area", "slope", "large", "states"),
    [
        (GOOD, TRUE, LEVEL, ("yes", "yes")),
        (GOOD, FLAT, LEVEL, ("yes", "no")),
        (GOOD, TRUE, HIGH, ("yes", "no")),
        (BAD, NONE, LEVEL, ("unsure", "yes")),  # a constant: its level alone decides
        (BAD, NONE, LOW, ("unsure", "no")),
        (GOOD, estimate(1.3, NAN, NAN), LEVEL, ("yes", "unsure")),
        (GOOD, estimate(math.inf, -0.5, math.inf), LEVEL, ("yes", "yes")),  # two rows say little
        (BAD, TRUE, LEVEL, ("unsure", "yes")),
        (WORSE, FLAT, LEVEL, ("no", "no")),
        (NONE, NONE, NONE, ("unsure", "unsure")),
    ],
)
def test_states(area, slope, large, states):
    found = quadrant(area, slope, large, WORTH)
    assert (found.discriminates, found.calibrated) == states


@pytest.mark.parametrize(
    ("skill", "state"), [(WORTH, "yes"), (IDLE, "unsure"), (HARM, "no"), (NONE, "unsure")]
)
def test_worth(skill, state):
    assert quadrant(GOOD, TRUE, LEVEL, skill).beats_base_rate == state


@pytest.mark.parametrize(
    ("slope", "large", "words"),
    [
        (FLAT, LEVEL, "too extreme"),
        (STEEP, LEVEL, "too timid"),
        (TRUE, HIGH, "they are too high"),
        (TRUE, LOW, "they are too low"),
        (estimate(-0.5, -0.8, -0.2), LEVEL, "fewer positives"),
        (estimate(math.inf, 2.0, math.inf), LEVEL, "too timid"),
        (NONE, HIGH, "they are too high"),
    ],
)
def test_in_which_way_they_are_not_true(slope, large, words):
    text = quadrant(GOOD, slope, large, WORTH).text
    assert words in text
    assert "chance 0.5" in text
    assert "随机为 0.5" in text.zh


def test_from_a_table():
    """Sharpened true probabilities: it discriminates, is not calibrated, and is too extreme."""
    random = np.random.default_rng(0)
    true = random.random(2000)
    y = (random.random(2000) < true).astype(int)
    keys = ("auroc", "calibration_slope", "calibration_in_the_large", "brier_skill")
    for power, state in ((1, "yes"), (3, "no")):
        p = true**power / (true**power + (1 - true) ** power)
        estimator = Estimator(ProbabilityTable.of_rows(y, p), Settings())
        found = quadrant(*(estimator.estimate(find(key)) for key in keys))
        assert (found.discriminates, found.calibrated) == ("yes", state)
