"""Calibration asked of an evaluation: one sentence for every kind of probabilities, and tests."""

import re
from math import inf

import numpy as np
import pytest

import veracity as vc


def drawn(n=4000, seed=0, power=1.0):
    random = np.random.default_rng(seed)
    p = random.beta(1, 2, n).clip(0.01, 0.99)
    return (random.random(n) < p**power).astype(int), p


def test_two_rows_are_no_proof_of_anything():
    """Separated: the slope is infinite, and its interval holds 1."""
    found = vc.evaluate([0, 1], y_proba=[0.2, 0.9]).quadrant
    assert (found.discriminates, found.calibrated) == ("unsure", "yes")
    assert "miscalibrated" not in found.text


def test_many_separated_rows_are_too_timid():
    y = np.repeat([0, 1], 500)
    found = vc.evaluate(y, y_proba=0.45 + 0.1 * y + np.linspace(0, 0.01, 1000)).quadrant
    assert found.calibrated == "no"
    assert "underconfident" in found.text


@pytest.mark.parametrize(("p", "state"), [(0.3, "yes"), (0.6, "no")])
def test_a_constant_is_judged_by_its_level(p, state):
    """300 of 1,000 positive: 0.3 is as calibrated as can be, and tells nobody apart."""
    found = vc.evaluate([1] * 300 + [0] * 700, y_proba=[p] * 1000).quadrant
    assert (found.discriminates, found.calibrated) == ("unsure", state)
    assert "All probabilities are the same" in found.text
    assert "所有概率都相同" in found.text.zh
    assert ("they are too high" in found.text) == (state == "no")


def test_certainties_are_judged_by_a_test():
    y, p = drawn(seed=3)
    sure = np.r_[p, 0.0, 1.0], np.r_[y, 0, 1]
    found = vc.evaluate(sure[1], y_proba=sure[0]).quadrant
    assert found.calibrated == "yes"
    assert "joint test" in found.text
    wrong = vc.evaluate(np.r_[y, 1], y_proba=np.r_[p, 0.0]).quadrant
    assert wrong.calibrated == "no"
    assert "An outcome with probability 0 happened" in wrong.text
    low = vc.evaluate(sure[1], y_proba=sure[0] / 2 + (sure[0] == 1) / 2).quadrant
    assert low.calibrated == "no"
    assert "too low" in low.text


def test_the_wrong_way_round_is_said():
    y, p = drawn(500)
    found = vc.evaluate(1 - y, y_proba=p).quadrant
    assert (found.discriminates, found.calibrated) == ("no", "no")
    assert "ranks negatives above positives" in found.text
    assert "负例排在正例之前" in found.text.zh


def test_a_grid_answers_too():
    y, p = drawn(20_000, power=1.4)
    exact, grid = (vc.evaluate(y, y_proba=p, resolution=bits) for bits in ("exact", 12))
    assert grid.quadrant.calibrated == exact.quadrant.calibrated == "no"
    for key in (
        "calibration_slope",
        "corp_miscalibration",
        "smooth_ece",
        "ece_top_label",
        "mce(5)",
    ):
        assert 0 < grid[key].bound < 0.01
        assert abs(grid[key].value - exact[key].value) <= grid[key].bound
    for name, test in grid.calibration_tests().items():
        expected = exact.calibration_tests()[name]
        assert test.statistic == pytest.approx(expected.statistic, rel=0.01)
        assert "grid" in test.note
        assert "grid" not in expected.note


@pytest.mark.parametrize("p", [[0.0, 0.2, 0.7, 0.4], [0.0, 0.0, 1.0, 0.0]])
def test_what_cannot_happen_is_said(p):
    found = vc.evaluate([1, 0, 1, 0], y_proba=p).calibration_tests()
    for test in found.values():
        assert "with probability 0 happened" in test.note
    assert (found["spiegelhalter"].statistic == inf) == (p[1] == 0)


def test_groups_that_expect_few_are_said():
    found = vc.evaluate([0, 1, 1, 0], y_proba=[0.2, 0.6, 0.7, 0.4]).calibration_tests(groups=2)
    assert "2 of 2 groups expect fewer than 5" in found["hosmer_lemeshow"].note
    y, p = drawn()
    assert not vc.evaluate(y, y_proba=p).calibration_tests()["hosmer_lemeshow"].note


def test_of_a_hundred():
    """s000.calibration_100_trials: 80 of the 100 given 0.8."""
    ev = vc.evaluate([1] * 80 + [0] * 20, y_proba=[0.8] * 100)
    assert "about 80 were positive" in ev.of_hundred(0.8)
    # Wilson: 0.711 to 0.867; the percentiles of binomial redraws end at 0.72 and 0.88 or 0.87
    assert re.search("interval: 71 to 8[78]", ev.of_hundred(0.8))
    assert "interval" not in ev.of_hundred(0.8, band=None)


def test_classes_and_groups_apart():
    random = np.random.default_rng(0)
    p = random.dirichlet([1, 2, 3], 600)
    y = np.array([random.choice(3, p=row) for row in p])
    ev = vc.evaluate(y, y_proba=p, group=np.arange(600) % 2)
    share, said = ev.by_class[2].reliability(kind="binned", bins=1)
    assert share[0] == pytest.approx((y == 2).mean())
    assert said[0] == pytest.approx(p[:, 2].mean())
    with pytest.raises(KeyError, match="by_class"):
        ev.reliability()
    part = ev.by_group[1].by_class[2].reliability(kind="binned", bins=1)
    assert part["weight"].tolist() == [300]
