"""The ratio of two models in one metric (likelihood ratios, odds ratios), with its interval."""

from __future__ import annotations

import math
from dataclasses import replace

from veracity.comparisons.differences.mover import square_and_add
from veracity.metrics import Metric
from veracity.results import Estimate, figure
from veracity.words import Text, say


def as_ratio(
    metric: Metric, first: Estimate, second: Estimate, correlation: float = 0.0
) -> tuple[Text, ...]:
    """What the difference is one of, and the ratio first / second with its interval.

    Square-and-add of the logarithms (Zou GY, Donner A (2008) Statistics in Medicine
    27:1693–1702), with the correlation of the two. Nothing for metrics with another range, and
    where a value or an end is 0 or infinite.

    >>> from veracity.metrics import find
    >>> a = Estimate(8.0, 4.0, 16.0, 0.95, "delta", 100)
    >>> b = Estimate(4.0, 2.0, 8.0, 0.95, "delta", 100)
    >>> as_ratio(find("dor"), a, b)[0].en[-42:]
    'Ratio of the values: 2.000 [0.750, 5.330].'
    """
    if metric.bounds != (0.0, math.inf) or metric.better == "neither":
        return ()
    numbers = [end for one in (first, second) for end in (one.value, one.low, one.high)]
    if not all(math.isfinite(number) and number > 0 for number in numbers):
        return ()
    mine, yours = (
        replace(one, value=math.log(one.value), low=math.log(one.low), high=math.log(one.high))
        for one in (first, second)
    )
    low, high = square_and_add(mine, yours, correlation)
    value, *ends = (figure(math.exp(v)) for v in (mine.value - yours.value, low, high))
    ratio = f"{value} [{', '.join(ends)}]"
    return (say("difference_of_raw_values", name=metric.display_name, ratio=ratio),)
