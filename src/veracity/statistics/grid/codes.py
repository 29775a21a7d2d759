"""Scores as whole numbers in the same order: what fixed cells and sorting are made of.

A float's bits, read as a whole number, keep the order of the floats; so the top bits of the
number name a cell, and no arithmetic on the score itself can blur its edge. There are two
families. `line` takes any score. `unit` takes probabilities and counts from the nearer end, so
that 1 − 10⁻¹² is distinguished from 1 as well as 10⁻¹² is from 0.
"""

from __future__ import annotations

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.errors import refuse

Codes = NDArray[np.int64]
Family = Literal["line", "unit"]
FAMILIES: tuple[Family, ...] = ("line", "unit")
_MAGNITUDE = np.int64(0x7FFF_FFFF_FFFF_FFFF)
_HALF = np.int64(np.float64(0.5).view(np.int64))
_ONE = np.int64(2 * int(_HALF))  # the code of 1.0 in the unit family


def line_codes(scores: Floats) -> Codes:
    """Whole numbers in the order of the scores; -0.0 and 0.0 are both 0.

    >>> line_codes(np.array([-5e-324, -0.0, 5e-324])).tolist()
    [-2, 0, 1]
    """
    codes = np.add(scores, 0.0, dtype=np.float64).view(np.int64)
    if codes.size and codes.min() < 0:
        codes ^= (codes >> 63) & _MAGNITUDE  # the bits of negative numbers fall as these rise
    return codes


def line_scores(codes: Codes) -> Floats:
    """The scores of such numbers; -1, which no score has, is taken for 0.0."""
    scores = (codes ^ ((codes >> 63) & _MAGNITUDE)).view(np.float64)
    scores += 0.0
    return scores


def unit_codes(scores: Floats) -> Codes:
    """The same for 0 … 1: bits of s below one half, and from there the bits of 1 − s mirrored.

    1 − s is exact from one half on, so that no two scores share a code.
    """
    scores = np.add(scores, 0.0, dtype=np.float64)
    far = scores >= 0.5
    codes = np.where(far, 1.0 - scores, scores).view(np.int64)
    return np.where(far, _ONE - codes, codes)


def _unit_scores(codes: Codes, up: bool) -> Floats:
    """The scores of codes from 0 to that of 1.0.

    Near 1 most codes belong to no score, because 1 − s has fewer digits than s near 0 has. Then
    the next score is taken, upwards or downwards.
    """
    mirrored = (_ONE - codes).view(np.float64)
    far = 1.0 - mirrored
    back = 1.0 - far
    moved = far.view(np.int64)
    if up:
        moved += back > mirrored
    else:
        moved -= back < mirrored
    return np.where(codes <= _HALF, codes.view(np.float64), far)


def codes_of(family: Family, scores: Floats) -> Codes:
    """The codes of scores in a family."""
    return unit_codes(scores) if family == "unit" else line_codes(scores)


def scores_of(family: Family, codes: Codes, *, up: bool = True) -> Floats:
    """For each code the lowest score that has it or a higher one; downwards, the highest below.

    >>> float(scores_of("unit", unit_codes(np.array([0.7])))[0])
    0.7
    """
    codes = np.clip(codes, lowest_code(family), highest_code(family))
    if family == "unit":
        return _unit_scores(codes, up)
    return line_scores(codes if up else codes - (codes == -1))


def checked_family(family: str) -> Family:
    """One of the two families."""
    for known in FAMILIES:
        if family == known:
            return known
    raise refuse("grid_family_unknown", given=repr(family))


def highest_code(family: Family) -> int:
    """The code of the highest score there can be: 1.0, or infinity."""
    top = np.array([1.0 if family == "unit" else np.inf])
    return int(codes_of(family, top)[0])


def lowest_code(family: Family) -> int:
    """The code of the lowest score there can be: 0.0, or minus infinity."""
    bottom = np.array([0.0 if family == "unit" else -np.inf])
    return int(codes_of(family, bottom)[0])
