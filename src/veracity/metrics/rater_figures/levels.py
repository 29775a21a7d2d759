"""Levels of measurement: how far apart two ratings are, and how much they agree."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from veracity.arrays import Floats, is_number, ratio
from veracity.errors import quoted, refuse
from veracity.statistics.labels import Label

LEVELS = ("nominal", "ordinal", "interval", "ratio")
MOST_CATEGORIES = 2000  # of which every pair is looked at


def positions(labels: Sequence[Label], level: str, *, listed: bool) -> Floats:
    """The number that stands for each category: its own (in a unit that suits), or its index.

    Interval and ratio levels need numbers, ratio ones not below 0; text has an order only where
    the user gave it.

    >>> positions(("low", "high"), "ordinal", listed=True).tolist()
    [0.0, 1.0]
    """
    if level not in LEVELS:
        raise refuse("level_unknown", level=repr(level), levels=", ".join(LEVELS))
    numbers = all(is_number(one) for one in labels)
    if level in ("interval", "ratio"):
        strange = [one for one in labels if not _is_finite(one)]
        if strange:
            raise refuse("level_needs_numbers", level=level, labels=quoted(strange))
        found = np.array([float(one) for one in labels if is_number(one)])
        if level == "ratio" and (found < 0).any():
            raise refuse("level_below_zero", labels=quoted(found[found < 0].tolist()))
        return _to_unit(found, found.min() if level == "interval" else 0.0)
    if level == "ordinal" and not numbers and not listed and len(labels) > 2:
        raise refuse("level_needs_order", labels=quoted(labels))
    return np.arange(float(len(labels)))


def _is_finite(label: Label) -> bool:
    """Whether a label is a number that a float can hold."""
    try:
        return is_number(label) and math.isfinite(float(label))
    except OverflowError:
        return False


def _to_unit(values: Floats, origin: float) -> Floats:
    """The same values from `origin` = 0 to at most 1, where their squares keep all digits.

    >>> _to_unit(np.array([1e9, 1e9 + 1, 1e9 + 4]), 1e9).tolist()
    [0.0, 0.25, 1.0]
    """
    scale = float(values.max()) / 2 - origin / 2
    found: Floats = (values / 2 - origin / 2) / scale if scale > 0 else values - origin
    return found


def squared_distances(x: Floats, level: str) -> Floats:
    """δ² of every pair of categories for nominal, interval and ratio ratings, (q, q).

    Of ordinal ones it depends on how often each category was used. Krippendorff K (2011)
    Computing Krippendorff's alpha-reliability, University of Pennsylvania.
    """
    few_enough(len(x))
    apart = np.subtract.outer(x, x)
    if level == "nominal":
        return np.asarray(apart != 0, np.float64)
    if level == "ratio":
        total = np.add.outer(x, x)
        apart = np.where(total > 0, ratio(apart, np.where(total > 0, total, 1.0)), 0.0)
    return np.asarray(apart**2)


def agreement_weights(x: Floats, level: str) -> Floats:
    """How much two categories agree, from 0 to 1, (q, q).

    Gwet KL (2014) Handbook of Inter-Rater Reliability, 4th edition, chapter 3: identity, ordinal
    (1 − C(|k − l| + 1, 2)/C(q, 2)), quadratic and ratio weights.

    >>> agreement_weights(np.arange(3.0), "ordinal")[0].tolist()
    [1.0, 0.6666666666666667, 0.0]
    """
    few_enough(len(x))
    if len(x) < 2 or level == "nominal":
        return np.eye(len(x))
    if level == "ordinal":
        steps = np.abs(np.subtract.outer(np.arange(len(x)), np.arange(len(x))))
        far = steps * (steps + 1) / 2.0
    else:
        far = squared_distances(x, level)
    return np.asarray(1 - far / far.max())


def few_enough(categories: int) -> None:
    """Every pair of categories is looked at: not of continuous measurements."""
    if categories > MOST_CATEGORIES:
        raise refuse("too_many_categories", n=categories, most=MOST_CATEGORIES)
