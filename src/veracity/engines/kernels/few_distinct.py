"""Rows to an exact table where only few scores are different: by looking them up.

The distinct scores of a sample get slots by a hash. Every row's score is compared with the one
in its slot, so that a hash never decides anything; rows that disagree are left for sorting.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import chunks
from veracity.engines.kernels.sums import Floats, Ints, Rows, ScoreSums, joined

_GLANCE, _SAMPLE = 1 << 10, 1 << 12
_PIECE = 1 << 15  # short enough that sums of weights keep twelve digits
_MOST_CELLS = 1 << 17
_NO_SCORE = np.uint64(0x7FF8_0000_0000_0001)  # a NaN, which no row holds
_FACTORS = [np.uint64(f) for f in (0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93, 0xA0761D6478BD642F)]


@dataclass(frozen=True, slots=True)
class _Slots:
    """The score of each slot as bits, and how a score finds its slot."""

    factor: np.uint64
    shift: np.uint64
    held: NDArray[np.uint64]

    def of(self, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
        """The slot of each score: the top bits of a product."""
        slot = bits * self.factor
        slot >>= self.shift
        return slot


def few_scores(rows: Rows) -> tuple[ScoreSums, Ints] | None:
    """Sums over the scores that were looked up, and the rows left over; None if scores are many."""
    sample = rows.scores
    if len(rows) > _SAMPLE:
        sample = sample[np.random.default_rng(0).integers(0, len(rows), _SAMPLE)]
    words = (sample + np.float64(0.0)).view(np.uint64)
    glance = words[:_GLANCE]
    if len(np.unique(glance)) > len(glance) * 7 // 8:
        return None
    bits, times = np.unique(words, return_counts=True)
    if len(bits) > len(words) // 2:
        return None
    slots = _slots(bits, times)
    if len(slots.held) * rows.classes > _MOST_CELLS:
        return None
    sums, left = _looked_up(rows, slots)
    held = np.flatnonzero(sums[0].any(0))
    weight, *squares = (part[:, held] for part in sums)
    table = slots.held[held].view(np.float64), weight, squares[0] if squares else None
    return joined([table], sort=True), left


def _slots(bits: NDArray[np.uint64], times: Ints) -> _Slots:
    """Slots enough that few scores share one; the more common score has it."""
    size = max((8 * len(bits) - 1).bit_length(), 8)
    bits = bits[np.argsort(-times, kind="stable")]
    best: _Slots | None = None
    most = -1
    for factor in _FACTORS:
        slots = _Slots(factor, np.uint64(64 - size), np.full(1 << size, _NO_SCORE))
        slots.held[slots.of(bits[::-1])] = bits[::-1]
        alone = int((slots.held[slots.of(bits)] == bits).sum())
        if alone > most:
            best, most = slots, alone
    assert best is not None
    return best


def _looked_up(rows: Rows, slots: _Slots) -> tuple[list[Floats], Ints]:
    """Sums by class and slot, and the numbers of the rows that are not in their slot."""
    size, classes = len(slots.held), rows.classes
    cells = (size + 1) * classes
    sums = [np.zeros(cells) for _ in range(2 if rows.squares else 1)]
    left = list[Ints]()
    for part in chunks(len(rows), _PIECE):
        bits = np.add(rows.scores[part], 0.0, dtype=np.float64).view(np.uint64)
        cell = slots.of(bits).view(np.int64)  # looked up by uint64 it would be copied first
        wrong = np.take(slots.held, cell, mode="clip") != bits
        if wrong.any():
            at = np.flatnonzero(wrong)
            cell[at] = size
            left.append(at + part.start)
        cell *= classes
        cell += rows.truth[part]
        if rows.weight is None:
            sums[0] += np.bincount(cell, minlength=cells)
            continue
        weight = rows.weight[part].astype(np.float64, copy=False)
        for total in sums:
            total += np.bincount(cell, weight, cells)
            weight = weight * weight
    by_class = [part.reshape(size + 1, classes)[:size].T for part in sums]
    return by_class, np.concatenate(left) if left else np.empty(0, np.int64)
