"""Ratings of the same units by several raters: each distinct row of ratings, and how often it came.

Every coefficient of agreement is a function of these rows and their number. They add up, and a
resample of units is another weight for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from veracity.arrays import Bools, Floats, Ints
from veracity.errors import CannotMerge, refuse
from veracity.statistics.labels import Label, ordered


@dataclass(frozen=True, eq=False)
class RatingPatterns:
    """`codes` (T, R): the index of each rating among the labels, −1 where there is none.

    `weight` (T,) is the number of units so rated; `cluster` (T,) the index of their cluster.
    `listed` says that the labels were named by the user, so that their order means something.
    """

    codes: Ints
    weight: Floats
    labels: tuple[Label, ...]
    raters: tuple[Label, ...]
    cluster: Ints | None = None
    cluster_ids: tuple[Label, ...] = ()
    listed: bool = False

    @classmethod
    def of_rows(
        cls,
        codes: Ints,
        labels: Sequence[Label],
        raters: Sequence[Label],
        *,
        weight: Floats | None = None,
        cluster: Ints | None = None,
        cluster_ids: Sequence[Label] = (),
        listed: bool = False,
    ) -> Self:
        """Units in rows, those without any rating left out, equal ones of a cluster together.

        >>> found = RatingPatterns.of_rows(np.array([[0, 1], [0, 1], [1, -1]]), "ab", "xy")
        >>> found.codes.tolist(), found.weight.tolist()
        ([[0, 1], [1, -1]], [2.0, 1.0])
        """
        rated = (codes >= 0).any(1)
        codes, weight = codes[rated], (np.ones(len(codes)) if weight is None else weight)[rated]
        where = np.zeros(len(codes), np.int64) if cluster is None else cluster[rated]
        rows, each = np.unique(np.column_stack([where, codes]), axis=0, return_inverse=True)
        added = np.bincount(each.reshape(-1), weight, len(rows)).astype(np.float64)
        of = None if cluster is None else rows[:, 0]
        named = tuple(labels), tuple(raters)
        return cls(rows[:, 1:], added, *named, of, tuple(cluster_ids), listed)

    @cached_property
    def ratings(self) -> Ints:
        """How many raters rated such a unit, (T,)."""
        found: Ints = (self.codes >= 0).sum(1)
        return found

    @cached_property
    def pairable(self) -> Bools:
        """Which units two raters or more have rated, (T,)."""
        found: Bools = self.ratings >= 2
        return found

    @property
    def units(self) -> float:
        """Units that at least one rater has rated."""
        return float(self.weight.sum())

    @property
    def paired_units(self) -> float:
        """Units that two raters or more have rated."""
        return float(self.weight[self.pairable].sum())

    @property
    def clusters(self) -> int | None:
        """Clusters with a unit that two raters or more have rated; None without clusters."""
        return None if self.cluster is None else len(np.unique(self.cluster[self.pairable]))

    @cached_property
    def counts(self) -> Floats:
        """How many raters put such a unit into each category, (T, q)."""
        unit, rater = np.nonzero(self.codes >= 0)
        index = unit * len(self.labels) + self.codes[unit, rater]
        size = len(self.codes) * len(self.labels)
        flat = np.bincount(index, minlength=size).astype(np.float64)
        return flat.reshape(len(self.codes), len(self.labels))

    def __add__(self, other: RatingPatterns) -> RatingPatterns:
        """Units of both; raters of one name are the same, and so are categories."""
        if (self.cluster is None) != (other.cluster is None):
            raise refuse("merge_one_has_clusters", CannotMerge)
        if self.listed or other.listed:
            if self.labels != other.labels:
                raise refuse("ratings_labels_differ", CannotMerge)
            labels = self.labels
        else:
            labels = ordered((*self.labels, *other.labels))
        raters = tuple(dict.fromkeys((*self.raters, *other.raters)))
        ids = tuple(dict.fromkeys((*self.cluster_ids, *other.cluster_ids)))
        parts = [one._among(labels, raters, ids) for one in (self, other)]
        codes, weight, cluster = (np.concatenate(each) for each in zip(*parts, strict=True))
        return RatingPatterns.of_rows(
            codes,
            labels,
            raters,
            weight=weight,
            cluster=None if self.cluster is None else cluster,
            cluster_ids=ids,
            listed=self.listed or other.listed,
        )

    def _among(
        self, labels: tuple[Label, ...], raters: tuple[Label, ...], ids: tuple[Label, ...]
    ) -> tuple[Ints, Floats, Ints]:
        index = np.array([*(labels.index(one) for one in self.labels), -1])
        codes = np.full((len(self.codes), len(raters)), -1)
        codes[:, [raters.index(one) for one in self.raters]] = index[self.codes]
        where = np.array([ids.index(one) for one in self.cluster_ids], np.int64)
        cluster = np.zeros(len(codes), np.int64) if self.cluster is None else where[self.cluster]
        return codes, self.weight, cluster
