"""The cell of a score by exact arithmetic: multiplications, subtractions and comparisons alone.

The key of a cell is a score of it, found by Veltkamp's splitting (Dekker TJ (1971) Numer Math
18:224–242): a double is rounded to m + 1 significant bits without a look at its bits, so that
every engine can say it and finds the same key for the same score. What keys mean is known at
home (`statistics.grid.codes`): a cell spans 2^(52 − m) codes.
"""

from __future__ import annotations

from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import ArrayLike

from veracity.engines.frames.finite_numbers import finite
from veracity.statistics.grid.codes import Codes, Family, codes_of

Frame = nw.LazyFrame[Any]
CODE_BITS = 52
FEWEST_BITS, MOST_BITS = 3, 52  # of 52 bits the score is its own cell
_ROUNDED_BITS = 48  # up to which it can be rounded
_EXACT_BITS = 24  # up to which the product of two short numbers is exact
_LARGE, _SMALLER = 2.0**960, 2.0**-64


def with_cells(frame: Frame, score: str, family: Family, bits: int, name: str) -> Frame:
    """The frame with the key of the cell of each score.

    One column after the other: engines must not fuse what is rounded in between.
    """
    s = nw.col(score)
    if bits > _ROUNDED_BITS:
        return frame.with_columns(**{name: s})
    if family == "unit":  # from one half on by the distance from 1, which is exact
        far = s >= 0.5
        frame = frame.with_columns(cell_x=nw.when(far).then(s - 1.0).otherwise(s))
        frame = _split(frame, bits, far)
        k = nw.col("cell_k")
        return frame.with_columns(**{name: nw.when(far).then(k + 1.0).otherwise(k)})
    f, a, k = (nw.col(one) for one in ("cell_f", "cell_a", "cell_k"))
    frame = frame.with_columns(cell_f=nw.when(finite(s, frame)).then(s).otherwise(nw.lit(0.0)))
    frame = frame.with_columns(cell_a=nw.when(f < 0).then(0.0 - f).otherwise(f))
    frame = frame.with_columns(cell_x=nw.when(a >= _LARGE).then(a * _SMALLER).otherwise(a))
    frame = _split(frame, bits, None)
    frame = frame.with_columns(cell_k=nw.when(a >= _LARGE).then(k / _SMALLER).otherwise(k))
    frame = frame.with_columns(cell_k=nw.when(f < 0).then(0.0 - k).otherwise(k))
    return frame.with_columns(**{name: nw.when(finite(s, frame)).then(k).otherwise(s)})


def _split(frame: Frame, bits: int, below_zero: nw.Expr | None) -> Frame:
    """`cell_x` rounded down to so many bits, as `cell_k`.

    Rounded to the nearest it is right or one step too high. Then it is moved down by half a step
    to one step, or by 3/4 to 3/2 of one, and rounded again: which of them must be depends on
    the sign, and from 25 bits on, where the product is rounded itself, both are tried.
    """
    split = 2.0 ** (CODE_BITS - bits) + 1.0
    h = nw.col("cell_h")
    frame = _rounded(frame, "cell_x", "cell_h", split)
    near, wide = 2.0 ** -(bits + 1), 3.0 * 2.0 ** -(bits + 2)
    if bits <= _EXACT_BITS:
        moved = h * (1.0 - near)
        if below_zero is not None:
            moved = nw.when(below_zero).then(h * (1.0 + wide)).otherwise(moved)
        return _moved(frame, moved, split)
    for step, before in ((near, "cell_h"), (wide, "cell_k")):
        moved = h * (1.0 - step)
        if below_zero is not None:
            moved = nw.when(below_zero).then(h * (1.0 + step)).otherwise(moved)
        frame = _moved(frame, moved, split, before)
    return frame


def _moved(frame: Frame, moved: nw.Expr, split: float, before: str = "cell_h") -> Frame:
    """What is not above `cell_x` yet stays; all else is moved down, and rounded again."""
    kept = nw.col(before)
    frame = frame.with_columns(cell_l=moved)
    frame = frame.with_columns(
        cell_g=nw.when(kept <= nw.col("cell_x")).then(kept).otherwise(nw.col("cell_l"))
    )
    return _rounded(frame, "cell_g", "cell_k", split)


def _rounded(frame: Frame, of: str, to: str, split: float) -> Frame:
    """A column rounded to the bits that are left beside `split`."""
    frame = frame.with_columns(cell_c=nw.col(of) * split)
    frame = frame.with_columns(cell_d=nw.col("cell_c") - nw.col(of))
    return frame.with_columns(**{to: nw.col("cell_c") - nw.col("cell_d")})


def deeper_bits(bits: int) -> int:
    """So many bits, or as many as there are."""
    return bits if bits <= _ROUNDED_BITS else MOST_BITS


def cell_codes(family: Family, keys: ArrayLike, bits: int) -> tuple[Codes, Codes]:
    """The lowest and the highest code of the cells with these keys.

    >>> low, high = cell_codes("unit", [0.75], 3)
    >>> int(high[0] - low[0]) == 2**49 - 1
    True
    """
    shift = CODE_BITS - bits
    low = codes_of(family, np.asarray(keys, np.float64)) >> shift << shift
    return low, low + ((1 << shift) - 1)
