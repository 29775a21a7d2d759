"""How many times as many rows would tell: a projection, silent where nothing can be projected."""

import math

import numpy as np
import pytest
from scipy.stats import norm

import veracity as vc


def compared(n, seed, apart=0.0, **wishes):
    random = np.random.default_rng(seed)
    y = random.integers(0, 2, n)
    a, b = (np.where(random.random(n) < 0.75 + step, y, 1 - y) for step in (apart, 0.0))
    return vc.compare(y, {"A": a, "B": b}, kind="y_pred", metrics=["accuracy"], **wishes)


def test_the_projection_by_hand() -> None:
    one = next(
        found["A", "B", "accuracy"]
        for seed in range(50)
        if (found := compared(100, seed, 0.05))["A", "B", "accuracy"].verdict == "cannot_tell"
        and not math.isnan(found["A", "B", "accuracy"].times_the_rows)
    )
    error = (one.difference.high - one.difference.low) / (2 * norm.ppf(0.975))
    expected = ((norm.ppf(0.975) + norm.ppf(0.8)) * error / one.difference.value) ** 2
    assert one.times_the_rows == pytest.approx(max(expected, 1.0))
    assert "times as many rows" in one.more_rows.en
    assert "倍的行数" in one.more_rows.zh
    assert one.mirrored().times_the_rows == pytest.approx(one.times_the_rows)
    assert "times_the_rows" in one.to_dict()


def test_the_text_says_it_where_it_cannot_tell() -> None:
    said = [compared(100, seed, 0.05) for seed in range(12)]
    for cmp in said:
        one = cmp["A", "B", "accuracy"]
        assert ("times as many rows" in cmp.text(verbose=True)) == (
            not math.isnan(one.times_the_rows)
        )
    assert any("times as many rows" in cmp.text(verbose=True) for cmp in said)


def test_silent_where_it_tells_nothing() -> None:
    told = compared(3000, 1, 0.15)["A", "B", "accuracy"]
    assert told.verdict == "better"
    assert math.isnan(told.times_the_rows)
    assert not told.more_rows
    same = vc.compare([0, 1] * 20, {"A": [0, 1] * 20, "B": [0, 1] * 20}, kind="y_pred")
    assert all(math.isnan(one.times_the_rows) for one in same)


def test_that_many_rows_do_tell_four_times_in_five() -> None:
    """Where the true difference is the one projected from, the power is what is said."""
    one = next(
        row
        for seed in range(200)
        if not math.isnan((row := compared(150, seed, 0.08)["A", "B", "accuracy"]).times_the_rows)
        and abs(row.difference.value - 0.08) < 0.01
    )
    n = round(150 * one.times_the_rows)
    told = sum(
        compared(n, 1000 + seed, 0.08)["A", "B", "accuracy"].verdict == "better"
        for seed in range(60)
    )
    assert 0.6 <= told / 60 <= 0.97


def test_within_a_margin_it_says_what_would_show_equivalence() -> None:
    """Two one-sided tests have power 2 Φ(margin/se − z) − 1 where nothing differs."""
    one = next(
        found
        for seed in range(50)
        if (found := compared(200, seed, margin=0.05)["A", "B", "accuracy"]).verdict
        == "cannot_tell"
        and abs(found.difference.value) <= 0.05
    )
    z = norm.ppf(0.975)
    error = (one.difference.high - one.difference.low) / (2 * z)
    shorter = error / math.sqrt(one.times_the_rows)
    assert 2 * norm.cdf(0.05 / shorter - z) - 1 == pytest.approx(0.8)
    assert "show equivalence within 0.05" in one.more_rows.en
    assert "在 0.05 以内等效" in one.more_rows.zh
    assert one.mirrored().times_the_rows == pytest.approx(one.times_the_rows)


def test_beyond_a_margin_it_projects_the_difference_seen() -> None:
    one, alone = (compared(100, 3, 0.05, margin=m)["A", "B", "accuracy"] for m in (0.001, None))
    assert one.verdict == alone.verdict == "cannot_tell"
    assert one.times_the_rows == pytest.approx(alone.times_the_rows, nan_ok=True)
    assert one.more_rows == alone.more_rows
