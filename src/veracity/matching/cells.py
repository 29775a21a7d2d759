"""Time divided into cells of equal length: what samples, segments and epochs count."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from veracity.matching.rule import Match
from veracity.matching.spans import SECOND, Ints, Spans, in_order, joined, shared


def rounded_up(time: Ints, per_cell: Fraction, *, shift: Fraction) -> Ints:
    """ceil(time / per_cell - shift), exactly, for times in nanoseconds.

    >>> rounded_up(np.array([1_500_000_000]), Fraction(SECOND), shift=Fraction(1, 2)).tolist()
    [1]
    """
    up = per_cell.denominator * shift.denominator
    down = per_cell.numerator * shift.denominator
    off = shift.numerator * per_cell.numerator
    large = int(np.abs(time).max(initial=0)) * up + abs(off) >= 1 << 62
    exact = time.astype(object) if large else time
    found: Ints = np.asarray(-((off - exact * up) // down)).astype(np.int64)
    return found


def length_of(fs: float) -> Fraction:
    """The nanoseconds of one sample; a rate is taken for the fraction that it rounds."""
    return SECOND / Fraction(fs).limit_denominator(1_000_000)


def counted_cells(reference: Spans, detected: Spans, cells: int) -> Match:
    """How many cells both have, only one has; spans are of indices of cells."""
    ours, theirs = (_inside(one, cells) for one in (reference, detected))
    both = float(shared(ours, theirs).sum())
    false, missed = (float(one.length.sum()) - both for one in (theirs, ours))
    return Match(both, false, missed, cells=(ours, theirs))


def _inside(spans: Spans, cells: int) -> Spans:
    start, stop = np.clip(spans.start, 0, cells), np.clip(spans.stop, 0, cells)
    kept = stop > start
    return joined(in_order(start[kept], stop[kept]), 1)
