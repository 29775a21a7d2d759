"""Pass, fail, not enough data: the whole interval decides."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binom

from veracity.errors import InputError
from veracity.gates import Measured, against_baseline, judge_requirement, parsed
from veracity.gates.judging import difference_of, state_of
from veracity.intervals import proportion_interval
from veracity.results import Estimate
from veracity.words import Text

SIGNS = (">=", ">", "<=", "<")
numbers = st.floats(-10, 10)


def share(x: float, n: float, level: float = 0.95) -> Estimate:
    low, high = proportion_interval(x, n, "wilson", level)
    return Estimate(x / n, float(low), float(high), level, "wilson", n)


def known(value: float, low: float, high: float, **more: object) -> Estimate:
    return Estimate(value, low, high, 0.95, "delta", 100, **more)  # type: ignore[arg-type]


def test_equality_counts_for_the_signs_that_hold_it() -> None:
    assert state_of(">=", 0.5, 0.5, 0.6) == "pass"
    assert state_of(">", 0.5, 0.5, 0.6) == "not_enough_data"
    assert state_of("<=", 0.5, 0.4, 0.5) == "pass"
    assert state_of("<", 0.5, 0.4, 0.5) == "not_enough_data"
    assert state_of(">=", 0.5, 0.4, 0.5) == "not_enough_data"
    assert state_of(">", 0.5, 0.4, 0.5) == "fail"
    assert state_of("<=", 0.5, 0.5, 0.6) == "not_enough_data"
    assert state_of("<", 0.5, 0.5, 0.6) == "fail"


@given(numbers, numbers, numbers, st.sampled_from(SIGNS))
def test_states_agree_with_every_value_of_the_interval(bound, one, other, sign) -> None:
    low, high = sorted((one, other))
    meets = {
        ">=": lambda v: v >= bound,
        ">": lambda v: v > bound,
        "<=": lambda v: v <= bound,
        "<": lambda v: v < bound,
    }[sign]
    inside = [low, high, (low + high) / 2, *([bound] if low <= bound <= high else [])]
    held = [meets(v) for v in inside]
    expected = "pass" if all(held) else "not_enough_data" if any(held) else "fail"
    if expected == "fail" or low == high or any(held):
        assert state_of(sign, bound, low, high) == expected


@pytest.mark.parametrize("ends", [(math.nan, math.nan), (0.95, math.nan), (math.nan, 0.1)])
def test_without_an_interval_nothing_is_decided(ends) -> None:
    reason = Text("One cluster.", "只有一个簇。")
    estimate = known(0.99, *ends, note=reason)
    found = judge_requirement(parsed("recall >= 0.9"), Measured(estimate, 100))
    assert (found.state, found.more_rows) == ("not_enough_data", None)
    assert "an interval" in found.sentence.en
    assert "One cluster." in found.sentence.en
    assert "只有一个簇。" in found.sentence.zh


def test_an_undefined_value_is_said_with_its_reason() -> None:
    estimate = known(math.nan, math.nan, math.nan, note=Text("No positives.", "没有正例。"))
    found = judge_requirement(parsed("recall >= 0.9"), Measured(estimate, 100))
    assert found.state == "not_enough_data"
    assert found.sentence.en.endswith("No positives.")
    assert "undefined" in found.sentence.en


def test_how_often_a_share_at_the_bound_passes_is_known() -> None:
    # exactly at the bound a two-sided 95 % gate may pass about 1 time in 40; on the value it
    # would pass every other time
    n, bound = 400, 0.9
    chance = sum(
        binom.pmf(x, n, bound)
        for x in range(n + 1)
        if judge_requirement(parsed("recall >= 0.9"), Measured(share(x, n), n)).state == "pass"
    )
    assert 0.01 < chance < 0.04


@given(st.lists(st.floats(0, 1), min_size=3, max_size=3), st.floats(0, 1), st.sampled_from(SIGNS))
def test_every_share_gets_a_judgement(three, bound, sign) -> None:
    low, value, high = sorted(three)
    for key in ("recall", "f1"):
        try:
            condition = parsed(f"{key} {sign} {bound!r}")
        except InputError:  # > 1 and < 0 are refused
            continue
        found = judge_requirement(condition, Measured(known(value, low, high), 100))
        assert (found.more_rows is None) or found.state == "not_enough_data"
        assert found.more_rows is None or found.more_rows >= 1


@pytest.mark.parametrize("rule", ["lr_plus >= 0", "lr_plus >= 5", "mcc >= -1", "f1 <= 1"])
def test_ends_of_the_range_and_infinite_ends(rule: str) -> None:
    top = math.inf if "lr" in rule else 1.0
    found = judge_requirement(parsed(rule), Measured(known(0.9, 0.2, top), 100))
    assert found.sentence.en


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.93, "would make it pass"),
        (0.88, "would show that it fails"),
        (0.9, "equals the bound"),
    ],
)
def test_what_more_rows_can_do(value: float, said: str) -> None:
    found = judge_requirement(parsed("recall >= 0.9"), Measured(known(value, 0.85, 0.95), 1000))
    assert found.state == "not_enough_data"
    assert said in found.sentence.en
    assert (found.more_rows is None) == (value == 0.9)


def test_a_grid_too_coarse_is_named() -> None:
    found = judge_requirement(
        parsed("auroc >= 0.9"), Measured(known(0.9005, 0.88, 0.92, bound=0.001), 1000)
    )
    assert found.more_rows is None
    assert "finer resolution" in found.sentence.en


def test_digits_show_on_which_side_an_end_lies() -> None:
    found = judge_requirement(parsed("recall >= 0.9"), Measured(known(0.95, 0.89996, 0.99), 1000))
    assert found.state == "not_enough_data"
    assert "[0.89996, 0.99]" in found.sentence.en


# against a baseline


def test_the_difference_is_newcombes() -> None:
    # Newcombe RG (1998) Statistics in Medicine 17:873–890, table II, method 10:
    # 56/70 − 48/80: 0.0524 to 0.3339; 9/10 − 3/10: 0.1705 to 0.8090;
    # 10/10 − 0/20: 0.6791 to 1; 5/56 − 0/29: −0.0381 to 0.1926
    for new, old, low, high in [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((10, 10), (0, 20), 0.6791, 1.0),
        ((5, 56), (0, 29), -0.0381, 0.1926),
    ]:
        found = difference_of(share(*new), share(*old))
        assert (found.low, found.high) == pytest.approx((low, high), abs=6e-5)


@pytest.mark.parametrize(
    ("key", "new", "old", "state"),
    [
        ("recall", (900, 1000), (905, 1000), "pass"),
        ("recall", (700, 1000), (905, 1000), "fail"),
        ("recall", (900, 1000), (940, 1000), "not_enough_data"),
        ("fpr", (95, 1000), (90, 1000), "pass"),
        ("fpr", (300, 1000), (90, 1000), "fail"),
        ("fpr", (130, 1000), (90, 1000), "not_enough_data"),
    ],
)
def test_not_worse_by_more_than_the_margin(key, new, old, state) -> None:
    measured = [Measured(share(*one), 5000) for one in (new, old)]
    found = against_baseline(parsed(key), *measured, 0.05)
    assert found.state == state
    assert found.bound == (-0.05 if key == "recall" else 0.05)
    assert found.against == "baseline"
    assert "0.05" in found.text.zh


def test_more_rows_beside_a_fixed_baseline_do_what_they_say() -> None:
    new, old, margin = (900, 1000), (9100, 10_000), 0.02
    measured = Measured(share(*new), 1000), Measured(share(*old), 10_000)
    found = against_baseline(parsed("recall"), *measured, margin)
    assert found.state == "not_enough_data"
    n = 1000 + (found.more_rows or 0)
    for rows, state in ((n, "pass"), (n - 3, "not_enough_data")):
        grown = Measured(share(0.9 * rows, rows), rows)
        assert against_baseline(parsed("recall"), grown, measured[1], margin).state == state


def test_a_baseline_too_small_is_named() -> None:
    measured = Measured(share(90, 100), 100), Measured(share(9, 10), 10)
    found = against_baseline(parsed("recall"), *measured, 0.02)
    assert found.more_rows is None
    assert "enlarge it" in found.sentence.en


def test_a_metric_without_direction_has_no_worse() -> None:
    measured = Measured(share(90, 100), 100)
    with pytest.raises(InputError, match="prevalence has no better"):
        against_baseline(parsed("prevalence"), measured, measured, 0.02)


def test_an_infinite_end_leaves_the_difference_open() -> None:
    endless = known(12.0, 3.0, math.inf)
    found = difference_of(endless, known(10.0, 5.0, 20.0))
    assert math.isnan(found.low)
    assert "no finite interval" in found.note.en


def test_errors_of_grids_are_added_as_they_are() -> None:
    a, b = known(0.8, 0.69, 0.91, bound=0.01), known(0.5, 0.38, 0.62, bound=0.02)
    found = difference_of(a, b)
    half = math.hypot(0.1, 0.1) + 0.03
    assert (found.low, found.high) == pytest.approx((0.3 - half, 0.3 + half), rel=1e-12)
