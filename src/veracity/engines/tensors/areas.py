"""The area under the ROC curve on a device, exactly: pairs counted in whole numbers."""

from __future__ import annotations

import numpy as np

from veracity.engines.columns.tensor_library import (
    Tensor,
    TensorLibrary,
    brought_home,
    float_bytes,
)
from veracity.engines.tensors.code_space import CodeSpace
from veracity.engines.tensors.kernels import ends, parts_of, pieces

_SIDE = 1 << 12


def exact_area(truth: Tensor, scores: Tensor) -> float:
    """The area under the ROC curve, exactly, of scores of which the true ones are positive.

    One sort of keys alone: a score and its class in one number. Pairs are counted in whole
    numbers; only the last division rounds.
    """
    lib = TensorLibrary.of(scores)
    with lib.wide_numbers():
        low, high = ends(scores)
        signed = not (low >= 0 and high <= 1)
        wide = not 0 < float_bytes(scores) <= 4
        space = CodeSpace(lib, "line" if signed else "unit", 64 if wide else 32)
        yes = lib.cast(truth, "bool")
        if wide:
            return _area_of_two(
                lib, *(lib.ordered(space.codes(scores[one])) for one in (yes, ~yes))
            )
        return _area_of_keys(lib, _keys(space, yes, scores))


def _keys(space: CodeSpace, yes: Tensor, scores: Tensor) -> Tensor:
    """Codes with the class in their last bit, in order."""
    lib = space.lib
    if space.family == "unit":  # no code of single precision reaches 2^30, but those near 1
        keys = lib.bits(lib.cast(scores, "float32"), "int32") << 1
        keys |= yes
        return lib.ordered(keys, in_place=True)
    codes = lib.cast(space.codes(scores), "int64")
    return lib.ordered((codes << 1) | lib.cast(yes, "int64"), in_place=True)


def _area_of_keys(lib: TensorLibrary, keys: Tensor) -> float:
    """Twice the pairs in order: negatives not above each positive, less those that tie with it."""
    total, positives, below = len(keys), 0, 0
    for rows in parts_of(total):
        number, index = _sum_of_indices(lib, keys[rows] & 1)
        below += index + rows.start * number
        positives += number
    below -= positives * (positives - 1) // 2  # of all rows before, those that are positive
    tied = sum(_tied_pairs(lib, keys, rows) for rows in parts_of(total))
    pairs = 2 * positives * (total - positives)
    return (2 * below - tied) / pairs if pairs else float("nan")


def _sum_of_indices(lib: TensorLibrary, yes: Tensor) -> tuple[int, int]:
    """How many ones there are, and the sum of their indices: by rows and columns of a square."""
    whole = len(yes) // _SIDE * _SIDE
    square, rest = yes[:whole].reshape(-1, _SIDE), brought_home(yes[whole:]).astype(np.int64)
    found, index = int(rest.sum()), int(rest @ (np.arange(len(rest)) + whole))
    if whole:
        short = lib.xp.int32  # no sum reaches 2^31, and none is widened first
        rows, columns = (
            brought_home(square.sum(axis, dtype=short)).astype(np.int64) for axis in (1, 0)
        )
        found += int(rows.sum())
        index += int(rows @ (np.arange(len(rows)) * _SIDE)) + int(columns @ np.arange(_SIDE))
    return found, index


def _tied_pairs(lib: TensorLibrary, keys: Tensor, rows: slice) -> int:
    """Pairs of equal scores whose last negative lies in this part of the sorted keys."""
    start, stop = rows.start, min(rows.stop, len(keys) - 1)
    here, following = keys[start:stop], keys[start + 1 : stop + 1]
    last = lib.indices((following ^ here) == 1) + start  # the same score, and the other class
    if not len(last):
        return 0
    zero, one = keys[last], keys[last + 1]
    negatives = last + 1 - lib.searchsorted(keys, zero, "left")
    positives = lib.searchsorted(keys, one, "right") - last - 1
    return int((negatives * positives).sum())


def _area_of_two(lib: TensorLibrary, positive: Tensor, negative: Tensor) -> float:
    """The same of the sorted codes of both classes."""
    twice = 0
    for part in pieces(positive):
        ends = (lib.searchsorted(negative, part, side) for side in ("left", "right"))
        twice += sum(int(one.sum()) for one in ends)
    pairs = 2 * len(positive) * len(negative)
    return twice / pairs if pairs else float("nan")
