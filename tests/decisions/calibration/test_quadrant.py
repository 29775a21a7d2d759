"""The quadrant: every state, from intervals and one test of calibration."""

import math

import numpy as np
import pytest

from veracity.decisions.calibration.calibration_tests import intercept_slope
from veracity.decisions.calibration.quadrant import quadrant
from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.results.estimate.estimate import Estimate
from veracity.results.estimate.test import Test
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


HELD, REJECTED, UNKNOWN = (
    Test(statistic, 2.0, p, "intercept_slope")
    for statistic, p in ((1.0, 0.6), (20.0, 0.001), (NAN, NAN))
)


@pytest.mark.parametrize(
    ("area", "slope", "large", "joint", "states"),
    [
        (GOOD, TRUE, LEVEL, HELD, ("yes", "yes")),
        (GOOD, FLAT, LEVEL, REJECTED, ("yes", "no")),
        (GOOD, FLAT, LEVEL, HELD, ("yes", "yes")),  # one of two intervals is no joint test
        (GOOD, TRUE, LEVEL, REJECTED, ("yes", "no")),
        (BAD, NONE, LEVEL, HELD, ("unsure", "yes")),  # a constant: the test is of its level
        (BAD, NONE, LOW, REJECTED, ("unsure", "no")),
        (GOOD, estimate(1.3, NAN, NAN), LEVEL, HELD, ("yes", "unsure")),
        (GOOD, estimate(math.inf, -0.5, math.inf), LEVEL, HELD, ("yes", "yes")),
        (GOOD, TRUE, LEVEL, UNKNOWN, ("yes", "unsure")),
        (BAD, TRUE, LEVEL, HELD, ("unsure", "yes")),
        (WORSE, FLAT, LEVEL, REJECTED, ("no", "no")),
        (NONE, NONE, NONE, UNKNOWN, ("unsure", "unsure")),
    ],
)
def test_states(area, slope, large, joint, states):
    found = quadrant(area, slope, large, WORTH, joint)
    assert (found.discriminates, found.calibrated) == states


def test_cells_of_a_grid_take_an_interval_too():
    assert quadrant(GOOD, TRUE, LEVEL, WORTH, REJECTED, exact=False).calibrated == "unsure"
    assert quadrant(GOOD, FLAT, LEVEL, WORTH, REJECTED, exact=False).calibrated == "no"


@pytest.mark.parametrize(
    ("skill", "state"), [(WORTH, "yes"), (IDLE, "unsure"), (HARM, "no"), (NONE, "unsure")]
)
def test_worth(skill, state):
    assert quadrant(GOOD, TRUE, LEVEL, skill, HELD).beats_base_rate == state


@pytest.mark.parametrize(
    ("slope", "large", "words"),
    [
        (FLAT, LEVEL, "too extreme"),
        (STEEP, LEVEL, "underconfident"),
        (TRUE, HIGH, "they are too high"),
        (TRUE, LOW, "they are too low"),
        (estimate(-0.5, -0.8, -0.2), LEVEL, "fewer positives"),
        (estimate(math.inf, 2.0, math.inf), LEVEL, "underconfident"),
        (NONE, HIGH, "they are too high"),
        (TRUE, LEVEL, "deviate from the outcomes by more than chance"),
    ],
)
def test_in_which_way_they_are_not_true(slope, large, words):
    text = quadrant(GOOD, slope, large, WORTH, REJECTED).text
    assert words in text
    assert "chance 0.5" in text
    assert "随机水平 0.5" in text.zh


def test_from_a_table():
    """Sharpened true probabilities: it discriminates, is not calibrated, and is too extreme."""
    random = np.random.default_rng(0)
    true = random.random(2000)
    y = (random.random(2000) < true).astype(int)
    keys = ("auroc", "calibration_slope", "calibration_in_the_large", "brier_skill")
    for power, state in ((1, "yes"), (3, "no")):
        p = true**power / (true**power + (1 - true) ** power)
        table = ProbabilityTable.of_rows(y, p)
        estimator = Estimator(table, Settings())
        four = [estimator.estimate(find(key)) for key in keys]
        found = quadrant(*four, intercept_slope(table))
        assert (found.discriminates, found.calibrated) == ("yes", state)
