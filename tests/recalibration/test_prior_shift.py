"""Another prevalence: odds multiplied by the ratio of old and new odds, exactly."""

from fractions import Fraction

import numpy as np
import pytest

from tests.recalibration.rows import P, Y, overconfident
from veracity.errors import InputError
from veracity.metrics import find
from veracity.recalibration import recalibrate
from veracity.recalibration.prior_shift import shares_by_class, shift_map
from veracity.recalibration.side_by_side import figures
from veracity.statistics.scores.probability_table import ProbabilityTable


def test_by_hand():
    """π = 1/2 → 1/10: odds divided by 9; p = 1/2 becomes 1/10, p = 9/10 becomes 1/2."""
    shift = shift_map((0.5, 0.5), (0.9, 0.1), ("no", "yes"), "yes")
    given = [Fraction(1, 2), Fraction(9, 10), Fraction(1, 4)]
    exact = [p / 9 / (p / 9 + 1 - p) for p in given]
    assert shift(np.array([float(p) for p in given])) == pytest.approx([float(q) for q in exact])
    assert exact[:2] == [Fraction(1, 10), Fraction(1, 2)]
    assert shift(np.array([0.0, 1.0])).tolist() == [0.0, 1.0]


def test_the_positive_class_may_come_first():
    shift = shift_map((0.5, 0.5), (0.1, 0.9), ("a", "b"), "a")
    assert shift(np.array([0.5])) == pytest.approx([0.1])


def test_there_and_back_again():
    found = recalibrate(Y, P, method="platt")
    back = found.at_prevalence(0.05).at_prevalence(found.shares[1])
    assert back.transform(P.tolist()) == pytest.approx(found.transform(P.tolist()), abs=1e-12)


def test_true_probabilities_stay_true():
    """Isotonic in sample is true bin by bin; re-weighted and shifted it still is."""
    y, p, _ = overconfident(400, 1)
    found = recalibrate(y, p).at_prevalence(0.02)
    after = ProbabilityTable.like(found.after.held.probabilities)
    assert float(find("corp_miscalibration")(after)) == pytest.approx(0, abs=1e-12)
    assert float(after.positive.sum() / after.total) == pytest.approx(0.02)
    assert float(find("observed_expected")(after)) == pytest.approx(1, abs=1e-9)


def test_the_ranking_does_not_change():
    found = recalibrate(Y, P, method="beta")
    moved = found.at_prevalence(0.1)
    assert figures(moved.after)["auroc"].value == pytest.approx(figures(found.after)["auroc"].value)
    assert "class shares 0.9, 0.1" in moved.after.notes[0]


def test_three_classes_by_hand():
    random = np.random.default_rng(0)
    y = np.repeat([0, 1, 2], [20, 20, 40])
    p = random.dirichlet([2, 2, 2], 80)
    found = recalibrate(y, p, method="temperature")
    moved = found.at_prevalence({0: 0.5, 1: 0.25, 2: 0.25})
    q = found.transform(p) * [0.5 / 0.25, 0.25 / 0.25, 0.25 / 0.5]
    assert moved.transform(p) == pytest.approx(q / q.sum(1, keepdims=True))
    assert moved.after.held.probabilities.class_totals / 80 == pytest.approx([0.5, 0.25, 0.25])


@pytest.mark.parametrize("share", [0, 1, {0: 1.0, 1: 0.0}])
def test_certainty_is_no_prevalence(share):
    with pytest.raises(InputError, match="between 0 and 1"):
        recalibrate(Y, P).at_prevalence(share)


def test_refusals():
    with pytest.raises(InputError, match="for every class"):
        shares_by_class(0.3, ("a", "b", "c"), None)
    with pytest.raises(InputError, match="'x'"):
        shares_by_class({"x": 0.5, "a": 0.5}, ("a", "b"), "a")
    with pytest.raises(InputError, match="no rows in the fit"):
        shift_map((0.0, 0.5, 0.5), (0.2, 0.4, 0.4), ("a", "b", "c"), None)
