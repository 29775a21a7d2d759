"""A reliability curve in one sentence: of 100 cases given a probability, how many came true."""

from __future__ import annotations

import numpy as np

from veracity.curves.reliability.bands import IF_TRUE
from veracity.errors import refuse
from veracity.results.estimate.curve import Curve
from veracity.results.estimate.figures import percent
from veracity.words import Text, say


def of_hundred(curve: Curve, at: float = 0.8) -> Text:
    """How many of 100 cases given a probability were positive, read off the curve there.

    Between two points the curve is a straight line; outside of all of them nothing is known,
    and the sentence says so. With a band it says where the number may lie, or (consistency)
    where it would lie if the probabilities were calibrated.

    >>> from veracity.curves.reliability.reliability import reliability
    >>> from veracity.statistics.scores.probability_table import ProbabilityTable
    >>> table = ProbabilityTable.of_rows([1] * 80 + [0] * 20, [0.8] * 100)
    >>> print(of_hundred(reliability(table), 0.8))
    Of 100 cases with probability 0.8, about 80 were positive.
    """
    if not 0 <= at <= 1:
        raise refuse("reliability_at", at=repr(at))
    x, y = curve.x[::-1], curve.y[::-1]
    facts = {"at": f"{at:g}"}
    if not x[0] - 1e-12 <= at <= x[-1] + 1e-12:
        return say("of_hundred_unseen", low=f"{x[0]:.3g}", high=f"{x[-1]:.3g}", **facts)
    cases = 100 * np.interp(at, x, y)
    if curve.band is None:
        return say("of_hundred", n=_count(cases), **facts)
    sides = (curve.band.low, curve.band.high)
    low, high = (100 * np.interp(at, x, side[::-1]) for side in sides)
    digits = 1 if high - low < 3 else 0
    notes = dict(
        zip(("n", "low", "high"), (_count(v, digits) for v in (cases, low, high)), strict=True)
    )
    key = "of_hundred_if_true" if curve.band.method == IF_TRUE else "of_hundred_between"
    return say(key, level=percent(curve.band.level), **notes, **facts)


def _count(cases: float, digits: int = 0) -> str:
    """Whole cases; tenths where they are few, nearly all, or where the band is narrow."""
    near_an_end = 0 < cases < 1 or 99 < cases < 100
    return f"{cases:.{max(digits, int(near_an_end))}f}"
