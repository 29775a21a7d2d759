"""A table and a sort give the same sums."""

import numpy as np
import pytest

from tests.engines.reference import assert_right
from tests.engines.rows_read import group_sum
from veracity.engines.counting import counting


@pytest.mark.parametrize("weighted", [False, True])
def test_sorting_equals_the_table(weighted, monkeypatch):
    rng = np.random.default_rng(0)
    a, b, c = rng.integers(-3, 9, (3, 2000))
    w = rng.integers(0, 9, 2000) if weighted else None
    by_table, _ = group_sum({"a": a, "b": b, "c": c}, weight=w)
    monkeypatch.setattr(counting, "_table_limit", lambda rows: 0)
    by_sorting, _ = group_sum({"a": a, "b": b, "c": c}, weight=w)
    assert by_table.categories == by_sorting.categories
    for one, two in zip(by_table.codes, by_sorting.codes, strict=True):
        assert one.tolist() == two.tolist()
    assert by_table.rows.tolist() == by_sorting.rows.tolist()
    if weighted:
        assert by_table.weight.tolist() == by_sorting.weight.tolist()
        assert by_table.squares.tolist() == by_sorting.squares.tolist()


def test_thirty_thousand_classes():
    rng = np.random.default_rng(1)
    a, b = rng.integers(0, 30_000, (2, 100_000))
    grouped, _ = group_sum({"a": a, "b": b})
    cells, rows = np.unique(a * 30_000 + b, return_counts=True)
    assert len(grouped.categories[0]) == len(np.unique(a))
    found = np.array(grouped.categories[0])[grouped.codes[0]] * 30_000
    found += np.array(grouped.categories[1])[grouped.codes[1]]
    assert found.tolist() == cells.tolist()
    assert grouped.rows.tolist() == rows.tolist()


def test_wide_ranges_with_few_values_still_fit_a_table():
    rng = np.random.default_rng(2)
    a = rng.choice([0, 3000, 4000], 20_000)
    b = rng.choice([-1000, 2000], 20_000)
    grouped, _ = group_sum({"a": a, "b": b})
    assert_right(grouped, [a.tolist(), b.tolist()])


@pytest.mark.parametrize("weighted", [False, True])
def test_more_combinations_than_a_machine_word(weighted):
    rng = np.random.default_rng(3)
    columns = rng.integers(0, 4000, (6, 3000))
    columns[:, 1500:] = columns[:, :1500]
    weight = rng.random(3000) if weighted else None
    grouped, _ = group_sum({str(i): column for i, column in enumerate(columns)}, weight=weight)
    assert_right(grouped, columns.tolist(), weight)


def test_many_keys_in_one_table():
    columns = np.random.default_rng(4).integers(5, 7, (10, 4000))
    grouped, _ = group_sum({str(i): column for i, column in enumerate(columns)})
    assert_right(grouped, columns.tolist())


def test_codes_far_from_zero():
    """Products of large codes pass the end of a machine word and come back."""
    a = 2**62 + np.random.default_rng(5).integers(0, 50, 1000)
    b = -(2**62) - np.random.default_rng(6).integers(0, 50, 1000)
    grouped, _ = group_sum({"a": a, "b": b})
    assert_right(grouped, [a.tolist(), b.tolist()])


TWO_VALUES = [
    (dtype, low)
    for dtype, lows in {
        bool: [0],
        np.int8: [0, 1, -1, -128, 126],
        np.uint8: [0, 1, 254],
        np.int64: [0, 1, -1, 2**62],
        np.float64: [0, 1, -1],
    }.items()
    for low in lows
]


@pytest.mark.parametrize(("dtype", "low"), TWO_VALUES)
def test_two_by_two(dtype, low):
    first = (np.array([0, 0, 0, 1, 1, 1, 1, 0]) + low).astype(dtype)
    grouped, _ = group_sum({"a": first, "b": first[::-1]})
    assert_right(grouped, [first.tolist(), first[::-1].tolist()])


def test_one_value_in_a_column():
    grouped, _ = group_sum({"a": np.zeros(9, np.int8), "b": np.ones(9, np.int8)})
    assert grouped.categories == ((0,), (1,))
    assert grouped.rows.tolist() == [9]
