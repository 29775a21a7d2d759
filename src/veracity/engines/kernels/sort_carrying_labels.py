"""Rows to an exact table by sorting: two classes, no weights. The label travels in the key.

Rows are dealt out by ranges of the score, then each range is sorted and counted by itself. All
steps run in threads; the answer does not depend on how many there are.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import chunks
from veracity.engines.kernels.sort_blocks import scattered, sorted_block
from veracity.engines.kernels.sort_keys import (
    falling_keys,
    key_of,
    scores_of_keys,
    with_label,
    without_label,
)
from veracity.engines.kernels.sort_ranges import Ranges, fair_ranges
from veracity.threads import threads

Floats = NDArray[np.float64]
Words = NDArray[np.uint64]
Ints = NDArray[np.int64]

PIECE = 1 << 17  # smaller ones would have the threads wait for each other
_BLOCK = 1 << 16
_MOST_RANGES = 1 << 8
_SAMPLE_OF_RANGE = 1 << 7


def sample_keys(scores: NDArray[Any], number: int) -> Ints:
    """Keys of rows drawn at random, always the same ones."""
    rows = len(scores)
    drawn = slice(None) if rows <= number else np.random.default_rng(0).integers(0, rows, number)
    sample = scores[drawn]
    return falling_keys(sample, True, np.empty(len(sample)), np.empty(len(sample), np.int64))


def ranges_of(scores: NDArray[Any], low: float, high: float) -> Ranges:
    """Ranges for blocks of a size that is sorted near the processor."""
    number = int(np.clip(len(scores) // _BLOCK, 1, _MOST_RANGES))
    sample = sample_keys(scores, _SAMPLE_OF_RANGE * number)
    return fair_ranges(sample, number, key_of(high), key_of(low))


def sorted_table(
    labels: NDArray[Any], scores: NDArray[Any], low: float, high: float
) -> tuple[Floats, Floats]:
    """Distinct scores, highest first, and rows by label (0 or 1) and score.

    `low` and `high` are the ends of the scores, none of which is NaN.
    """
    distinct, counts = np.empty(len(scores)), np.empty((2, len(scores)))
    if len(scores) <= _BLOCK and (low < 0) == (high < 0):
        words = sorted_block(_words(labels, scores, low < 0)[0])
        found = _counted(words, low >= 0, distinct, counts)
        return _closed_up([slice(0, found)], distinct, counts)
    ranges = ranges_of(scores, low, high)
    with threads(len(scores)) as run:
        dealt = run(
            lambda part: _dealt(labels[part], scores[part], ranges, low < 0),
            chunks(len(scores), PIECE),
        )
        last = np.cumsum(sum(np.diff(begin) for _, begin in dealt))

        def count(number: int) -> slice:
            words = sorted_block(_gathered(dealt, number))
            start = int(last[number]) - len(words)
            negative = number < ranges.first_nonnegative
            found = _counted(words, negative, distinct[start:], counts[:, start:])
            return slice(start, start + found)

        written = run(count, range(ranges.count))
    return _closed_up(written, distinct, counts)


def _closed_up(written: list[slice], scores: Floats, counts: Floats) -> tuple[Floats, Floats]:
    """What was written, moved together where ties have left room between the blocks."""
    size = sum(part.stop - part.start for part in written)
    if size == len(scores):
        return scores, counts
    end = 0
    for part in written:
        to = slice(end, end + part.stop - part.start)
        if to.start < part.start:
            for row in (scores, *counts):
                row[to] = row[part]
        end = to.stop
    if 2 * size < len(scores):
        return scores[:size].copy(), counts[:, :size].copy()
    return scores[:size], counts[:, :size]


def _dealt(
    labels: NDArray[Any], scores: NDArray[Any], ranges: Ranges, signed: bool
) -> tuple[Words, NDArray[np.int32]]:
    """The rows of a piece as words, by range, and where each range begins."""
    words, keys = _words(labels, scores, signed)
    group, spare = np.empty(len(keys), np.int32), np.empty(len(keys), np.int64)
    ranges.of(keys, spare, group)
    dealt, _, begin = scattered(words, group, ranges.count)
    return dealt, begin


def _words(labels: NDArray[Any], scores: NDArray[Any], signed: bool) -> tuple[Words, Ints]:
    """Keys of rows with the labels behind them, and the keys alone."""
    rows = len(scores)
    words = np.empty(rows, np.uint64)
    keys = falling_keys(scores, signed, np.empty(rows), words.view(np.int64))
    with_label(keys, labels, words)
    return words, keys


def _gathered(dealt: list[tuple[Words, NDArray[np.int32]]], number: int) -> Words:
    """One range of all pieces."""
    parts = [words[begin[number] : begin[number + 1]] for words, begin in dealt]
    return np.concatenate(parts) if len(parts) > 1 else parts[0]


def _counted(words: Words, negative: bool, scores: Floats, counts: Floats) -> int:
    """Write the distinct scores of sorted words and their rows by label; how many there are."""
    label, keys = words & np.uint64(1), without_label(words, negative)
    same = keys[1:] == keys[:-1]
    size = len(words) - int(np.count_nonzero(same))
    zeros, ones = counts[0, :size], counts[1, :size]
    if size == len(words):
        ones[:] = label
        np.subtract(1.0, ones, out=zeros)
    elif 4 * size < 3 * len(words):
        first = np.zeros(size, np.int64)
        first[1:] = np.flatnonzero(~same) + 1
        keys = keys[first]
        ones[:] = np.add.reduceat(label, first)
        np.subtract(np.diff(first, append=len(words)), ones, out=zeros)
    else:  # a repeat belongs to the last score kept before it
        repeats = np.flatnonzero(same) + 1
        kept = np.ones(len(words), np.bool_)
        kept[repeats] = False
        first = kept.nonzero()[0]
        keys = keys[first]
        ones[:] = label[first]
        np.subtract(1.0, ones, out=zeros)
        index = repeats - np.arange(1, len(repeats) + 1)
        more = label[repeats].astype(np.float64)
        np.add.at(ones, index, more)
        np.add.at(zeros, index, 1.0 - more)
    scores[:size] = scores_of_keys(keys)
    return size
