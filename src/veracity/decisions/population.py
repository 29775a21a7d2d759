"""The population in which a classifier is to be used: its class shares, known or estimated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.errors import refuse
from veracity.metrics.projecting import Share, checked_share, share_words


@dataclass(frozen=True, slots=True)
class Population:
    """Class shares; `positives` of `of` cases where the share was counted in a sample."""

    share: Share
    positives: float | None = None
    of: float | None = None

    @property
    def counted(self) -> bool:
        """Whether the share is itself an estimate."""
        return self.positives is not None

    @property
    def words(self) -> str:
        """The share as people write it."""
        return share_words(self.share)


def population(share: Any = None, *, positives: Any = None, of: Any = None) -> Population:
    """A share of positives, {label: share}, or positives counted among so many cases.

    >>> population(0.005).share, population(positives=3, of=600).share
    (0.005, 0.005)
    """
    if isinstance(share, Population):
        return share
    if share is not None:
        if positives is not None or of is not None:
            raise refuse("prevalence_twice")
        return Population(checked_share(share))
    if positives is None or of is None:
        raise refuse("prevalence_missing")
    found, cases = counted_share(positives, of)
    return Population(found / cases, found, cases)


def counted_share(found: Any, cases: Any) -> tuple[float, float]:
    """So many of so many, as numbers: 0 ≤ found ≤ cases, and some cases."""
    numbers = [
        float(v)
        if isinstance(v, (int, float, np.number)) and not isinstance(v, bool)
        else float("nan")
        for v in (found, cases)
    ]
    if not (0 <= numbers[0] <= numbers[1] and 0 < numbers[1] < float("inf")):
        raise refuse("counted_share", found=repr(found), cases=repr(cases))
    return numbers[0], numbers[1]


def several(population: Population) -> bool:
    """Whether shares of several labels were given, not one of positives."""
    return isinstance(population.share, Mapping)
