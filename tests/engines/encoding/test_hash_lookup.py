"""The lookup by hash is exact, whatever the hash does."""

import numpy as np
import pytest

from tests.engines.reference import assert_right
from tests.engines.rows_read import group_sum
from veracity.engines.encoding import hash_lookup as lookup
from veracity.engines.encoding.hash_lookup import codes_by_hash
from veracity.engines.encoding.machine_words import FloatWords, IntegerWords, TextWords


def assert_codes(values, words):
    codes, found = codes_by_hash(words(values), len(values))
    expected = values + 0.0 if values.dtype.kind == "f" else values
    if values.dtype.kind == "f":
        found = np.array(found, np.uint64).view(np.float64).tolist()
    assert [found[code] for code in codes.tolist()] == expected.tolist()
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("kind", ["int", "float", "text"])
def test_labels_that_the_sample_misses(kind):
    """Rare labels in rows that a sample of every n-th row never sees."""
    rows = 3 * lookup._SAMPLE
    base = np.where(np.arange(rows) % 3 == 1, 7 * 10**12, 5 * 10**12)
    base[5::300] = np.arange(len(base[5::300])) * 10**11 + 1
    if kind == "int":
        assert_codes(base, IntegerWords)
    elif kind == "float":
        assert_codes(base / 7, FloatWords)
    else:
        assert_codes(base.astype(str), TextWords)


def test_labels_in_words_that_never_differed_in_the_sample():
    values = np.full(3 * lookup._SAMPLE, "same start, end 0")
    values[1] = "same start, end 1"
    values[2] = "Same start, end 0"
    values[4] = ""
    assert_codes(values, TextWords)


@pytest.mark.parametrize("bits", [1, 4])
def test_values_that_share_a_slot(bits, monkeypatch):
    monkeypatch.setattr(lookup, "_FEWEST_BITS", bits)
    monkeypatch.setattr(lookup, "_MOST_BITS", bits)
    values = np.random.default_rng(0).integers(-(2**60), 2**60, 300)
    draw = np.random.default_rng(1).integers(0, 300, 50_000)
    assert_codes(values[draw], IntegerWords)
    assert_codes(values.astype(str)[draw], TextWords)


def test_more_labels_than_sixteen_bits():
    rng = np.random.default_rng(2)
    many = rng.permutation(70_000) * 10**9
    mostly_one = np.concatenate([np.full(140_000, -5), many])
    assert_codes(mostly_one[rng.permutation(210_000)], IntegerWords)
    assert_codes(many, IntegerWords)
    assert_codes(many / 7, FloatWords)
    assert_codes(rng.permutation(70_000).astype(str), TextWords)


def test_sorted_rows():
    assert_codes(
        np.sort(np.random.default_rng(3).integers(0, 2**50, 5000)).repeat(20), IntegerWords
    )


def test_zeros_and_nans():
    values = np.array([0.0, -0.0, 1.5, -0.0] * 2000)
    codes, bits = codes_by_hash(FloatWords(values), len(values))
    assert codes.tolist() == [0, 0, 1, 0] * 2000
    assert np.array(bits, np.uint64).view(np.float64).tolist() == [0.0, 1.5]


@pytest.mark.parametrize("width", [1, 2, 3, 4, 5, 12, 31])
def test_text_of_every_width(width):
    rng = np.random.default_rng(width)
    pool = ["".join(rng.choice(list("ab世🙂"), rng.integers(0, width + 1))) for _ in range(50)]
    values = np.array(pool, f"U{width}")[rng.integers(0, 50, 5000)]
    grouped, _ = group_sum({"a": values, "b": values[::-1]})
    assert_right(grouped, [values.tolist(), values[::-1].tolist()])
