"""Cuts that go through ties: what redraws of pooled scores are computed by."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.metrics import find
from veracity.statistics import ScoreTable

CUT = ["tpr_at_fpr(0.2)", "precision_at_recall(0.6)", "recall_at_precision(0.6)"]


def pooled() -> ScoreTable:
    """Three scores: 4 positives and 1 negative, 2 and 3, 2 and 4."""
    return ScoreTable(
        np.array([3.0, 2.0, 1.0]), np.array([[1.0, 3.0, 4.0], [4.0, 2.0, 2.0]]), (0, 1), 1
    )


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        # 2.4 of 8 negatives: the first score and 7/15 of the second, so 4 + 14/15 of 8 positives
        ("tpr_at_fpr(0.3)", Fraction(37, 60)),
        # 5 of 8 positives: half of the second score, with 1 + 3/2 negatives
        ("precision_at_recall(0.625)", Fraction(2, 3)),
        # (4 + 2t) = 0.7 (5 + 5t) at t = 1/3
        ("recall_at_precision(0.7)", Fraction(7, 12)),
        ("recall_at_precision(0.5)", Fraction(1)),
        ("recall_at_precision(0.8)", Fraction(1, 2)),
    ],
)
def test_a_cut_goes_through_a_tie(key, expected):
    assert float(find(key).of_resamples(pooled())) == pytest.approx(float(expected), rel=1e-14)


def test_no_threshold_is_as_precise():
    assert np.isnan(find("recall_at_precision(0.9)").of_resamples(pooled()))


@pytest.mark.parametrize("key", CUT)
@given(truth=st.lists(st.integers(0, 1), min_size=4, max_size=40))
def test_without_ties_it_is_the_metric_to_a_row(key, truth):
    if not 0 < sum(truth) < len(truth):
        return
    table = ScoreTable.of_rows(truth, np.arange(len(truth), 0, -1.0))
    plain, shared = float(find(key)(table)), float(find(key).of_resamples(table))
    if np.isnan(plain):
        assert np.isnan(shared)
        return
    rarer = min(sum(truth), len(truth) - sum(truth))
    assert shared >= plain - 1e-12  # the line to the next threshold only adds
    assert shared - plain <= 1 / rarer + 1e-12


@pytest.mark.parametrize("key", [*CUT, "break_even_point"])
def test_leading_axes_are_a_loop(key):
    random = np.random.default_rng(3)
    weight = random.integers(0, 4, (5, 2, 30)).astype(float)
    stacked = ScoreTable(np.arange(30, 0, -1.0), weight, (0, 1), 1)
    each = [ScoreTable(stacked.scores, one, (0, 1), 1) for one in weight]
    metric = find(key)
    np.testing.assert_allclose(
        metric.of_resamples(stacked), [metric.of_resamples(one) for one in each], rtol=1e-12
    )
