"""All ways from rows to an exact table give the same table."""

import numpy as np
import pytest

from veracity import threads
from veracity.engines.kernels import sort_blocks
from veracity.engines.kernels.choice import exact_sums
from veracity.engines.kernels.few_distinct import few_scores
from veracity.engines.kernels.sort_blocks import numpy_sorts_fast, order_of_block, sorted_block
from veracity.engines.kernels.sort_carrying_labels import sorted_table
from veracity.engines.kernels.sort_carrying_rows import carried_table, indices_of_rows
from veracity.engines.kernels.sort_keys import falling_keys, key_of, scores_of_keys
from veracity.engines.kernels.sort_ranges import EvenRanges, SearchedRanges, fair_ranges
from veracity.engines.kernels.sums import Rows, joined
from veracity.statistics.scores.score_table import ScoreTable

SIZES = (1, 2, 100, 5000, 70_000, 300_000)


def scores_of_kind(kind, rows):
    rng = np.random.default_rng(rows)
    uniform, normal = rng.random(rows), rng.normal(size=rows)
    return {
        "uniform": lambda: uniform,
        "normal": lambda: normal,
        "below 0": lambda: -uniform - 0.1,
        "few": lambda: rng.integers(-3, 4, rows) / 3,
        "hundreds": lambda: np.round(normal, 2),
        "constant": lambda: np.full(rows, 0.3),
        "overconfident": lambda: 1 / (1 + np.exp(-10 * normal)),
        "to about 1": lambda: 1 - 10 ** (-16 * uniform),
        "half within 1e-9": lambda: np.where(uniform < 0.5, 0.3 + 1e-9 * uniform, normal),
        "half tied": lambda: np.where(uniform < 0.5, 0.3, normal),
        "both zeros": lambda: np.where(uniform < 0.3, -0.0, np.where(uniform < 0.6, 0.0, normal)),
        "subnormal": lambda: rng.integers(-5, 5000, rows) * 5e-324,
        "all exponents": lambda: normal * 10.0 ** rng.integers(-300, 300, rows),
        "infinite": lambda: np.where(
            uniform < 0.1, np.inf, np.where(uniform < 0.2, -np.inf, normal)
        ),
        "one outlier": lambda: np.where(np.arange(rows) == rows // 2, 1e300, uniform),
        "rising": lambda: np.sort(normal),
        "falling": lambda: -np.sort(normal),
        "float32": lambda: uniform.astype(np.float32),
        "float16": lambda: uniform.astype(np.float16),
        "int64": lambda: rng.integers(-50, 10**6, rows),
        "uint8": lambda: rng.integers(0, 256, rows).astype(np.uint8),
        "big endian": lambda: normal.astype(">f8"),
        "every second": lambda: np.repeat(normal, 2)[::2],
    }[kind]()


KINDS = [
    "uniform",
    "normal",
    "below 0",
    "few",
    "hundreds",
    "constant",
    "overconfident",
    "to about 1",
    "half within 1e-9",
    "half tied",
    "both zeros",
    "subnormal",
    "all exponents",
    "infinite",
    "one outlier",
    "rising",
    "falling",
    "float32",
    "float16",
    "int64",
    "uint8",
    "big endian",
    "every second",
]


def rows_of(index, scores, classes=2, weight=None):
    ends = float(scores.min()), float(scores.max())
    return Rows(index, classes, scores, *ends, weight, weight is not None)


def by_sorting(rows):
    return *sorted_table(rows.truth, rows.scores, rows.low, rows.high), None


def by_looking_up(rows):
    found = few_scores(rows)
    if found is None:
        return by_sorting(rows)
    sums, left = found
    return joined([sums, by_sorting(rows.picked(left))], sort=True) if len(left) else sums


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", SIZES)
def test_counts_are_equal_bit_for_bit(kind, size):
    scores = scores_of_kind(kind, size)
    index = (np.random.default_rng(1).random(size) < 0.3).astype(np.uint8)
    expected = ScoreTable.of_rows(index, scores)
    for kernel in (exact_sums, by_sorting, by_looking_up, carried_table):
        found = kernel(rows_of(index, scores))
        assert np.array_equal(found[0], expected.scores), kernel
        assert np.array_equal(found[1], expected.weight), kernel
        assert not np.signbit(found[0][found[0] == 0]).any()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [100, 70_000])
def test_weights_of_many_classes_are_equal_to_1e_12(kind, size):
    scores = scores_of_kind(kind, size)
    rng = np.random.default_rng(1)
    index, weight = rng.integers(0, 5, size).astype(np.uint8), rng.random(size) + 0.01
    expected = ScoreTable.of_rows(index, scores, weight, labels=range(5))
    for kernel in (exact_sums, carried_table):
        found = kernel(rows_of(index, scores, 5, weight))
        assert np.array_equal(found[0], expected.scores)
        assert np.allclose(found[1], expected.weight, rtol=1e-12, atol=0)
        assert np.allclose(found[2], expected.squares, rtol=1e-12, atol=0)


def test_long_ties_of_weights_lose_no_digits():
    size = 300_000
    index, weight = np.zeros(size, np.uint8), np.full(size, 0.1)
    scores = np.where(np.arange(size) % 3, 0.3, np.random.default_rng(0).random(size))
    found = carried_table(rows_of(index, scores, 2, weight))
    assert found[1].max() == pytest.approx(0.1 * (size - size // 3), rel=1e-13)
    looked_up = exact_sums(rows_of(index, np.full(size, 0.3), 2, weight))
    assert looked_up[1].max() == pytest.approx(0.1 * size, rel=1e-12)


@pytest.mark.parametrize("kind", ["uniform", "normal", "half within 1e-9", "hundreds"])
def test_threads_and_the_choice_of_sort_change_nothing(kind, monkeypatch):
    scores = scores_of_kind(kind, 300_000)
    index = (np.random.default_rng(1).random(300_000) < 0.3).astype(np.uint8)
    rows = rows_of(index, scores)
    results = []
    for many in (1, 3):
        for fast in (True, False):
            monkeypatch.setattr(threads, "MOST", many)
            monkeypatch.setattr(sort_blocks, "numpy_sorts_fast", lambda fast=fast: fast)
            results.append(by_sorting(rows))
    for one in results[1:]:
        assert np.array_equal(one[0], results[0][0])
        assert np.array_equal(one[1], results[0][1])


@pytest.mark.parametrize("size", [0, 1, 255, 256, 257, 5000, 40_000])
def test_both_sorts_of_a_block(size):
    rng = np.random.default_rng(size)
    keys = rng.integers(0, 1 << 63, size).view(np.uint64) * np.uint64(2)
    for words in (keys, keys >> np.uint64(60), np.minimum(keys, np.uint64(1 << 40))):
        expected = np.sort(words, kind="stable")
        for fast in (True, False):
            assert np.array_equal(sorted_block(words, fast=fast), expected)
        ordered, rows = order_of_block(words)
        assert np.array_equal(ordered, expected)
        assert np.array_equal(rows, np.argsort(words, kind="stable"))


def test_the_machine_is_asked_once():
    assert numpy_sorts_fast() is numpy_sorts_fast()
    assert numpy_sorts_fast.cache_info().currsize == 1


def test_places_of_rows():
    scores = scores_of_kind("hundreds", 70_000)
    distinct, index = indices_of_rows(rows_of(np.zeros(70_000, np.uint8), scores))
    assert np.array_equal(distinct[index], scores)
    assert np.array_equal(distinct, np.unique(scores)[::-1])


@pytest.mark.parametrize("kind", KINDS)
def test_ranges_keep_order_and_part_the_signs(kind):
    scores = scores_of_kind(kind, 20_000).astype(np.float64)
    room, spare = np.empty(len(scores)), np.empty(len(scores), np.int64)
    keys = np.sort(falling_keys(scores, True, room, spare))
    ends = key_of(float(scores.max())), key_of(float(scores.min()))
    assert ends == (keys[0], keys[-1])
    for ranges in (EvenRanges(keys[::7], 16, *ends), SearchedRanges(keys[::7], 16)):
        found = np.empty(len(keys), np.int32)
        ranges.of(keys, spare, found)
        assert (np.diff(found) >= 0).all()
        assert 0 <= found[0] <= found[-1] < ranges.count
        assert np.array_equal(keys >= 0, found >= ranges.first_nonnegative)


def test_ranges_that_would_be_uneven_are_searched():
    rng = np.random.default_rng(0)
    keys = np.sort(rng.integers(0, 1000, 5000))
    keys[2500:] += 1 << 60
    ranges = fair_ranges(keys, 16, int(keys[0]), int(keys[-1]))
    assert isinstance(ranges, SearchedRanges)
    found = np.empty(len(keys), np.int32)
    ranges.of(keys, np.empty(len(keys), np.int64), found)
    assert np.bincount(found).max() < 1000
    even = fair_ranges(np.sort(rng.integers(0, 1 << 60, 5000)), 16, 0, 1 << 60)
    assert isinstance(even, EvenRanges)


def test_keys_rise_as_scores_fall():
    scores = np.array([np.inf, 1e300, 1.0, 5e-324, 0.0, -5e-324, -1.0, -np.inf])
    keys = falling_keys(scores, True, np.empty(8), np.empty(8, np.int64))
    assert (np.diff(keys) > 0).all()
    assert ((keys < 0) == (scores >= 0)).all()
    assert np.array_equal(scores_of_keys(keys), scores)
