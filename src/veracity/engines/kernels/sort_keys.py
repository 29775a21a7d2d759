"""Scores as keys to sort by: whole numbers that rise as the scores fall."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]
Floats = NDArray[np.float64]
_MAGNITUDE = np.int64(0x7FFF_FFFF_FFFF_FFFF)
_TOP = np.uint64(1 << 63)
_ONE = np.uint64(1)


def falling_keys(scores: NDArray[Any], signed: bool, out: Floats, spare: Ints) -> Ints:
    """The keys of some rows, written into `out`: below 0 for scores from 0 on.

    Adding 0.0 makes floats of other types and turns -0.0 into 0.0.
    """
    np.add(scores, 0.0, out=out)
    keys = out.view(np.int64)
    if signed:
        np.right_shift(keys, 63, out=spare)
        spare &= _MAGNITUDE
        keys ^= spare
    return np.invert(keys, out=keys)


def key_of(score: float) -> int:
    """The key of one score."""
    room = np.empty(1)
    return int(falling_keys(np.array([score]), True, room, np.empty(1, np.int64))[0])


def scores_of_keys(keys: Ints) -> Floats:
    """The scores of keys."""
    bits = ~keys
    bits ^= (bits >> 63) & _MAGNITUDE
    return bits.view(np.float64)


def with_label(keys: Ints, labels: NDArray[Any], out: Words) -> None:
    """Keys with a label 0 or 1 behind them, in one word.

    The sign of the key makes room for it: keys of one sign still come in order.
    """
    room = out.view(np.int64)
    np.left_shift(keys, 1, out=room)
    room |= labels


def without_label(words: Words, negative: bool) -> Ints:
    """The keys of such words; `negative` says which sign all of them had."""
    keys = words >> _ONE
    if negative:
        keys |= _TOP
    return keys.view(np.int64)
