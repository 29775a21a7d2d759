"""Axes without a window, and small results whose pictures are known by hand."""

import matplotlib
import pytest
from matplotlib.figure import Figure

from veracity.results import Estimate
from veracity.statistics.scores.score_table import ScoreTable

matplotlib.use("Agg")

# Labels and scores of the example in scikit-learn's documentation of roc_curve; sorted from the
# highest score down the truth is 1, 0, 1, 0.
TRUTH, SCORES = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]


@pytest.fixture
def ax():
    return Figure(figsize=(5, 5)).subplots()


@pytest.fixture
def table():
    return ScoreTable.of_rows(TRUTH, SCORES)


@pytest.fixture
def nothing_but_positives():
    return ScoreTable.of_rows([1, 1], [0.2, 0.7], labels=(0, 1))


def estimate(value, low, high, n=100):
    """An estimate as an evaluation would give it."""
    return Estimate(value, low, high, 0.95, "delta", n)
