"""Hit and false-alarm rate as normal quantiles, and what to do where a rate is 0 or 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.memo import remember
from veracity.metrics.record.cases import NO_NEGATIVES, NO_POSITIVES
from veracity.metrics.record.metric import Case
from veracity.parameters import Parameter
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

CORRECTION = Parameter(
    "correction",
    "none",
    Text(
        "what to do with rates of 0 and 1: none (the result is infinite), loglinear (add 1/2 to "
        "each cell), half_trial (replace 0 and 1 by half a trial)",
        "如何处理为 0 或 1 的比率：none（结果为无穷）、loglinear（每格加 1/2）、"
        "half_trial（以半次试验代替 0 与 1）",
    ),
    words=("none", "loglinear", "half_trial"),
)


def _corrected(part: Floats, rest: Floats, scale: Floats, correction: str) -> tuple[Any, Any]:
    """A rate and its complement from counts, corrected as named.

    `scale` turns weights into the effective number of rows, which the corrections are about.
    """
    whole = part + rest
    if correction == "loglinear":
        count = scale * whole + 1
        return ratio(scale * part + 0.5, count), ratio(scale * rest + 0.5, count)
    rate, other = ratio(part, whole), ratio(rest, whole)
    if correction == "half_trial":
        half = ratio(0.5, np.maximum(scale * whole, 1))
        low, high = part == 0, rest == 0
        rate = np.where(low, half, np.where(high, 1 - half, rate))
        other = np.where(high, half, np.where(low, 1 - half, other))
    return rate, other


def z_rates(c: ConfusionMatrix, correction: str) -> tuple[Any, Any]:
    """The z of the hit and the false-alarm rate; nan without positives or without negatives."""

    def made() -> tuple[Any, Any]:
        scale = ratio(c.effective_total, c.total)
        return _quantiles(
            c,
            _corrected(c.tp, c.fn, scale, correction),
            _corrected(c.fp, c.tn, scale, correction),
        )

    return remember(c, ("z rates", correction), made)


def z_by_chance(c: ConfusionMatrix, correction: str) -> tuple[Any, Any]:
    """The z of the two rates where both are the share called positive."""
    scale = ratio(c.effective_total, c.total)
    yes, no = ratio(c.tp + c.fp, c.total), ratio(c.tn + c.fn, c.total)
    positives, negatives = c.tp + c.fn, c.tn + c.fp
    return _quantiles(
        c,
        _corrected(yes * positives, no * positives, scale, correction),
        _corrected(yes * negatives, no * negatives, scale, correction),
    )


def _quantiles(
    c: ConfusionMatrix, hits: tuple[Any, Any], alarms: tuple[Any, Any]
) -> tuple[Any, Any]:
    both = (c.tp + c.fn > 0) & (c.tn + c.fp > 0)
    return np.where(both, _quantile(*hits), np.nan), np.where(both, _quantile(*alarms), np.nan)


def _quantile(rate: Floats, other: Floats) -> Any:
    """Normal quantile of a rate, from the smaller of it and its complement: exact near 1 too."""
    from scipy.special import ndtri

    z = ndtri(np.minimum(rate, other))
    return np.where(rate <= other, z, -z)


def _ends(c: ConfusionMatrix) -> tuple[Any, Any]:
    """Which end each rate is at: -1 at 0, +1 at 1, 0 between or where a class is absent."""
    both = (c.tp + c.fn > 0) & (c.tn + c.fp > 0)
    hit = np.where(c.fn == 0, 1, np.where(c.tp == 0, -1, 0))
    false = np.where(c.tn == 0, 1, np.where(c.fp == 0, -1, 0))
    return np.where(both, hit, 0), np.where(both, false, 0)


def _some_end(c: ConfusionMatrix) -> Any:
    hit, false = _ends(c)
    return (hit != 0) | (false != 0)


def same_end(c: ConfusionMatrix) -> Any:
    """Whether both rates are 0 or both are 1."""
    hit, false = _ends(c)
    return (hit == false) & (hit != 0)


def opposite_ends(c: ConfusionMatrix) -> Any:
    """Whether one rate is 0 and the other 1."""
    hit, false = _ends(c)
    return (hit == -false) & (hit != 0)


def both_ends(c: ConfusionMatrix) -> Any:
    """Whether each rate is 0 or 1."""
    hit, false = _ends(c)
    return (hit != 0) & (false != 0)


def by_correction(infinity_minus_infinity: Case) -> Callable[..., dict[str, Any]]:
    """What a correction changes: rates of 0 and 1 no longer occur, and n itself counts."""

    def restate(correction: str = "none") -> dict[str, Any]:
        if correction != "none":
            return {
                "undefined_when": (NO_POSITIVES, NO_NEGATIVES),
                "infinite_when": (),
                "scale_free": False,
            }
        at_end = Case(
            Text(
                "a rate is 0 or 1, where z is infinite; name a correction, e.g. d_prime(loglinear)",
                "某个比率为 0 或 1，z 为无穷；请指定一种校正，如 d_prime(loglinear)",
            ),
            lambda c: _some_end(c) & ~infinity_minus_infinity.holds(c),
        )
        return {
            "undefined_when": (NO_POSITIVES, NO_NEGATIVES, infinity_minus_infinity),
            "infinite_when": (at_end,),
            "scale_free": True,
        }

    return restate
