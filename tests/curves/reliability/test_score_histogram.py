"""The distribution of probabilities by class."""

import numpy as np
import pytest

from veracity.curves import score_histogram
from veracity.errors import InputError
from veracity.statistics.scores.probability_table import ProbabilityTable


@pytest.mark.parametrize("bins", [1, 7, 20])
def test_equals_numpy(bins):
    random = np.random.default_rng(0)
    p, y, w = random.random(300).round(2), random.integers(0, 2, 300), random.random(300)
    found = score_histogram(ProbabilityTable.of_rows(y, p, w), bins)
    for counts, k in ((found.positive, 1), (found.negative, 0)):
        expected, edges = np.histogram(p[y == k], found.edges, weights=w[y == k])
        assert counts == pytest.approx(expected, abs=1e-12)
        assert np.array_equal(edges, found.edges)
    assert set(found.to_dict()) == {"edges", "positive", "negative"}


def test_leading_axes_stay_in_front():
    table = ProbabilityTable(np.array([0.9, 0.1]), np.ones((3, 2, 2)), (0, 1), 1)
    assert score_histogram(table, 2).positive.tolist() == [[1, 1]] * 3


def test_no_bins():
    with pytest.raises(InputError, match="at least 1"):
        score_histogram(ProbabilityTable.of_rows([0, 1], [0.1, 0.2]), 0)
