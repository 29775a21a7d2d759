"""The population in which a classifier is to be used: its class shares, known or estimated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from veracity.arrays import Floats, is_number
from veracity.errors import quoted, refuse
from veracity.metrics.catalogue.projecting import Share, checked_share, share_words
from veracity.statistics.labels import Label, canonical

# what a caller may give: a share of positives, {label: share}, or a population
Prevalence: TypeAlias = "Share | Population"


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
    def cases(self) -> tuple[float, float]:
        """Positives and all cases, where the share was counted."""
        assert self.positives is not None
        assert self.of is not None
        return self.positives, self.of

    @property
    def words(self) -> str:
        """The share as people write it."""
        return share_words(self.share)

    @property
    def positive_share(self) -> float:
        """The share of positives, where there are two classes."""
        assert not isinstance(self.share, Mapping), "shares of several classes"
        return float(self.share)

    def class_shares(self, labels: tuple[Label, ...]) -> Floats:
        """The share of each of several classes, 0 where none was given."""
        assert isinstance(self.share, Mapping), "one share, of positives"
        return np.array([self.share.get(label, 0.0) for label in labels])

    def reversed(self) -> Population:
        """The same population with the other of two classes as the positive one.

        >>> population(positives=3, of=600).reversed().positives, population(0.25).reversed().share
        (597.0, 0.75)
        """
        if isinstance(self.share, Mapping):
            return self
        if self.positives is None or self.of is None:
            return Population(1 - self.share)
        return Population(1 - self.share, self.of - self.positives, self.of)


def population(
    share: Prevalence | None = None, *, positives: float | None = None, of: float | None = None
) -> Population:
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


def counted_share(found: float, cases: float) -> tuple[float, float]:
    """So many of so many, as numbers: 0 ≤ found ≤ cases, and some cases."""
    numbers = [float(v) if is_number(v) else float("nan") for v in (found, cases)]
    if not (0 <= numbers[0] <= numbers[1] and 0 < numbers[1] < float("inf")):
        raise refuse("counted_share", found=repr(found), cases=repr(cases))
    return numbers[0], numbers[1]


def among(where: Population, labels: tuple[Label, ...], pos_label: Label | None) -> Population:
    """The population in terms of these labels, checked: of two classes it is one share.

    >>> among(population({"ill": 0.1, "well": 0.9}), ("ill", "well"), "ill").share
    0.1
    """
    if not isinstance(where.share, Mapping):
        if len(labels) > 2:
            raise refuse("prevalence_of_classes", n=len(labels), labels=quoted(labels))
        if pos_label is None:
            raise refuse("needs_pos_label", labels=quoted(labels))
        return where
    shares = {canonical(label): part for label, part in where.share.items()}
    for label in shares:
        if label not in labels:
            raise refuse("label_unknown", label=repr(label), labels=quoted(labels))
    total = sum(shares.values())
    if not np.isclose(total, 1.0):
        raise refuse("shares_do_not_sum", total=total)
    if len(labels) == 2 and pos_label is not None:
        return Population(float(shares.get(pos_label, 0.0)))
    return Population(shares)


def share_of(where: Population | None) -> Share | None:
    """The class shares; None where they are those of the rows."""
    return None if where is None else where.share


def threshold_here(threshold: float, where: Population | None, prevalence: float) -> float:
    """The threshold there, for probabilities that are calibrated at the prevalence of the test.

    Where positives are rarer, the same case has lower odds, by the ratio of the two prior odds
    (Elkan C (2001) Proc. 17th IJCAI, 973–978, theorem 2). nan at a prevalence of 0 or 1, and
    where there is no other population.

    >>> round(
    ...     threshold_here(0.1, population(0.01), 0.5), 6
    ... )  # odds 1/9 there, 99 times as much here
    0.916667
    """
    share = 0.0 if where is None else where.positive_share
    if not (0 < share < 1 and 0 < prevalence < 1):
        return float("nan")
    odds = threshold / (1 - threshold) * (prevalence / (1 - prevalence)) * ((1 - share) / share)
    return odds / (1 + odds)


def smoothed_share(counted: Population) -> tuple[float, float]:
    """The share with half a case added to both sides where it is 0 or 1: no count is certain."""
    positives, cases = float(counted.positives or 0), float(counted.of or 0)
    if 0 < positives < cases:
        return positives / cases, cases
    return (positives + 0.5) / (cases + 1), cases + 1


def several(population: Population) -> bool:
    """Whether shares of several labels were given, not one of positives."""
    return isinstance(population.share, Mapping)
