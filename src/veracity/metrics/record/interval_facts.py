"""What a record says of its interval: one of these values, which `intervals` reads in one match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from veracity.words import Text

Of = Callable[..., Any]
Target = Literal["precision", "false_positive_rate", "recall"]


@dataclass(frozen=True, slots=True)
class Proportion:
    """It counts successes among trials, `per_case` all rows, which opens exact intervals.

    Not for pooled trials, which depend on each other, as in micro averages.
    """

    successes: Of
    trials: Of
    per_case: bool = False


@dataclass(frozen=True, slots=True)
class MeanPerCase:
    """It is a mean over all rows of a value that each cell has, as a cost is."""


@dataclass(frozen=True, slots=True)
class OfArea:
    """It is start + slope · AUROC, whose intervals it then has."""

    start: float
    slope: float


@dataclass(frozen=True, slots=True)
class OfShare:
    """It is this function of the share of positives, rising up to 1/2 and falling from there.

    Its interval is what the function makes of the interval of the share.
    """

    function: Of


@dataclass(frozen=True, slots=True)
class MovingThreshold:
    """It reads the scores at a threshold that moves with the sample: resamples tell its spread.

    `ties_shared` computes resamples, whose scores are pooled or tied: a threshold goes through
    them. `at` is the rate that fixes the threshold and `target` gives its value: where that is a
    matter of few cases (always for precision), the interval comes from the test of that rate at
    every threshold. `seen` gives the scores in which that test is made, at another prevalence.
    `alike` says whether all rows above the threshold are of one class, or all positives there:
    resamples then vary less than samples do.
    """

    at: Target | None = None
    target: Callable[..., float] | None = None
    ties_shared: Of | None = None
    seen: Callable[[Any], Any] | None = None
    alike: Callable[..., bool] | None = None


@dataclass(frozen=True, slots=True)
class Smooth:
    """It has a derivative by the weight of each cell, which gives its variance (delta method).

    `by_entry` is that derivative in closed form, for a metric of K columns. `evenly_between`
    gives what it would be with the positives evenly between the negatives around them: its
    interval reaches down to there where a negative weighs more than a positive. `seen` gives the
    scores at another prevalence, where it is read there. `none_at_end` says why a value at an end
    of its range has no interval. A `part` of a curve is read up to a threshold.
    """

    by_entry: Of | None = None
    evenly_between: Of | None = None
    seen: Callable[[Any], Any] | None = None
    none_at_end: Text | None = None
    part: bool = False


@dataclass(frozen=True, slots=True)
class NoInterval:
    """It has none, and why."""

    why: Text
