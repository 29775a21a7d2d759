"""Of 100 cases, how many: read off the curve, in both languages."""

import re

import numpy as np
import pytest

from veracity.curves import of_hundred
from veracity.curves.reliability.reliability import reliability
from veracity.errors import InputError
from veracity.statistics.scores.probability_table import ProbabilityTable

TRIALS = ProbabilityTable.of_rows([1] * 71 + [0] * 29 + [0] * 50, [0.8] * 100 + [0.2] * 50)


def test_the_sentence():
    sentence = of_hundred(reliability(TRIALS), 0.8)
    assert sentence == "Of 100 cases with probability 0.8, about 71 were positive."
    assert "约有 71 个" in sentence.zh


def test_between_two_points_it_is_a_straight_line():
    assert "about 47 were" in of_hundred(reliability(TRIALS), 0.6)  # 71 · 2/3


def test_bands_are_said():
    interval = of_hundred(reliability(TRIALS, kind="binned"), 0.8)
    assert "about 71 were positive (95% interval: 61 to 79)" in interval  # Wilson, 71 of 100
    true = of_hundred(reliability(TRIALS, band="consistency", n_resamples=2000), 0.8)
    low, high = map(int, re.search(r"would give (\d+) to (\d+) \(95%\)", true).groups())
    assert (low, high) == pytest.approx((72, 87), abs=1.1)  # binomial quantiles of 100 and 0.8


def test_where_nothing_was_seen():
    assert "No case has a probability near 0.95" in of_hundred(reliability(TRIALS), 0.95)


def test_few_cases_in_tenths():
    held = ProbabilityTable.of_rows([1] * 3 + [0] * 997, [0.01] * 1000)
    assert "about 0.3 were" in of_hundred(reliability(held), 0.01)


@pytest.mark.parametrize("at", [-0.1, 1.2, np.nan])
def test_no_probability(at):
    with pytest.raises(InputError, match="between 0 and 1"):
        of_hundred(reliability(TRIALS), at)
