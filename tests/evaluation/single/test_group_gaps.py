"""The largest gap between groups: intervals that hold at once, and silence without signal."""

import math

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError
from veracity.intervals.formulas.proportion import wilson


def simulated(random, worse=0.0, groups=4, n=400):
    group, y = random.integers(0, groups, n), random.integers(0, 2, n)
    right = random.random(n) < np.where(group == 0, 0.8 - worse, 0.8)
    return vc.evaluate(y, np.where(right, y, 1 - y), group=group)


def test_two_groups_by_hand() -> None:
    y = [1] * 20 + [1] * 30
    called = [1] * 18 + [0] * 2 + [1] * 15 + [0] * 15
    ev = vc.evaluate(y, called, group=["a"] * 20 + ["b"] * 30, labels=[0, 1])
    gap = ev.by_group.gap("recall")
    assert (gap.highest, gap.lowest) == ("a", "b")
    assert gap.difference.value == pytest.approx(0.4)
    assert gap.ratio.value == pytest.approx(0.5 / 0.9)
    (la, ua), (lb, ub) = wilson(18.0, 20.0, 0.95), wilson(15.0, 30.0, 0.95)
    low = 0.4 - math.hypot(0.9 - la, ub - 0.5)  # one pair: Newcombe's interval
    assert gap.difference.low == pytest.approx(low)
    assert gap.difference.high == pytest.approx(0.4 + math.hypot(ua - 0.9, 0.5 - lb))
    assert gap.shown
    assert "differs" in gap.text("en")
    assert "不同" in gap.text("zh")
    assert gap.to_dict()["metric"] == "recall"


def test_without_signal_and_with_a_known_gap() -> None:
    random = np.random.default_rng(0)
    shown = inside = 0
    for _ in range(100):
        shown += simulated(random).by_group.gap("accuracy").shown
        gap = simulated(random, worse=0.2).by_group.gap("accuracy")
        inside += gap.difference.low <= 0.2 <= gap.difference.high
        inside -= not gap.ratio.low <= 0.75 <= gap.ratio.high
    assert shown <= 5 + 3 * math.sqrt(100 * 0.05 * 0.95)
    assert inside >= 88


def test_groups_keep_their_names_in_compare() -> None:
    ev = simulated(np.random.default_rng(1), 0.3)
    cmp = vc.compare(ev.by_group[0], ev.by_group[2], metrics=["accuracy"])
    assert cmp.names == (0, 2)
    assert cmp[0, 2, "accuracy"].verdict == "worse"
    other = vc.compare(ev.by_group[0], ev, metrics=["accuracy"])
    assert other.names == ("A", "B")


def test_what_cannot_be_said() -> None:
    ev = vc.evaluate([0, 1, 0, 1], [0, 1, 1, 1], group=["a", "a", "b", "b"])
    gap = ev.by_group.gap("specificity")
    assert gap.difference.low == 0
    assert math.isnan(gap.ratio.value)
    assert gap.ratio.note.en
    with pytest.raises(VeracityError, match="two groups"):
        vc.evaluate([0, 1], [0, 1], group=["a", "a"]).by_group.gap("accuracy")
