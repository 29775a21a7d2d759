"""Of many requirements one fails by chance: failing is corrected for their number."""

from fractions import Fraction
from math import comb

import pytest

import veracity as vc
from simulations.gate_errors import together


def groups(*wrong, n=200):
    """Groups of n negatives, of which so many are called positive; one positive each, found."""
    truth, called, name = [], [], []
    for index, x in enumerate(wrong):
        truth += [0] * n + [1]
        called += [1] * x + [0] * (n - x) + [1]
        name += [f"g{index}"] * (n + 1)
    return vc.evaluate(truth, called, group=name)


def tail(x, n, limit):
    """P(X >= x) by exact arithmetic."""
    return float(sum(comb(n, k) * limit**k * (1 - limit) ** (n - k) for k in range(x, n + 1)))


LIMIT = Fraction(1, 10)


def states(*wrong):
    return [one.state for one in vc.check(groups(*wrong), "every group: fpr <= 0.1").requirements]


def test_one_of_twelve_beyond_by_chance_is_open():
    p = tail(30, 200, LIMIT)
    assert 0.025 / 12 < p < 0.025
    assert states(30) == ["fail"]
    twelve = vc.check(groups(30, *[20] * 11), "every group: fpr <= 0.1")
    assert twelve.state == "not_enough_data"
    said = twelve.requirements[0].sentence
    assert "no part of the 95% interval" in said.en
    assert "One of 12 requirements may fail by chance" in said.en
    assert "99.58% interval" in said.en
    assert "12 条要求" in said.zh
    assert twelve.requirements[0].more_rows > 0


def test_one_of_twelve_far_beyond_fails():
    assert tail(36, 200, LIMIT) < 0.025 / 12
    assert states(36, *[20] * 11) == ["fail", *["not_enough_data"] * 11]


def test_holm_goes_on_after_the_first():
    """p 0.017 holds against 0.025/1 once the other has failed, not against 0.025/2."""
    assert 0.025 / 2 < tail(30, 200, LIMIT) < 0.025
    assert states(30, 30) == ["not_enough_data", "not_enough_data"]
    assert states(30, 50) == ["fail", "fail"]


def test_passing_is_not_corrected():
    alone = vc.check(groups(10), "every group: fpr <= 0.1")
    assert alone.passed
    assert vc.check(groups(*[10] * 12), "every group: fpr <= 0.1").passed


def test_against_a_baseline_too():
    old, new = groups(*[20] * 3), groups(40, 20, 20)
    found = vc.check(new, "every group: fpr", baseline=old, margin=0.02)
    assert [one.state for one in found.requirements].count("pass") == 0
    assert found.state == "not_enough_data"
    alone = vc.check(groups(40), "every group: fpr", baseline=groups(20), margin=0.02)
    assert alone.state == "fail"


@pytest.mark.parametrize("many", [2, 12, 50])
def test_groups_at_the_limit_fail_together_in_two_and_a_half_percent(many):
    before, after = together(many, 0.2, 400)
    assert after <= 0.025
    assert before == pytest.approx(1 - (1 - 0.021) ** many, abs=0.02)
