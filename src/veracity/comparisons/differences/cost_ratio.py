"""At which ratio of costs one model becomes cheaper than another."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

from veracity.statistics import ConfusionMatrix
from veracity.words import Text, say


def cost_ratio(first: ConfusionMatrix, second: ConfusionMatrix) -> Fraction | float:
    """The cost of a false negative, in false positives, at which both models cost the same.

    Costs are FN·r + FP on the same rows, so r = (FP₂ − FP₁)/(FN₁ − FN₂): an exact fraction of
    counts. The model with fewer false negatives is the cheaper one above it. nan where none is
    positive: then one model is cheaper (or both cost the same) whatever the costs.

    >>> S = ConfusionMatrix([[9801, 99], [40, 60]], labels=(0, 1))
    >>> B = ConfusionMatrix([[8910, 990], [5, 95]], labels=(0, 1))
    >>> cost_ratio(S, B)
    Fraction(891, 35)
    """
    false, missed = _gap(second.fp, first.fp), _gap(first.fn, second.fn)
    if missed == 0 or false == 0 or (false > 0) != (missed > 0):
        return math.nan
    ratio: Fraction | float = false / missed
    return ratio


def cost_words(names: tuple[Any, Any], first: ConfusionMatrix, second: ConfusionMatrix) -> Text:
    """Which of two models is cheaper, and from which ratio of costs on."""
    a, b = (str(name) for name in names)
    ratio = cost_ratio(first, second)
    fewer_missed, fewer_false = _gap(second.fn, first.fn), _gap(second.fp, first.fp)
    if not (isinstance(ratio, float) and math.isnan(ratio)):
        careful, frugal = (a, b) if fewer_missed > 0 else (b, a)
        shown = f"{float(ratio):.4g}"
        if isinstance(ratio, Fraction) and ratio.denominator > 1:
            shown = f"{ratio} = {shown}"
        return say("cost_ratio_at", careful=careful, frugal=frugal, ratio=shown)
    if fewer_missed == 0 and fewer_false == 0:
        return say("cost_ratio_same", first=a, second=b)
    cheaper = fewer_missed > 0 or (fewer_missed == 0 and fewer_false > 0)
    winner, other = (a, b) if cheaper else (b, a)
    return say("cost_ratio_always", winner=winner, other=other)


def _gap(one: Any, other: Any) -> Fraction | float:
    """A difference of counts: exact where they are whole."""
    mine, yours = float(one), float(other)
    if mine.is_integer() and yours.is_integer():
        return Fraction(int(mine) - int(yours))
    return mine - yours
