"""Risk against coverage, by hand, with the metrics of the same table and their intervals."""

from dataclasses import replace

import numpy as np
import pytest

from veracity.curves.kinds.risk_coverage import risk_coverage
from veracity.decisions.costs.abstention import abstention
from veracity.errors import InputError
from veracity.intervals import proportion_interval
from veracity.metrics import find
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.joint.top_label import TopLabel

RIGHT = [1, 1, 0, 1, 1, 0, 1, 0]
SURE = [0.95, 0.9, 0.9, 0.8, 0.7, 0.6, 0.6, 0.5]
LABEL = TopLabel.of_rows_right(RIGHT, SURE)


def test_by_hand() -> None:
    curve = risk_coverage(LABEL)
    assert curve.x.tolist() == [1 / 8, 3 / 8, 4 / 8, 5 / 8, 7 / 8, 1]
    assert curve.y.tolist() == [0, 1 / 3, 1 / 4, 1 / 5, 2 / 7, 3 / 8]
    assert curve.thresholds.tolist() == [0.95, 0.9, 0.8, 0.7, 0.6, 0.5]
    np.testing.assert_allclose(curve["accuracy"], 1 - curve.y)
    rows = np.diff(np.concatenate([[0], curve.x]))
    assert float(find("aurc")(LABEL)) == pytest.approx(float((rows * curve.y).sum()))
    at_half = float(find("accuracy_at_coverage(0.5)")(LABEL))
    assert at_half == pytest.approx(curve["accuracy"][2])


def test_the_band_is_that_of_a_proportion() -> None:
    curve = abstention(LABEL)
    low, high = proportion_interval([0, 1, 1, 1, 2, 3], [1, 3, 4, 5, 7, 8])
    np.testing.assert_allclose(curve.band.low, low)
    np.testing.assert_allclose(curve.band.high, high)


def test_clusters_widen_it() -> None:
    draw = np.random.default_rng(8)
    cluster = np.repeat(np.arange(20), 20)
    right = (draw.random(400) < np.repeat(draw.beta(3, 1, 20), 20)).astype(int)
    sure = np.round(draw.uniform(0.5, 1, 400), 1)
    plain = TopLabel.of_rows_right(right, sure)
    cell = right * len(plain) + np.searchsorted(-plain.scores, -sure)
    clusters = Clusters.of_entries(tuple(range(20)), cluster, cell, np.ones(400), None)
    one, many = abstention(plain).band, abstention(replace(plain, clusters=clusters)).band
    assert many.high[-1] - many.low[-1] > 1.3 * (one.high[-1] - one.low[-1])


def test_what_abstaining_costs() -> None:
    """An error costs 1, an abstention 0.3: answer down to 0.7, 1/8 + 0.3 · 3/8."""
    curve = abstention(LABEL, cost_wrong=1, cost_abstain=0.3)
    by_hand = [0.3 * 7 / 8, 1 / 8 + 0.3 * 5 / 8, 1 / 8 + 0.15, 1 / 8 + 0.3 * 3 / 8, 2.3 / 8, 3 / 8]
    np.testing.assert_allclose(curve["cost"], by_hand)
    assert "0.7" in curve.note
    assert "abstain below 0.7" in curve.note  # Chow: 1 − 0.3
    assert "answer everything" in abstention(LABEL, cost_wrong=1, cost_abstain=2).note
    sure_and_wrong = TopLabel.of_rows_right([0, 1], [0.9, 0.8])
    assert "rows: answer nothing" in abstention(sure_and_wrong, cost_wrong=9, cost_abstain=1).note


@pytest.mark.parametrize(("wrong", "abstain"), [(0, 1), (1, None), (None, 1), (1, -1), ("a", 1)])
def test_bad_costs_are_refused(wrong, abstain) -> None:
    with pytest.raises(InputError, match="cost_abstain"):
        risk_coverage(LABEL, cost_wrong=wrong, cost_abstain=abstain)
